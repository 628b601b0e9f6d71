import { isList, isMap, own, unfold } from '../../base/field-value.ts';
import type { DeclaredFields, FieldValue } from '../../base/types.ts';
import { type NetworkStatement, networkMode, networkStatement } from './capability.ts';

/** What a skill's own frontmatter says about its network use, and where. */
export interface DeclaredNetwork {
  readonly statement: NetworkStatement;
  /** 1-based line of the field. */
  readonly line: number;
}

function domainsOf(value: FieldValue | undefined): readonly FieldValue[] {
  if (value === undefined || value === null || value === '') return [];
  return isList(value)
    ? value
    : typeof value === 'string'
      ? value.split(/[\s,]+/).filter((one) => one !== '')
      : [value];
}

/** `{mode, domains}`, or the same as text: `host_only api.example.org`. */
function statementOf(value: FieldValue): NetworkStatement {
  if (isMap(value)) return networkStatement(own(value, 'mode') ?? undefined, domainsOf(own(value, 'domains')));
  const [mode, ...domains] = domainsOf(value);
  return networkStatement(mode, domains);
}

/** Other conventions use `metadata.network` for other things, a blockchain for one: those are not about modes. */
function isOurs(value: FieldValue): boolean {
  if (isMap(value)) return own(value, 'mode') !== undefined;
  return typeof value === 'string' && networkMode(value.trim().split(/[\s,]+/)[0]) !== 'unknown';
}

/**
 * `capabilities.network`, else `metadata.network`. `undefined`: neither is there. A `capabilities` field that cannot be
 * read states something nobody can read: `unknown`.
 */
export function declaredNetwork(declared: DeclaredFields | undefined): DeclaredNetwork | undefined {
  const field = declared?.['capabilities'];
  if (field !== undefined) {
    const value = unfold(field.value ?? null);
    const inner = value !== undefined && isMap(value) ? unfold(own(value, 'network') ?? null) : undefined;
    if (field.state === 'unreadable' || field.raw !== undefined || value === undefined) {
      return {
        statement: { mode: 'unknown', domains: [], problem: '`capabilities` cannot be read' },
        line: field.line,
      };
    }
    if (inner !== undefined && inner !== null) return { statement: statementOf(inner), line: lineOf(field, 'network') };
  }
  const metadata = declared?.['metadata'];
  const value = metadata === undefined || metadata.state === 'unreadable' ? undefined : unfold(metadata.value ?? null);
  const inner = value !== undefined && isMap(value) ? unfold(own(value, 'network') ?? null) : undefined;
  if (metadata === undefined || inner === undefined || inner === null || !isOurs(inner)) return undefined;
  return { statement: statementOf(inner), line: lineOf(metadata, 'network') };
}

function lineOf(field: DeclaredFields[string], key: string): number {
  return field.lines?.[key] ?? field.line;
}
