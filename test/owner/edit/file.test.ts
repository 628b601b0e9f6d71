import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDisk } from '../../../src/io/disk/disk.ts';
import { editSkillFile, fixSkillFile } from '../../../src/owner/edit/file.ts';
import { listFiles } from '../../../src/tree/files/files.ts';
import { makeTree, skillText } from '../../support/tree.ts';

const LEFTOVER = '.SKILL.md.skillfiche-0123456789ab.tmp';

/** The code and reason with which an edit fails. */
async function failure(edit: Promise<unknown>): Promise<string> {
  try {
    await edit;
    return 'no failure';
  } catch (error) {
    const { code, reason } = error as { code?: string; reason?: string };
    return [code, reason].filter((part) => part !== undefined).join(' ');
  }
}

describe('editing a file', () => {
  test('writes the new text, keeps the mode and leaves nothing else behind', async () => {
    const root = makeTree({ 'a/SKILL.md': skillText('a', 'Old.') });
    const file = join(root, 'a/SKILL.md');
    chmodSync(file, 0o640);
    const report = await editSkillFile(file, { description: 'New: text' });
    expect(report).toMatchObject({ path: file, changed: true, written: true });
    expect(report.edits).toEqual([
      { field: 'description', action: 'set', line: 3, style: 'double', style_before: 'plain' },
    ]);
    expect(report.diff.split('\n').filter((line) => /^[-+][^-+]/.test(line))).toEqual([
      '-description: Old.',
      '+description: "New: text"',
    ]);
    expect(readFileSync(file, 'utf8')).toBe(skillText('a', '"New: text"'));
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(root, 'a'))).toEqual(['SKILL.md']);
  });

  test('writes nothing on a dry run, and reports the same', async () => {
    const root = makeTree({ 'SKILL.md': skillText('a'), [LEFTOVER]: 'x' });
    const file = join(root, 'SKILL.md');
    const dry = await editSkillFile(file, { name: 'b' }, { dryRun: true });
    expect(dry).toMatchObject({ changed: true, written: false });
    expect(readFileSync(file, 'utf8')).toBe(skillText('a'));
    expect(readdirSync(root)).toContain(LEFTOVER);
    expect(await editSkillFile(file, { name: 'b' })).toEqual({ ...dry, written: true });
  });

  test('refuses by name what the system refuses, and leaves nothing behind', async () => {
    const root = makeTree({ 'SKILL.md': skillText('a') });
    const onStep = (step: string): void => {
      if (step === 'half-written') throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    expect(await failure(editSkillFile(join(root, 'SKILL.md'), { name: 'b' }, { onStep }))).toBe('UNREADABLE ENOSPC');
    expect(readdirSync(root)).toEqual(['SKILL.md']);
    expect(readFileSync(join(root, 'SKILL.md'), 'utf8')).toBe(skillText('a'));
  });

  test('does not touch a file that says it already', async () => {
    const root = makeTree({ 'SKILL.md': skillText('a') });
    const file = join(root, 'SKILL.md');
    const before = lstatSync(file);
    expect(await editSkillFile(file, { name: 'a', origin: null })).toEqual({
      path: file,
      changed: false,
      written: false,
      edits: [],
      diff: '',
    });
    expect(lstatSync(file).ino).toBe(before.ino);
  });

  test('keeps bytes that are not its business: mark, line ends, no last newline', async () => {
    const root = makeTree({ 'SKILL.md': '\uFEFF---\r\nname: a\r\n---\r\nBody' });
    await editSkillFile(join(root, 'SKILL.md'), { name: 'b' });
    expect(readFileSync(join(root, 'SKILL.md'), 'utf8')).toBe('\uFEFF---\r\nname: b\r\n---\r\nBody');
  });

  test('removes what an interrupted edit left, which is never listed', async () => {
    const root = makeTree({ 'SKILL.md': skillText('a'), [LEFTOVER]: 'half', 'notes.tmp': 'mine' });
    expect(listFiles(createDisk(), root).paths).toEqual(['SKILL.md', 'notes.tmp']);
    await editSkillFile(join(root, 'SKILL.md'), { name: 'b' });
    expect(readdirSync(root).sort()).toEqual(['SKILL.md', 'notes.tmp']);
  });

  test('repairs a file', async () => {
    const root = makeTree({ 'SKILL.md': skillText('a', 'Use when: b') });
    expect(await fixSkillFile(join(root, 'SKILL.md'))).toMatchObject({
      written: true,
      edits: [{ field: 'description', action: 'quote' }],
    });
    expect(readFileSync(join(root, 'SKILL.md'), 'utf8')).toBe(skillText('a', '"Use when: b"'));
  });
});

describe('a file is not written', () => {
  test('when somebody saved it in the meantime', async () => {
    const root = makeTree({ 'SKILL.md': skillText('a') });
    const file = join(root, 'SKILL.md');
    const onStep = (step: string): void => {
      if (step === 'synced') writeFileSync(file, skillText('theirs'));
    };
    expect(await failure(editSkillFile(file, { name: 'b' }, { onStep }))).toBe('FILE_CHANGED');
    expect(readFileSync(file, 'utf8')).toBe(skillText('theirs'));
    expect(readdirSync(root)).toEqual(['SKILL.md']);
  });

  test('when the write fails half-way', async () => {
    const root = makeTree({ 'SKILL.md': skillText('a') });
    const file = join(root, 'SKILL.md');
    const onStep = (step: string): void => {
      if (step === 'half-written') throw new Error('disk full');
    };
    expect(await failure(editSkillFile(file, { name: 'b' }, { onStep }))).toBe('');
    expect(readFileSync(file, 'utf8')).toBe(skillText('a'));
    expect(readdirSync(root)).toEqual(['SKILL.md']);
  });

  test.each<[string, string | Uint8Array, string]>([
    ['the frontmatter cannot be edited', '---\nname: a\n', 'EDIT_REFUSED unterminated'],
    ['it is not UTF-8', Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff]), 'EDIT_REFUSED not-utf8'],
    ['it holds NUL', '---\nname: a\0\n---\n', 'EDIT_REFUSED not-text'],
    ['it is too large', 'x'.repeat(1024 * 1024 + 1), 'TOO_LARGE'],
  ])('when %s', async (_, content, expected) => {
    const root = makeTree({ 'SKILL.md': content });
    const file = join(root, 'SKILL.md');
    expect(await failure(editSkillFile(file, { name: 'b' }))).toBe(expected);
    expect(readFileSync(file).equals(Buffer.from(content))).toBe(true);
  });

  test('when it is not there or is a folder', async () => {
    const root = makeTree({ 'SKILL.md/x': '' });
    expect(await failure(editSkillFile(join(root, 'none/SKILL.md'), { name: 'b' }))).toBe('UNREADABLE ENOENT');
    expect(await failure(editSkillFile(join(root, 'SKILL.md'), { name: 'b' }))).toBe('EDIT_REFUSED not-a-file');
  });

  test('and the message names file, line, reason and way out', async () => {
    const root = makeTree({ 'SKILL.md': '<!-- x -->\n---\nname: a\n---\n' });
    const file = join(root, 'SKILL.md');
    await expect(editSkillFile(file, { name: 'b' })).rejects.toThrow(
      `Not edited: ${file}:1: Text stands before the opening \`---\`: \`<!-- x -->\`. The frontmatter starts at line 2: remove what stands before it.`,
    );
  });
});
