import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLocks, isClean } from '../../../src/format/lock/drift.ts';
import { buildLock, formatLock, type LockedFile } from '../../../src/format/lock/lock.ts';
import { readLock } from '../../../src/format/lock/lock-check.ts';
import { checkDocument } from '../../../src/format/schema/check.ts';
import { checkLock } from '../../../src/format/schema/generated.ts';

const check = (document: unknown) => checkDocument(checkLock, document);
const file = (path: string, digit: string = '0'): LockedFile => ({ path, size: path.length, sha256: digit.repeat(64) });

const FILES = [
  file('README.md'),
  file('b/SKILL.md'),
  file('a/SKILL.md'),
  file('a/scripts/x.py'),
  file('b/deep/SKILL.md'),
];
const MEMBERS = [
  { path: 'b', name: 'B', recovered: true },
  { path: 'a', name: 'A', recovered: false },
];
const LOCK = buildLock('bio', MEMBERS, FILES, { url: 'https://example.org/bio', commit: '0'.repeat(40) });

describe('a lock', () => {
  it('lists members with their files, and the files beside them', () => {
    expect(
      LOCK.members.map(({ path, name, size, recovered, files }) => [
        path,
        name,
        size,
        recovered,
        files.map((one) => one.path),
      ]),
    ).toEqual([
      ['a', 'A', 24, undefined, ['SKILL.md', 'scripts/x.py']],
      ['b', 'B', 25, true, ['SKILL.md', 'deep/SKILL.md']],
    ]);
    expect(LOCK.other_files.map((one) => one.path)).toEqual(['README.md']);
  });

  it('gives what no other member owns to a SKILL.md in the tree itself', () => {
    const lock = buildLock('bio', [...MEMBERS, { path: '.', name: 'bio' }], [...FILES, file('SKILL.md')]);
    expect(lock.members[0]).toMatchObject({ path: '.', files: [file('README.md'), file('SKILL.md')] });
    expect(lock.other_files).toEqual([]);
  });

  it('is the same bytes whatever order things come in', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(FILES, { minLength: FILES.length }), (files) => {
        const lock = buildLock('bio', [...MEMBERS].reverse(), files, {
          url: 'https://example.org/bio',
          commit: '0'.repeat(40),
        });
        expect(formatLock(lock)).toBe(formatLock(LOCK));
      }),
      { numRuns: 20 },
    );
  });

  it('has a file a line, LF, a newline at its end, no time and no absolute path', () => {
    const text = formatLock(LOCK);
    expect(text).toMatch(/^\{\n[^\r]*\n\}\n$/);
    expect(text.split('\n').filter((line) => line.includes('scripts/x.py'))).toHaveLength(1);
    expect(text).not.toMatch(/\d{4}-\d\d-\d\d|\/(?:home|tmp|work)\//);
  });

  it('comes back as it was written', () => {
    const path = fc.stringMatching(/^[a-z_"{}é😀 -]{1,6}$/u).filter((one) => one.trim() !== '');
    const list = fc.uniqueArray(fc.tuple(path, path), { selector: ([folder]) => folder, minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(list, (folders) => {
        const members = folders.map(([folder, name]) => ({ path: folder, name }));
        const lock = buildLock(
          'bio',
          members,
          folders.flatMap(([folder, name]) => [file(`${folder}/SKILL.md`), file(`${folder}/${name}`)]),
        );
        expect(readLock(formatLock(lock), 'x', check)).toEqual(lock);
      }),
      { numRuns: 50 },
    );
    expect(readLock(formatLock(buildLock('empty', [], [])), 'x', check).members).toEqual([]);
  });
});

describe('a lock that proves nothing', () => {
  const text = formatLock(LOCK);
  it.each<[string, string, RegExp]>([
    ['is torn', text.slice(0, 200), /not JSON/],
    ['is of another version', text.replace('"lockfile_version": 1', '"lockfile_version": 2'), /lockfile_version/],
    ['has another kind of digest', text.replace('"digest": "sha256:', '"digest": "sha512:'), /sha512/],
    [
      'has a file that was edited',
      text.replace(`x.py","size":14,"sha256":"00`, `x.py","size":14,"sha256":"01`),
      /digest of `a`/,
    ],
    [
      'has a file beside members that was edited',
      text.replace(`README.md","size":9,"sha256":"00`, `README.md","size":9,"sha256":"01`),
      /tree_digest/,
    ],
    ['lost a member', text.replace(/ {4}\{"path":"a"[\s\S]*?\]\},\n/, ''), /`digest`/],
    ['has a path that is two lines', text.replace('"path":"README.md"', '"path":"README\\nmd"'), /README|other_files/],
    ['is something else', '[]', /object/],
    ['has an unknown key', text.replace('"id":', '"x": 1, "id":'), /`x`/],
  ])('%s', (_, broken, message) => {
    expect(broken).not.toBe(text);
    expect(() => readLock(broken, '/c/COLLECTION.lock.json', check)).toThrow(
      expect.objectContaining({
        code: 'BROKEN_FILE',
        message: expect.stringMatching(message),
        paths: ['/c/COLLECTION.lock.json'],
      }),
    );
  });
});

describe('drift', () => {
  it('is none for the same tree', () => {
    expect(isClean(compareLocks(LOCK, buildLock('bio', MEMBERS, FILES)))).toBe(true);
  });

  it('names every member and file that was added, removed or changed', () => {
    const files = [
      file('LICENSE'),
      file('a/SKILL.md'),
      file('a/scripts/x.py', '1'),
      file('a/new.md'),
      file('c/SKILL.md'),
    ];
    const drift = compareLocks(
      LOCK,
      buildLock(
        'bio',
        [
          { path: 'a', name: 'A2' },
          { path: 'c', name: 'C' },
        ],
        files,
      ),
    );
    expect(drift).toEqual({
      added: [{ path: 'c', name: 'C', files: [{ path: 'SKILL.md', change: 'added' }] }],
      removed: [
        {
          path: 'b',
          name: 'B',
          files: [
            { path: 'SKILL.md', change: 'removed' },
            { path: 'deep/SKILL.md', change: 'removed' },
          ],
        },
      ],
      changed: [
        {
          path: 'a',
          name: 'A2',
          files: [
            { path: 'scripts/x.py', change: 'changed' },
            { path: 'new.md', change: 'added' },
          ],
        },
      ],
      other_files: [
        { path: 'README.md', change: 'removed' },
        { path: 'LICENSE', change: 'added' },
      ],
    });
    expect(isClean(drift)).toBe(false);
  });

  it('tells a change of line ends from a change of text', () => {
    const asked: string[] = [];
    const fresh = buildLock(
      'bio',
      MEMBERS,
      FILES.map((one) => ({ ...one, sha256: '1'.repeat(64) })),
    );
    const drift = compareLocks(LOCK, fresh, (path, pinned) => {
      asked.push(path);
      expect(pinned).toBe('0'.repeat(64));
      return path === 'a/scripts/x.py';
    });
    expect(asked.toSorted()).toEqual(FILES.map((one) => one.path).toSorted());
    expect(drift.changed[0]?.files).toEqual([
      { path: 'SKILL.md', change: 'changed' },
      { path: 'scripts/x.py', change: 'line_ends' },
    ]);
  });

  it('is clean exactly when the digests are equal', () => {
    const subset = fc
      .subarray(FILES)
      .chain((files) =>
        fc
          .array(fc.boolean(), { minLength: 5, maxLength: 5 })
          .map((flips) => files.map((one, index) => (flips[index] ? { ...one, sha256: '1'.repeat(64) } : one))),
      );
    fc.assert(
      fc.property(subset, subset, (before, after) => {
        const members = (files: readonly LockedFile[]) =>
          MEMBERS.filter((member) => files.some((one) => one.path === `${member.path}/SKILL.md`));
        const pinned = buildLock('bio', members(before), before);
        const fresh = buildLock('bio', members(after), after);
        expect(isClean(compareLocks(pinned, fresh))).toBe(pinned.tree_digest === fresh.tree_digest);
      }),
      { numRuns: 100 },
    );
  });
});
