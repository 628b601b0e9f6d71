import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type ErrorCode, SkillficheError } from '../../base/errors.ts';
import { MAX_SUGGESTIONS } from '../../base/limits.ts';
import { toOneLine } from '../../base/text.ts';

/** What a model can mend by another call; everything else is for the person who runs the server. */
const MENDABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'INVALID_ARGUMENT',
  'SKILL_NOT_FOUND',
  'COLLECTION_NOT_FOUND',
  'FILE_NOT_FOUND',
  'FILE_CHANGED',
  'AMBIGUOUS_NAME',
  'TOO_LARGE',
  'UNREADABLE',
  // Of proposals.
  'GATE_REFUSED',
  'NAME_TAKEN',
]);

/** A right question that cannot be answered now is no wrong parameter. */
function isCallersFault(error: unknown): boolean {
  return error instanceof SkillficheError && !['FILE_CHANGED', 'TOO_LARGE', 'UNREADABLE'].includes(error.code);
}

/** The error's message, with its suggestions where the message does not name them; undefined when no call can mend it. */
export function mendableMessage(error: unknown): string | undefined {
  if (!(error instanceof SkillficheError) || !MENDABLE.has(error.code)) return undefined;
  const message = toOneLine(error.message);
  const missing = error.suggestions
    .slice(0, MAX_SUGGESTIONS)
    .map(toOneLine)
    .filter((one) => !message.includes(one));
  return missing.length === 0 ? message : `${message} Did you mean: ${missing.join(', ')}?`;
}

/** The caller's fault: -32602. */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Neither the caller's fault nor our bug: -32603 with a message that may be shown. */
export function cannotAnswer(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, message);
}

/**
 * What of an error may leave the process as a protocol error. Messages of unexpected ones can hold paths and contents, so
 * they go to the log alone.
 */
export function toProtocolError(error: unknown, method: string, log: (line: string) => void): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const message = mendableMessage(error);
  if (message !== undefined) return isCallersFault(error) ? invalidParams(message) : cannotAnswer(message);
  log(`${method} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return cannotAnswer('Internal error');
}
