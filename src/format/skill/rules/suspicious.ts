import { finding } from '../../../base/diagnostic.ts';
import type { Finding } from '../../../base/types.ts';
import { positionsIn } from '../read/position.ts';

/** A command that some hosts run while they load the file: `!` and a command in backquotes, or a fence marked so. */
const ON_LOAD = /(?:^|[\s(:])!`([^`\n]+)`|^ {0,3}(?:`{3,}|~{3,})!/gm;
/** Text that is decoded, or fetched, and handed to a shell: nobody who reads it sees what runs. */
const ENCODED =
  /\b(?:base64\s+(?:-d|-D|--decode)|xxd\s+-r|openssl\s+(?:enc|base64)\b[^|\n]*-d\b|gunzip|zcat|rev)\b[^|\n]*\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b|\beval\s+"?\$\([^)\n]*\b(?:base64|xxd|curl|wget)\b|\bpowershell(?:\.exe)?\b[^\n]*\s-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{20,}|\bexec\s*\(\s*(?:base64\.b64decode|codecs\.decode|zlib\.decompress|bytes\.fromhex)\b/gi;
const FETCHED = /\b(?:curl|wget)\b[^|\n]*\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:(?:ba|z|da|k)?sh|python3?|node|perl|ruby)\b/gi;
const MAX_TOLD = 10;

/**
 * What is not wrong by itself and worth a look before anybody trusts it, each with its line. Evidence for a reader: it
 * refuses nothing.
 */
export function suspiciousCommands(text: string, from: number = 0): Finding[] {
  const positionOf = positionsIn(text);
  const found: Finding[] = [];
  const add = (
    code: 'text/runs-while-loading' | 'text/encoded-command' | 'text/fetched-command',
    message: string,
    at: number,
  ): void => {
    if (found.length < MAX_TOLD) found.push(finding(code, message, positionOf(at)));
  };
  const places: { readonly at: number; readonly tell: () => void }[] = [];
  const look = (pattern: RegExp, tell: (at: number) => void): void => {
    for (const { index, 0: match } of text.matchAll(pattern)) {
      const at = index + (match.length - match.trimStart().length);
      if (at >= from) places.push({ at, tell: () => tell(at) });
    }
  };
  look(ON_LOAD, (at) =>
    add(
      'text/runs-while-loading',
      'Some hosts run this command while they load the skill, before anybody reads it.',
      at,
    ),
  );
  look(ENCODED, (at) =>
    add('text/encoded-command', 'Text is decoded and handed to an interpreter: a reader does not see what runs.', at),
  );
  look(FETCHED, (at) => add('text/fetched-command', 'What a server sends is handed to an interpreter unseen.', at));
  for (const { tell } of places.sort((a, b) => a.at - b.at)) tell();
  return found;
}
