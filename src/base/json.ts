import { countCharacters, cutTo, toOneLine } from './text.ts';

/** Where and why a text is not JSON; both numbers 1-based, columns in code points. */
export interface JsonFault {
  /** `line 3, column 1: a comma stands before "}"`. */
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export type JsonReading = { readonly value: unknown } | { readonly fault: JsonFault };

/** Reads JSON that people write by hand; a leading byte-order mark is no fault. Never throws. */
export function readJson(text: string): JsonReading {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return { value: JSON.parse(json) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { fault: findFault(json) };
  }
}

/** What may come next. `*OrEnd`: also the bracket that closes an empty list or map. */
type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'next' | 'nothing';

const WORDS: Readonly<Record<Expected, string>> = {
  value: 'a value',
  valueOrEnd: 'a value or "]"',
  key: 'a key in double quotes',
  keyOrEnd: 'a key in double quotes or "}"',
  colon: '":"',
  next: '"," or the closing bracket',
  nothing: 'the end of the file',
};

const BLANK = /[\t\n\r ]*/y;
const STRING = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** JavaScript's own message names no place in half of the cases, and the file's text in the others. */
function findFault(json: string): JsonFault {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const take = (token: RegExp): boolean => {
    token.lastIndex = at;
    if (!token.test(json)) return false;
    at = token.lastIndex;
    return true;
  };
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'next');
  for (let comma = -1; ; ) {
    take(BLANK);
    const character = json.charAt(at);
    if (character === '') return faultAt(json, at, `the file ends where ${WORDS[expected]} should stand`);
    if ((expected === 'value' || expected === 'valueOrEnd') && (character === '{' || character === '[')) {
      open.push(character);
      expected = character === '{' ? 'keyOrEnd' : 'valueOrEnd';
      at++;
    } else if ((expected === 'value' || expected === 'valueOrEnd') && (take(STRING) || take(SCALAR))) {
      expected = afterValue();
    } else if ((expected === 'key' || expected === 'keyOrEnd') && take(STRING)) expected = 'colon';
    else if (expected === 'colon' && character === ':') {
      expected = 'value';
      at++;
    } else if (expected === 'next' && character === ',') {
      comma = at;
      expected = open.at(-1) === '{' ? 'key' : 'value';
      at++;
    } else if (expected !== 'key' && expected !== 'value' && closes(character, open.at(-1), expected)) {
      open.pop();
      expected = afterValue();
      at++;
    } else if (comma >= 0 && closes(character, open.at(-1), 'next') && json.slice(comma + 1, at).trim() === '') {
      return faultAt(json, comma, `a comma stands before "${character}"`);
    } else return faultAt(json, at, whyNot(json, at, expected));
  }
}

function closes(character: string, open: '{' | '[' | undefined, expected: Expected): boolean {
  if (open === '{') return character === '}' && (expected === 'next' || expected === 'keyOrEnd');
  return open === '[' && character === ']' && (expected === 'next' || expected === 'valueOrEnd');
}

function whyNot(json: string, at: number, expected: Expected): string {
  const rest = json.slice(at, at + 80);
  if (/^\/[/*]/.test(rest)) return 'comments are not allowed';
  if (rest.startsWith('"') && expected !== 'next' && expected !== 'colon' && expected !== 'nothing') {
    return 'this text has no closing quote on its line, or a backslash that escapes nothing';
  }
  const found = cutTo(toOneLine(/^[\w.+-]+|^./su.exec(rest)?.[0] ?? ''), 20);
  return `expected ${WORDS[expected]}, found ${JSON.stringify(found)}`;
}

function faultAt(json: string, at: number, why: string): JsonFault {
  const lines = json.slice(0, at).split(/\r\n?|\n/);
  const line = lines.length;
  const column = countCharacters(lines.at(-1) ?? '') + 1;
  return { message: `line ${line}, column ${column}: ${why}`, line, column };
}
