import { HIDDEN_CHARACTERS } from '../../../base/text.ts';
import type { Io } from '../io.ts';
import type { Paint } from './color.ts';

/**
 * A unified diff as it is printed: to a pipe byte for byte, so that `patch` takes it; to a terminal in colour, with
 * every character named that a terminal would obey or not show.
 */
export function renderDiff(diff: string, io: Pick<Io, 'isTty'>, paint: Paint): string {
  const lines = diff.split(/(?<=\n)/).map((line) => {
    const text = io.isTty ? nameHidden(line) : line;
    if (/^(?:---|\+\+\+) /.test(text)) return paint('bold', text);
    if (text.startsWith('@@')) return paint('cyan', text);
    return text.startsWith('-') ? paint('red', text) : text.startsWith('+') ? paint('green', text) : text;
  });
  return lines.join('');
}

/** Line ends are not named: an edit never changes one. */
function nameHidden(line: string): string {
  const end = line.endsWith('\n') ? '\n' : '';
  const text = line.slice(0, line.length - end.length).replace(/\r$/, '');
  const name = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;
  return text.replace(/\r/g, name).replace(HIDDEN_CHARACTERS, name) + end;
}
