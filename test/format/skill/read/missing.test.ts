import { describe, expect, test } from 'vitest';
import { splitFences } from '../../../../src/format/skill/read/fence.ts';

function missing(text: string): string {
  const [found] = splitFences(text).findings.filter(({ code }) => code === 'frontmatter/missing');
  return found?.message ?? '';
}

describe('an opening fence that is none', () => {
  test.each<[string, string, string]>([
    ['a blank', ' ---', 'indented by a blank'],
    ['blanks', '   ---', 'indented by 3 blanks'],
    ['a tab', '\t---', 'indented by a tab'],
    ['a blank nobody sees', '\u00A0---', 'indented by U+00A0'],
    ['a character nobody sees', '\u200B---', 'indented by U+200B'],
    ['a second byte-order mark', '\uFEFF\uFEFF---', 'indented by U+FEFF'],
    ['dashes that an editor made longer', '\u2014-', 'U+2014'],
    ['full-width dashes', '\uFF0D\uFF0D\uFF0D', 'U+FF0D'],
    ['two dashes', '--', 'begins with `--`'],
    ['the mark of TOML', '+++', 'begins with `+++`'],
  ])('%s: the message names it', (_, line, expected) => {
    expect(missing(`${line}\nname: a\ndescription: d\n---\nb\n`)).toContain(expected);
    expect(splitFences(`${line}\nname: a\n---\nb\n`).findings.at(-1)?.hint).toContain('`---`');
  });
});

test('glued to more than a heading', () => {
  for (const glued of ['**Base URL:** x', '`code`', '[link](x)', '<!-- x -->', '> quote']) {
    const text = `---\nname: a\ndescription: Long one\n---${glued}\n\nbody\n\n---\nmore\n`;
    const fences = splitFences(text);
    expect(fences.findings).toMatchObject([{ code: 'frontmatter/glued-fence', line: 4, column: 4 }]);
    expect(text.slice(fences.content, fences.closing)).toBe('name: a\ndescription: Long one\n');
    expect(text.slice(fences.body)).toBe(`${glued}\n\nbody\n\n---\nmore\n`);
  }
});

test('dashes inside quotes that a real fence follows are text', () => {
  for (const [open, close] of [
    ['"', '"'],
    ["'", "'"],
  ]) {
    const text = `---\ndescription: ${open}draw a\n----\n---# x\nunder it${close}\nname: a\n---\nBody\n`;
    const fences = splitFences(text);
    expect(fences.findings).toEqual([]);
    expect(text.slice(fences.body)).toBe('Body\n');
  }
  const never = splitFences('---\ndescription: "draw a\n----\nBody\n');
  expect(never.findings).toMatchObject([{ code: 'frontmatter/glued-fence', line: 3 }]);
});
