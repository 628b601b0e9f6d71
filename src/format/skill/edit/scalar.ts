import { HIDDEN_CHARACTERS } from '../../../base/text.ts';

// Text as a YAML scalar on one line. Nothing here depends on a YAML library: the tests prove with one that every
// spelling reads back exactly, under YAML 1.2 and under the older rules many agents still use.

/** The five ways YAML spells a scalar. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';
/** Those, and the two of a list: in brackets, or an item a line. */
export type ValueStyle = ScalarStyle | 'brackets' | 'lines';

/** Words and shapes that some YAML version reads as something other than text. */
const TYPED_WORD = /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<)$/i;
const TYPED_NUMBER = /^[-+]?(?:\.?\d[\d_.,:eE+-]*|0[xob][\da-f_]+|\.inf|\.nan)$/i;
const TYPED_DATE = /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt \t].*)?$/;

/** First characters with a meaning of their own. `-`, `?` and `:` have one only before white space or at the end. */
const RESERVED_START = /^(?:[,[\]{}#&*!|>'"%@`]|[-?:](?:[ \t]|$))/;
/** What ends a plain scalar, or turns it into a mapping. */
const PLAIN_BREAK = /:(?:[ \t]|$)|[ \t]#/;

/** Line breaks of old YAML and characters it calls unprintable; tab and line feed are not among them. */
const UNPRINTABLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/;
const HIDDEN = new RegExp(HIDDEN_CHARACTERS.source, 'u');
const ESCAPED = new RegExp(`["\\\\\\n\\t]|${UNPRINTABLE.source}|${HIDDEN_CHARACTERS.source}`, 'gu');

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\0': '\\0',
};

/** Whether a reviewer sees every character as it stands. If not, only double quotes will do: they can name it. */
export function isVisible(value: string): boolean {
  return !UNPRINTABLE.test(value) && !HIDDEN.test(value);
}

/** Whether `value` can stand without quotes and be text for every reader. */
export function canBePlain(value: string): boolean {
  return (
    value !== '' &&
    value === value.trim() &&
    !/[\n\t]/.test(value) &&
    isVisible(value) &&
    !RESERVED_START.test(value) &&
    !PLAIN_BREAK.test(value) &&
    !TYPED_WORD.test(value) &&
    !TYPED_NUMBER.test(value) &&
    !TYPED_DATE.test(value)
  );
}

/** `value` in single quotes, which have no escapes: `undefined` for what cannot be seen or does not fit on a line. */
export function quoteSingle(value: string): string | undefined {
  return value.includes('\n') || !isVisible(value) ? undefined : `'${value.replaceAll("'", "''")}'`;
}

/** `value` in double quotes. Holds everything. */
export function quoteDouble(value: string): string {
  return `"${escapeDouble(value)}"`;
}

/** The inside of double quotes: hidden characters are named, so that a diff shows them. */
export function escapeDouble(value: string): string {
  return value.replace(ESCAPED, (character) => SHORT_ESCAPES[character] ?? nameCodePoint(character));
}

/** `value` on one line in one of the three one-line styles, or `undefined` if that style cannot hold it. */
export function writeInline(value: string, style: 'plain' | 'single' | 'double'): string | undefined {
  if (style === 'double') return quoteDouble(value);
  if (style === 'single') return quoteSingle(value);
  return canBePlain(value) ? value : undefined;
}

/** The quotes that disturb `value` least. */
export function leastQuotes(value: string): 'single' | 'double' {
  return /["\\]/.test(value) && !value.includes("'") && quoteSingle(value) !== undefined ? 'single' : 'double';
}

function nameCodePoint(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  if (point <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return point <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
