import { DIAGNOSTIC_CODES, type DiagnosticCode } from './codes.ts';
import type { Diagnostic, Finding } from './types.ts';

/** Where a finding is (1-based) and how to mend it. */
export interface FindingPlace {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly hint?: string | undefined;
}

/** A finding with the severity its code has. */
export function finding(code: DiagnosticCode, message: string, place: FindingPlace = {}): Finding {
  return {
    code,
    severity: DIAGNOSTIC_CODES[code],
    ...(place.line === undefined ? {} : { line: place.line }),
    ...(place.column === undefined ? {} : { column: place.column }),
    message,
    ...(place.hint === undefined ? {} : { hint: place.hint }),
  };
}

/** A diagnostic about `path`. */
export function diagnostic(code: DiagnosticCode, path: string, message: string, place: FindingPlace = {}): Diagnostic {
  return placed(path, finding(code, message, place));
}

/** A finding, now that its file is known. Key order is that of the wire. */
export function placed(path: string, found: Finding): Diagnostic {
  const { code, severity, ...rest } = found;
  return { code, severity, path, ...rest };
}
