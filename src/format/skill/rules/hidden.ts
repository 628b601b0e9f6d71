import { finding } from '../../../base/diagnostic.ts';
import { countCharacters, HIDDEN_CHARACTERS } from '../../../base/text.ts';
import type { Finding } from '../../../base/types.ts';
import { lineAt } from '../read/lines.ts';
import { positionAt } from '../read/position.ts';

interface Occurrences {
  readonly character: string;
  readonly inCode: boolean;
  readonly column: number;
  readonly lines: number[];
}

const MAX_LINES_NAMED = 5;
// A text with more kinds of them than this is no text that somebody wrote.
const MAX_KINDS = 20;

/**
 * Characters from `from` on, the start of a line, that no reader sees or that reorder what one sees: one finding for
 * each of them, with its code point and lines. Inside code blocks, where recipes show such things on purpose, it is
 * only worth knowing. An escaped spelling, such as `\u202e`, is visible and no finding.
 */
export function hiddenCharacters(text: string, from: number): Finding[] {
  const found = new Map<string, Occurrences>();
  let fence: string | undefined;
  let number = positionAt(text, from).line;
  for (let at = from; at < text.length; number++) {
    const line = lineAt(text, at);
    at = line.next;
    const shown = text.slice(line.start, line.end);
    const mark = /^ {0,3}(`{3,}|~{3,})(?=([^`]*))/u.exec(shown);
    if (fence === undefined) fence = mark?.[1];
    else if (mark?.[1]?.startsWith(fence) === true && mark[2]?.trim() === '') fence = undefined;
    for (const { 0: character, index } of shown.matchAll(HIDDEN_CHARACTERS)) {
      const inCode = fence !== undefined;
      const key = `${character}${inCode}`;
      const before = found.get(key);
      if (before === undefined) {
        if (found.size === MAX_KINDS) continue;
        const column = countCharacters(shown.slice(0, index)) + 1;
        found.set(key, { character, inCode, column, lines: [number] });
      } else if (before.lines.at(-1) !== number) before.lines.push(number);
    }
  }
  return [...found.values()].map(toFinding);
}

function toFinding({ character, inCode, column, lines }: Occurrences): Finding {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const more = lines.length > MAX_LINES_NAMED ? ` and ${lines.length - MAX_LINES_NAMED} more` : '';
  const where = `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, MAX_LINES_NAMED).join(', ')}${more}`;
  const message = `U+${code}, ${kindOf(character)}, stands on ${where}${inCode ? ', in a code block' : ''}.`;
  const hint = 'Remove it, or write it as an escape where it is shown on purpose.';
  const one = finding('text/hidden-character', message, { line: lines[0], column, hint });
  return inCode ? { ...one, severity: 'info' } : one;
}

function kindOf(character: string): string {
  if (/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u.test(character)) return 'which reorders the text around it';
  if (/[\u{E0000}-\u{E0FFF}]/u.test(character)) return 'which can carry text that nobody sees';
  return /\p{Cc}/u.test(character) ? 'a control character' : 'which nobody sees';
}
