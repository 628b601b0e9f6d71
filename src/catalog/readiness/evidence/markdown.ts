/** A fenced block of a Markdown text. */
export interface Fence {
  /** The first word after the fence, in lower case, without braces; empty for none. */
  readonly tag: string;
  /** Marked as a check of the recipe (`sh check`), not as one of its steps. */
  readonly isCheck: boolean;
  /** Its lines without the indentation or quote marks of the fence. */
  readonly text: string;
  /** 1-based line of its first line of text. */
  readonly line: number;
  /** The headings above it, from the outermost; without the title of the document. */
  readonly headings: readonly string[];
  /** The last line of prose before it, if nothing but blank lines stands between. */
  readonly lead: string;
}

/** A stretch of code inside a line of prose. */
export interface Span {
  readonly text: string;
  readonly line: number;
  /** 0-based column of its first character. */
  readonly column: number;
}

export interface Markdown {
  readonly fences: readonly Fence[];
  /** The lines that are no code, by their 1-based number. */
  readonly prose: readonly (readonly [line: number, text: string])[];
}

const FENCE = /^(?<margin>[ \t]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?:>[ \t]?)*[ \t]*)(?<run>`{3,}|~{3,})(?<info>.*)$/;

/** Lines of a frontmatter at the top, which are no text. */
function bodyStart(lines: readonly string[]): number {
  if (!/^\uFEFF?---\s*$/.test(lines[0] ?? '')) return 0;
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  return end < 0 ? 0 : end + 1;
}

/** The blocks of code of a Markdown text, and its prose, with their places. Reads any text without throwing. */
export function readMarkdown(text: string): Markdown {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const fences: Fence[] = [];
  const prose: [number, string][] = [];
  const headings: string[] = [];
  let lead = '';
  let hasTitle = false;
  for (let at = bodyStart(lines); at < lines.length; at++) {
    const line = lines[at] ?? '';
    const { margin = '', run, info = '' } = FENCE.exec(line)?.groups ?? {};
    if (run !== undefined && !(run.startsWith('`') && info.includes('`'))) {
      const end = closingLine(lines, at, run);
      fences.push({
        tag: tagOf(info),
        isCheck: /^\s*\S+\s+(?:check|test)\b/.test(info),
        text: lines
          .slice(at + 1, end)
          .map((one) => withoutMargin(one, margin))
          .join('\n'),
        line: at + 2,
        headings: [...headings],
        lead,
      });
      at = end;
      lead = '';
      continue;
    }
    const heading = /^ {0,3}(#{1,6})\s+(.*)$/.exec(line);
    if (heading?.[1] !== undefined) {
      headings.length = Math.min(headings.length, heading[1].length - 1);
      while (headings.length < heading[1].length - 1) headings.push('');
      // The title of the document names its subject, not what a block is for.
      const isTitle: boolean = heading[1].length === 1 && !hasTitle;
      hasTitle ||= isTitle;
      headings.push(isTitle ? '' : (heading[2] ?? ''));
      lead = '';
    } else if (line.trim() !== '') lead = line.trim();
    prose.push([at + 1, line]);
  }
  return { fences, prose };
}

/** The line that closes the fence opened at `open`; the end of the text where none does. */
function closingLine(lines: readonly string[], open: number, run: string): number {
  for (let at = open + 1; at < lines.length; at++) {
    const { run: close, info = '' } = FENCE.exec(lines[at] ?? '')?.groups ?? {};
    if (close !== undefined && close[0] === run[0] && close.length >= run.length && info.trim() === '') return at;
  }
  return lines.length;
}

/** `{r setup, echo=FALSE}`, `{.bash}`, `bash title="x"` → `r`, `bash`, `bash`. */
function tagOf(info: string): string {
  return /[^\s{.,}]+/.exec(info)?.[0]?.toLowerCase() ?? '';
}

function withoutMargin(line: string, margin: string): string {
  const quoted = margin.includes('>') ? line.replace(/^[ \t]*(?:>[ \t]?)+/, '') : line;
  const indent = margin.includes('>') ? 0 : margin.length;
  let cut = 0;
  while (cut < indent && /[ \t]/.test(quoted[cut] ?? '')) cut++;
  return quoted.slice(cut);
}

/** The code spans of lines of prose. */
export function readSpans(prose: Markdown['prose']): Span[] {
  return prose.flatMap(([line, text]) => (text.includes('`') ? spansOf(text, line) : []));
}

function spansOf(line: string, at: number): Span[] {
  const spans: Span[] = [];
  for (const match of line.matchAll(/(`+)(?!`)(.*?[^`])\1(?!`)/g)) {
    const [, run = '', text = ''] = match;
    spans.push({ text, line: at, column: match.index + run.length });
  }
  return spans;
}
