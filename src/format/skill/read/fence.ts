import { finding } from '../../../base/diagnostic.ts';
import { MAX_FRONTMATTER_BYTES } from '../../../base/limits.ts';
import type { Finding } from '../../../base/types.ts';
import { isBlank, keyAt, type Line, lineAt } from './lines.ts';
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
  readonly findings: readonly Finding[];
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

/** True for a line that is `mark` and trailing blanks. */
function isFence(text: string, line: Line, mark: string): boolean {
  return text.startsWith(mark, line.start) && isBlank(text, line.start + mark.length, line.end);
}

function close(text: string, opening: Line, openingLine: number, findings: Finding[]): Omit<Fences, 'findings'> {
  const parts = { opening: opening.start, content: opening.next, contentLine: openingLine + 1 };
  let number = openingLine;
  for (let at = opening.next; at < text.length; ) {
    const line = lineAt(text, at);
    number++;
    const first = text.charCodeAt(at);
    if (first === 46 && isFence(text, line, '...')) {
      return { ...parts, state: 'closed', closing: at, body: line.next };
    }
    if (first === 45 && text.startsWith('---', at)) {
      if (isBlank(text, at + 3, line.end)) return { ...parts, state: 'closed', closing: at, body: line.next };
      const glued = gluedFence(text, line, number);
      if (glued !== undefined) {
        findings.push(glued.finding);
        return { ...parts, state: 'closed', closing: at, body: glued.body };
      }
    }
    at = line.next;
  }
  return leadingKeys(text, parts, findings);
}

/** `---# Heading` and `------` close a header too: their authors meant to, and a later `---` is a rule in the body. */
function gluedFence(text: string, line: Line, number: number): { finding: Finding; body: number } | undefined {
  const shown = quote(text.slice(line.start, line.end));
  if (text.charAt(line.start + 3) === '#') {
    return {
      finding: finding('frontmatter/glued-fence', `The closing \`---\` is glued to the heading: ${shown}.`, {
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
function leadingKeys(
  text: string,
  parts: Pick<Fences, 'opening' | 'content' | 'contentLine'>,
  findings: Finding[],
): Omit<Fences, 'findings'> {
  const limit = Math.min(text.length, parts.content + MAX_FRONTMATTER_BYTES);
  let end = parts.content;
  let last = parts.contentLine - 1;
  let number = last;
  for (let at = parts.content; at < limit; ) {
    const line = lineAt(text, at, limit);
    number++;
    at = line.next;
    if (isBlank(text, line.start, line.end)) continue;
    if (!looksLikeHeader(text, line)) break;
    end = line.next;
    last = number;
  }
  const hint =
    end > parts.content
      ? `Add a line \`---\` after line ${last}.`
      : 'Write `name: ...`, `description: ...` and a line `---` below it, or remove it.';
  findings.push(
    finding('frontmatter/unterminated', 'The frontmatter has no closing `---`. Only its leading keys are read.', {
      line: parts.contentLine - 1,
      hint,
    }),
  );
  return { ...parts, state: 'unterminated', closing: end, body: end };
}

function looksLikeHeader(text: string, line: Line): boolean {
  const first = text[line.start] ?? '';
  if (first === ' ' || first === '\t') return text.slice(line.start, line.end).trim() !== '---';
  if (first === '-') return text[line.start + 1] === ' ';
  const key = keyAt(text, line);
  return key !== undefined && !/\s/u.test(key.key);
}

/** A complete block that stands later in the text. `start` is the offset of its opening line, `end` that behind its closing line. */
export interface LaterBlock {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** The first block with a name or a description within the first 64 Ki characters that does not stand at the top. */
export function findLaterBlock(text: string, from: number = 0): LaterBlock | undefined {
  const limit = Math.min(text.length, MAX_FRONTMATTER_BYTES);
  // Perf: most files without a frontmatter at the top have none at all, and a search is native.
  if (!/[\n\r]["']?(?:name|description)["']?[ \t]*:/u.test(text.slice(0, limit))) return undefined;
  let opened: { start: number; line: number; isHeader: boolean } | undefined;
  let number = 0;
  for (let at = 0; at < limit; ) {
    const line = lineAt(text, at, limit);
    number++;
    at = line.next;
    if (line.start < from) continue;
    if (isFence(text, line, '---')) {
      if (opened?.isHeader === true) return { start: opened.start, end: line.next, line: opened.line };
      opened = { start: line.start, line: number, isHeader: false };
    } else if (opened !== undefined) {
      const key = keyAt(text, line)?.key;
      if (key === 'name' || key === 'description') opened.isHeader = true;
    }
  }
  return undefined;
}

const HOW_TO_BEGIN = 'Begin the file with a line `---`, then `name: ...` and `description: ...`, then a line `---`.';

/** Says what stands where the opening fence should be, and the way out. */
function describeMissing(text: string, line: Line, number: number): Finding {
  const first = text.slice(line.start, line.end);
  if (first.trim() === '') {
    return finding('frontmatter/missing', 'There is no frontmatter: the file is empty.', { hint: HOW_TO_BEGIN });
  }
  const place = { line: number };
  const later = findLaterBlock(text, line.start);
  if (later !== undefined) {
    const hint = `The frontmatter starts at line ${later.line}: remove what stands before it.`;
    if (first.startsWith('```') || first.startsWith('~~~')) {
      return finding('frontmatter/missing', `The file is wrapped in a code fence, ${quote(first)}.`, {
        ...place,
        hint: `The frontmatter starts at line ${later.line}: remove the two lines of the code fence.`,
      });
    }
    return finding('frontmatter/missing', `Text stands before the opening \`---\`: ${quote(first)}.`, {
      ...place,
      hint,
    });
  }
  if (first.startsWith('---')) {
    return finding('frontmatter/missing', `${quote(first)} opens no frontmatter: nothing in it is read or run.`, {
      ...place,
      hint: 'The opening line is exactly `---`, and each key has a line of its own below it.',
    });
  }
  const key = keyAt(text, line)?.key;
  if (key !== undefined && /^[\w-]+$/u.test(key)) {
    return finding('frontmatter/missing', `The file begins with \`${key}:\` but has no \`---\` around its keys.`, {
      ...place,
      hint: `Put a line \`---\` before line ${number} and another one after the last key.`,
    });
  }
  return finding('frontmatter/missing', `There is no frontmatter: the file begins with ${quote(first)}.`, {
    ...place,
    hint: HOW_TO_BEGIN,
  });
}
