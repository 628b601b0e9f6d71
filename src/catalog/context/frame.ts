import { sha256Hex } from '../../base/hash.ts';
import { HIDDEN_CHARACTERS, toOneLine } from '../../base/text.ts';
import { escapeXml } from './render.ts';

/** Text from a tree as an agent may read it: line ends unified, hidden characters out, layout kept. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(HIDDEN_CHARACTERS, '').toWellFormed();
}

/** A slice of text by code points, and where the next one begins. */
export interface TextPage {
  readonly text: string;
  readonly offset: number;
  readonly next_offset?: number;
  /** Characters of the whole text. */
  readonly total: number;
}

export function cutText(text: string, offset: number, limit: number): TextPage {
  const points = Array.from(text);
  const page = points.slice(offset, offset + limit).join('');
  const end = offset + limit;
  return end < points.length
    ? { text: page, offset, next_offset: end, total: points.length }
    : { text: page, offset, total: points.length };
}

/**
 * Puts text from a tree between an opening and a closing mark. The mark is drawn from the text's own sha256, so the
 * text cannot hold it, and the same text always has the same frame.
 */
export function frameText(text: string, about: { readonly name: string; readonly id: string }): string {
  const hash = sha256Hex(text);
  let length = 16;
  while (length < hash.length && text.includes(hash.slice(0, length))) length++;
  const mark = hash.slice(0, length);
  const name = escapeAttribute(toOneLine(about.name));
  const id = escapeAttribute(toOneLine(about.id));
  const newline = text.endsWith('\n') ? '' : '\n';
  return `<skill_content name="${name}" id="${id}" mark="${mark}">\n${text}${newline}</skill_content mark="${mark}">\n`;
}

function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll('"', '&quot;');
}
