/** One thing a document's schema does not allow, in words: where it stands, and what was expected there. */
export interface SchemaFault {
  /** JSON Pointer, `''` for the document itself. */
  readonly pointer: string;
  /** The pointer's last segment, or the key that is missing. */
  readonly field: string;
  readonly message: string;
}

/** What ajv's compiled checks look like. */
export interface CompiledCheck {
  (document: unknown): boolean;
  errors?: readonly AjvError[] | null;
}

interface AjvError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Runs a compiled check; an empty list means the document fits its schema. */
export function checkDocument(check: CompiledCheck, document: unknown): SchemaFault[] {
  if (check(document)) return [];
  return (check.errors ?? []).map(faultOf);
}

function faultOf(error: AjvError): SchemaFault {
  const { keyword, instancePath, params } = error;
  // A JSON Pointer, not a URI: only `/` and `~` are escaped, and keys such as "50%" occur.
  const parts = instancePath.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = parts.at(-1) ?? '';
  const place = instancePath === '' ? 'the document' : `\`${parts.slice(1).join('.')}\``;
  if (keyword === 'required') {
    const missing = String(params['missingProperty']);
    return { pointer: instancePath, field: missing, message: `${place} has no \`${missing}\`` };
  }
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const extra = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
    return { pointer: instancePath, field: extra, message: `${place} has an unknown key \`${extra}\`` };
  }
  if (keyword === 'const') {
    return {
      pointer: instancePath,
      field: last,
      message: `${place} must be ${JSON.stringify(params['allowedValue'])}`,
    };
  }
  if (keyword === 'enum') {
    const allowed = params['allowedValues'];
    const list = Array.isArray(allowed) ? allowed.map((value) => JSON.stringify(value)).join(', ') : '';
    return { pointer: instancePath, field: last, message: `${place} must be one of ${list}` };
  }
  return { pointer: instancePath, field: last, message: `${place} ${error.message ?? 'does not fit'}` };
}
