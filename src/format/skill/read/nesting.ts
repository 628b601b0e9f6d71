/**
 * Deeper is no header that somebody wrote. The parser calls itself once a level, and a stack that runs out inside a
 * regular expression ends the process: no error to catch.
 */
const MAX_BRACKETS = 100;
/** A level below another stands at least one column to its right, so this bounds levels without brackets. */
const MAX_INDENT = 1_000;

/** Offset at which a block is nested too deeply to be parsed; an upper bound, for it knows no quotes. */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  let indent = 0;
  let isIndent = true;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === LINE_FEED) {
      isIndent = true;
      indent = 0;
    } else if (isIndent && (char === BLANK || ((char === DASH || char === QUESTION) && isBlank(text, at + 1)))) {
      // `- - - a` opens a level with each of its dashes.
      if (++indent > MAX_INDENT) return at;
    } else {
      isIndent = false;
      if (char === OPEN_BRACKET || char === OPEN_BRACE) {
        if (++depth > MAX_BRACKETS) return at;
      } else if ((char === CLOSE_BRACKET || char === CLOSE_BRACE) && depth > 0) depth--;
    }
  }
  return undefined;
}

function isBlank(text: string, at: number): boolean {
  const char = text.charCodeAt(at);
  return char === BLANK || char === TAB || char === LINE_FEED || at >= text.length;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const BLANK = 0x20;
const DASH = 0x2d;
const QUESTION = 0x3f;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
