import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../src/surface/cli/io.ts';
import { runIn } from '../../support/cli.ts';
import { makeTree, skillText } from '../../support/tree.ts';

describe('the width of a terminal', () => {
  it.each<[string, { isTTY?: boolean; columns?: number }, number | undefined]>([
    ['what it says', { isTTY: true, columns: 132 }, 132],
    ['narrow, where a row fits', { isTTY: true, columns: 20 }, 20],
    ['80 where it says none', { isTTY: true, columns: 0 }, 80],
    ['80 where it says nothing', { isTTY: true }, 80],
    ['80 where no row fits', { isTTY: true, columns: 1 }, 80],
    ['80 where it is no number', { isTTY: true, columns: Number.NaN }, 80],
    ['none of a pipe', { isTTY: false, columns: 0 }, undefined],
    ['none of a file', {}, undefined],
  ])('is %s', (_, stream, width) => {
    expect(columnsOf(stream)).toBe(width);
  });

  it('so a terminal that says 0 shows whole words', async () => {
    const root = makeTree({ 'skills/deploy/SKILL.md': skillText('deploy', 'Deploys to staging.') });
    const columns = columnsOf({ isTTY: true, columns: 0 });
    const { out } = await runIn(root, ['--root', './skills', 'list'], { columns, isTty: true });
    expect(out).toContain('Deploys to staging.');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});
