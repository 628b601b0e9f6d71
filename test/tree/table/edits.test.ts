import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksum } from '../../../src/base/packing.ts';
import { clearCache } from '../../../src/io/disk/clear-cache.ts';
import { createDisk, type Disk, type Stamp } from '../../../src/io/disk/disk.ts';
import { type ScannedRoot, type ScanOptions, scanRoot } from '../../../src/tree/scan/scan.ts';
import { layAnew } from '../../../src/tree/table/edits.ts';
import { SECTION_NAMES } from '../../../src/tree/table/format.ts';
import { sameContent } from '../../../src/tree/table/same-content.ts';
import type { SkillTable } from '../../../src/tree/table/table.ts';
import { makeTree, skillText } from '../../support/tree.ts';

const TREE = {
  'a/SKILL.md': skillText('a', 'one'),
  'a/references/x.md': 'x',
  'b/SKILL.md': '---\nname: b\n---\n\nNo description.\n',
  'c/COLLECTION.json': JSON.stringify({ schema_version: 1, id: 'c', prompt_line: '{count} recipes' }),
  'c/m/SKILL.md': skillText('m', 'three'),
  'c/n/SKILL.md': skillText('n', 'four'),
};

/** Change times cannot be set back: a clock that runs ahead makes them old. */
const AHEAD_MS = 60_000;

interface World {
  readonly path: string;
  readonly cache: string;
  readonly scan: (more?: ScanOptions) => Promise<ScannedRoot>;
  /** What a scan finds that knows nothing. */
  readonly cold: () => Promise<SkillTable>;
}

function world(tree: Parameters<typeof makeTree>[0] = TREE): World {
  const path = makeTree(tree);
  const cache = makeTree({});
  const root = { id: 'r', kind: 'project', path } as const;
  const now = (): number => Date.now() + AHEAD_MS;
  return {
    path,
    cache,
    scan: (more = {}) => scanRoot(root, { cache, now, ...more }),
    cold: async () => (await scanRoot(root, { cache: makeTree({}), now })).table,
  };
}

const editsIn = (cache: string): string[] => readdirSync(cache).filter((name) => name.endsWith('.edits'));
const editsFile = (cache: string): string => join(cache, editsIn(cache)[0] ?? 'no edits');
const rows = (table: SkillTable): string[] =>
  Array.from({ length: table.skills }, (_, row) => `${table.id(row)} ${table.description(row)}`);

/** Every section, as a table has it that is laid anew. */
function sections(table: SkillTable): Record<string, string> {
  const { header, bytes } = layAnew(table);
  return Object.fromEntries(
    SECTION_NAMES.map((name) => {
      const [offset, length] = header.sections[name];
      return [name, bytes.toString('latin1', offset, offset + length)];
    }),
  );
}

function expectSame(warm: SkillTable, cold: SkillTable): void {
  expect(sections(warm)).toEqual(sections(cold));
  expect(sameContent(warm, cold)).toBe(true);
  expect(warm.header.errors).toBe(cold.header.errors);
  expect(warm.header.diagnostics).toBe(cold.header.diagnostics);
  for (let row = 0; row < cold.skills; row++) {
    expect(warm.diagnosticsOf(row)).toEqual(cold.diagnosticsOf(row));
    expect(warm.declaredJson(row)).toBe(cold.declaredJson(row));
  }
  if (warm.header.digest !== undefined) expect(warm.header.digest).toBe(cold.header.digest);
}

/** As editors that are afraid of a power cut save. */
function saveByRename(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** A stamp as it was a minute earlier. */
function aged<S extends Stamp | undefined>(stamp: S, isYoung: boolean): S {
  if (stamp === undefined || isYoung) return stamp;
  return { ...stamp, mtimeMs: stamp.mtimeMs - AHEAD_MS, ctimeMs: stamp.ctimeMs - AHEAD_MS };
}

describe('a few edited skills', () => {
  it('are kept beside the table, which stays as it is', async () => {
    const { path, cache, scan, cold } = world();
    await scan();
    const table = readFileSync(join(cache, readdirSync(cache)[0] ?? ''));
    writeFileSync(join(path, 'a/SKILL.md'), skillText('a', 'edited'));
    saveByRename(join(path, 'c/m/SKILL.md'), skillText('m', 'saved'));
    expect((await scan()).how).toBe('partial');
    const warm = await scan();
    expect(warm.how).toBe('snapshot');
    expect(rows(warm.table)).toEqual(['c:m saved', 'c:n four', 'r:a edited', 'r:b No description.']);
    expectSame(warm.table, await cold());
    expect(editsIn(cache)).toHaveLength(1);
    expect(readFileSync(join(cache, readdirSync(cache).find((name) => name.endsWith('.table')) ?? ''))).toEqual(table);
  });

  it('need no walk, saved in place or by a rename: one folder is listed again', async () => {
    const { path, scan } = world();
    await scan();
    const real = createDisk();
    const listed: string[] = [];
    const disk: Disk = {
      ...real,
      readFolder: (folder) => {
        listed.push(folder);
        return real.readFolder(folder);
      },
    };
    writeFileSync(join(path, 'a/SKILL.md'), skillText('a', 'edited'));
    await scan({ disk });
    expect(listed).toEqual([]);
    saveByRename(join(path, 'a/SKILL.md'), skillText('a', 'saved'));
    await scan({ disk });
    expect(listed).toEqual([join(path, 'a')]);
  });

  it('are read at every start while their stamps are young, and written down once that spares a reading', async () => {
    const { path, cache, scan, cold } = world({ 'a/SKILL.md': TREE['a/SKILL.md'], 'b/SKILL.md': TREE['b/SKILL.md'] });
    await scan();
    const edited = join(path, 'a/SKILL.md');
    writeFileSync(edited, skillText('a', 'edited'));
    const { mtimeMs, ctimeMs } = statSync(edited);
    const now = Math.max(mtimeMs, ctimeMs);
    // All but the edited file is old, however long ago it was really made.
    const real = createDisk();
    const disk: Disk = {
      ...real,
      stat: (at) => aged(real.stat(at), at === edited),
      readFile: (at, limit) => {
        const { bytes, stamp } = real.readFile(at, limit);
        return { bytes, stamp: aged(stamp, at === edited) };
      },
    };
    // The first table is of a later clock; this one is as it would be.
    rmSync(cache, { recursive: true });
    await scan({ disk, now: () => now });
    const before = readdirSync(cache);
    for (const soon of [100, 900, 1_900]) {
      expect(rows((await scan({ disk, now: () => now + soon })).table)).toContain('r:a edited');
      expect(readdirSync(cache)).toEqual(before);
    }
    await scan({ disk, now: () => now + 10_000 });
    expect(editsIn(cache)).toHaveLength(1);
    const settled = await scan({ disk, now: () => now + 11_000 });
    expect(settled.how).toBe('snapshot');
    expect(rows(settled.table)).toEqual(rows(await cold()));
  });

  it('are laid anew when they are many, and leave no file behind', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`s${index}/SKILL.md`, skillText(`s${index}`)]),
    );
    const { path, cache, scan, cold } = world(many);
    await scan();
    const edit = (from: number, to: number): void => {
      for (let index = from; index < to; index++)
        writeFileSync(join(path, `s${index}/SKILL.md`), skillText(`s${index}`, 'edited'));
    };
    edit(0, 200);
    await scan();
    expect(editsIn(cache)).toHaveLength(1);
    edit(150, 300);
    await scan();
    expect(editsIn(cache)).toEqual([]);
    const warm = await scan();
    expect(warm.how).toBe('snapshot');
    expectSame(warm.table, await cold());
  });

  it('that move a row are for the whole scan, and so are a folder exchanged and one with a link', async () => {
    const { path, scan, cold } = world();
    const changes: (() => void)[] = [
      () => writeFileSync(join(path, 'a/SKILL.md'), skillText('z', 'renamed')),
      () => saveByRename(join(path, 'c/COLLECTION.json'), JSON.stringify({ schema_version: 1, id: 'd' })),
      () => {
        renameSync(join(path, 'a'), join(path, 'gone'));
        mkdirSync(join(path, 'a'));
        writeFileSync(join(path, 'a/SKILL.md'), skillText('z', 'renamed'));
        rmSync(join(path, 'gone'), { recursive: true });
      },
      () => writeFileSync(join(path, 'a/kernel.py'), ''),
      () => rmSync(join(path, 'b'), { recursive: true }),
      () => writeFileSync(join(path, 'c/m/SKILL.md'), ''),
    ];
    await scan();
    for (const change of changes) {
      change();
      expectSame((await scan()).table, await cold());
      expectSame((await scan()).table, await cold());
    }
  });

  it('go with clearing the cache, also what a killed writer left', async () => {
    const { path, cache, scan } = world();
    await scan();
    writeFileSync(join(path, 'a/SKILL.md'), skillText('a', 'edited'));
    await scan();
    writeFileSync(join(cache, `.${editsIn(cache)[0]}.skillfiche-999999.tmp`), 'half');
    expect(clearCache(cache).removed).toBe(3);
    expect(readdirSync(cache)).toEqual([]);
  });
});

/** A file of edits with something in it changed, and its checksum right again. */
function forged(bytes: Buffer, change: (file: Record<string, never>) => unknown): Buffer {
  const file = JSON.parse(bytes.toString('utf8', 12));
  const changed = change(file);
  const json = Buffer.from(JSON.stringify(changed === undefined ? file : changed));
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(checksum(json), 8);
  return Buffer.concat([head, json]);
}

type Edits = { rows: Record<string, unknown>[]; watches: Record<string, unknown>[] } & Record<string, unknown>;
const withRow =
  (change: Record<string, unknown>) =>
  (file: Edits): void => {
    Object.assign(file.rows[0] ?? {}, change);
  };

const HOSTILE: readonly [string, (file: Edits) => unknown][] = [
  ['no object', () => null],
  ['a list', () => []],
  ['another version', (file) => ({ ...file, version: 1 })],
  ['another base', (file) => ({ ...file, base_checksum: 1 })],
  ['a base laid at another time', (file) => ({ ...file, base_ms: 1 })],
  ['a base of another length', (file) => ({ ...file, base_bytes: 1 })],
  ['a time before its base', (file) => ({ ...file, taken_ms: 1 })],
  ['a time to come', (file) => ({ ...file, taken_ms: 9e15 })],
  ['no time', (file) => ({ ...file, taken_ms: 'now' })],
  ['no digest', (file) => ({ ...file, digest: 'x' })],
  ['no rows', (file) => ({ ...file, rows: 7 })],
  ['an empty row', (file) => ({ ...file, rows: [null] })],
  ['a row beyond the last', withRow({ row: 4 })],
  ['a row before the first', withRow({ row: -1 })],
  ['another row', withRow({ row: 0 })],
  ['half a row', withRow({ row: 2.5 })],
  ['a stamp of a folder', withRow({ stamp: { kind: 'folder', size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 } })],
  ['no stamp', withRow({ stamp: undefined })],
  ['no sum', withRow({ sha256: 'no sum' })],
  ['flags of no kind', withRow({ flags: 1.5 })],
  [
    'text of another place',
    withRow({ text: { path: '../x', file: 'SKILL.md', name: 'a', description: '', declared: '' } }),
  ],
  ['another name', withRow({ text: { path: 'a', file: 'SKILL.md', name: 'b', description: '', declared: '' } })],
  ['no description', withRow({ text: { path: 'a', file: 'SKILL.md', name: 'a', declared: '' } })],
  [
    'fields that are not JSON',
    withRow({ text: { path: 'a', file: 'SKILL.md', name: 'a', description: '', declared: '{' } }),
  ],
  ['a finding about another file', withRow({ diagnostics: [{ path: 'b/SKILL.md', skill: 2 }] })],
  ['a finding about another row', withRow({ diagnostics: [{ path: 'a/SKILL.md', skill: 1 }] })],
  ['no findings', withRow({ diagnostics: undefined })],
  ['a folder beyond the last', (file) => ({ ...file, watches: [{ watch: 99 }] })],
  ['a folder without a stamp', (file) => ({ ...file, watches: [{ watch: 0 }] })],
];

describe('a file of edits', () => {
  it.each(HOSTILE)('that says %s is as if it were not there', async (_, change) => {
    const { path, cache, scan, cold } = world();
    await scan();
    writeFileSync(join(path, 'a/SKILL.md'), skillText('a', 'edited'));
    await scan();
    writeFileSync(editsFile(cache), forged(readFileSync(editsFile(cache)), change as never));
    const warm = await scan();
    expect(warm.how).toBe('partial');
    expectSame(warm.table, await cold());
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut', (bytes) => bytes.subarray(0, bytes.length >> 1)],
    ['foreign', () => Buffer.from('something else, longer than a head')],
    ['spoilt in one bit', (bytes) => Buffer.from(bytes).fill((bytes[40] ?? 0) ^ 1, 40, 41)],
    [
      'no JSON',
      (bytes) => Buffer.concat([bytes.subarray(0, 8), Buffer.from([0x0f, 0x0b, 0x6b, 0x53]), Buffer.from('{')]),
    ],
  ])('that is %s is as if it were not there', async (_, damage) => {
    const { path, cache, scan, cold } = world();
    await scan();
    writeFileSync(join(path, 'a/SKILL.md'), skillText('a', 'edited'));
    await scan();
    writeFileSync(editsFile(cache), damage(readFileSync(editsFile(cache))));
    expectSame((await scan()).table, await cold());
  });

  it('of a table that was laid anew since says nothing', async () => {
    const { path, cache, scan, cold } = world();
    await scan();
    writeFileSync(join(path, 'a/SKILL.md'), skillText('a', 'edited'));
    await scan();
    const old = readFileSync(editsFile(cache));
    const name = editsFile(cache);
    mkdirSync(join(path, 'new'));
    writeFileSync(join(path, 'new/SKILL.md'), skillText('new'));
    writeFileSync(join(path, 'a/SKILL.md'), skillText('a', 'edited again'));
    await scan();
    expect(existsSync(name)).toBe(false);
    // A writer that knew the former table comes late.
    writeFileSync(name, old);
    const warm = await scan();
    expect(warm.how).toBe('snapshot');
    expectSame(warm.table, await cold());
  });

  it('is left out when the clock was set back, and what changed is read again', async () => {
    const { path, cache, scan, cold } = world();
    const base = Date.now() + AHEAD_MS;
    await scan({ now: () => base });
    writeFileSync(join(path, 'a/SKILL.md'), skillText('a', 'edited'));
    await scan({ now: () => base + 10_000 });
    expect(editsIn(cache)).toHaveLength(1);
    const back = await scan({ now: () => base + 5_000 });
    expect(back.how).toBe('partial');
    expectSame(back.table, await cold());
  });

  it('of two processes is that of the last one, and neither gives a wrong row', async () => {
    const { path, scan, cold } = world();
    const { table } = await scan();
    writeFileSync(join(path, 'a/SKILL.md'), skillText('a', 'edited'));
    const one = await scan({ known: table });
    writeFileSync(join(path, 'c/m/SKILL.md'), skillText('m', 'edited'));
    // Knows nothing of the first edit, and writes both down.
    await scan({ known: table });
    writeFileSync(join(path, 'c/n/SKILL.md'), skillText('n', 'edited'));
    // Knows nothing of the second.
    await scan({ known: one.table });
    expectSame((await scan()).table, await cold());
    mkdirSync(join(path, 'new'));
    writeFileSync(join(path, 'new/SKILL.md'), skillText('new'));
    await scan();
    // Still has the table from before.
    expectSame((await scan({ known: one.table })).table, await cold());
    expectSame((await scan()).table, await cold());
  });
});

const TEXTS = fc.constantFrom('one', 'two', '', 'ünï 漢字', 'a: colon that no YAML takes', '"open', 'x'.repeat(3_000));
const STEP = fc.record({
  path: fc.constantFrom('a', 'b', 'c/m', 'c/n', 'c', 'new', '.'),
  how: fc.constantFrom(
    'write',
    'write',
    'write',
    'rename',
    'rename',
    'touch',
    'remove',
    'sidecar',
    'same',
    'other name',
  ),
  text: TEXTS,
  process: fc.constantFrom('new', 'new', 'known', 'known for long', 'without a cache'),
});

function change(path: string, { path: folder, how, text }: { path: string; how: string; text: string }): void {
  const file = join(path, folder, folder === 'c' ? 'COLLECTION.json' : 'SKILL.md');
  const name = how === 'other name' ? 'other' : (folder.split('/').at(-1) ?? '');
  const written = folder === 'c' ? JSON.stringify({ schema_version: 1, id: 'c', title: text }) : skillText(name, text);
  mkdirSync(join(path, folder), { recursive: true });
  if (how === 'remove') rmSync(file, { force: true });
  else if (how === 'sidecar') writeFileSync(join(path, folder, 'kernel.py'), text);
  else if (how === 'rename') saveByRename(file, written);
  else if (how !== 'touch' && how !== 'same') writeFileSync(file, written);
  else if (existsSync(file)) {
    if (how === 'touch') utimesSync(file, new Date(), new Date());
    else writeFileSync(file, readFileSync(file));
  }
}

it('after any changes, seen by any processes, a warm start is a cold one to the byte (property)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 10 }), async (steps) => {
      const { path, scan, cold } = world();
      const first = (await scan()).table;
      let last = first;
      for (const step of steps) {
        change(path, step);
        const knows =
          step.process === 'known'
            ? { known: last }
            : step.process === 'known for long'
              ? { known: first }
              : step.process === 'without a cache'
                ? { known: last, cache: undefined }
                : {};
        last = (await scan(knows)).table;
        expectSame(last, await cold());
      }
      expectSame((await scan()).table, await cold());
    }),
    { numRuns: 30 },
  );
});
