import { compareCodePoints } from '../../base/text.ts';
import type { TableDiagnostic } from './types.ts';

const NEWLINE = 10;
const BETWEEN = Buffer.from(',\n');
/** Of a list without a line. */
const EMPTY_BYTES = 4;

/** The diagnostics of such a list, each decoded as it is asked for. */
export function* eachDiagnostic(list: Buffer): Generator<TableDiagnostic> {
  for (let at = 2; at < list.length - 2; ) {
    const { one, next } = entryAt(list, at);
    yield one;
    at = next;
  }
}

interface Entry {
  readonly one: TableDiagnostic;
  /** Where the next line begins. */
  readonly next: number;
}

/** The diagnostics of such a list that speak of a path. Cost: a binary search, a few lines decoded. */
export function diagnosticsAbout(list: Buffer, path: string): TableDiagnostic[] {
  return rangeAbout(list, path).found;
}

interface Replaced {
  readonly list: Buffer;
  /** Lines in it more than before, and errors. */
  readonly more: number;
  readonly moreErrors: number;
}

/**
 * The list with the diagnostics that speak of rows replaced, by path; those of a path that speak of no row stay.
 * `undefined` where they are the same. Perf: lines about other paths are copied as bytes.
 */
export function replaceDiagnostics(
  list: Buffer,
  byPath: ReadonlyMap<string, readonly TableDiagnostic[]>,
): Replaced | undefined {
  // Every line ends alike, and the last of the result is cut.
  const isEmpty = list.length === EMPTY_BYTES;
  const body = isEmpty ? list.subarray(0, 2) : Buffer.concat([list.subarray(0, -2), BETWEEN]);
  const placeIn = (at: number): number => (at === list.length - 2 ? body.length : at);
  const parts: Buffer[] = [];
  let more = 0;
  let moreErrors = 0;
  let copied = 0;
  for (const path of [...byPath.keys()].toSorted(compareCodePoints)) {
    const { found, start, end } = rangeAbout(list, path);
    const now = [...found.filter(({ skill }) => skill === undefined), ...(byPath.get(path) ?? [])];
    now.sort(compareDiagnostics);
    if (JSON.stringify(now) === JSON.stringify(found)) continue;
    parts.push(body.subarray(copied, placeIn(start)));
    for (const one of now) parts.push(Buffer.from(JSON.stringify(one)), BETWEEN);
    copied = placeIn(end);
    more += now.length - found.length;
    moreErrors += countErrors(now) - countErrors(found);
  }
  if (parts.length === 0) return undefined;
  const lines = Buffer.concat([...parts, body.subarray(copied)]);
  const cut = lines.length > 2 ? lines.subarray(0, -BETWEEN.length) : lines;
  return { list: Buffer.concat([cut, Buffer.from('\n]')]), more, moreErrors };
}

interface PathRange {
  readonly found: TableDiagnostic[];
  /** Where its lines begin, and where the line after them does. */
  readonly start: number;
  readonly end: number;
}

function rangeAbout(list: Buffer, path: string): PathRange {
  // Behind `[\n`, and before `\n]`.
  const end = list.length - 2;
  let low = 2;
  let high = end;
  // The first line that is not before the path begins at `low` or later, and before `high` where it is not `low`.
  while (low < high) {
    const start = list.lastIndexOf(NEWLINE, (low + high) >> 1) + 1;
    const from = Math.max(start, low);
    const { one, next } = entryAt(list, from);
    if (compareCodePoints(one.path, path) < 0) low = Math.min(next, high);
    else high = from;
  }
  const found: TableDiagnostic[] = [];
  let at = low;
  while (at < end) {
    const { one, next } = entryAt(list, at);
    if (one.path !== path) break;
    found.push(one);
    at = next;
  }
  return { found, start: low, end: Math.min(at, end) };
}

function entryAt(list: Buffer, start: number): Entry {
  const newline = list.indexOf(NEWLINE, start);
  const isLast = newline === list.length - 2;
  return { one: JSON.parse(list.toString('utf8', start, isLast ? newline : newline - 1)), next: newline + 1 };
}

export function countErrors(diagnostics: readonly TableDiagnostic[]): number {
  return diagnostics.reduce((sum, { severity }) => sum + (severity === 'error' ? 1 : 0), 0);
}

type Placed = Pick<TableDiagnostic, 'path' | 'line' | 'column'> & { readonly code: string };

/** By place, then code. */
export function compareDiagnostics(a: Placed, b: Placed): number {
  return (
    compareCodePoints(a.path, b.path) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareCodePoints(a.code, b.code)
  );
}
