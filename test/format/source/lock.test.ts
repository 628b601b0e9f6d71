import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import { sha256Hex } from '../../../src/base/hash.ts';
import { skillDigest } from '../../../src/format/lock/digest.ts';
import {
  EMPTY_LOCK,
  formatInstallLock,
  type InstallLock,
  type LockedPackage,
  mergeLocks,
  mergeSides,
  readInstallLock,
} from '../../../src/format/source/lock.ts';

const commit = 'c'.repeat(40);
const pinned = (text: string, more: Partial<LockedPackage['source']> = {}): LockedPackage => {
  const files = [{ path: 'SKILL.md', size: text.length, sha256: sha256Hex(text) }];
  return {
    source: { type: 'git', url: 'https://github.com/lab/skills', commit, ...more },
    digest: skillDigest(files),
    files,
  };
};
const lockOf = (skills: InstallLock['skills']): InstallLock => ({ ...EMPTY_LOCK, skills });
const wrong = (text: string): SkillficheError => {
  try {
    readInstallLock(text, 'skillfiche.lock.json');
  } catch (error) {
    if (error instanceof SkillficheError) return error;
    throw error;
  }
  throw new Error('it was read');
};

/** A lock as somebody might write it by hand. */
interface LooseLock {
  skills: Record<string, { source: Record<string, unknown>; digest: unknown; files: Record<string, unknown>[] }>;
}
const first = (lock: LooseLock) => {
  const one = lock.skills['a'];
  const file = one?.files[0];
  if (one === undefined || file === undefined) throw new Error('no skill a');
  return { one, file };
};

describe('our lock', () => {
  it('is written sorted, a file a line, and read back', () => {
    const lock = lockOf({ b: pinned('b', { path: 'x/b', ref: 'v2' }), a: { ...pinned('a'), original_name: 'z' } });
    const text = formatInstallLock(lock);
    expect(text).toBe(`{
  "lockfile_version": 1,
  "skills": {
    "a": {
      "source": {"type":"git","url":"https://github.com/lab/skills","commit":"${commit}"},
      "digest": "${lock.skills['a']?.digest}",
      "original_name": "z",
      "files": [
        {"path":"SKILL.md","size":1,"sha256":"${sha256Hex('a')}"}
      ]
    },
    "b": {
      "source": {"type":"git","url":"https://github.com/lab/skills","path":"x/b","ref":"v2","commit":"${commit}"},
      "digest": "${lock.skills['b']?.digest}",
      "files": [
        {"path":"SKILL.md","size":1,"sha256":"${sha256Hex('b')}"}
      ]
    }
  },
  "collections": {}
}
`);
    expect(readInstallLock(text, 'x')).toEqual(lock);
  });

  it('is the same text after reading, keys of others included, whatever is in it', () => {
    const slug = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
    fc.assert(
      fc.property(fc.dictionary(slug, fc.string(), { maxKeys: 5 }), fc.jsonValue(), (texts, other) => {
        const skills = Object.fromEntries(
          Object.entries(texts).map(([name, text]) => [name, { ...pinned(text), note: other }]),
        );
        const text = formatInstallLock({ ...lockOf(skills), later: other } as InstallLock);
        expect(formatInstallLock(readInstallLock(text, 'x'))).toBe(text);
      }),
    );
  });

  const good = JSON.parse(formatInstallLock(lockOf({ a: pinned('a') })));
  const changed = (change: (lock: LooseLock) => void): string => {
    const copy = structuredClone(good);
    change(copy);
    return JSON.stringify(copy);
  };
  it.each([
    [
      'a url like an option',
      changed((lock) => (first(lock).one.source['url'] = '--upload-pack=touch')),
      'read it as an option',
    ],
    [
      'a helper of a transport',
      changed((lock) => (first(lock).one.source['url'] = 'ext::sh -c touch')),
      'blank|helper',
    ],
    ['a commit like an option', changed((lock) => (first(lock).one.source['commit'] = '--output=x')), 'no full name'],
    ['a short commit', changed((lock) => (first(lock).one.source['commit'] = 'abcdef1')), 'no full name'],
    ['no commit', changed((lock) => delete first(lock).one.source['commit']), 'no full name'],
    ['a ref like an option', changed((lock) => (first(lock).one.source['ref'] = '-x')), 'ref of its source'],
    ['a path that leads out', changed((lock) => (first(lock).one.source['path'] = '../..')), 'path of its source'],
    ['a file that leads out', changed((lock) => (first(lock).file['path'] = '../x')), 'is refused'],
    ['a folder that leads out', changed((lock) => (lock.skills['../x'] = first(lock).one)), 'no name of a folder'],
    [
      'another digest',
      changed((lock) => (first(lock).one.digest = `sha256:${'0'.repeat(64)}`)),
      'not that of its files',
    ],
    [
      'a file that was changed by hand',
      changed((lock) => (first(lock).file['sha256'] = '0'.repeat(64))),
      'not that of its files',
    ],
    ['a source nobody knows', changed((lock) => (first(lock).one.source['type'] = 'ftp')), 'not known here'],
    ['a list', '[]', 'no lockfile_version'],
    ['no JSON', '{', 'not JSON'],
  ])('is refused with %s', (_, text, why) => expect(wrong(text).message).toMatch(new RegExp(why)));

  it('of a later version is left alone, and named', () => {
    const error = wrong('{"lockfile_version":2,"skills":{}}');
    expect([error.code, error.reason]).toEqual(['BROKEN_FILE', 'newer']);
  });

  it('in the middle of a merge says where, and can be joined when the sides do not contradict', () => {
    const ours = formatInstallLock(lockOf({ a: pinned('a'), b: pinned('b') }));
    const theirs = formatInstallLock(lockOf({ a: pinned('a'), c: pinned('c') }));
    const at = ours.indexOf('    "b"');
    const end = ours.indexOf('\n  },\n  "collections"');
    const theirsEnd = theirs.indexOf('\n  },\n  "collections"');
    const text = `${ours.slice(0, at)}<<<<<<< HEAD\n${ours.slice(at, end)}\n=======\n${theirs.slice(at, theirsEnd)}\n>>>>>>> topic${ours.slice(end)}`;
    const error = wrong(text);
    expect(error.reason).toBe('merge');
    expect(error.message).toContain('unfinished merge at line 11');
    const sides = mergeSides(text);
    expect([sides?.ours, sides?.theirs]).toEqual([ours, theirs]);
    const joined = mergeLocks(readInstallLock(ours, 'x'), readInstallLock(theirs, 'x'));
    expect(Object.keys(joined.lock.skills).sort()).toEqual(['a', 'b', 'c']);
    expect(joined.contradictions).toEqual([]);
  });

  it('names what two sides pin differently', () => {
    const joined = mergeLocks(lockOf({ a: pinned('one'), b: pinned('b') }), lockOf({ a: pinned('two') }));
    expect(joined.contradictions).toEqual(['a']);
  });
});
