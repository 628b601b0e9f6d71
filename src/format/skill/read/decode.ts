import { isUtf8 } from 'node:buffer';
import { finding } from '../../../base/diagnostic.ts';
import type { Finding } from '../../../base/types.ts';

/** Says where bytes are not UTF-8. Empty for nearly every file, at the speed of memory. */
export function encodingFindings(bytes: Buffer): Finding[] {
  if (isUtf8(bytes)) return [];
  const offset = firstInvalid(bytes);
  let line = 1;
  for (let at = bytes.indexOf(10); at >= 0 && at < offset; at = bytes.indexOf(10, at + 1)) line++;
  const first = bytes[offset]?.toString(16).padStart(2, '0') ?? '';
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const message = isUtf16
    ? 'The file is UTF-16, not UTF-8.'
    : `Byte ${offset} (0x${first}) is not UTF-8. Such bytes are shown as U+FFFD, and the file is never edited.`;
  return [finding('encoding/invalid-utf8', message, { line, hint: 'Save the file as UTF-8.' })];
}

/** Offset of the first byte that no UTF-8 text has there: by halves, since a valid prefix stays valid. */
function firstInvalid(bytes: Buffer): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isUtf8(bytes.subarray(0, wholeCharacters(bytes, middle)))) low = middle;
    else high = middle - 1;
  }
  // Up to here all is valid, but a stray byte in the middle of a character looked like its end: step over the last ones.
  let at = wholeCharacters(bytes, low);
  while (at < bytes.length) {
    const length = [1, 2, 3, 4].find((one) => at + one <= bytes.length && isUtf8(bytes.subarray(at, at + one)));
    if (length === undefined) return at;
    at += length;
  }
  return at;
}

/** `end`, moved back to where a character begins. */
export function wholeCharacters(bytes: Buffer, end: number): number {
  let at = end;
  while (at > 0 && at > end - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}
