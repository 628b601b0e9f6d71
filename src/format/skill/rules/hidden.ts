import { finding } from '../../../base/diagnostic.ts';
import { countCharacters, cutTo, HIDDEN_CHARACTERS, toOneLine } from '../../../base/text.ts';
import type { Finding } from '../../../base/types.ts';
import { lineAt } from '../read/lines.ts';
import { positionAt } from '../read/position.ts';
import { codePointOf } from '../read/quote.ts';

interface Occurrences {
  readonly character: string;
  readonly inCode: boolean;
  readonly column: number;
  readonly lines: number[];
}

/** Text that is written in characters nobody sees. */
interface HiddenText {
  readonly text: string;
  readonly inCode: boolean;
  readonly line: number;
  readonly column: number;
}

const MAX_LINES_NAMED = 5;
// A text with more kinds of them than this is no text that somebody wrote.
const MAX_KINDS = 20;
const MAX_TEXTS = 20;

/** Tag characters, and the variation selectors that can carry a byte each. */
const CARRIER = '[\\u{E0001}\\u{E0020}-\\u{E007F}\\u{E0100}-\\u{E01EF}]';
const CARRIERS = new RegExp(`${CARRIER}+`, 'gu');
/** The flags of England, Scotland and Wales, and those of other regions that are made the same way. */
const FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/gu;
/** A variant of one ideograph: what these selectors are for. */
const VARIANT = /\p{Script=Han}[\u{E0100}-\u{E01EF}](?![\u{E0100}-\u{E01EF}])/gu;

const PLAIN = /^[\t\n\r -~]*$/;

/**
 * Characters from `from` on, the start of a line, that no reader sees or that reorder what one sees: one finding for
 * each of them, with its code point and lines. Text that is hidden in them is one finding, decoded. Inside code blocks,
 * where recipes show such things on purpose, it is only worth knowing. An escaped spelling, such as `\\u202e`, is
 * visible and no finding.
 */
export function hiddenCharacters(text: string, from: number): Finding[] {
  // Perf: most text is printable ASCII, where there is nothing to find.
  if (PLAIN.test(text)) return [];
  const found = new Map<string, Occurrences>();
  const texts: HiddenText[] = [];
  let fence: string | undefined;
  let number = positionAt(text, from).line;
  for (let at = from; at < text.length; number++) {
    const line = lineAt(text, at);
    at = line.next;
    const shown = withoutEmoji(text.slice(line.start, line.end));
    const mark = /^ {0,3}(`{3,}|~{3,})(?=([^`]*))/u.exec(shown)?.[1];
    const rest = /^ {0,3}(?:`{3,}|~{3,})([^`]*)/u.exec(shown)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true && rest?.trim() === '') fence = undefined;
    const inCode = fence !== undefined;
    const isRead = (index: number): boolean => texts.length < MAX_TEXTS && index >= 0;
    for (const { 0: run, index } of shown.matchAll(CARRIERS)) {
      if (Array.from(run).length > 1 && isRead(index)) {
        const column = countCharacters(shown.slice(0, index)) + 1;
        texts.push({ text: decode(run), inCode, line: number, column });
      }
    }
    const seen = shown.replace(CARRIERS, (run) => (Array.from(run).length > 1 ? ' '.repeat(run.length) : run));
    for (const { 0: character, index } of seen.matchAll(HIDDEN_CHARACTERS)) {
      const key = `${character}${inCode}`;
      const before = found.get(key);
      if (before === undefined) {
        if (found.size === MAX_KINDS) continue;
        const column = countCharacters(shown.slice(0, index)) + 1;
        found.set(key, { character, inCode, column, lines: [number] });
      } else if (before.lines.at(-1) !== number) before.lines.push(number);
    }
  }
  return [...texts.map(textFinding), ...[...found.values()].map(toFinding)];
}

/** What a run of carriers says: a tag is an ASCII character, a variation selector a byte. */
function decode(run: string): string {
  let said = '';
  let bytes: number[] = [];
  const flush = (): void => {
    said += Buffer.from(bytes).toString();
    bytes = [];
  };
  for (const character of run) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xe0100) bytes.push(code - 0xe0100 + 16);
    else {
      flush();
      if (code >= 0xe0020 && code < 0xe007f) said += String.fromCodePoint(code - 0xe0000);
    }
  }
  flush();
  return said;
}

/** The line with flags and variants of ideographs blanked out, at the same length. */
function withoutEmoji(line: string): string {
  const blank = (whole: string): string => ' '.repeat(whole.length);
  return line.replace(FLAG, blank).replace(VARIANT, blank);
}

function textFinding({ text, inCode, line, column }: HiddenText): Finding {
  const where = inCode ? ', in a code block' : '';
  const said = toOneLine(text);
  const message =
    said === ''
      ? `Characters nobody sees stand together${where}, and say nothing.`
      : `Text that nobody sees stands here${where}: ${JSON.stringify(cutTo(said, 200))}.`;
  const hint = 'Remove it: an agent reads it, and whoever looks at the file does not.';
  const one = finding('text/hidden-character', message, { line, column, hint });
  return inCode ? { ...one, severity: 'info' } : one;
}

function toFinding({ character, inCode, column, lines }: Occurrences): Finding {
  const more = lines.length > MAX_LINES_NAMED ? ` and ${lines.length - MAX_LINES_NAMED} more` : '';
  const where = `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, MAX_LINES_NAMED).join(', ')}${more}`;
  const message = `${codePointOf(character)}, ${kindOf(character)}, stands on ${where}${inCode ? ', in a code block' : ''}.`;
  const hint = 'Remove it, or write it as an escape where it is shown on purpose.';
  const one = finding('text/hidden-character', message, { line: lines[0], column, hint });
  return inCode ? { ...one, severity: 'info' } : one;
}

function kindOf(character: string): string {
  if (/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u.test(character)) return 'which reorders the text around it';
  if (/[\u{E0000}-\u{E0FFF}]/u.test(character)) return 'which can carry text that nobody sees';
  return /\p{Cc}/u.test(character) ? 'a control character' : 'which nobody sees';
}
