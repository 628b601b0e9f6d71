import { cutTo, toOneLine } from '../../base/text.ts';
import type { FieldValue } from '../../base/types.ts';
import { canBePlain, leastQuotes, quoteDouble, writeInline } from '../../format/skill/edit/scalar.ts';
import type { SkillDocument } from '../../format/skill/read/document.ts';
import { lastField } from '../../format/skill/read/field.ts';

/** Characters that clients read of a description. */
const MAX_DESCRIPTION = 1_024;
const MAX_NAME = 64;

/** What is shown to a reader of the skill and grants nothing by itself; kept only where the owner asks for it. */
const HINTS = [
  'license',
  'compatibility',
  'metadata',
  'allowed-tools',
  'disallowed-tools',
  'argument-hint',
  'disable-model-invocation',
  'user-invocable',
  'model',
] as const;
/** These can only narrow, so they are never dropped. */
const NARROWING: Readonly<Record<string, string>> = { 'disable-model-invocation': 'true', 'user-invocable': 'false' };

/** A name that every tool takes for a folder and a skill: the prefix and what is left of the name. */
export function exportName(name: string, prefix: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const cut = `${prefix}${plain.replace(/^-+|-+$/g, '') || 'skill'}`.slice(0, MAX_NAME);
  return cut.replace(/-+$/, '');
}

/** A value of a frontmatter, in quotes where it needs them, on one line. */
export function yamlScalar(text: string): string {
  if (canBePlain(text)) return text;
  return writeInline(text, leastQuotes(text)) ?? quoteDouble(text);
}

/** One line, cut where clients cut it. Some readers end a header at the first `---`, wherever it stands. */
export function exportDescription(text: string): string {
  return cutTo(toOneLine(text).replace(/-{3,}/g, '–').trim(), MAX_DESCRIPTION);
}

/** A SKILL.md for another tool: name, description, what narrows, with `hints` also what may be shown, and the text as it is. */
export function renderExported(document: SkillDocument, name: string, hints: boolean): string {
  const lines = ['---', `name: ${name}`, `description: ${yamlScalar(exportDescription(document.description || name))}`];
  for (const key of HINTS) {
    const field = lastField(document.fields, key);
    if (field === undefined || field.state === 'unreadable') continue;
    const narrows = typeof field.value === 'string' && field.value.toLowerCase() === NARROWING[key];
    if (hints || narrows) lines.push(...yamlField(key, field.value, ''));
  }
  const body = document.body.startsWith('\n') || document.body.startsWith('\r') ? document.body : `\n${document.body}`;
  return `${lines.join('\n')}\n---\n${body}`;
}

/** A field as a block, which every YAML reader takes. */
export function yamlField(key: string, value: FieldValue, indent: string): string[] {
  const name = `${indent}${yamlScalar(key)}:`;
  if (value === null) return [name];
  if (typeof value === 'string') return [`${name} ${quoted(value)}`];
  return [name, ...yamlBlock(value, `${indent}  `)];
}

/** `true` and numbers stay what they are to a tool that asks for one. */
const quoted = (text: string): string => (/^(?:true|false|\d+)$/.test(text) ? text : yamlScalar(text));

function yamlBlock(value: Exclude<FieldValue, string | null>, indent: string): string[] {
  if (!Array.isArray(value)) return Object.entries(value).flatMap(([key, inner]) => yamlField(key, inner, indent));
  return (value as readonly FieldValue[]).flatMap((item) => {
    if (item === null || typeof item === 'string') return [`${indent}- ${quoted(item ?? '')}`];
    const [first = '', ...rest] = yamlBlock(item, `${indent}  `);
    return [`${indent}- ${first.trimStart()}`, ...rest];
  });
}
