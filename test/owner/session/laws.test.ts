import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import { checkPackage } from '../../../src/format/package/check.ts';
import { createFolderDisk } from '../../../src/io/disk/folder-disk.ts';
import { createRun } from '../../../src/io/process/run.ts';
import { seedSession } from '../../../src/owner/session/seed.ts';
import { unseedSession } from '../../../src/owner/session/unseed.ts';
import type { Desk } from '../../../src/owner/store/desk.ts';
import { openStore } from '../../../src/owner/store/open.ts';
import { makeTree, skillText } from '../../support/tree.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;
const MARKER = '.skillfiche-export.json';
const NAMES = ['a', 'b', 'c'] as const;
const STEPS = [
  'read',
  'intent-row',
  'folder-made',
  'half-filled',
  'filled',
  'set-aside',
  'swapped',
  'old-removed',
  'committed',
];
const RUNS = 60;

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
const clear = (path: string): void => rmSync(path, { recursive: true, force: true });

/** What somebody else does at the place of a skill. */
const FOREIGN = {
  plant: (path: string) => {
    clear(path);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'SKILL.md'), 'theirs');
  },
  link: (path: string) => {
    clear(path);
    mkdirSync(join(path, '..'), { recursive: true });
    symlinkSync('../../../theirs', path);
  },
  swap: (path: string) => {
    if (!isFolder(path)) return;
    clear(`${path}.moved`);
    renameSync(path, `${path}.moved`);
    symlinkSync(`${path}.moved`, path);
  },
  marker: (path: string) => {
    clear(path);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, MARKER), JSON.stringify({ schema_version: 1, id: 'x', digest: 'x', nonce: 'ffff' }));
  },
  unmark: (path: string) => {
    if (isFolder(path)) rmSync(join(path, MARKER), { force: true });
  },
  edit: (path: string) => {
    if (isFolder(path)) writeFileSync(join(path, 'SKILL.md'), 'edited');
  },
  gone: clear,
} as const;
type Deed = keyof typeof FOREIGN;

/** What somebody else does with the file of ignored paths. */
const LINES = {
  append: (text: string) => `${text}*.tmp\n`,
  unended: (text: string) => `${text}*.bak`,
  crlf: (text: string) => `*.old\r\n${text}`,
  ours: (text: string) => `/.claude/skills/a/\n${text}`,
  drop: (text: string) => text.replace('/.claude/skills/b/\n', ''),
} as const;

const some = fc.subarray([...NAMES]);
const stop = fc.option(fc.constantFrom(...STEPS), { freq: 3 });
const ACT = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('seed' as const), names: some, text: fc.nat(1), stop }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unseed' as const), stop }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('foreign' as const),
      name: fc.constantFrom(...NAMES),
      deed: fc.constantFrom(...(Object.keys(FOREIGN) as Deed[])),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('lines' as const),
      deed: fc.constantFrom(...(Object.keys(LINES) as (keyof typeof LINES)[])),
    }),
  },
);

/** Everything at a path as one text: links as links, no times. */
function seen(path: string): string {
  const state = lstatSync(path, { throwIfNoEntry: false });
  if (state === undefined) return '';
  if (state.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  if (!state.isDirectory()) return `file ${readFileSync(path, 'utf8')}`;
  return `folder {${readdirSync(path)
    .sort()
    .map((one) => `${one}: ${seen(join(path, one))}`)
    .join(', ')}}`;
}

const GONE = { host: hostname(), pid: 4_194_304 + 9 };

it.skipIf(!hasGit)(
  `whatever happens in a working folder, nothing of others goes, and git sees nothing of ours (${RUNS} histories)${hasGit ? '' : ' (no git)'}`,
  { timeout: 600_000 },
  async () => {
    const base = makeTree({ x: null });
    const data = existsSync('/dev/shm') ? mkdtempSync('/dev/shm/skillfiche-test-') : join(base, 'data');
    onTestFinished(() => clear(data));
    let onStep: (step: string) => void | Promise<void> = () => undefined;
    const disk = { ...createFolderDisk(), sync: () => undefined };
    const store = await openStore({
      folder: data,
      disk,
      now: () => new Date(0),
      person: 'owner',
      waitMs: 100,
      onStep: (step) => onStep(step),
    });
    onTestFinished(() => store.db.close());
    const personal = { name: 'personal', key: 'personal', folder: base } as const;
    const gate: Desk['gate'] = async (files, given) => checkPackage(files, given);
    const bundled = async () => ({ names: new Map(), folders: new Map() }) as never;
    const desk: Desk = { store, personal, project: undefined, gate, bundled, isEnabled: () => true, mark: GONE };
    const run = createRun({});
    let histories = 0;
    let conflicts = 0;
    let stopped = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(ACT, { minLength: 3, maxLength: 9 }), async (acts) => {
        const home = join(base, String(histories++));
        const cwd = join(home, 'cwd');
        mkdirSync(join(home, 'theirs'), { recursive: true });
        mkdirSync(cwd);
        writeFileSync(join(home, 'theirs/keep'), 'theirs');
        writeFileSync(join(cwd, 'keep'), 'theirs');
        execFileSync('git', ['init', '-q'], { cwd });
        const exclude = join(cwd, '.git/info/exclude');
        writeFileSync(exclude, '*.log\n');
        const at = (name: string): string => join(cwd, '.claude/skills', name);
        const world = { home, cwd: home, env: {}, run };
        const views = await Promise.all(
          [0, 1].map(async (text) => {
            const path = join(home, `skills-${text}`);
            for (const name of NAMES) {
              mkdirSync(join(path, name), { recursive: true });
              writeFileSync(join(path, name, 'SKILL.md'), skillText(name, `Text ${text}.`));
            }
            return (await openCatalog({ roots: [{ id: 'own', kind: 'personal', path }], cache: false })).view({
              audience: 'owner',
            });
          }),
        );
        const ours = new Map<string, string>();
        /** Lines of somebody, in their order, an end of line at each. */
        const theirs = (): string[] =>
          readFileSync(exclude, 'latin1')
            .split('\n')
            .filter((line) => line !== '' && !/^\/\.claude\/skills\/[abc]\/$/.test(line));
        const count = (name: string): number =>
          readFileSync(exclude, 'latin1')
            .split('\n')
            .filter((line) => line === `/.claude/skills/${name}/`).length;
        /** A copy as we write it, whoever wrote it last: only such may go. */
        const isWhole = (name: string): boolean => ours.get(name) === seen(at(name)) && ours.has(name);
        let isTheirLine = false;
        for (const step of acts) {
          const before = Object.fromEntries(NAMES.map((name) => [name, seen(at(name))]));
          const mayGo = Object.fromEntries(NAMES.map((name) => [name, before[name] === '' || isWhole(name)]));
          const lines = theirs();
          if (step.do === 'foreign') FOREIGN[step.deed](at(step.name));
          else if (step.do === 'lines') {
            if (step.deed === 'ours' && count('a') > 0) continue;
            isTheirLine ||= step.deed === 'ours';
            writeFileSync(exclude, Buffer.from(LINES[step.deed](readFileSync(exclude, 'latin1')), 'latin1'));
          } else {
            const view = views[step.do === 'seed' ? step.text : 0];
            if (view === undefined) throw new Error('no view');
            const act = async () => {
              const report =
                step.do === 'seed'
                  ? await seedSession(desk, world, view, { cwd, skills: step.names })
                  : await unseedSession(desk, world, { cwd });
              conflicts += report.conflicts.length;
              return report;
            };
            if (step.stop !== null) {
              stopped++;
              await stopAt(step.stop, act);
              // Whoever comes next ends it; here one who asks for nothing new.
              await unseedSession(desk, world, { cwd, dryRun: true });
            } else {
              const report = await act();
              const named: readonly string[] = step.do === 'seed' ? step.names : [];
              for (const name of NAMES) {
                const isAsked = named.includes(name);
                if (mayGo[name] !== true) expect(seen(at(name)), name).toBe(before[name]);
                else if (isAsked) {
                  expect(seen(at(name))).toContain(`Text ${step.do === 'seed' ? step.text : 0}.`);
                  ours.set(name, seen(at(name)));
                } else {
                  expect(seen(at(name)), name).toBe('');
                  ours.delete(name);
                }
                if (isAsked && mayGo[name] !== true)
                  expect(report.conflicts.map(({ path }) => path)).toContain(at(name));
              }
              if (step.do === 'unseed' && report.conflicts.length === 0) {
                const kept = NAMES.filter((name) => count(name) > 0);
                expect(kept.filter((name) => !(name === 'a' && isTheirLine))).toEqual([]);
              }
            }
            for (const name of NAMES) {
              if (mayGo[name] !== true) expect(seen(at(name)), name).toBe(before[name]);
              else if (seen(at(name)) === '') ours.delete(name);
              else if (/Text [01]\./.test(seen(at(name)))) ours.set(name, seen(at(name)));
              expect(count(name)).toBeLessThanOrEqual(1);
              // What we put there, git does not see.
              if (isWhole(name) && step.do === 'seed' && step.stop === null) expect(count(name)).toBe(1);
            }
            expect(theirs()).toEqual(lines);
            const status = execFileSync('git', ['status', '--porcelain', '-uall'], { cwd, encoding: 'utf8' });
            const shown = NAMES.filter((name) => isWhole(name) && status.includes(`.claude/skills/${name}/SKILL.md`));
            if (step.do === 'seed' && step.stop === null)
              expect(shown.filter((name) => step.names.includes(name))).toEqual([]);
            expect(status).not.toMatch(/\.claude\/\.skillfiche-/);
          }
          expect(seen(join(home, 'theirs'))).toBe('folder {keep: file theirs}');
          expect(readFileSync(join(cwd, 'keep'), 'utf8')).toBe('theirs');
        }
        clear(home);
        await store.db.local.deleteFrom('exports').execute();
      }),
      { numRuns: RUNS },
    );
    expect(Math.min(conflicts, stopped)).toBeGreaterThan(RUNS / 5);

    /** Carries on until a step, and never beyond: what a process that is killed there leaves. */
    async function stopAt(step: string, act: () => Promise<unknown>): Promise<void> {
      let reach = (): void => undefined;
      const reached = new Promise<void>((resolve) => {
        reach = resolve;
      });
      onStep = (now) => {
        if (now !== step) return undefined;
        reach();
        return new Promise<void>(() => undefined);
      };
      await Promise.race([act(), reached]);
      onStep = () => undefined;
    }
  },
);
