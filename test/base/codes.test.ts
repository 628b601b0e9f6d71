import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CODE_NOTES, renderCodes } from '../../src/base/code-notes.ts';
import { DIAGNOSTIC_CODES } from '../../src/base/codes.ts';

const top = join(import.meta.dirname, '../..');

/** Every file of a folder but some, with its text. */
function texts(folder: string, but: readonly string[]): string[] {
  return readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !but.includes(path))
    .map((path) => readFileSync(join(top, folder, path), 'utf8'));
}

const codes = Object.keys(DIAGNOSTIC_CODES);

test('every code has a producer', () => {
  // A set of codes that are made louder produces none of them.
  const sources = texts('src', ['base/codes.ts', 'base/code-notes.ts']).map((text) =>
    text.replace(/new Set<DiagnosticCode>\(\[.*?\]\)/gs, ''),
  );
  expect(codes.filter((code) => !sources.some((text) => text.includes(`'${code}'`)))).toEqual([]);
});

test('every code has a test', () => {
  const tests = texts('test', ['base/codes.test.ts']);
  expect(codes.filter((code) => !tests.some((text) => text.includes(code)))).toEqual([]);
});

test('every code is explained once, in words of its own', () => {
  const notes = CODE_NOTES();
  expect(Object.keys(notes).sort()).toEqual([...codes].sort());
  const meanings = Object.values(notes).map(({ meaning }) => meaning);
  expect(new Set(meanings).size).toBe(meanings.length);
  for (const { meaning, example } of Object.values(notes)) {
    expect(meaning).toMatch(/^[^a-z].*\.$/);
    expect(example).not.toBe('');
  }
});

test('docs/codes.md is made from the table', async () => {
  await expect(renderCodes(DIAGNOSTIC_CODES)).toMatchFileSnapshot('../../docs/codes.md');
});
