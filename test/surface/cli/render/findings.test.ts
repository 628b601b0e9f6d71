import { expect, it } from 'vitest';
import type { Diagnostic } from '../../../../src/base/types.ts';
import { createPaint } from '../../../../src/surface/cli/render/color.ts';
import { Findings } from '../../../../src/surface/cli/render/findings.ts';

const of = (code: Diagnostic['code'], severity: Diagnostic['severity'], path: string): Diagnostic => ({
  code,
  severity,
  path,
  message: 'So it is.',
});

it('findings are shown by code, the worst first, a few of each with the number of the others', () => {
  const findings = new Findings();
  findings.add([
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((path) => of('yaml/unquoted-colon', 'warning', path)),
    of('scan/unreadable', 'error', 'g'),
  ]);
  const paint = createPaint({ isTty: false, env: {} } as never, 'never');
  const lines = findings.render(paint, 3).trimEnd().split('\n');
  expect(lines).toEqual([
    'g: error scan/unreadable: So it is.',
    ...['a', 'b', 'c'].map((path) => `${path}: warning yaml/unquoted-colon: So it is.`),
    '    and 3 more of yaml/unquoted-colon; --details lists all',
  ]);
  expect(findings.summary()).toBe('1 error, 6 warnings');
});
