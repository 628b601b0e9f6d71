import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../../../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'));

/** What a file loads as soon as it is loaded itself: imports without types, and without those on demand. */
function loads(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gms)].map(
    ([, from = '']) => posix.join(posix.dirname(file), from),
  );
}

describe('the grammars that read evidence', () => {
  it('are loaded by what collects evidence, and by nothing else', () => {
    const room = 'catalog/readiness/evidence/';
    const outside = files.filter((file) => !file.startsWith(room));
    const users = outside.filter((file) => loads(file).some((one) => one.startsWith(room)));
    expect(users).toEqual(['catalog/readiness/likely.ts']);
    expect(outside.filter((file) => loads(file).includes('catalog/readiness/likely.ts'))).toEqual([]);
  });
});
