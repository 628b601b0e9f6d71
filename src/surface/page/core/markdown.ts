/** One block of a text, for showing. Nothing of it is ever HTML, and no address in it can be followed by a click. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: readonly Piece[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly text: readonly Piece[] }
  | { readonly kind: 'item'; readonly depth: number; readonly mark: string; readonly text: readonly Piece[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Piece[])[])[] }
  | { readonly kind: 'rule' };

export interface Piece {
  readonly kind: 'text' | 'code' | 'strong' | 'emphasis' | 'address';
  readonly text: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/u;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/u;
const ROW = /^\s*\|(.+)\|\s*$/u;

/** The part of Markdown that recipes are written in. What is none of it stays as it was written. */
export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = [];
  const lines = source.replaceAll('\r\n', '\n').split('\n');
  let held: string[] = [];
  const flush = (): void => {
    if (held.length > 0) blocks.push({ kind: 'paragraph', text: pieces(held.join(' ')) });
    held = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line);
    if (fence !== null) {
      flush();
      const end = endOfFence(lines, at, fence[1] ?? '');
      blocks.push({ kind: 'code', language: (fence[2] ?? '').trim(), text: lines.slice(at + 1, end).join('\n') });
      at = end;
      continue;
    }
    if (ROW.test(line)) {
      flush();
      let end = at;
      while (end + 1 < lines.length && ROW.test(lines[end + 1] ?? '')) end++;
      blocks.push({ kind: 'table', rows: tableRows(lines.slice(at, end + 1)) });
      at = end;
      continue;
    }
    const block = blockOf(line);
    if (block !== undefined) {
      flush();
      blocks.push(block);
    } else if (line.trim() === '') flush();
    else if (held.length === 0 && /^\s{2,}\S/u.test(line) && blocks.at(-1)?.kind === 'item') goOn(blocks, line);
    else held.push(line.trim());
  }
  flush();
  return blocks;
}

function blockOf(line: string): Block | undefined {
  const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/u.exec(line);
  if (heading !== null) {
    return { kind: 'heading', level: heading[1]?.length ?? 1, text: pieces(heading[2] ?? '') };
  }
  if (/^ {0,3}([-*_])(?:\s*\1){2,}\s*$/u.test(line)) return { kind: 'rule' };
  const item = ITEM.exec(line);
  if (item !== null) {
    const depth = Math.min(4, Math.floor((item[1] ?? '').replaceAll('\t', '    ').length / 2));
    const mark = /\d/u.test(item[2] ?? '') ? (item[2] ?? '') : '•';
    return { kind: 'item', depth, mark, text: pieces(item[3] ?? '') };
  }
  const quote = /^ {0,3}>\s?(.*)$/u.exec(line);
  return quote === null ? undefined : { kind: 'quote', text: pieces(quote[1] ?? '') };
}

/** A line that is set in below an item is part of it. */
function goOn(blocks: Block[], line: string): void {
  const last = blocks.at(-1);
  if (last?.kind !== 'item') return;
  blocks[blocks.length - 1] = { ...last, text: [...last.text, ...pieces(` ${line.trim()}`)] };
}

/** A fence that nobody closes goes to the end. */
function endOfFence(lines: readonly string[], start: number, mark: string): number {
  for (let at = start + 1; at < lines.length; at++) {
    const text = (lines[at] ?? '').trim();
    if (text.length >= mark.length && text === (mark[0] ?? '').repeat(text.length)) return at;
  }
  return lines.length;
}

function tableRows(lines: readonly string[]): Piece[][][] {
  return lines
    .filter((line) => !/^\s*\|[\s:|-]+\|\s*$/u.test(line))
    .map((line) => (ROW.exec(line)?.[1] ?? '').split(/(?<!\\)\|/u).map((cell) => pieces(cell.trim())));
}

const PIECE =
  /(?<ticks>`+)(?<code>[^`]+?)\k<ticks>|!?\[(?<label>[^\]\n]*)\]\((?<to>[^()\s]+)(?:\s+"[^"]*")?\)|\*\*(?<strong>[^*\n]+)\*\*|(?<![\w*])\*(?<star>[^*\s][^*\n]*)\*(?!\w)|(?<!\w)_(?<low>[^_\s][^_\n]*)_(?!\w)/gu;

/** A link is its words, and where it would lead in plain sight behind them. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  const push = (kind: Piece['kind'], part: string | undefined): void => {
    if (part !== undefined && part !== '') found.push({ kind, text: part });
  };
  let from = 0;
  for (const match of text.matchAll(PIECE)) {
    push('text', text.slice(from, match.index));
    const { code, label, to, strong, star, low } = match.groups ?? {};
    push('code', code);
    push('text', label);
    push('address', to);
    push('strong', strong);
    push('emphasis', star ?? low);
    from = match.index + match[0].length;
  }
  push('text', text.slice(from));
  return found;
}
