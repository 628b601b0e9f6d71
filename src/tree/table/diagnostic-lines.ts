import { compareCodePoints } from '../../base/text.ts';
import type { TableDiagnostic } from './types.ts';

const NEWLINE = 10;

/** A JSON list with a line for each diagnostic. They are sorted by path, so one can be found without reading the others. */
export function diagnosticLines(sorted: readonly TableDiagnostic[]): Buffer {
  return Buffer.from(`[\n${sorted.map((one) => JSON.stringify(one)).join(',\n')}\n]`);
}

interface Entry {
  readonly one: TableDiagnostic;
  /** Where the next line begins. */
  readonly next: number;
}

/** The diagnostics of such a list that speak of a path. Cost: a binary search, a few lines decoded. */
export function diagnosticsAbout(list: Buffer, path: string): TableDiagnostic[] {
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
  for (let at = low; at < end; ) {
    const { one, next } = entryAt(list, at);
    if (one.path !== path) break;
    found.push(one);
    at = next;
  }
  return found;
}

function entryAt(list: Buffer, start: number): Entry {
  const newline = list.indexOf(NEWLINE, start);
  const isLast = newline === list.length - 2;
  return { one: JSON.parse(list.toString('utf8', start, isLast ? newline : newline - 1)), next: newline + 1 };
}
