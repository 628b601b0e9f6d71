import { cutTo, toOneLine } from '../base/text.ts';

/** The author's text as a message quotes it: one line, at most 60 characters. */
export function quote(text: string): string {
  return `\`${cutTo(toOneLine(text), 60)}\``;
}
