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

/** What the patterns of our schemas ask for: who wrote a marker need not read regular expressions. */
const PATTERN_WORDS: ReadonlyMap<string, string> = new Map([
  [
    '^[a-z0-9][a-z0-9_-]{0,62}$',
    'must be 1 to 63 lower-case letters, digits, `_` and `-`, the first a letter or a digit',
  ],
  ['^[a-z][a-z0-9_-]*$', 'must be lower-case letters, digits, `_` and `-`, the first a letter'],
  ['^[A-Za-z0-9][A-Za-z0-9._-]*$', 'must be letters, digits, `.`, `_` and `-`, the first a letter or a digit'],
  ['^[^\\r\\n]*\\{count\\}[^\\r\\n]*$', 'must be one line that holds {count}'],
  ['^https?://', 'must begin with http:// or https://'],
  [
    '^(?![/\\\\]|[A-Za-z]:)(?!(?:.*[/\\\\])?\\.\\.(?:[/\\\\]|$))[^\\\\]+$',
    'must name a folder below this one, with `/` between names and without `..`',
  ],
  ['^[^\\r\\n\\\\]+$', 'must be a path on one line, without a backslash'],
  ['^[0-9]{1,6}[dhm]$', 'must be a number and `d`, `h` or `m` for days, hours or minutes, such as `7d`'],
  ['^[0-9a-f]{7,64}$', 'must be 7 to 64 hex digits in lower case'],
  ['^[0-9a-f]{64}$', 'must be 64 hex digits in lower case'],
  ['^sha256:[0-9a-f]{64}$', 'must be `sha256:` and 64 hex digits in lower case'],
]);

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
  const words = keyword === 'pattern' ? PATTERN_WORDS.get(String(params['pattern'])) : undefined;
  return { pointer: instancePath, field: last, message: `${place} ${words ?? error.message ?? 'does not fit'}` };
}
