// What a UTF-16 unit is to the reader of words, by a table that is filled where a text needs it.

/** No part of a word. */
export const NO_LETTER = 0;
/** A letter, digit or mark of a script whose words are set apart. */
export const LETTER = 1;
/** Half of a character beyond the first plane: what it is depends on the other half. */
export const HALF = 2;
/** A letter of a script without blanks that folding leaves alone: two of them make a term. */
export const UNSPACED = 3;
/** A letter of such a script that folding may change. */
export const UNSPACED_FOLDED = 4;
const UNKNOWN = 255;
const PAGE = 256;

const IS_LETTER = /[\p{L}\p{N}\p{M}]/u;
// Scripts written without blanks, or (Korean) with words that run together.
export const UNSPACED_SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー';
const IS_UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
const IS_MARK = /\p{M}/u;

let classes: Uint8Array | undefined;

/** By unit; those not asked for yet are 255: see {@link classOf}. */
export function unitClasses(): Uint8Array {
  classes ??= new Uint8Array(0x10000).fill(UNKNOWN);
  return classes;
}

/** The class of a unit. Perf: a page of 256 is worked out at a time; most texts need two. */
export function classOf(unit: number): number {
  const known = unitClasses();
  if (known[unit] === UNKNOWN) {
    const first = unit - (unit % PAGE);
    for (let at = first; at < first + PAGE; at++) known[at] = readClass(at);
  }
  return known[unit] ?? NO_LETTER;
}

function readClass(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return HALF;
  const text = String.fromCharCode(unit);
  if (!IS_LETTER.test(text)) return NO_LETTER;
  if (!IS_UNSPACED.test(text)) return LETTER;
  const isPlain = !IS_MARK.test(text) && text.normalize('NFKC') === text && text.toLowerCase() === text;
  return isPlain && !isJamo(unit) ? UNSPACED : UNSPACED_FOLDED;
}

/** Parts of Korean syllables, which folding joins to their neighbours. */
function isJamo(unit: number): boolean {
  return unit >= 0x1100 && unit <= 0x11ff;
}

/** True when two units are one character that is part of a word. */
export function isLetterPair(high: number, low: number): boolean {
  return IS_LETTER.test(String.fromCharCode(high, low));
}
