import type { Diagnostic } from '../../../base/types.ts';
import type { Paint } from './color.ts';
import { plural, renderDiagnostic } from './diagnostics.ts';

/** Places kept of one code to be shown. */
const MOST_KEPT = 5;

/** The findings as they come: printed, or counted by code with the first few places. */
export class Findings {
  readonly #byCode = new Map<string, { readonly first: Diagnostic[]; count: number }>();
  readonly #print: ((one: Diagnostic) => void) | undefined;
  readonly #counts = { error: 0, warning: 0, info: 0 };

  constructor(print?: (one: Diagnostic) => void) {
    this.#print = print;
  }

  add(diagnostics: readonly Diagnostic[]): void {
    for (const one of diagnostics) {
      this.#counts[one.severity]++;
      this.#print?.(one);
      const known = this.#byCode.get(one.code);
      if (known === undefined) this.#byCode.set(one.code, { first: [one], count: 1 });
      else {
        known.count++;
        if (known.first.length < MOST_KEPT) known.first.push(one);
      }
    }
  }

  get errors(): number {
    return this.#counts.error;
  }

  get total(): number {
    return this.#counts.error + this.#counts.warning + this.#counts.info;
  }

  /** `2 errors, 13 warnings, 1 note`. */
  summary(): string {
    const { error, warning, info } = this.#counts;
    const parts = [plural(error, 'error'), plural(warning, 'warning'), plural(info, 'note')];
    const said = parts.filter((part) => !part.startsWith('0 '));
    return said.length === 0 ? 'nothing to report' : said.join(', ');
  }

  /** A block a code, the worst first: how many, the first few with place and fix, and how many are not shown. */
  render(paint: Paint, places: number): string {
    const weight = { error: 0, warning: 1, info: 2 };
    const weightOf = ({ first }: { readonly first: readonly Diagnostic[] }): number =>
      weight[first[0]?.severity ?? 'info'];
    const groups = [...this.#byCode].sort(
      ([a, x], [b, y]) => weightOf(x) - weightOf(y) || y.count - x.count || (a < b ? -1 : 1),
    );
    return groups
      .map(([code, { first, count }]) => {
        const shown = first
          .slice(0, places)
          .map((one) => renderDiagnostic(one, paint))
          .join('');
        const more = count - Math.min(places, first.length);
        return more > 0 ? `${shown}    ${paint('dim', `and ${more} more of ${code}; --details lists all`)}\n` : shown;
      })
      .join('');
  }
}
