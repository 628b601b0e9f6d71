import { finding } from '../../../base/diagnostic.ts';
import { MAX_DESCRIPTION_CHARACTERS, MAX_NAME_CHARACTERS } from '../../../base/limits.ts';
import { countCharacters, HIDDEN_CHARACTERS, isPortableName } from '../../../base/text.ts';
import type { Finding } from '../../../base/types.ts';
import { findMisspelt } from './misspelt.ts';
import { codePointOf, quote } from './quote.ts';

/** Text as read, and the line of its key. Absent where the frontmatter has none. */
export interface TextFact {
  readonly text: string;
  readonly line: number;
}

/** What is said about a text that is not there: the line of the opening fence, and the keys that may be misspelt. */
export interface Missing {
  readonly line: number;
  readonly keys: readonly { readonly key: string; readonly line: number }[];
}

/** What is to say about a name as the Agent Skills format knows it, without the folder it stands in. */
export function nameFindings(name: TextFact | undefined, missing: Missing): Finding[] {
  if (name === undefined || name.text === '') {
    const hint = "Until it has one, the skill goes by its folder's name.";
    return [absent('frontmatter/no-name', 'name', name, missing, hint)];
  }
  const { text, line } = name;
  if (text.length <= MAX_NAME_CHARACTERS && isPortableName(text)) return [];
  const findings: Finding[] = [];
  if (text.includes('\uFFFD')) findings.push(replacementCharacter('name', line));
  const message = `The name ${quote(text)} ${nameFaults(text).join(', ')}.`;
  const hint = 'The format allows lower-case letters, digits and single hyphens between them, at most 64 characters.';
  findings.push(finding('frontmatter/invalid-name', message, { line, hint }));
  return findings;
}

/** What keeps a name from being portable, as clauses that follow "the name". */
function nameFaults(name: string): string[] {
  const faults: string[] = [];
  const length = countCharacters(name);
  if (length > MAX_NAME_CHARACTERS) faults.push(`has ${length} characters`);
  if (name !== name.toLowerCase()) faults.push('has upper-case letters');
  if (/\s/u.test(name)) faults.push('has blanks');
  if (/^-|-$/u.test(name)) faults.push('begins or ends with a hyphen');
  if (name.includes('--')) faults.push('has two hyphens in a row');
  const odd = name.match(/[^\p{L}\p{N}\s-]/gu);
  if (odd !== null) faults.push(`has ${quote([...new Set(odd)].map(spellHidden).join(' '))}`);
  if (faults.length === 0) faults.push('has letters other than a-z, which not every host accepts');
  return faults;
}

/** A character that nobody sees by its number: a message that shows it shows nothing. */
function spellHidden(character: string): string {
  return character.replace(HIDDEN_CHARACTERS, codePointOf);
}

/** What is to say about a description at a glance. */
export function descriptionFindings(description: TextFact | undefined, missing: Missing): Finding[] {
  if (description === undefined || description.text === '') {
    const hint = 'Say in one or two sentences what the skill does and when to use it.';
    return [absent('frontmatter/no-description', 'description', description, missing, hint)];
  }
  const { text, line } = description;
  const findings: Finding[] = [];
  if (text.includes('\uFFFD')) findings.push(replacementCharacter('description', line));
  if (/^\W{0,2}TODO\b/u.test(text)) {
    const message = `The description is still a placeholder: ${quote(text)}.`;
    findings.push(finding('frontmatter/placeholder', message, { line, hint: 'Say what the skill does.' }));
  }
  if (text.length > MAX_DESCRIPTION_CHARACTERS) {
    const length = countCharacters(text);
    if (length > MAX_DESCRIPTION_CHARACTERS) {
      const message = `The description has ${length} characters; the format allows ${MAX_DESCRIPTION_CHARACTERS}.`;
      const hint = 'It is kept whole here, but other hosts may cut or refuse it.';
      findings.push(finding('frontmatter/long-description', message, { line, hint }));
    }
  }
  return findings;
}

function absent(
  code: 'frontmatter/no-name' | 'frontmatter/no-description',
  key: string,
  fact: TextFact | undefined,
  { line, keys }: Missing,
  hint: string,
): Finding {
  if (fact !== undefined) return finding(code, `The ${key} is empty.`, { line: fact.line, hint });
  const meant = findMisspelt(keys, key);
  if (meant === undefined) return finding(code, `The ${key} is missing.`, { line, hint });
  const message = `The ${key} is missing; did you mean line ${meant.line} \`${meant.key}\`?`;
  return finding(code, message, { line: meant.line, hint: `Write \`${key}:\` there.` });
}

function replacementCharacter(field: string, line: number): Finding {
  return finding('encoding/replacement-character', `The ${field} holds U+FFFD: a character was lost on the way.`, {
    line,
    hint: 'Write the character that was meant.',
  });
}
