import { IS_UNSPACED } from '../text/tokens.ts';
import {
  classOf,
  HALF,
  isLetterPair,
  LETTER,
  NO_LETTER,
  UNSPACED,
  UNSPACED_FOLDED,
  unitClasses,
} from '../text/unit-classes.ts';

/** Takes words as they are found. */
export interface WordSink {
  /** `units[from, to)` is one word; `hash` a hash of its units. False: no more are wanted. */
  word(units: Uint16Array, from: number, to: number, hash: number): boolean;
  /** A run without blanks whose every unit is one character that folding leaves alone. */
  run(units: Uint16Array, from: number, to: number): boolean;
}

const UNKNOWN = 255;
/** FNV-1a, over units of text. */
export const HASH_START: number = 0x811c9dc5 | 0;
export const HASH_STEP = 0x01000193;
const SLASH = 0x2f;
const DOT = 0x2e;
const PLUS = 0x2b;
const NUMBER_SIGN = 0x23;

/**
 * Tells the words of `units[from, to)`, the same as `splitWords` finds in that text. Perf: one pass over numbers; the
 * pattern costs ten times as much and makes a string of every word.
 */
export function readWords(units: Uint16Array, from: number, to: number, sink: WordSink): void {
  const classes = unitClasses();
  let at = from;
  while (at < to) {
    const unit = units[at] ?? 0;
    let kind = classes[unit] ?? NO_LETTER;
    if (kind === UNKNOWN) kind = classOf(unit);
    if (kind === NO_LETTER) {
      if (unit === DOT && at + 1 < to && isAsciiLetter(units[at + 1] ?? 0)) {
        let end = at + 1;
        let hash = Math.imul(HASH_START ^ DOT, HASH_STEP);
        while (end < to && isAsciiLetterOrDigit(units[end] ?? 0))
          hash = Math.imul(hash ^ (units[end++] ?? 0), HASH_STEP);
        if (!sink.word(units, at, end, hash)) return;
        at = end;
      } else at++;
      continue;
    }
    if (kind === HALF) kind = kindOfPair(units, at, to);
    if (kind === NO_LETTER) {
      at += isPair(units, at, to) ? 2 : 1;
      continue;
    }
    if (kind !== LETTER) {
      let end = at;
      let isPlain = true;
      while (end < to) {
        let next = classOf(units[end] ?? 0);
        const size = next === HALF ? 2 : 1;
        if (next === HALF) next = kindOfPair(units, end, to);
        if (next !== UNSPACED && next !== UNSPACED_FOLDED) break;
        isPlain &&= next === UNSPACED;
        end += size;
      }
      const goesOn = isPlain ? sink.run(units, at, end) : sink.word(units, at, end, hashOf(units, at, end));
      if (!goesOn) return;
      at = end;
      continue;
    }
    let end = at;
    let hash = HASH_START;
    if (isSlashed(units, at, from, to)) {
      end = at + 3;
      hash = hashOf(units, at, end);
    } else {
      for (;;) {
        while (end < to) {
          const next = units[end] ?? 0;
          let its = classes[next] ?? NO_LETTER;
          if (its === UNKNOWN) its = classOf(next);
          if (its === LETTER) {
            hash = Math.imul(hash ^ next, HASH_STEP);
            end++;
          } else if (its === HALF && kindOfPair(units, end, to) === LETTER) {
            hash = Math.imul(Math.imul(hash ^ next, HASH_STEP) ^ (units[end + 1] ?? 0), HASH_STEP);
            end += 2;
          } else break;
        }
        const mark = units[end] ?? 0;
        if (end + 1 >= to || !isJoint(mark) || kindAt(units, end + 1, to) !== LETTER) break;
        hash = Math.imul(hash ^ mark, HASH_STEP);
        end++;
      }
      while (end < to && (units[end] === PLUS || units[end] === NUMBER_SIGN)) {
        hash = Math.imul(hash ^ (units[end++] ?? 0), HASH_STEP);
      }
    }
    if (!sink.word(units, at, end, hash)) return;
    at = end;
  }
}

export function hashOf(units: Uint16Array, from: number, to: number): number {
  let hash = HASH_START;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (units[at] ?? 0), HASH_STEP);
  return hash;
}

/** The likes of `A/B`, with nothing of a word or a path around it. */
function isSlashed(units: Uint16Array, at: number, from: number, to: number): boolean {
  if (at + 2 >= to || units[at + 1] !== SLASH) return false;
  if (!isAsciiLetterOrDigit(units[at] ?? 0) || !isAsciiLetterOrDigit(units[at + 2] ?? 0)) return false;
  if (at > from && units[at - 1] === SLASH) return false;
  if (at > from && kindBefore(units, at, from) !== NO_LETTER) return false;
  if (at + 3 >= to) return true;
  const after = units[at + 3] ?? 0;
  return after !== SLASH && after !== PLUS && after !== NUMBER_SIGN && kindAt(units, at + 3, to) === NO_LETTER;
}

/** A word begins at the end of another only after a run without blanks. */
function kindBefore(units: Uint16Array, at: number, from: number): number {
  const kind = classOf(units[at - 1] ?? 0);
  if (kind !== HALF) return kind;
  return at - 2 >= from ? kindOfPair(units, at - 2, at) : NO_LETTER;
}

function kindAt(units: Uint16Array, at: number, to: number): number {
  const kind = classOf(units[at] ?? 0);
  return kind === HALF ? kindOfPair(units, at, to) : kind;
}

function kindOfPair(units: Uint16Array, at: number, to: number): number {
  if (!isPair(units, at, to)) return NO_LETTER;
  const [high, low] = [units[at] ?? 0, units[at + 1] ?? 0];
  if (!isLetterPair(high, low)) return NO_LETTER;
  return IS_UNSPACED.test(String.fromCharCode(high, low)) ? UNSPACED_FOLDED : LETTER;
}

function isPair(units: Uint16Array, at: number, to: number): boolean {
  const [high, low] = [units[at] ?? 0, units[at + 1] ?? 0];
  return at + 1 < to && high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;
}

/** ' ’ _ - . & */
function isJoint(unit: number): boolean {
  return unit === 0x27 || unit === 0x2019 || unit === 0x5f || unit === 0x2d || unit === DOT || unit === 0x26;
}

function isAsciiLetter(unit: number): boolean {
  const lower = unit | 32;
  return unit < 128 && lower >= 97 && lower <= 122;
}

function isAsciiLetterOrDigit(unit: number): boolean {
  return isAsciiLetter(unit) || (unit >= 48 && unit <= 57);
}
