import { toOneLine } from '../../../base/text.ts';
import type { Diagnostic, Finding } from '../../../base/types.ts';
import type { Paint } from './color.ts';

const STYLES = { error: 'red', warning: 'yellow', info: 'cyan' } as const;

/** `path:line:column: severity code: message`, as compilers print it, and the way out below. */
export function renderDiagnostic(one: Diagnostic, paint: Paint): string {
  const place = placeText(one.path, one);
  const head = `${place}: ${paint(STYLES[one.severity], one.severity)} ${one.code}: ${toOneLine(one.message)}\n`;
  return one.hint === undefined ? head : `${head}    ${paint('dim', `fix: ${toOneLine(one.hint)}`)}\n`;
}

export function placeText(path: string, at: Pick<Finding, 'line' | 'column'>): string {
  return [toOneLine(path), at.line, at.line === undefined ? undefined : at.column]
    .filter((part) => part !== undefined)
    .join(':');
}

/** `2 errors, 13 warnings, 1 note`, or `nothing to report`. */
export function countSeverities(diagnostics: readonly Pick<Diagnostic, 'severity'>[]): string {
  const count = (severity: string): number => diagnostics.filter((one) => one.severity === severity).length;
  const parts = [plural(count('error'), 'error'), plural(count('warning'), 'warning'), plural(count('info'), 'note')];
  const said = parts.filter((part) => !part.startsWith('0 '));
  return said.length === 0 ? 'nothing to report' : said.join(', ');
}

export function plural(count: number, noun: string, many: string = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}
