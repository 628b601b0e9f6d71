import { finding } from '../../../base/diagnostic.ts';
import { MAX_FRONTMATTER_BYTES } from '../../../base/limits.ts';
import type { Finding } from '../../../base/types.ts';
import { isFence, keyAt, type Line, lineAt } from './lines.ts';
import { codePointOf, quote } from './quote.ts';

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
  // A header inside a block of code below a heading is an example; above any, the file itself is wrapped in one.
  let code: string | undefined;
  let isBelow = false;
  for (let at = 0; at < limit; ) {
    const line = lineAt(text, at, limit);
    number++;
    at = line.next;
    if (line.start < from) continue;
    const mark = /^ {0,3}(```|~~~)/u.exec(text.slice(line.start, Math.min(line.end, line.start + 8)))?.[1];
    if (mark !== undefined && isBelow && (code === undefined || code === mark)) {
      code = code === undefined ? mark : undefined;
      opened = undefined;
    }
    isBelow ||= opened === undefined && /^#{1,6} /u.test(text.slice(line.start, Math.min(line.end, line.start + 8)));
    if (code !== undefined) continue;
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
export function describeMissing(text: string, line: Line, number: number): Finding {
  const first = text.slice(line.start, line.end);
  if (first.trim() === '') {
    return finding('frontmatter/missing', 'There is no frontmatter: the file is empty.', { hint: HOW_TO_BEGIN });
  }
  const place = { line: number };
  const odd = oddFence(first);
  if (odd !== undefined) return finding('frontmatter/missing', odd.message, { ...place, hint: odd.hint });
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

// What editors and keyboards make of three dashes.
const NEARLY_DASHES = /^(?:[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D-]{1,4})$/u;

/** A line that was meant as the opening fence, and what keeps it from being one. */
function oddFence(line: string): { readonly message: string; readonly hint: string } | undefined {
  const hint = 'The opening line is exactly `---`, at the start of line 1.';
  const before = /^[\s\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]+(?=---[ \t]*$)/.exec(line)?.[0];
  if (before !== undefined) {
    const odd = [...before].find((one) => one !== ' ' && one !== '\t');
    const what = odd !== undefined ? codePointOf(odd) : before.includes('\t') ? 'a tab' : blanks(before.length);
    return { message: `The opening \`---\` is indented by ${what}: such a line opens no frontmatter.`, hint };
  }
  const dashes = line.trim();
  if (/^(?:-{1,2}|\+\+\+)$/u.test(dashes) || (!/^-*$/u.test(dashes) && NEARLY_DASHES.test(dashes))) {
    const odd = [...dashes].find((one) => one !== '-' && one !== '+');
    const what = odd === undefined ? '' : `, with ${codePointOf(odd)} in it`;
    return { message: `The file begins with ${quote(dashes)}${what}, where \`---\` opens a frontmatter.`, hint };
  }
  return undefined;
}

function blanks(count: number): string {
  return count === 1 ? 'a blank' : `${count} blanks`;
}
