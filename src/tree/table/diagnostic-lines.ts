import type { TableDiagnostic } from './types.ts';

const NEWLINE = 10;

/** A JSON list with a line for each diagnostic, so that one can be found without reading the others. */
export function diagnosticLines(diagnostics: readonly TableDiagnostic[]): Buffer {
  return Buffer.from(`[\n${diagnostics.map((one) => JSON.stringify(one)).join(',\n')}\n]`);
}

/**
 * The lines of such a list in which a key has this number, such as `"skill":12`. Within a text of JSON the quotes would
 * be escaped, so it is a key wherever it stands.
 */
export function linesWith(list: Buffer, member: string): string[] {
  const found: string[] = [];
  for (let at = list.indexOf(member); at >= 0; at = list.indexOf(member, at + 1)) {
    const next = list[at + member.length];
    // Another digit makes it another number.
    if (next !== 0x2c && next !== 0x7d) continue;
    const start = list.lastIndexOf(NEWLINE, at) + 1;
    const end = list.indexOf(NEWLINE, at);
    found.push(list.toString('utf8', start, end).replace(/,$/, ''));
  }
  return found;
}
