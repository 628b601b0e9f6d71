import { MAX_DESCRIPTION_CHARACTERS } from '../../../base/limits.ts';
import { cutTo } from '../../../base/text.ts';
import { cleanScalar } from './clean.ts';
import { isBlank, lineAt } from './lines.ts';
import { findLaterBlock } from './missing.ts';

// A description that stands further down than this does not stand at the top.
const MAX_SEARCH = 64 * 1024;

/**
 * The first paragraph of a Markdown text on one line, for a skill that has no description: headings, rules, comments,
 * code and a frontmatter that stands too late are passed over. The first heading where there is no paragraph.
 */
export function firstParagraph(text: string, from: number): string {
  const limit = Math.min(text.length, from + MAX_SEARCH);
  const later = findLaterBlock(text, from);
  const words: string[] = [];
  let heading = '';
  let skipTo: string | undefined;
  for (let at = from; at < limit; ) {
    const line = lineAt(text, at, limit);
    at = later !== undefined && line.start === later.start ? later.end : line.next;
    const shown = text.slice(line.start, line.end).trim();
    if (skipTo !== undefined) {
      if (shown.includes(skipTo)) skipTo = undefined;
      continue;
    }
    const isEnd = isBlank(text, line.start, line.end) || isMarkup(shown) || line.start === later?.start;
    if (isEnd && words.length > 0) break;
    if (shown.startsWith('<!--') && !shown.includes('-->')) skipTo = '-->';
    else if (/^(?:```|~~~)/u.test(shown) && later === undefined) skipTo = shown.slice(0, 3);
    if (heading === '') heading = /^#{1,6}\s+(.+)$/u.exec(shown)?.[1] ?? '';
    if (!isEnd) words.push(shown.replace(/^>\s?/u, ''));
  }
  const paragraph = words.length > 0 ? words.join(' ') : heading;
  return cutTo(cleanScalar(paragraph.replace(/\s+/gu, ' ')).trim(), MAX_DESCRIPTION_CHARACTERS);
}

/** A line that is no prose: heading, rule, comment, fence, table rule. */
function isMarkup(line: string): boolean {
  return /^(?:#{1,6}(?:\s|$)|<!--|```|~~~|[-=*_:| ]{3,}$)/u.test(line);
}
