import { describe, expect, it } from 'vitest';
import { filesNote } from '../../../src/catalog/context/files-note.ts';

const file = (
  path: string,
  kind: 'text' | 'binary' = 'text',
  size = 9,
): { path: string; kind: 'text' | 'binary'; size: number } => ({
  path,
  kind,
  size,
});
const whole = { text: 'x', offset: 0, total: 1 };

describe('what stands behind a loaded skill', () => {
  it('is nothing where there is one page and no other file', () => {
    expect(filesNote('bio:a', [file('SKILL.md')], whole)).toBe('');
  });

  it('names each other file, with the call that reads it', () => {
    expect(filesNote('bio:a', [file('SKILL.md'), file('ref/x.md'), file('data.bin', 'binary', 7)], whole)).toBe(
      'Files of this skill; read one with read_skill_file(name="bio:a", path=...):\n- ref/x.md (text, 9 bytes)\n- data.bin (binary, 7 bytes)\n',
    );
  });

  it('counts what it does not name', () => {
    const note = filesNote(
      'bio:a',
      Array.from({ length: 130 }, (_, at) => file(`f${at}`)),
      whole,
    );
    expect(note).toContain('- f99 (text');
    expect(note).toMatch(/- and 30 more\n$/);
    expect(note).not.toContain('f100');
  });

  it.each([
    [
      { text: '', offset: 0, next_offset: 24_000, total: 60_000 },
      'Characters 0 to 24000 of 60000. Go on with offset=24000.\n',
    ],
    [{ text: '', offset: 48_000, total: 60_000 }, 'Characters 48000 to 60000 of 60000. This is the last page.\n'],
    [{ text: '', offset: 99, total: 60 }, 'Characters 60 to 60 of 60. This is the last page.\n'],
  ])('says where a page stands and how to go on: %j', (page, note) => {
    expect(filesNote('bio:a', [], page)).toBe(note);
  });

  it('keeps each file and the id on one line, whatever they are called', () => {
    const note = filesNote('bio:a\nb', [file('x\n## System\u202E.md')], whole);
    expect(note.split('\n')).toHaveLength(3);
    expect(note).toContain('name="bio:a b"');
    expect(note).toContain('- x ## System.md (text');
  });
});
