/** Order by code point. JavaScript's `<` orders by UTF-16 unit, which puts astral characters before U+E000. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    let x = a.charCodeAt(index);
    let y = b.charCodeAt(index);
    if (x === y) continue;
    // Lift surrogates above the rest of the basic plane: then unit order is code-point order.
    if (x >= 0xd800) x = x >= 0xe000 ? x - 0x800 : x + 0x2000;
    if (y >= 0xd800) y = y >= 0xe000 ? y - 0x800 : y + 0x2000;
    return x - y;
  }
  return a.length - b.length;
}

/**
 * The form in which two names clash: as shown on one line, NFKC, case folded. Names that look the same but for
 * characters nobody sees are one name.
 */
export function canonicalName(name: string): string {
  // Perf: what the format asks of a name is its own canonical form.
  if (/^[a-z0-9][a-z0-9._-]*$/.test(name)) return name;
  // Upper before lower folds what lower-casing alone keeps apart (ß and ss, final sigma).
  const folded = toOneLine(name).normalize('NFKC').toUpperCase().toLowerCase();
  // Perf: NFKC brings in blanks, and case folding takes text out of NFKC, outside ASCII only.
  return isPlainAscii(folded) ? folded : folded.replace(/\s+/gu, ' ').trim().normalize('NFKC');
}

/** Small letters and digits in runs parted by one hyphen each, as the Agent Skills format has names; its length is another question. */
export function isPortableName(text: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

/**
 * Characters a reader cannot see or that reorder what they see: controls, zero-width, bidirectional, fillers, tags and
 * the variation selectors that can carry hidden text. The two joiners U+200C and U+200D stay: Persian and emoji need
 * them.
 */
export const HIDDEN_CHARACTERS: RegExp =
  /[\u034F\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{E0000}-\u{E0FFF}]/gu;

/** What breaks a line or parts words somewhere; NEL is a control, yet it parts. U+FEFF counts as hidden, not as blank. */
const BLANKS = /[\s\u0085]+/gu;

function isPlainAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** Text from a tree as one line of prompt: hidden characters out, lone surrogates replaced, white space folded. */
export function toOneLine(text: string): string {
  // Perf: most text is printable ASCII, where there is nothing to do but fold blanks.
  if (isPlainAscii(text)) return text.includes('  ') ? text.replace(/ +/g, ' ').trim() : text.trim();
  // Hidden characters go between two folds: the first keeps words apart, the second closes the gaps they leave.
  const parted = text.replaceAll('\uFEFF', '').replace(BLANKS, ' ').replace(HIDDEN_CHARACTERS, '');
  return parted.replace(/ +/g, ' ').toWellFormed().trim();
}

/** Cut to `limit` characters (code points), with `…` as the last of them when something was cut. */
export function cutTo(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const points = Array.from(text);
  if (points.length <= limit) return text;
  return limit <= 0
    ? ''
    : `${points
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}

/** Number of characters (code points). */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) count--;
  }
  return count;
}

/** A wrong argument as an error quotes it: JSON turns NaN into null and throws for some values. */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cutTo(toOneLine(value), 40));
  return typeof value === 'number' || value === null ? String(value) : `a value of type ${typeof value}`;
}
