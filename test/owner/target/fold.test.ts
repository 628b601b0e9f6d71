import { cpSync, existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import { createFolderDisk, type FolderDisk } from '../../../src/io/disk/folder-disk.ts';
import { digestNow } from '../../../src/owner/target/read.ts';
import { runIn } from '../../support/cli.ts';
import { shared } from '../../support/shared.ts';
import { makeTree, skillText } from '../../support/tree.ts';
import { makePlace, write } from '../store/support.ts';

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

  it('that follows is renewed by a reviewed update of its package, whole; a part does not follow', async () => {
    const { workspace, base } = await makePlace({
      'tree/COLLECTION.json': '{"schema_version":1,"id":"recipes","prompt_line":"{count} recipes."}',
      'tree/tea/SKILL.md': skillText('tea', 'Makes tea.'),
      'tree/alarm/SKILL.md': skillText('alarm', 'Sets an alarm.'),
    });
    const open = async () =>
      openCatalog({ roots: [{ id: 'own', kind: 'project', path: join(base, 'tree') }], cache: false });
    const options = { to: join(base, 'out'), fold: true, follow: true, command: 'fiche' };
    const part = (await open()).view({ only: ['recipes:tea'] });
    await expect(workspace.targets.export(['recipes'], { ...options, view: part })).rejects.toThrow(/1 of 2 recipes/);
    await workspace.targets.export(['recipes'], { ...options, view: (await open()).view() });
    const copy = join(base, 'out/fiche-recipes');
    expect((await workspace.targets.sync({ renew: ['project:recipes'] })).unchanged).toHaveLength(1);
    write(join(base, 'tree/coffee/SKILL.md'), skillText('coffee', 'Makes coffee.'));
    expect(await workspace.targets.sync({ renew: ['project:recipes'] })).toMatchObject({ written: [{ path: copy }] });
    const index = readFileSync(join(copy, 'references/index.md'), 'utf8');
    expect(index).toContain('- coffee: Makes coffee.');
    expect(index).toContain('`fiche show recipes:PATH`');
    write(join(base, 'tree/milk/SKILL.md'), skillText('milk', 'Boils milk.'));
    expect(await workspace.targets.sync({ renew: ['project:another'] })).toMatchObject({
      removed: [{ why: 'changed' }],
    });
    expect(existsSync(copy)).toBe(false);
  });

  it('whose files were not touched is looked at without being read', async () => {
    const base = makeTree({ 'tree/a/SKILL.md': skillText('a'), 'tree/b.md': 'b' });
    const old = new Date(Date.now() - 60_000);
    let reads = 0;
    const real = createFolderDisk();
    const disk: FolderDisk = {
      ...real,
      readFile: (path) => {
        reads++;
        return real.readFile(path);
      },
      // The kernel says when a file was changed last, and nobody can say otherwise.
      state: (path) => {
        const state = real.state(path);
        return state === undefined
          ? undefined
          : { ...state, mtimeMs: state.mtimeMs - 60_000, ctimeMs: state.ctimeMs - 60_000 };
      },
    };
    const first = digestNow(disk, join(base, 'tree'), 'collection');
    expect([first?.stamp === undefined, reads]).toEqual([false, 2]);
    expect(digestNow(disk, join(base, 'tree'), 'collection', first)).toEqual(first);
    expect(reads).toBe(2);
    write(join(base, 'tree/b.md'), 'c');
    utimesSync(join(base, 'tree/b.md'), old, old);
    expect(digestNow(disk, join(base, 'tree'), 'collection', first)?.digest).not.toBe(first?.digest);
    // What is as young as the clock's grain is read again.
    expect(digestNow(real, join(base, 'tree'), 'collection')?.stamp).toBeUndefined();
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
