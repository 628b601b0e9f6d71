import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import type { Catalog } from '../../../src/app/types.ts';
import { temporaryName } from '../../../src/base/file-names.ts';
import type { SearchResult } from '../../../src/base/types.ts';
import { makeTree, skillText } from '../../support/tree.ts';

const built = join(import.meta.dirname, '../../../dist/index.js');
const open = (path: string, cache: string | false): Promise<Catalog> =>
  openCatalog({ roots: [{ id: 'p', kind: 'project', path }], cache });

/** One step of an owner's day: what a skill's text becomes, or that it goes. */
const steps = fc.array(
  fc.record({
    skill: fc.integer({ min: 0, max: 30 }),
    text: fc.option(fc.constantFrom('zebrawort and pdf', 'graph 基因表达', 'merge pdf pages', 'A/B tests'), {
      nil: undefined,
    }),
  }),
  { minLength: 1, maxLength: 6 },
);

describe('an index that is kept', () => {
  it('answers as one that is built afresh, after any edits, within a process and in the next', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (edits) => {
        const path = makeTree(
          Object.fromEntries(
            Array.from({ length: 25 }, (_, at) => [`s${at}/SKILL.md`, skillText(`s${at}`, `Does ${at}, graph.`)]),
          ),
        );
        const cache = makeTree({});
        let running = await open(path, cache);
        await running.view().ready();
        for (const { skill, text } of edits) {
          const folder = join(path, `s${skill}`);
          rmSync(folder, { recursive: true, force: true });
          if (text !== undefined) {
            mkdirSync(folder);
            writeFileSync(join(folder, 'SKILL.md'), skillText(`s${skill}`, text, `# ${text}\n\n${text}\n`));
          }
          running = await running.refresh();
          const others = [await open(path, cache), await open(path, false)];
          for (const query of ['zebrawort', 'graph', '基因', '基', 'merge pdf', 'A/B', `s${skill}`]) {
            const wanted = await (others[1] as Catalog).view().searchSkills({ query });
            expect(await running.view().searchSkills({ query })).toEqual(wanted);
            expect(await (others[0] as Catalog).view().searchSkills({ query })).toEqual(wanted);
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  const many = (): string =>
    makeTree(
      Object.fromEntries(
        Array.from({ length: 1200 }, (_, at) => [
          `s${at}/SKILL.md`,
          skillText(`s${at}`, `Does ${at}.`, `# ${at}\n\n${`word${at} zebrawort sits here. `.repeat(60)}\n`),
        ]),
      ),
    );
  /** A process of its own that builds the index; prints how many skills it had to read. It may kill itself at work: from outside a kill can come too late. */
  const builder = (path: string, cache: string, isKilled = false) =>
    spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { openCatalog } = await import(${JSON.stringify(built)});
         const roots = [{ id: 'p', kind: 'project', path: ${JSON.stringify(path)} }];
         const view = (await openCatalog({ roots, cache: ${JSON.stringify(cache)} })).view();
         let read = 0;
         await view.ready({ onProgress: (skills, total) => { read = skills; if (${isKilled} && skills < total) process.kill(process.pid, 'SIGKILL'); } });
         const { total } = await view.searchSkills({ query: 'zebrawort' });
         console.log(JSON.stringify({ read, total }));`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
  const told = async (child: ReturnType<typeof builder>): Promise<{ read: number; total: number }> => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
    });
    await once(child, 'close');
    return JSON.parse(text.trim().split('\n').at(-1) ?? '');
  };

  it.skipIf(!existsSync(built))(
    `is built once by two processes that need it at once${existsSync(built) ? '' : ' (skipped: dist is not built)'}`,
    { timeout: 60_000 },
    async () => {
      const [path, cache] = [many(), makeTree({})];
      const both = await Promise.all([told(builder(path, cache)), told(builder(path, cache))]);
      expect(both.map(({ total }) => total)).toEqual([1200, 1200]);
      expect(both.map(({ read }) => read).sort((a, b) => a - b)).toEqual([0, 1200]);
      expect(readdirSync(cache).filter((name) => !/\.(?:table|edits|index)$/.test(name))).toEqual([]);
    },
  );

  it.skipIf(!existsSync(built))(
    `is built by the next process when its builder is killed, and nothing of that one stays${existsSync(built) ? '' : ' (skipped: dist is not built)'}`,
    { timeout: 60_000 },
    async () => {
      const [path, cache] = [many(), makeTree({})];
      const [, signal] = await once(builder(path, cache, true), 'close');
      expect(signal).toBe('SIGKILL');
      const locks = readdirSync(cache).filter((name) => name.endsWith('.lock'));
      expect(locks).toHaveLength(1);
      // No process has this number.
      writeFileSync(join(cache, temporaryName(`${(locks[0] ?? '').replace('.lock', '')}.index`, 4_194_305)), 'half');
      expect(await told(builder(path, cache))).toEqual({ read: 1200, total: 1200 });
      expect(readdirSync(cache).filter((name) => !/\.(?:table|edits|index)$/.test(name))).toEqual([]);
      const result: SearchResult = await (await open(path, cache)).view().searchSkills({ query: 'zebrawort' });
      expect(result.total).toBe(1200);
    },
  );

  it('is built anew where its files are damaged', async () => {
    const [path, cache] = [many(), makeTree({})];
    await (await open(path, cache)).view().ready();
    for (const name of readdirSync(cache).filter((one) => one.endsWith('.index'))) {
      const bytes = readFileSync(join(cache, name));
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(join(cache, name), bytes);
    }
    expect((await (await open(path, cache)).view().searchSkills({ query: 'zebrawort' })).total).toBe(1200);
  });
});
