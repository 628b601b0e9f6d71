import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNeeds } from '../../../../src/catalog/readiness/evidence/find.ts';
import { NEED_KINDS } from '../../../../src/catalog/readiness/evidence/sights.ts';

/** Pieces that mean something to one of the readers, in an order that means nothing. */
const PIECE = fc.constantFrom(
  ...[
    '```bash\n',
    '```python\n',
    '```r\n',
    '```ts\n',
    '```\n',
    '~~~~\n',
    '# or\n',
    '## Alternative\n',
    'import a',
    'from b import (',
    'library(c)',
  ],
  ...[
    '$(',
    ')',
    '`',
    '"',
    "'",
    '\\\n',
    '\n',
    ' | ',
    ' && ',
    ' || ',
    '<<EOF\n',
    'EOF\n',
    '{',
    '}',
    '<x>',
    '$A',
    '${B:-',
    'sudo ',
    'xargs ',
    '-m ',
  ],
  ...[
    'subprocess.run([',
    'try:\n ',
    'except ImportError:',
    'require("',
    'process.env.X',
    'if (!',
    '::',
    '>>> ',
    '!',
    '%%bash\n',
    '\u0000',
    '\uE000',
    '𝒳',
    '\r\n',
  ],
);

const LONG: readonly (readonly [what: string, text: string])[] = [
  ['brackets', '('.repeat(30_000)],
  ['substitutions', '$('.repeat(10_000)],
  ['quoted substitutions', '"$(a "'.repeat(4_000)],
  ['backquotes', '`a'.repeat(20_000)],
  ['blanks', ' '.repeat(50_000)],
  ['blank lines', '\n'.repeat(50_000)],
  ['imports', 'import a\n'.repeat(5_000)],
  ['calls', 'library('.repeat(10_000)],
  ['questions', 'if (!require('.repeat(5_000)],
  ['wrappers', 'sudo xargs '.repeat(5_000)],
  ['conditions', 'if a; then\n'.repeat(3_000)],
  ['tags', '<a>'.repeat(10_000)],
  ['stars', `${'*'.repeat(1_000)}x\n`.repeat(20)],
];

describe('reading what recipes need', () => {
  it('never throws, and gives lines of the text it was given', () => {
    fc.assert(
      fc.property(fc.array(PIECE, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        const lines = text.split('\n');
        const { needs, optional } = findNeeds({ path: 'SKILL.md', text }, [{ path: 'scripts/a.py', text }]);
        for (const kind of NEED_KINDS)
          for (const place of [...needs[kind], ...optional[kind]]) {
            expect(place.line).toBeGreaterThanOrEqual(1);
            expect(place.line).toBeLessThanOrEqual(lines.length);
          }
      }),
    );
  });

  it.each(LONG)('does not go astray in %s', (_what, text) => {
    const started = performance.now();
    for (const tag of ['bash', 'python', 'r', 'ts', ''])
      findNeeds({ path: 'SKILL.md', text: `${text}\n\`\`\`${tag}\n${text}\n\`\`\`\n` });
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});
