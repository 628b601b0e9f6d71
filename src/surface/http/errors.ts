import { internalError, SkillficheError } from '../../base/errors.ts';

/** The record that a command prints for an error, and the status it has over HTTP. What is our bug goes to the log. */
export function errorRecord(
  thrown: unknown,
  log: (line: string) => void,
): {
  readonly status: number;
  readonly error: {
    readonly code: string;
    readonly reason?: string;
    readonly message: string;
    readonly suggestions: readonly string[];
    readonly paths: readonly string[];
  };
} {
  if (!(thrown instanceof SkillficheError)) log(`HTTP: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  const error = thrown instanceof SkillficheError ? thrown : internalError('a request failed');
  const { code, reason, message, suggestions, paths } = error;
  return {
    status: statusOf(error),
    error: { code, ...(reason === undefined ? {} : { reason }), message, suggestions, paths },
  };
}

function statusOf({ code }: SkillficheError): 400 | 404 | 409 | 413 | 500 | 503 {
  if (code.endsWith('_NOT_FOUND')) return 404;
  if (code === 'INVALID_ARGUMENT' || code === 'AMBIGUOUS_NAME') return 400;
  if (code === 'TOO_LARGE') return 413;
  if (code === 'INTERNAL') return 500;
  return code === 'STORE_BUSY' ? 503 : 409;
}
