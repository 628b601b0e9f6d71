import type { Diagnostic } from '../../base/types.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

/** Findings as SARIF 2.1.0, which code hosts show beside the lines. `uri` of each path is relative to where CI stands. */
export function formatSarif(findings: readonly Diagnostic[], version: string): string {
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  const results = findings.map(({ code, severity, message, hint, path, line, column }) => ({
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: LEVELS[severity],
    message: { text: hint === undefined ? message : `${message} ${hint}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
          ...(line === undefined
            ? {}
            : { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } }),
        },
      },
    ],
  }));
  const driver = { name: 'skillfiche', version, rules: codes.map((id) => ({ id })) };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'unicodeCodePoints', results }],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}
