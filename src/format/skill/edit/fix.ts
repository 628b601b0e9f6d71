import type { Field } from '../read/field.ts';
import { type Header, type HeaderField, readHeader, withLines } from './header.ts';
import { type LocatedValue, locateValue } from './locate.ts';
import type { Edited, FieldEdit } from './result.ts';
import { isVisible } from './scalar.ts';
import { checkEdit } from './verify.ts';

/** Fields that are prose: only there does text behind ` #` belong to the sentence more often than not. */
const PROSE_KEYS: ReadonlySet<string> = new Set(['description', 'compatibility']);
/** What no plain text begins with: a value that does has another flaw, and quotes would only hide it. */
const NOT_PLAIN = /^[|>"'[\]{}&*!%@`#,]/;
const COLON = /:(?=[ \t\r\n]|$)/;

/**
 * The text with the two repairs made that keep every word of its author: quotes around a value that holds `: `, and
 * around a description or compatibility that ` #` cuts. Nothing else changes. What cannot be mended so is left as it
 * is, and so is a file without a whole frontmatter: there is nothing to refuse.
 */
export function fixFrontmatter(text: string): Edited {
  let header = readHeader(text);
  const edits: FieldEdit[] = [];
  if (header.fences.state !== 'closed') return { ok: true, text, edits };
  for (const { key, line } of header.read.fields) {
    // Looked up afresh: one repair can let YAML read the whole, and with it the others.
    const field = header.read.fields.find((other) => other.key === key && other.line === line);
    const own = field === undefined ? undefined : withLines(header, field);
    const mended = own === undefined ? undefined : mend(header, own);
    if (mended === undefined) continue;
    header = mended.header;
    edits.push({ field: key, action: 'quote', line, style: mended.style, style_before: 'plain' });
  }
  return { ok: true, text: header.text, edits };
}

interface Mended {
  readonly header: Header;
  readonly style: 'single' | 'double';
}

function mend(header: Header, field: HeaderField): Mended | undefined {
  const located = locateValue(header, field.cut);
  const raw = header.text.slice(located.valueStart, located.lineEnd).trimEnd();
  const isPlain = located.spelling === 'plain' && !NOT_PLAIN.test(raw) && isVisible(raw.replaceAll('\r\n', '\n'));
  if (!isPlain) return undefined;
  const expected = expectedText(header.text, field, located);
  return expected === undefined ? undefined : quoteRaw(header, field, located, raw, expected);
}

/** What the value says once it is quoted, or `undefined` where neither repair applies. */
function expectedText(text: string, field: Field, located: LocatedValue): string | undefined {
  if (typeof field.value !== 'string') return undefined;
  const body = text.slice(located.valueStart, located.valueEnd);
  const tail = text.slice(located.valueEnd, located.lineEnd).trimEnd();
  if (field.state === 'recovered') return COLON.test(body) ? field.value : undefined;
  return field.state === 'ok' && tail !== '' && PROSE_KEYS.has(field.key) ? field.value + tail : undefined;
}

/** Quotes are put around the author's characters as they stand, line breaks and all. */
function quoteRaw(
  header: Header,
  field: Field,
  located: LocatedValue,
  raw: string,
  expected: string,
): Mended | undefined {
  const style = /["\\]/.test(raw) ? 'single' : 'double';
  const quoted = style === 'double' ? `"${raw}"` : `'${raw.replaceAll("'", "''")}'`;
  const { text } = header;
  const after = readHeader(text.slice(0, located.valueStart) + quoted + text.slice(located.valueStart + raw.length));
  return checkEdit(header, after, [field.key], expected) === undefined ? { header: after, style } : undefined;
}
