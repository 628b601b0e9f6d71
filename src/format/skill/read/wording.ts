// What both readers say of the same flaw, in the same words.

import type { DiagnosticCode } from '../../../base/codes.ts';
import { quote, quotedSpelling } from './quote.ts';

/** A finding without its place. */
export interface Said {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
}

export const COLON_BEGINS_A_KEY = 'a colon and a blank begin a new key';

/** A value, named by its path, that YAML refuses and that is text all the same. */
export function readAsWritten(code: DiagnosticCode, path: string, key: string, what: string, value: string): Said {
  return {
    code,
    message: `${quote(path)} is not valid YAML: ${what}. It is read as written.`,
    hint: quotedSpelling(key, value),
  };
}

/** Text behind ` #` that YAML cuts off a value. */
export function commentInValue(key: string, value: string, tail: string): Said {
  return {
    code: 'yaml/comment-in-value',
    message: `YAML takes ${quote(tail)} for a comment: it is not part of \`${key}\`.`,
    hint: `If it belongs to the text: ${quotedSpelling(key, `${value}${tail.trimEnd()}`)}`,
  };
}
