import type { DiagnosticCode } from '../../../base/codes.ts';
import { finding } from '../../../base/diagnostic.ts';
import { isList, isMap } from '../../../base/field-value.ts';
import { MAX_COMPATIBILITY_CHARACTERS } from '../../../base/limits.ts';
import { countCharacters } from '../../../base/text.ts';
import type { Finding } from '../../../base/types.ts';
import type { SkillDocument } from '../read/document.ts';
import { type Field, lastField } from '../read/field.ts';
import { isNear } from '../read/misspelt.ts';
import { quote } from '../read/quote.ts';
import { FORMAT_KEYS } from '../vocabulary/vocabulary.ts';
import { allowedToolsSpelling } from './allowed-tools.ts';
import { hiddenCharacters } from './hidden.ts';

/** What the format forbids, or what its reference reader refuses to read. */
const VIOLATIONS: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'frontmatter/bom',
  'frontmatter/duplicate-key',
  'frontmatter/glued-fence',
  'frontmatter/invalid-name',
  'frontmatter/leading-blank',
  'frontmatter/long-compatibility',
  'frontmatter/long-description',
  'frontmatter/heading-key',
  'frontmatter/misspelt-key',
  'frontmatter/name-not-folder',
  'frontmatter/no-name',
  'frontmatter/odd-key',
  'frontmatter/second-block',
  'frontmatter/stray-text',
  'frontmatter/unknown-key',
  'frontmatter/wrong-type',
  'yaml/alias',
  'yaml/bad-escape',
  'yaml/block-header',
  'yaml/flow-then-text',
  'yaml/indentation',
  'yaml/odd-key',
  'yaml/other',
  'yaml/reserved-start',
  'yaml/text-after-quote',
  'yaml/unclosed-quote',
  'yaml/unquoted-colon',
]);

export interface FormatOptions {
  /** Name of the folder that holds the SKILL.md. */
  readonly folderName: string;
  /** Every violation of the format is an error. Otherwise what is readable is a warning, and extra keys are info. */
  readonly strict: boolean;
}

/** Everything there is to say about a document by the Agent Skills format, what reading found included. */
export function checkFormat(document: SkillDocument, options: FormatOptions): Finding[] {
  const { fields, text, fences } = document;
  const findings = [
    ...document.findings,
    ...folderFindings(document, options.folderName),
    ...compatibilityFindings(lastField(fields, 'compatibility')),
    ...keyFindings(fields),
    ...(options.strict ? shapeFindings(fields) : []),
    ...hiddenCharacters(text, fences.opening),
  ];
  if (!options.strict) return findings;
  return findings.map((one) => (VIOLATIONS.has(one.code) ? { ...one, severity: 'error' } : one));
}

function folderFindings({ name, fields }: SkillDocument, folderName: string): Finding[] {
  if (name === undefined || name.normalize('NFKC') === folderName.normalize('NFKC')) return [];
  const message = `The name ${quote(name)} is not the folder's, ${quote(folderName)}.`;
  const hint = 'The format wants them equal: rename the folder or change the name.';
  return [finding('frontmatter/name-not-folder', message, { line: lastField(fields, 'name')?.line, hint })];
}

function compatibilityFindings(field: Field | undefined): Finding[] {
  const length = typeof field?.value === 'string' ? countCharacters(field.value) : 0;
  if (length <= MAX_COMPATIBILITY_CHARACTERS) return [];
  const message = `\`compatibility\` has ${length} characters; the format allows ${MAX_COMPATIBILITY_CHARACTERS}.`;
  const hint = 'Move what is not about the environment to the body.';
  return [finding('frontmatter/long-compatibility', message, { line: field?.line, hint })];
}

/** Keys beside the six: kept and shown, but other readers may not know them. */
function keyFindings(fields: readonly Field[]): Finding[] {
  const present = new Set(fields.map(({ key }) => key));
  // A misspelt name or description is told where it is missed.
  const absent = FORMAT_KEYS()
    .slice(2)
    .filter((key) => !present.has(key));
  const findings: Finding[] = [];
  const unknown: Field[] = [];
  for (const field of fields) {
    const { key, line, column } = field;
    if (FORMAT_KEYS().includes(key)) continue;
    const meant = absent.find((known) => isNear(key.toLowerCase().replaceAll('_', '-'), known));
    if (meant === undefined) unknown.push(field);
    else {
      const message = `${quote(key)} is no key of the format; did you mean \`${meant}\`?`;
      findings.push(finding('frontmatter/misspelt-key', message, { line, column, hint: `Write \`${meant}:\`.` }));
    }
  }
  const [first] = unknown;
  if (first === undefined) return findings;
  const keys = [...new Set(unknown.map(({ key }) => quote(key)))].join(', ');
  const message = `Beside the keys of the Agent Skills format stand ${keys}. They are kept and shown.`;
  const hint = 'Values of your own go below `metadata`.';
  return [...findings, finding('frontmatter/unknown-key', message, { line: first.line, column: first.column, hint })];
}

/** Shapes that we read and the format does not have. */
function shapeFindings(fields: readonly Field[]): Finding[] {
  const findings: Finding[] = [];
  const metadata = lastField(fields, 'metadata');
  if (metadata !== undefined && metadata.state !== 'unreadable' && metadata.value !== null) {
    const { value, line } = metadata;
    const nested = isMap(value) ? Object.keys(value).filter((key) => isList(value[key]) || isMap(value[key])) : [];
    if (nested.length > 0) {
      const message = `In \`metadata\`, ${nested.map(quote).join(', ')} is no text: the format maps text to text.`;
      findings.push(finding('frontmatter/wrong-type', message, { line, hint: 'Write such values as JSON in quotes.' }));
    } else if (!isMap(value)) {
      const message = '`metadata` is no map: the format maps text to text.';
      findings.push(
        finding('frontmatter/wrong-type', message, { line, hint: 'Write one `key: value` a line below it.' }),
      );
    }
  }
  const allowed = lastField(fields, 'allowed-tools');
  const spelt = allowed === undefined ? undefined : allowedToolsSpelling(allowed.value);
  if (allowed !== undefined && spelt !== undefined) {
    findings.push(finding('frontmatter/wrong-type', spelt.message, { line: allowed.line, hint: spelt.hint }));
  }
  return findings;
}
