import { parseBlock } from './parse.ts';
import { foldLines, type RawText } from './raw-text.ts';

/** A quoted scalar whose lines are not indented, or that holds an escape nobody knows. */
export function readInner(quoted: string): RawText {
  const indented = parseBlock(`k: ${quoted.replaceAll('\n', '\n ')}`);
  const value = indented.kind === 'map' ? indented.fields[0]?.value : undefined;
  if (typeof value === 'string') {
    const offset = Math.max(0, quoted.search(/\n(?=\S)/u) + 1);
    return { value, code: 'yaml/indentation', offset, what: 'the lines of a quoted text are indented' };
  }
  const offset = Math.max(0, quoted.search(/\\(?![0abt\tnvfre "/\\N_LP\n]|x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8})/iu));
  return {
    value: foldLines(quoted.slice(1, -1)).replaceAll('\\"', '"'),
    code: 'yaml/bad-escape',
    offset,
    what: 'the backslash begins no escape that YAML knows',
  };
}
