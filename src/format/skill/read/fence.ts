import { finding } from '../../../base/diagnostic.ts';
import { MAX_FRONTMATTER_BYTES } from '../../../base/limits.ts';
import type { Finding } from '../../../base/types.ts';
import { keyFacts } from '../vocabulary/vocabulary.ts';
import { findOpenEnd, looksLikeHeader, type OpenEnd } from './header-end.ts';
import { closingQuote, isBlank, isBlankOrComment, isFence, keyAt, type Line, lineAt, scanLines } from './lines.ts';
import { describeMissing } from './missing.ts';
import { quote } from './quote.ts';

/**
 * Where the five parts of a SKILL.md begin, as offsets (UTF-16 units) into its text: the prefix (byte-order mark and
 * blank lines) at 0, then the opening line, the frontmatter, the closing line and the body. Each part ends where the
 * next begins, line ends included, so the parts always add up to the text.
 */
export interface Fences {
  /** `unterminated`: only the leading key lines count as frontmatter. `missing`: everything is body. */
  readonly state: 'closed' | 'unterminated' | 'missing';
  readonly opening: number;
  readonly content: number;
  readonly closing: number;
  readonly body: number;
  /** 1-based line on which the frontmatter begins, behind the opening line. */
  readonly contentLine: number;
  /** A second header directly behind the first; the body begins behind it. */
  readonly second?: SecondBlock;
  readonly findings: readonly Finding[];
}

/** A header by its offsets, as in {@link Fences}. */
export interface SecondBlock {
  readonly content: number;
  readonly contentLine: number;
  readonly closing: number;
  readonly body: number;
}

/** Finds the frontmatter. Never throws. No code fence, such as `---js`, is ever run: it is no fence at all. */
export function splitFences(text: string): Fences {
  const findings: Finding[] = [];
  const mark = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (mark === 1) {
    findings.push(
      finding('frontmatter/bom', 'The file begins with a byte-order mark. It is read as if it were absent.', {
        line: 1,
      }),
    );
  }
  let number = 1;
  let line = lineAt(text, mark);
  while (line.next > line.end && isBlank(text, line.start, line.end)) {
    line = lineAt(text, line.next);
    number++;
  }
  if (!isFence(text, line, '---')) {
    findings.push(describeMissing(text, line, number));
    return { state: 'missing', opening: mark, content: mark, closing: mark, body: mark, contentLine: 1, findings };
  }
  if (number > 1) {
    findings.push(
      finding('frontmatter/leading-blank', `Blank lines stand before the opening \`---\` on line ${number}.`, {
        line: 1,
        hint: 'Remove them: many readers look for `---` on line 1 only.',
      }),
    );
  }
  return { ...close(text, line, number, findings), findings };
}

function close(text: string, opening: Line, openingLine: number, findings: Finding[]): Omit<Fences, 'findings'> {
  const parts = { opening: opening.start, content: opening.next, contentLine: openingLine + 1 };
  let number = openingLine;
  let quotedUntil = 0;
  for (let at = opening.next; at < text.length; ) {
    const line = lineAt(text, at);
    number++;
    let found = fenceAt(text, line, number);
    if (found?.finding !== undefined) {
      if (at >= quotedUntil) quotedUntil = quoteAround(text, parts.content, line);
      if (at < quotedUntil) found = undefined;
    }
    if (found !== undefined) {
      const open = findOpenEnd(text, parts.content, at, parts.contentLine);
      if (open !== undefined) return leaveOpen(parts, open, findings);
      if (found.finding !== undefined) findings.push(found.finding);
      return closeAt(text, parts, { closing: at, body: found.body, line: number }, findings);
    }
    at = line.next;
  }
  return leaveOpen(parts, leadingKeys(text, parts), findings);
}

/** The body begins behind a second header, where one follows directly: other tools put theirs above what was there. */
function closeAt(
  text: string,
  parts: Pick<Fences, 'opening' | 'content' | 'contentLine'>,
  { closing, body, line }: { readonly closing: number; readonly body: number; readonly line: number },
  findings: Finding[],
): Omit<Fences, 'findings'> {
  const second = secondBlock(text, body, line + 1);
  if (second === undefined) return { ...parts, state: 'closed', closing, body };
  const message = `A second frontmatter stands on line ${second.contentLine - 1}, below the first. It gives what the first lacks.`;
  const hint = 'Merge the two into one: other readers take the second for text.';
  findings.push(finding('frontmatter/second-block', message, { line: second.contentLine - 1, hint }));
  return { ...parts, state: 'closed', closing, body: second.body, second };
}

/** A line that closes a header: `---`, `...`, or dashes that are glued to something, with what is to say about it. */
function fenceAt(
  text: string,
  line: Line,
  number: number,
): { readonly body: number; readonly finding?: Finding } | undefined {
  const first = text.charCodeAt(line.start);
  if (first === 46) return isFence(text, line, '...') ? { body: line.next } : undefined;
  if (first !== 45 || !text.startsWith('---', line.start)) return undefined;
  if (isBlank(text, line.start + 3, line.end)) return { body: line.next };
  return gluedFence(text, line, number);
}

/** Where the quoted value ends that is open at these dashes and that a real `---` follows: they are its text. 0: none is. */
function quoteAround(text: string, content: number, fence: Line): number {
  const lines = scanLines(text, content, fence.start);
  const opener = lines.findLast((line) => keyAt(text, line) !== undefined);
  const colon = opener === undefined ? undefined : keyAt(text, opener)?.colon;
  if (opener === undefined || colon === undefined) return 0;
  const start = colon + 1 + text.slice(colon + 1, opener.end).search(/\S|$/u);
  const isQuote = text[start] === '"' || text[start] === "'";
  if (!isQuote || closingQuote(text, start, fence.start) !== undefined) return 0;
  const real = /[\n\r]---[ \t]*(?=[\n\r]|$)/u.exec(text.slice(fence.start, content + MAX_FRONTMATTER_BYTES));
  return real === null ? 0 : (closingQuote(text, start, fence.start + real.index) ?? 0);
}

/** `---# Heading`, `---**Bold**` and `------` close a header too: their authors meant to, and a later `---` is a rule in the body. */
function gluedFence(text: string, line: Line, number: number): { finding: Finding; body: number } | undefined {
  const shown = quote(text.slice(line.start, line.end));
  if (/^(?:#|\*|`|!?\[|<[!/a-z]|>)/iu.test(text.slice(line.start + 3, Math.min(line.end, line.start + 6)))) {
    const what = text.charAt(line.start + 3) === '#' ? 'the heading' : 'the text';
    return {
      finding: finding('frontmatter/glued-fence', `The closing \`---\` is glued to ${what}: ${shown}.`, {
        line: number,
        column: 4,
        hint: 'Put a line break behind `---`.',
      }),
      body: line.start + 3,
    };
  }
  let dashes = line.start;
  while (text.charCodeAt(dashes) === 45) dashes++;
  if (dashes - line.start < 4 || !isBlank(text, dashes, line.end)) return undefined;
  return {
    finding: finding('frontmatter/glued-fence', `The frontmatter is closed by ${shown} instead of \`---\`.`, {
      line: number,
      column: 4,
      hint: 'Write exactly three dashes.',
    }),
    body: line.next,
  };
}

/** Without a closing line only what still looks like a header is one: keys, indented lines, list items. */
function leadingKeys(text: string, parts: Pick<Fences, 'content' | 'contentLine'>): OpenEnd {
  const limit = Math.min(text.length, parts.content + MAX_FRONTMATTER_BYTES);
  let end = parts.content;
  let number = parts.contentLine;
  let at = parts.content;
  const open = findOpenEnd(text, parts.content, limit, parts.contentLine);
  for (; at < limit; number++) {
    const line = lineAt(text, at, limit);
    if (!isBlank(text, line.start, line.end)) {
      if (!looksLikeHeader(text, line, end === parts.content)) break;
      end = line.next;
    }
    at = line.next;
  }
  return open !== undefined && open.end <= end ? open : { end, body: at, line: number };
}

function leaveOpen(
  parts: Pick<Fences, 'opening' | 'content' | 'contentLine'>,
  { end, body, line }: OpenEnd,
  findings: Finding[],
): Omit<Fences, 'findings'> {
  const hint =
    end > parts.content
      ? `Put a line \`---\` before line ${line}.`
      : 'Write `name: ...`, `description: ...` and a line `---` below it, or remove it.';
  const message = 'The frontmatter has no closing `---`. Only its leading keys are read.';
  findings.push(finding('frontmatter/unterminated', message, { line: parts.contentLine - 1, hint }));
  return { ...parts, state: 'unterminated', closing: end, body };
}

/** The header that follows directly behind another one's closing line: fences, keys that are known, nothing else. */
function secondBlock(text: string, from: number, firstLine: number): SecondBlock | undefined {
  let number = firstLine;
  let line = lineAt(text, from);
  while (line.next > line.end && isBlank(text, line.start, line.end)) {
    line = lineAt(text, line.next);
    number++;
  }
  if (!isFence(text, line, '---')) return undefined;
  const parts = { content: line.next, contentLine: number + 1 };
  const limit = Math.min(text.length, parts.content + MAX_FRONTMATTER_BYTES);
  let isKnown = false;
  for (let at = line.next; at < limit; at = line.next) {
    line = lineAt(text, at, limit);
    if (isFence(text, line, '---')) return isKnown ? { ...parts, closing: at, body: line.next } : undefined;
    if (isBlankOrComment(text, line)) continue;
    if (!looksLikeHeader(text, line, false)) return undefined;
    const key = keyAt(text, line)?.key;
    isKnown ||= key !== undefined && (keyFacts(key).isKnown || key === 'summary');
  }
  return undefined;
}
