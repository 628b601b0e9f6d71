/** One line of a text by offset (UTF-16 units): its text is `[start, end)`, its own line end `[end, next)`. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** A `key:` at column 0. `key` is the key as YAML reads it, without quotes. */
export interface KeyCut {
  readonly key: string;
  readonly start: number;
  /** Offset of the colon; the value, if any, starts behind it. */
  readonly colon: number;
}

/** A top-level field by line index: `first` holds the key, `last` is the last line that belongs to its value. */
export interface FieldLines extends KeyCut {
  readonly first: number;
  readonly last: number;
}

const LF = 10;
const CR = 13;

/** The line that starts at `start`. A line ends in LF, CRLF, a lone CR, or where `limit` is. */
export function lineAt(text: string, start: number, limit: number = text.length): Line {
  let end = start;
  while (end < limit) {
    const code = text.charCodeAt(end);
    if (code === LF) return { start, end, next: end + 1 };
    if (code === CR)
      return { start, end, next: text.charCodeAt(end + 1) === LF && end + 1 < limit ? end + 2 : end + 1 };
    end++;
  }
  return { start, end, next: end };
}

/** Every line of `[from, to)`. No line is made up after a final line end. */
export function scanLines(text: string, from: number = 0, to: number = text.length): Line[] {
  const lines: Line[] = [];
  for (let at = from; at < to; ) {
    const line = lineAt(text, at, to);
    lines.push(line);
    at = line.next;
  }
  return lines;
}

/** True where nothing but spaces and tabs stands in `[start, end)`. */
export function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 9) return false;
  }
  return true;
}

/** True for a line that is `mark` and trailing blanks. */
export function isFence(text: string, line: Line, mark: string): boolean {
  return text.startsWith(mark, line.start) && isBlank(text, line.start + mark.length, line.end);
}

/** True for a comment that starts at column 0, and for a blank line. */
export function isBlankOrComment(text: string, line: Line): boolean {
  return text.charCodeAt(line.start) === 35 ? line.end > line.start : isBlank(text, line.start, line.end);
}

// Characters that cannot begin a plain key; `-`, `?` and `:` can when no blank follows.
const NOT_A_KEY_START = ' \t#&*!|>%@`[]{},';
// YAML allows no longer key without a `?` before it.
const MAX_KEY_LENGTH = 1024;

/** The `key:` that starts at column 0 of `line`, plain or quoted, with or without blanks before the colon. */
export function keyAt(text: string, line: Line): KeyCut | undefined {
  const { start, end } = line;
  const first = text[start];
  if (first === undefined || start === end || NOT_A_KEY_START.includes(first)) return undefined;
  if (first === '"' || first === "'") return quotedKeyAt(text, start, end);
  if ('-?:'.includes(first) && isBlankAt(text, start + 1, end)) return undefined;
  const limit = Math.min(end, start + MAX_KEY_LENGTH);
  for (let at = start; at < limit; at++) {
    const char = text[at];
    if (char === '#' && at > start && isBlankAt(text, at - 1, end)) return undefined;
    if (char === ':' && at > start && isBlankAt(text, at + 1, end)) {
      return { key: text.slice(start, at).trimEnd(), start, colon: at };
    }
  }
  return undefined;
}

function quotedKeyAt(text: string, start: number, end: number): KeyCut | undefined {
  const close = closingQuote(text, start, end);
  if (close === undefined) return undefined;
  let colon = close + 1;
  while (colon < end && isBlankAt(text, colon, end)) colon++;
  if (text[colon] !== ':' || colon >= end || !isBlankAt(text, colon + 1, end)) return undefined;
  return { key: unquoteKey(text.slice(start, close + 1)), start, colon };
}

function unquoteKey(quoted: string): string {
  const inner = quoted.slice(1, -1);
  if (quoted.startsWith("'")) return inner.replaceAll("''", "'");
  // Escapes in keys are rare enough to keep as they stand, but for the two that everybody writes.
  return inner.replaceAll('\\"', '"').replaceAll('\\\\', '\\');
}

function isBlankAt(text: string, at: number, end: number): boolean {
  if (at >= end) return true;
  const code = text.charCodeAt(at);
  return code === 32 || code === 9;
}

/** Offset of the quote that closes the one at `start`, before `limit`. */
export function closingQuote(text: string, start: number, limit: number): number | undefined {
  const quote = text[start];
  for (let at = start + 1; at < limit; at++) {
    const char = text[at];
    if (char === '\\' && quote === '"') at++;
    else if (char === quote) {
      if (quote === '"' || text[at + 1] !== quote) return at;
      at++;
    }
  }
  return undefined;
}

// Deeper nesting is no longer a header that somebody wrote, and would make the search below quadratic.
const MAX_BRACKETS = 100;

/** Offset of the bracket that closes the one at `start`, quotes respected, before `limit`. */
export function closingBracket(text: string, start: number, limit: number): number | undefined {
  const open: string[] = [];
  for (let at = start; at < limit; at++) {
    const char = text[at];
    if (char === '{' || char === '[') {
      if (open.push(char === '{' ? '}' : ']') > MAX_BRACKETS) return undefined;
    } else if (char === '}' || char === ']') {
      if (open.pop() !== char) return undefined;
      if (open.length === 0) return at;
    } else if ((char === '"' || char === "'") && '{[,: \t\n\r'.includes(text[at - 1] ?? ' ')) {
      const close = closingQuote(text, at, limit);
      if (close === undefined) return undefined;
      at = close;
    }
  }
  return undefined;
}

/**
 * Cuts a header into its top-level fields at column-0 `key:` lines. A quoted or bracketed value that closes cleanly on
 * a later line is one value whatever its lines look like. Blank lines and column-0 comments behind a value belong to
 * no field; those between two lines of a value belong to it.
 */
export function cutFields(text: string, lines: readonly Line[]): FieldLines[] {
  const fields: FieldLines[] = [];
  let open: (KeyCut & { first: number; last: number }) | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const key = keyAt(text, line);
    if (key !== undefined) {
      if (open !== undefined) fields.push(open);
      const last = lastLineOfSpan(text, lines, index, key.colon + 1);
      open = { ...key, first: index, last };
      index = last;
    } else if (open !== undefined && !isBlankOrComment(text, line)) {
      open.last = index;
    }
  }
  if (open !== undefined) fields.push(open);
  return fields;
}

/** Index of the line on which the quoted or bracketed value behind a key closes; the key's own when there is none. */
export function lastLineOfSpan(text: string, lines: readonly Line[], index: number, from: number): number {
  const line = lines[index];
  const limit = lines.at(-1)?.end;
  if (line === undefined || limit === undefined) return index;
  let start = from;
  while (start < line.end && isBlankAt(text, start, line.end)) start++;
  const char = text[start];
  if (start >= line.end || char === undefined || !'"\'{['.includes(char)) return index;
  const close = char === '{' || char === '[' ? closingBracket(text, start, limit) : closingQuote(text, start, limit);
  if (close === undefined || close < line.end) return index;
  let last = index;
  while (last + 1 < lines.length && (lines[last]?.next ?? limit) <= close) last++;
  const end = lines[last]?.end ?? limit;
  const rest = text.slice(close + 1, end);
  return /^[ \t]*(?:$|[ \t]#)/u.test(rest) ? last : index;
}
