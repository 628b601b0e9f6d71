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
import { expect, it } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import { createDisk, type Disk, type Stamp } from '../../../src/io/disk/disk.ts';
import { type ScannedRoot, type ScanOptions, scanRoot } from '../../../src/tree/scan/scan.ts';
import { sameContent } from '../../../src/tree/table/same-content.ts';
import type { SkillTable } from '../../../src/tree/table/table.ts';
import { makeTree, skillText } from '../../support/tree.ts';

const TREE = {
  'a/SKILL.md': skillText('a', 'one'),
  'group/b/SKILL.md': skillText('b', 'two'),
  'c/COLLECTION.json': JSON.stringify({ schema_version: 1, id: 'c', prompt_line: '{count} recipes' }),
  'c/m/SKILL.md': skillText('m', 'three'),
  'c/bad/SKILL.md': '',
  'c/m/references/x.md': 'x',
};

/** Everything older than any clock's tick, so that stamps can be trusted at once. */
function age(folder: string): void {
  const old = new Date(Date.now() - 3_600_000);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(folder, name), old, old);
  utimesSync(folder, old, old);
}

/** Change times cannot be set back: a clock that runs ahead makes them old instead. */
const LATER = { now: (): number => Date.now() + 60_000 };

function world(tree: Parameters<typeof makeTree>[0] = TREE): {
  path: string;
  cache: string;
  scan: (more?: ScanOptions) => Promise<ScannedRoot>;
} {
  const path = makeTree(tree);
  const cache = makeTree({});
  age(path);
  return {
    path,
    cache,
    scan: (more = {}) => scanRoot({ id: 'r', kind: 'project', path }, { cache, ...LATER, ...more }),
  };
}

function rows(table: SkillTable): string[] {
  return Array.from(
    { length: table.skills },
    (_, row) => `${table.id(row)} ${table.name(row)} ${table.description(row)}`,
  );
}

it('answers from the snapshot when nothing changed, with the very same content', async () => {
  const { scan } = world();
  const cold = await scan();
  const warm = await scan();
  expect([cold.how, warm.how]).toEqual(['cold', 'snapshot']);
  expect(sameContent(cold.table, warm.table)).toBe(true);
  const again = await scan({ known: warm.table });
  expect(again.how).toBe('unchanged');
  expect(again.table).toBe(warm.table);
});

const CHANGES: readonly [string, (path: string) => void, (rows: string[]) => void][] = [
  [
    'an edit in place of equal length',
    (path) => writeFileSync(join(path, 'a/SKILL.md'), skillText('a', 'ONE')),
    (found) => expect(found).toContain('r:a a ONE'),
  ],
  [
    'an edit of equal length whose time was set back',
    (path) => {
      const file = join(path, 'a/SKILL.md');
      const { atime, mtime } = statSync(file);
      writeFileSync(file, skillText('a', 'ONE'));
      utimesSync(file, atime, mtime);
    },
    (found) => expect(found).toContain('r:a a ONE'),
  ],
  [
    'an added member deep in a category',
    (path) => {
      mkdirSync(join(path, 'group/new'));
      writeFileSync(join(path, 'group/new/SKILL.md'), skillText('new'));
    },
    (found) => expect(found).toContain('r:group/new new Does new.'),
  ],
  [
    'a removed skill',
    (path) => rmSync(join(path, 'a'), { recursive: true }),
    (found) => expect(found.join()).not.toContain('r:a'),
  ],
  [
    'a renamed folder',
    (path) => renameSync(join(path, 'group'), join(path, 'renamed')),
    (found) => expect(found).toContain('r:renamed/b b two'),
  ],
  [
    'a changed marker',
    (path) =>
      writeFileSync(
        join(path, 'c/COLLECTION.json'),
        JSON.stringify({ schema_version: 1, id: 'd', prompt_line: '{count}' }),
      ),
    (found) => expect(found).toContain('d:m m three'),
  ],
  [
    'a marker that breaks',
    (path) => writeFileSync(join(path, 'c/COLLECTION.json'), 'broken'),
    (found) => expect(found).toEqual(['r:a a one', 'r:group/b b two']),
  ],
  [
    'an empty file that was filled',
    (path) => writeFileSync(join(path, 'c/bad/SKILL.md'), skillText('bad')),
    (found) => expect(found).toContain('c:bad bad Does bad.'),
  ],
  [
    'a SKILL.md nested into a skill',
    (path) => writeFileSync(join(path, 'c/m/references/SKILL.md'), skillText('nested')),
    (found) => expect(found).toHaveLength(3),
  ],
];

it.each(CHANGES)('sees %s', async (_, change, check) => {
  const { path, scan } = world();
  const { table } = await scan();
  change(path);
  const warm = await scan();
  check(rows(warm.table));
  check(rows((await scan({ known: table })).table));
  const fresh = await scanRoot({ id: 'r', kind: 'project', path }, LATER);
  expect(sameContent(warm.table, fresh.table)).toBe(true);
});

/** A disk whose clock stands still: all that is written shows one time, as within one tick of a file system. */
function stoppedDisk(time: number): Disk {
  const disk = createDisk();
  const stop = (stamp: Stamp): Stamp => ({ ...stamp, mtimeMs: time, ctimeMs: time });
  return {
    ...disk,
    stat: (path) => {
      const stamp = disk.stat(path);
      return stamp && stop(stamp);
    },
    readFile: (path, limit) => {
      const { bytes, stamp } = disk.readFile(path, limit);
      return { bytes, stamp: stop(stamp) };
    },
  };
}

it.each<[string, (path: string) => void, string]>([
  ['file', (path) => writeFileSync(join(path, 'a/SKILL.md'), skillText('a', 'ONE')), 'r:a a ONE'],
  [
    'folder',
    (path) => {
      mkdirSync(join(path, 'group/new'));
      writeFileSync(join(path, 'group/new/SKILL.md'), skillText('new', 'four'));
    },
    'r:group/new new four',
  ],
])('does not trust the stamp of a %s that is as young as the snapshot itself', async (_, change, row) => {
  const written = 1_700_000_000_000;
  const disk = stoppedDisk(written);
  for (const cached of [true, false]) {
    const young = world();
    const known = async (now: number): Promise<ScanOptions> => {
      const { table } = await young.scan({ disk, now: () => now });
      return cached ? {} : { known: table };
    };
    // Changed again right behind the scan, in the same tick: no stamp can tell.
    const soon = await known(written + 1_000);
    change(young.path);
    expect(rows((await young.scan({ disk, now: () => written + 1_500, ...soon })).table)).toContain(row);
  }
  // Where time has passed since, a stamp that is the same is believed: nothing is read.
  const old = world();
  await old.scan({ disk, now: () => written + 10_000 });
  change(old.path);
  expect((await old.scan({ disk, now: () => written + 11_000 })).how).toBe('snapshot');
});

it('keeps the same table through checks while stamps are too young', async () => {
  const { scan } = world();
  const now = Date.now();
  const first = await scan({ now: () => now });
  const second = await scan({ now: () => now + 10, known: first.table });
  expect(second.how).toBe('unchanged');
  expect(sameContent(second.table, first.table)).toBe(true);
});

it('gives the same catalog back while nothing changes, with a cache and without', async () => {
  const path = makeTree(TREE);
  for (const cache of [false, makeTree({})] as const) {
    const catalog = await openCatalog({ roots: [{ id: 'r', kind: 'project', path }], cache });
    expect(await catalog.refresh()).toBe(catalog);
    expect(await catalog.refresh()).toBe(catalog);
    writeFileSync(join(path, 'a/SKILL.md'), skillText('a', 'changed'));
    const next = await catalog.refresh();
    expect(next).not.toBe(catalog);
    expect(
      next
        .view()
        .entries()
        .find((entry) => entry.id === 'r:a')?.description,
    ).toBe('changed');
    expect(
      catalog
        .view()
        .entries()
        .find((entry) => entry.id === 'r:a')?.description,
    ).toBe('one');
    expect(await next.refresh()).toBe(next);
    writeFileSync(join(path, 'a/SKILL.md'), TREE['a/SKILL.md']);
  }
});

it.each([
  ['truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
  ['emptied', () => Buffer.alloc(0)],
  ['foreign', () => Buffer.from('something else entirely, and longer than the preamble of a table')],
  ['with one bit flipped in the text', (bytes: Buffer) => flip(bytes, bytes.length - 200)],
  ['with one bit flipped in the header', (bytes: Buffer) => flip(bytes, 80)],
  ['of another version', (bytes: Buffer) => flip(bytes, 8)],
])('rebuilds from a snapshot that is %s', async (_, damage) => {
  const { cache, scan } = world();
  const { table } = await scan();
  const file = join(cache, readdirSync(cache)[0] ?? '');
  writeFileSync(file, damage(readFileSync(file)));
  const rebuilt = await scan();
  expect(rebuilt.how).toBe('cold');
  expect(sameContent(rebuilt.table, table)).toBe(true);
  expect((await scan()).how).toBe('snapshot');
});

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

it('rebuilds when the clock was set back, and when the limits are others', async () => {
  const { scan } = world();
  await scan();
  expect((await scan({ now: () => Date.now() - 3_600_000 })).how).toBe('cold');
  expect((await scan({ limits: { maxDepth: 5 } })).how).toBe('cold');
});

it('does without a cache that cannot be written, and ignores what a killed writer left', async () => {
  const { cache, path, scan } = world();
  writeFileSync(join(cache, 'root-v1-0000.table.1.x.tmp'), 'half');
  expect((await scan()).how).toBe('cold');
  expect((await scan()).how).toBe('snapshot');
  const blocked = await scanRoot({ id: 'r', kind: 'project', path }, { cache: join(path, 'a/SKILL.md/x'), ...LATER });
  expect(blocked.table.skills).toBe(3);
});

it('writes the snapshot whole when several start at once', async () => {
  const { cache, scan } = world();
  await Promise.all(Array.from({ length: 5 }, () => scan()));
  expect(readdirSync(cache)).toHaveLength(1);
  expect((await scan()).how).toBe('snapshot');
});

const NAMES = fc.constantFrom('a', 'b', 'SKILL.md', 'skill.md', 'COLLECTION.json', 'node_modules', 'é');
const STEPS = fc.array(
  fc.record({ path: fc.array(NAMES, { minLength: 1, maxLength: 3 }), remove: fc.boolean(), text: fc.nat(9) }),
  { maxLength: 6 },
);

it('is the same warm as cold after any changes (property)', async () => {
  await fc.assert(
    fc.asyncProperty(STEPS, STEPS, async (before, after) => {
      const path = makeTree({});
      const root = { id: 'r', kind: 'project', path };
      const apply = (steps: typeof before): void => {
        for (const { path: parts, remove, text } of steps) {
          const target = join(path, ...parts);
          if (isBlocked(path, parts)) continue;
          if (remove) rmSync(target, { recursive: true, force: true });
          else {
            mkdirSync(join(target, '..'), { recursive: true });
            if (!existsSync(target) || statSync(target).isFile())
              writeFileSync(target, textFor(parts.at(-1) ?? '', text));
          }
        }
      };
      apply(before);
      const first = await scanRoot(root, LATER);
      apply(after);
      const warm = await scanRoot(root, { ...LATER, known: first.table });
      const cold = await scanRoot(root, LATER);
      expect(sameContent(warm.table, cold.table)).toBe(true);
      const ledgers = cold.table.header.scopes.map((scope) => scope.ledger);
      const found = ledgers.reduce((sum, one) => sum + one.found, 0);
      expect(found).toBe(countSkillFiles(path));
      expect(ledgers.reduce((sum, one) => sum + one.indexed, 0)).toBe(cold.table.skills);
    }),
    { numRuns: 200 },
  );
});

function isBlocked(root: string, parts: readonly string[]): boolean {
  return parts.slice(0, -1).some((_, at) => {
    const folder = join(root, ...parts.slice(0, at + 1));
    return existsSync(folder) && !statSync(folder).isDirectory();
  });
}

function textFor(name: string, seed: number): string {
  if (name === 'COLLECTION.json') return seed < 5 ? JSON.stringify({ schema_version: 1, id: `c${seed}` }) : 'broken';
  return seed === 0 ? '' : seed === 1 ? 'x\0' : skillText(`n${seed}`);
}

/** An independent count: what `find -iname skill.md -type f` gives outside pruned folders. */
function countSkillFiles(folder: string): number {
  let count = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== 'node_modules') count += countSkillFiles(join(folder, entry.name));
    else if (entry.isFile() && entry.name.toLowerCase() === 'skill.md') count++;
  }
  return count;
}

it('sums the digest of a catalog up in the table as the view does from its rows', async () => {
  const path = makeTree(TREE);
  const catalog = await openCatalog({ roots: [{ id: 'r', kind: 'project', path }], cache: false });
  const summed = catalog.view().catalog_digest;
  const counted = catalog.view({ enabled: () => true }).catalog_digest;
  expect(summed).toBe(counted);
  writeFileSync(join(path, 'c/m/SKILL.md'), skillText('m', 'changed'));
  const next = await catalog.refresh();
  expect(next.view().catalog_digest).not.toBe(summed);
  expect(next.view().catalog_digest).toBe(next.view({ enabled: () => true }).catalog_digest);
});

it('keeps the digest in the snapshot after a few files were read again', async () => {
  const { path, scan } = world();
  const { table } = await scan();
  writeFileSync(join(path, 'a/SKILL.md'), skillText('a', 'ONE'));
  await scan({ known: table });
  const saved = (await scan()).table.header.digest;
  expect(saved).toMatch(/^[0-9a-f]{64}$/);
  expect(saved).toBe((await scanRoot({ id: 'r', kind: 'project', path }, LATER)).table.header.digest);
});
