import { describe, expect, it } from 'vitest';
import { DISCOVERY_SCHEMA, formatIndex, formatOlderIndex, readIndex } from '../../../src/format/source/discovery.ts';

const at = 'https://lab.example/.well-known/agent-skills/index.json';
const digest = `sha256:${'a'.repeat(64)}`;
const entry = { name: 'cell-count', type: 'archive', description: 'Count cells.', url: 'cell-count.tar.gz', digest };
const read = (skills: unknown, more: object = { $schema: DISCOVERY_SCHEMA }, url = at) =>
  readIndex(JSON.stringify({ ...more, skills }), url);

describe('an index of skills', () => {
  it('is read as 0.2.0, addresses beside it or from the top of its host', () => {
    const { skills, unusable } = read([
      { ...entry, unknown: 1 },
      { ...entry, name: 'other', type: 'skill-md', url: '/x/SKILL.md' },
    ]);
    expect(unusable).toEqual([]);
    expect(skills).toEqual([
      {
        name: 'cell-count',
        description: 'Count cells.',
        artifact: { type: 'archive', url: 'https://lab.example/.well-known/agent-skills/cell-count.tar.gz', digest },
      },
      {
        name: 'other',
        description: 'Count cells.',
        artifact: { type: 'skill-md', url: 'https://lab.example/x/SKILL.md', digest },
      },
    ]);
  });

  it('is read in the older shapes, file by file', () => {
    const older = 'https://lab.example/.well-known/skills/index.json';
    const files = ['SKILL.md', 'scripts/a b.py'];
    const base = 'https://lab.example/.well-known/skills/cell-count/';
    expect(read([{ name: 'cell-count', description: 'x', files }], {}, older).skills[0]?.artifact).toEqual({
      type: 'files',
      files: [
        { path: 'SKILL.md', url: `${base}SKILL.md` },
        { path: 'scripts/a b.py', url: `${base}scripts/a%20b.py` },
      ],
    });
    const february = [{ name: 'cell-count', files: [{ path: 'SKILL.md', digest }] }];
    expect(read(february, { version: '0.2.0' }, older).skills[0]?.artifact).toEqual({
      type: 'files',
      files: [{ path: 'SKILL.md', url: `${base}SKILL.md`, digest }],
    });
  });

  it.each([
    ['<html>', 'not JSON'],
    ['[]', 'no list'],
    ['{"skills":{}}', 'no list'],
    ['{"$schema":"https://example.org/9","skills":[]}', 'not known here'],
    [JSON.stringify({ skills: Array.from({ length: 20_001 }, () => entry) }), '20001 skills'],
  ])('is refused: %.40s', (text, why) => expect(() => readIndex(text, at)).toThrow(why));

  it.each([
    ['another host', { ...entry, url: 'https://evil.example/x.tar.gz' }, 'not where the index is'],
    ['another scheme', { ...entry, url: 'file:///etc/passwd' }, 'not where the index is'],
    ['another port', { ...entry, url: 'https://lab.example:444/x' }, 'not where the index is'],
    ['no digest', { ...entry, digest: undefined }, 'no sha256 digest'],
    ['another digest', { ...entry, digest: 'md5:x' }, 'no sha256 digest'],
    ['a name that leads out', { ...entry, name: '../evil' }, 'not as the format asks'],
    ['a name with an escape', { ...entry, name: 'a\u001b[2J' }, 'not as the format asks'],
    ['a type nobody knows', { ...entry, type: 'script' }, 'neither'],
    ['a file that leads out', { name: 'a', files: ['SKILL.md', '../../x'] }, 'refused'],
    ['no object', 7, 'no object'],
  ])('passes over an entry with %s, and says so', (_, bad, why) => {
    const { skills, unusable } = read([bad, { ...entry, name: 'good' }]);
    expect(skills.map((one) => one.name)).toEqual(['good']);
    expect(unusable.length).toBe(1);
    expect(unusable[0]?.why).toContain(why);
  });

  it('does not take the second of a name', () => {
    const { skills, unusable } = read([entry, { ...entry, url: 'other.tar.gz' }]);
    expect([skills.length, unusable]).toEqual([1, [{ name: 'cell-count', why: 'its name is there twice' }]]);
  });

  it('is written in order, and read back', () => {
    const skill = { ...entry, type: 'archive' as const };
    const text = formatIndex([
      { ...skill, name: 'b' },
      { ...skill, name: 'a' },
    ]);
    expect(text.endsWith('\n')).toBe(true);
    expect(readIndex(text, at).skills.map((one) => one.name)).toEqual(['a', 'b']);
    const older = formatOlderIndex([{ name: 'a', description: 'x', files: ['z', 'SKILL.md'] }]);
    expect(JSON.parse(older)).toEqual({ skills: [{ name: 'a', description: 'x', files: ['SKILL.md', 'z'] }] });
  });
});
