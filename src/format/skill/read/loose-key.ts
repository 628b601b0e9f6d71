import { keyFacts } from '../vocabulary/vocabulary.ts';
import type { Line } from './lines.ts';

/** A key that its author meant and YAML does not see, or sees as another one. Offsets are into the text. */
export interface LooseKey {
  /** The key that is meant. */
  readonly key: string;
  /** As it is written. */
  readonly written: string;
  readonly start: number;
  /** Offset of the colon, whichever it is. */
  readonly colon: number;
  /** Behind the colon and the blanks that follow it. */
  readonly value: number;
  /** What is wrong, and where. */
  readonly fault: 'before' | 'colon' | 'blank' | 'no-blank' | 'case';
  readonly offset: number;
}

// Blanks and invisible characters that YAML takes for text. Perf: classes of Unicode take milliseconds to compile.
const ODD_BLANK = '\\u00A0\\u00AD\\u061C\\u1680\\u180E\\u2000-\\u200F\\u202A-\\u202F\\u205F-\\u206F\\u3000\\uFEFF';
// The colons of other keyboards.
const ODD_COLON = '\\uFF1A\\uFE55\\uFE13\\uA789\\u2236';
const LOOSE = new RegExp(
  `^([${ODD_BLANK}]*)(["']?)([A-Za-z][\\w-]*)\\2([ \\t${ODD_BLANK}]*)([:${ODD_COLON}])([ \\t${ODD_BLANK}]*)`,
);
const IS_ODD_BLANK = new RegExp(`[${ODD_BLANK}]`);

/**
 * A key at column 0 that stands behind something invisible, has the colon of another keyboard, a blank that is none for
 * YAML or no blank at all behind its colon, or differs by case. Only keys whose loss would matter are looked for.
 */
export function looseKeyAt(text: string, line: Line): LooseKey | undefined {
  const found = LOOSE.exec(text.slice(line.start, Math.min(line.end, line.start + 200)));
  if (found === null) return undefined;
  const [whole, before = '', quote = '', written = '', gap = '', colon = '', after = ''] = found;
  const { meant } = keyFacts(written);
  const key = meant ?? written;
  const { isText, isStructured, isTrigger } = keyFacts(key);
  if (!isText && !isStructured && !isTrigger) return undefined;
  const start = line.start + before.length;
  const at = start + written.length + quote.length * 2 + gap.length;
  const place = { key, written, start, colon: at, value: line.start + whole.length };
  if (before !== '') return { ...place, fault: 'before', offset: line.start };
  const inGap = gap.search(IS_ODD_BLANK);
  if (inGap >= 0) return { ...place, fault: 'blank', offset: at - gap.length + inGap };
  if (colon !== ':') return { ...place, fault: 'colon', offset: at };
  if (IS_ODD_BLANK.test(after.charAt(0))) return { ...place, fault: 'blank', offset: at + 1 };
  if (after === '' && place.value < line.end) return { ...place, fault: 'no-blank', offset: at };
  return meant === undefined ? undefined : { ...place, fault: 'case', offset: start };
}

/** A key behind `#`, at column 0. */
export interface HeadingKey {
  readonly key: string;
  readonly start: number;
  readonly colon: number;
  /**
   * `## name: x` is what a Markdown formatter makes of a header whose closing `---` it takes for the line under a
   * heading. Any other is a key that its author left out.
   */
  readonly isFormatted: boolean;
}

export function headingKeyAt(text: string, line: Line): HeadingKey | undefined {
  const found = /^(#{1,6}[ \t]*)([A-Za-z][\w-]*)[ \t]*:(?=[ \t]|$)/u.exec(text.slice(line.start, line.end));
  if (found === null) return undefined;
  const [whole, before = '', key = ''] = found;
  const isFormatted = /^##[ \t]/u.test(before) && (key === 'name' || key === 'description');
  return { key, start: line.start + before.length, colon: line.start + whole.length - 1, isFormatted };
}

/** The key that a formatter put behind `##`. */
export function formattedKeyAt(text: string, line: Line): HeadingKey | undefined {
  const found = headingKeyAt(text, line);
  return found?.isFormatted === true ? found : undefined;
}
