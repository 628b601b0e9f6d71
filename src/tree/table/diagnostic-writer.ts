import { TextBlob } from '../../base/growing.ts';
import { compareDiagnostics } from './diagnostic-lines.ts';
import type { TableDiagnostic } from './types.ts';

/** What one diagnostic is sorted by, and where its text stands. */
interface Kept {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly code: string;
  readonly scope: number;
  readonly skill: number | undefined;
  readonly start: number;
  readonly end: number;
}

/**
 * Diagnostics as they are found, for the list of a table. Perf: kept as the bytes they end as. A tree may have several
 * for every skill, and as objects their texts hold on to what they were cut from and pieced together of.
 */
export class DiagnosticWriter {
  readonly #text = new TextBlob();
  readonly #kept: Kept[] = [];
  #errors = 0;

  get count(): number {
    return this.#kept.length;
  }

  /** Those of severity error. */
  get errors(): number {
    return this.#errors;
  }

  add({ scope, skill, ...one }: TableDiagnostic): void {
    const { path, line = 0, column = 0, code } = one;
    const start = this.#text.length;
    const end = this.#text.add(JSON.stringify(one).slice(0, -1));
    this.#kept.push({ path, line, column, code, scope, skill, start, end });
    if (one.severity === 'error') this.#errors++;
  }

  /**
   * A JSON list with a line for each, by place, then code: so one can be found without reading the others. `scopeOf` and
   * `rowOf` give the numbers of the table for those that they were added with.
   */
  list(scopeOf: (scope: number) => number = same, rowOf: (skill: number) => number = same): Buffer {
    const tails = this.#kept.sort(compareDiagnostics).map(({ scope, skill }, at, { length }) => {
      const row = skill === undefined ? '' : `,"skill":${rowOf(skill)}`;
      return `,"scope":${scopeOf(scope)}${row}}${at < length - 1 ? ',' : ''}\n`;
    });
    const size = this.#text.length + tails.reduce((sum, { length }) => sum + length, 0);
    const list = Buffer.allocUnsafeSlow(size + (tails.length === 0 ? '[\n\n]' : '[\n]').length);
    let at = list.write('[\n');
    for (const [index, { start, end }] of this.#kept.entries()) {
      at += this.#text.copyRange(list, at, start, end);
      at += list.write(tails[index] ?? '', at, 'latin1');
    }
    list.write(tails.length === 0 ? '\n]' : ']', at);
    return list;
  }
}

const same = (number: number): number => number;
