import { cutTo, toOneLine } from '../../../base/text.ts';

/** The author's text as a message quotes it: one line, at most 60 characters. */
export function quote(text: string): string {
  return `\`${cutTo(toOneLine(text), 60)}\``;
}

// Longer than a description may be: what goes beyond is not to be pasted from a message.
export const MAX_SPELT = 1_200;

/** The way out that nearly every broken text has: on one line, in quotes. */
export function quotedSpelling(key: string, value: string): string {
  return value.length > MAX_SPELT
    ? 'Put it in double quotes, with a backslash before each `"` and backslash in it.'
    : `Put it in quotes: ${key}: ${JSON.stringify(value)}`;
}

/** A character by its number: a message that shows what nobody sees shows nothing. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
