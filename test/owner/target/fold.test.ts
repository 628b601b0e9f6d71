import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runIn } from '../../support/cli.ts';
import { shared } from '../../support/shared.ts';
import { makeTree, skillText } from '../../support/tree.ts';

const PROFILES = ['lenient', 'strict', 'agentskills', 'claude', 'codex'];

/** The command lines of a router skill, without their first word, as argument lists. */
function commandsOf(text: string): string[][] {
  return [...text.matchAll(/^ {3}skillfiche (.*)$/gm)].map(([, line = '']) =>
    [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? ''),
  );
}

async function fold(home: string, id: string, count: number): Promise<void> {
  const exported = await runIn(home, [
    '--root',
    `project:x=${join(home, 'tree')}`,
    'export',
    id,
    '--fold',
    '--to',
    './out/skills',
  ]);
  expect(exported).toMatchObject({ code: 0 });
  const folder = join(home, 'out/skills', `fiche-${id}`);
  for (const profile of PROFILES) {
    expect(await runIn(home, ['validate', folder, '--profile', profile]), profile).toMatchObject({ code: 0 });
  }
  const index = readFileSync(join(folder, 'references/index.md'), 'utf8');
  expect(Buffer.byteLength(index)).toBeLessThan(60_000);
  expect(index.match(/^- /gm)).toHaveLength(count);

  // By the printed commands alone, from another folder, with nothing set up.
  const elsewhere = makeTree({ x: null });
  const [search = [], list = [], show = []] = commandsOf(readFileSync(join(folder, 'SKILL.md'), 'utf8'));
  expect((await runIn(elsewhere, [...search, '--json'])).code).toBe(0);
  const ids: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const { out } = await runIn(elsewhere, [...list.slice(0, -1), String(offset), '--json']);
    const page: { skills: { id: string }[]; next_offset?: number } = JSON.parse(out);
    ids.push(...page.skills.map((one) => one.id));
    offset = page.next_offset;
  }
  expect(new Set(ids).size).toBe(count);
  const some = count > 40 ? ids.filter((_, at) => at % Math.ceil(count / 20) === 0) : ids;
  for (const one of some) {
    const loaded = await runIn(elsewhere, [...show.slice(0, -1), one, '--json']);
    expect(loaded.code, one).toBe(0);
    expect(index).toContain(
      `- ${
        one
          .slice(one.lastIndexOf(':') + 1)
          .split('/')
          .slice(1)
          .join('/') || one.slice(one.indexOf(':') + 1)
      }`,
    );
  }
}

const bioskills = shared('corpora', 'bioskills');
const hasBioskills = existsSync(bioskills);

describe('a folded collection', () => {
  it('is one skill that passes every profile, and pages and loads all by its printed commands', async () => {
    const home = makeTree({
      'tree/COLLECTION.json':
        '{"schema_version":1,"id":"recipes","prompt_line":"{count} <b>recipes</b> --- \\"tested\\"."}',
      'tree/tea/green/SKILL.md': skillText('green', 'Makes: green tea.'),
      'tree/tea/black tea/SKILL.md': skillText('black', 'Makes black tea.'),
      'tree/alarm/SKILL.md': skillText('alarm', 'Sets an alarm.'),
    });
    await fold(home, 'recipes', 3);
    const gone = await runIn(home, ['unexport', 'recipes']);
    expect(gone).toMatchObject({ code: 0, out: expect.stringContaining('removed') });
    expect(existsSync(join(home, 'out'))).toBe(false);
  });

  it.skipIf(!hasBioskills)(
    `of 562 recipes is one skill too${hasBioskills ? '' : ' (no ../shared/corpora)'}`,
    async () => {
      const home = makeTree({ x: null });
      cpSync(bioskills, join(home, 'tree'), { recursive: true, filter: (path) => !path.endsWith('/.git') });
      writeFileSync(
        join(home, 'tree/COLLECTION.json'),
        '{"schema_version":1,"id":"bioskills","prompt_line":"{count} recipes."}',
      );
      await fold(home, 'bioskills', 562);
    },
    120_000,
  );
});
