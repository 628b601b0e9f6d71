import { finding } from '../../../base/diagnostic.ts';
import { countCharacters, quoteValue } from '../../../base/text.ts';
import type { Finding } from '../../../base/types.ts';
import { positionAt } from '../read/position.ts';
import { parseStrict, type StrictField } from '../read/strict.ts';
import { CLAUDE_KEYS, FORMAT_KEYS } from '../vocabulary/vocabulary.ts';
import type { ForeignProfile } from './profile-names.ts';

const MAX_NAME = 64;
const MAX_DESCRIPTION = 1_024;
const MAX_COMPATIBILITY = 500;

/** Everything that keeps the reader of this profile from accepting the file. Every finding is an error. */
export function checkProfile(profile: ForeignProfile, text: string, folderName: string): Finding[] {
  const header = headerOf(profile, text);
  if ('finding' in header) return [header.finding];
  const parsed = parseStrict(header.block, { subset: profile === 'agentskills' });
  if ('fault' in parsed) {
    const { line, column } = positionAt(text, header.start + parsed.offset);
    return [finding('profile/unreadable', `The frontmatter does not parse there: ${parsed.fault}.`, { line, column })];
  }
  const found: Finding[] = [];
  const place = (field: StrictField | undefined): { line: number } => ({
    line: field === undefined ? 1 : positionAt(text, header.start + field.offset).line,
  });
  const of = (key: string): StrictField | undefined => parsed.fields.find((one) => one.key === key);
  const allowed = profile === 'agentskills' ? FORMAT_KEYS() : profile === 'claude' ? CLAUDE_KEYS() : undefined;
  for (const field of parsed.fields) {
    if (allowed === undefined || allowed.includes(field.key)) continue;
    const hint = `Allowed are ${allowed.join(', ')}.`;
    const message = `The key ${quoteValue(field.key)} is not allowed.`;
    found.push(finding('profile/unknown-key', message, { ...place(field), hint }));
  }
  for (const message of nameFaults(profile, of('name'), folderName)) {
    found.push(finding('profile/name', message, place(of('name'))));
  }
  for (const message of descriptionFaults(profile, of('description'))) {
    found.push(finding('profile/description', message, place(of('description'))));
  }
  const compatibility = of('compatibility');
  if (profile !== 'codex' && compatibility !== undefined) {
    if (!compatibility.isText)
      found.push(finding('profile/compatibility', '`compatibility` must be text.', place(compatibility)));
    else if (countCharacters(compatibility.value) > MAX_COMPATIBILITY) {
      const message = `\`compatibility\` has ${countCharacters(compatibility.value)} characters; ${MAX_COMPATIBILITY} are allowed.`;
      found.push(finding('profile/compatibility', message, place(compatibility)));
    }
  }
  return found;
}

/** The block between the fences as the reader cuts it, and where it begins. */
function headerOf(
  profile: ForeignProfile,
  text: string,
): { readonly block: string; readonly start: number } | { readonly finding: Finding } {
  const missing = (what: string): { finding: Finding } => ({
    finding: finding('profile/unreadable', what, { line: 1 }),
  });
  const opening = 'The file does not begin with `---`, not even behind a byte-order mark or a blank line.';
  if (profile === 'agentskills') {
    // The reference reader cuts at the first two `---` wherever they stand, within a line or a value too.
    if (!text.startsWith('---')) return missing(opening);
    const end = text.indexOf('---', 3);
    if (end < 0) return missing('The frontmatter is not closed by a second `---`.');
    return { block: text.slice(3, end).replaceAll('\r\n', '\n').replaceAll('\r', '\n'), start: 3 };
  }
  const first = /^\uFEFF?---[ \t]*(?:\r\n|\n|\r)/.exec(text);
  if (first === null) return missing(opening);
  const start = first[0].length;
  const closing = /^---[ \t]*$/m.exec(text.slice(start));
  if (closing === null) return missing('The frontmatter is not closed by a line `---`.');
  return { block: text.slice(start, start + closing.index), start };
}

function nameFaults(profile: ForeignProfile, field: StrictField | undefined, folderName: string): string[] {
  if (field === undefined) return profile === 'agentskills' ? ['There is no `name`.'] : [];
  const given = field.value.trim();
  if (!field.isText || given === '') return ['`name` must be text that is not empty.'];
  const name = given.normalize('NFKC');
  const faults: string[] = [];
  const length = countCharacters(name);
  if (length > MAX_NAME) faults.push(`The name has ${length} characters; ${MAX_NAME} are allowed.`);
  if (profile === 'codex') return faults;
  if (name !== name.toLowerCase()) faults.push(`The name ${quoteValue(name)} must be in lower case.`);
  if (name.startsWith('-') || name.endsWith('-')) faults.push('The name must not begin or end with a hyphen.');
  if (name.includes('--')) faults.push('The name must not hold two hyphens in a row.');
  const pattern = profile === 'claude' ? /^[a-z0-9-]+$/i : /^[\p{L}\p{N}-]+$/u;
  if (!pattern.test(name)) faults.push(`The name ${quoteValue(name)} must be letters, digits and hyphens.`);
  if (profile === 'claude') {
    const word = ['anthropic', 'claude'].find((one) => name.toLowerCase().includes(one));
    return word === undefined ? faults : [...faults, `The name must not hold the reserved word "${word}".`];
  }
  if (folderName.normalize('NFKC') !== name) {
    faults.push(
      `The folder is called ${quoteValue(folderName)}, and the name is ${quoteValue(name)}: they must be equal.`,
    );
  }
  return faults;
}

function descriptionFaults(profile: ForeignProfile, field: StrictField | undefined): string[] {
  if (field === undefined) return ['There is no `description`.'];
  if (!field.isText || field.value.trim() === '') return ['`description` must be text that is not empty.'];
  const length = countCharacters(field.value);
  const faults =
    length > MAX_DESCRIPTION ? [`The description has ${length} characters; ${MAX_DESCRIPTION} are allowed.`] : [];
  if (profile === 'claude' && /<[^>\s][^>]*>/.test(field.value)) {
    faults.push('The description holds what reads as a tag (`<x>`).');
  }
  return faults;
}
