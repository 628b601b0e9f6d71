import {
  cpSync,
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
import { createFolderDisk, type FolderDisk } from '../../../src/io/disk/folder-disk.ts';
import type { Desk } from '../../../src/owner/store/desk.ts';
import { openStore } from '../../../src/owner/store/open.ts';
import { findWritten, listWritten } from '../../../src/owner/target/manifest.ts';
import { type Outcome, putFolder, takeFolder } from '../../../src/owner/target/put.ts';
import { settleAll } from '../../../src/owner/target/settle.ts';
import { makeTree } from '../../support/tree.ts';

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
  'committed',
  'old-removed',
];

/** What somebody else does in the folder of a tool. */
const FOREIGN = {
  plant: (path: string) => {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
    writeFileSync(join(path, 'SKILL.md'), 'theirs');
  },
  empty: (path: string) => {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
  },
  file: (path: string) => {
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, 'theirs');
  },
  link: (path: string) => {
    rmSync(path, { recursive: true, force: true });
    symlinkSync('../../theirs', path);
  },
  swap: (path: string) => {
    // The copy itself, behind a link: the marker is right, and the folder is somebody's arrangement.
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return;
    rmSync(`${path}.moved`, { recursive: true, force: true });
    renameSync(path, `${path}.moved`);
    symlinkSync(`${path}.moved`, path);
  },
  marker: (path: string) => {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
    writeFileSync(join(path, MARKER), JSON.stringify({ schema_version: 1, id: 'a', digest: 'x', nonce: 'ffff' }));
  },
  unmark: (path: string) => {
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) rmSync(join(path, MARKER), { force: true });
  },
  edit: (path: string) => {
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
      writeFileSync(join(path, 'SKILL.md'), 'edited');
  },
  more: (path: string) => {
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
      mkdirSync(join(path, 'mine'), { recursive: true });
  },
  borrow: (path: string) => {
    // Another copy of ours, put here whole.
    const other = NAMES.map((name) => path.replace(/[^/]$/, name)).find(
      (one) => one !== path && lstatSync(one, { throwIfNoEntry: false })?.isDirectory() === true,
    );
    rmSync(path, { recursive: true, force: true });
    if (other !== undefined) cpSync(other, path, { recursive: true, verbatimSymlinks: true });
  },
  gone: (path: string) => rmSync(path, { recursive: true, force: true }),
} as const;
type Deed = keyof typeof FOREIGN;

const name = fc.constantFrom(...NAMES);
const deed = fc.constantFrom(...(Object.keys(FOREIGN) as Deed[]));
const ACT = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('put' as const), name, text: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('take' as const), name }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('foreign' as const), name, deed }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('stopped' as const),
      name,
      text: fc.integer({ min: -1, max: 3 }),
      at: fc.constantFrom(...STEPS),
      // What somebody does before anybody of ours looks again.
      later: fc.option(deed),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('raced' as const),
      name,
      text: fc.integer({ min: -1, max: 3 }),
      at: fc.constantFrom('read', 'intent-row', 'folder-made', 'filled', 'set-aside'),
      deed,
    }),
  },
);

/** Everything at a path as one text: links as links, modes of files, no times. */
function seen(path: string): string {
  const state = lstatSync(path, { throwIfNoEntry: false });
  if (state === undefined) return '';
  if (state.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  if (!state.isDirectory()) return `file ${state.mode & 0o100} ${readFileSync(path, 'utf8')}`;
  const inside = readdirSync(path).sort();
  return `folder {${inside.map((one) => `${one}: ${seen(join(path, one))}`).join(', ')}}`;
}

/** As the real one, without the flushes. */
function quickDisk(): FolderDisk {
  const disk = createFolderDisk();
  return {
    ...disk,
    sync: () => undefined,
    makeFile: (path, bytes, executable) => writeFileSync(path, bytes, { flag: 'wx', mode: executable ? 0o700 : 0o600 }),
  };
}

/** A process that is no more: what it left is taken for stopped at once. */
const GONE = { host: hostname(), pid: 4_194_304 + 9 };

it('whatever happens in a tool’s folder, nothing of others is replaced or removed (2,000 histories)', {
  timeout: 600_000,
}, async () => {
  const base = makeTree({ x: null });
  // In memory where there is such a place: what is flushed is not the question here.
  const data = existsSync('/dev/shm') ? mkdtempSync('/dev/shm/skillfiche-test-') : join(base, 'data');
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  let onStep: (step: string) => void | Promise<void> = () => undefined;
  const store = await openStore({
    folder: data,
    disk: quickDisk(),
    now: () => new Date(0),
    person: 'owner',
    waitMs: 100,
    onStep: (step) => onStep(step),
  });
  onTestFinished(() => store.db.close());
  const desk = { store, mark: GONE } as unknown as Desk;
  let histories = 0;
  let conflicts = 0;
  let written = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(ACT, { minLength: 4, maxLength: 12 }), async (acts) => {
      const home = join(base, String(histories++));
      const skills = join(home, '.claude/skills');
      mkdirSync(skills, { recursive: true });
      mkdirSync(join(home, 'theirs'));
      writeFileSync(join(home, 'theirs/keep'), 'theirs');
      /** What stands at each name by the last of ours, where that is so: only this may go. */
      const ours = new Map<string, string>();
      const at = (one: string): string => join(skills, one);
      const put = (one: string, text: number): Promise<Outcome> =>
        putFolder(desk, {
          folder: at(one),
          tool: 'claude-code',
          id: `project:${one}`,
          digest: `sha256:${text}`,
          follow: false,
          source: { folder: join(home, one), kind: 'skill' },
          files: [
            { path: 'SKILL.md', bytes: Buffer.from(`${one} ${text}`), executable: false },
            { path: 'scripts/run.sh', bytes: Buffer.from(`${text}`), executable: true },
          ],
        });
      const act = (one: string, text: number): Promise<Outcome> =>
        text < 0 ? takeFolder(desk, at(one)) : put(one, text);
      const mayGo = (one: string): boolean =>
        seen(at(one)) === '' || (ours.has(one) && seen(at(one)) === ours.get(one));
      const isWritten = (one: string, text: number): boolean =>
        seen(at(one)).includes(`SKILL.md: file 0 ${one} ${text}`);
      const settle = async (): Promise<unknown> => settleAll(store, await listWritten(store));
      for (const step of acts) {
        const path = at(step.name);
        const before = seen(path);
        const others = NAMES.filter((one) => one !== step.name).map((one) => seen(at(one)));
        if (step.do === 'foreign') {
          FOREIGN[step.deed](path);
        } else if (step.do === 'put' || step.do === 'take') {
          const free = mayGo(step.name);
          const isKnown = (await findWritten(store, path)) !== undefined;
          const outcome = await act(step.name, step.do === 'put' ? step.text : -1);
          if ('conflict' in outcome) conflicts++;
          if (!free) {
            expect(seen(path)).toBe(before);
            // What nobody wrote down is nothing to take back.
            expect(outcome).toEqual(
              step.do === 'take' && !isKnown ? { done: 'unchanged' } : { conflict: expect.any(String) },
            );
          } else if (step.do === 'put') {
            written++;
            expect(isWritten(step.name, step.text)).toBe(true);
            ours.set(step.name, seen(path));
          } else {
            expect(seen(path)).toBe('');
            ours.delete(step.name);
          }
        } else if (step.do === 'stopped') {
          const free = mayGo(step.name);
          await stopAt(step.at, () => act(step.name, step.text));
          let planted: string | undefined;
          if (step.later !== null) {
            FOREIGN[step.later](path);
            planted = seen(path);
          }
          await settle();
          if (!free) expect(seen(path)).toBe(planted ?? before);
          else if (planted !== undefined && planted !== '') expect(seen(path)).toBe(planted);
          else if (planted === undefined) {
            const isAfter = step.text < 0 ? seen(path) === '' : isWritten(step.name, step.text);
            expect(isAfter || seen(path) === before).toBe(true);
            expect(readdirSync(join(home, '.claude'))).toEqual(existing(home));
          }
          await note(step.name);
        } else {
          let planted: string | undefined;
          onStep = (now) => {
            if (now !== step.at || planted !== undefined) return;
            mkdirSync(skills, { recursive: true });
            FOREIGN[step.deed](path);
            planted = seen(path);
          };
          await act(step.name, step.text);
          onStep = () => undefined;
          const isTheirs =
            planted !== undefined && planted !== '' && planted !== ours.get(step.name) && planted !== before;
          if (isTheirs) expect(seen(path)).toBe(planted);
          await note(step.name);
        }
        mkdirSync(skills, { recursive: true });
        expect(NAMES.filter((one) => one !== step.name).map((one) => seen(at(one)))).toEqual(others);
        expect(seen(join(home, 'theirs'))).toBe('folder {keep: file 0 theirs}');
      }
      rmSync(home, { recursive: true, force: true });
      await store.db.local.deleteFrom('exports').execute();

      /** After a stop it is one of two: the manifest says which copy is ours. */
      async function note(one: string): Promise<void> {
        const row = await findWritten(store, at(one));
        const isFolder = lstatSync(at(one), { throwIfNoEntry: false })?.isDirectory() === true;
        const isOurs = row !== undefined && isFolder && seen(join(at(one), MARKER)).includes(row.nonce);
        if (!isOurs || row === undefined) ours.delete(one);
        else if (ours.get(one) !== seen(at(one))) {
          const whole = [0, 1, 2, 3].some((text) =>
            seen(at(one)).endsWith(`SKILL.md: file 0 ${one} ${text}, scripts: folder {run.sh: file 64 ${text}}}`),
          );
          if (whole) ours.set(one, seen(at(one)));
        }
      }
    }),
    { numRuns: 2_000 },
  );
  expect(histories).toBeGreaterThanOrEqual(2_000);
  expect(Math.min(conflicts, written)).toBeGreaterThan(500);

  /** Carries on until a step, and never beyond: what a process that is killed there leaves. */
  async function stopAt(step: string, act: () => Promise<unknown>): Promise<void> {
    const { promise: reached, resolve } = deferred();
    onStep = (now) => {
      if (now !== step) return undefined;
      resolve();
      return new Promise<void>(() => undefined);
    };
    await Promise.race([act(), reached]);
    onStep = () => undefined;
  }
});

const existing = (home: string): string[] => readdirSync(join(home, '.claude')).filter((one) => one === 'skills');

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
