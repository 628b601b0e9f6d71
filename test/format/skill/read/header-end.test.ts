import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { summarizeFast } from '../../../../src/format/skill/fast/summary.ts';
import { summarizeFull } from '../../../../src/format/skill/fast/summary-full.ts';
import { readSkillDocument } from '../../../../src/format/skill/read/document.ts';
import { splitFences } from '../../../../src/format/skill/read/fence.ts';

/** Both readers, where the fast one gives an answer. */
function read(text: string) {
  const bytes = Buffer.from(text);
  const fast = summarizeFast(bytes);
  if (fast !== undefined) expect(fast).toEqual(summarizeFull(bytes));
  return readSkillDocument(text);
}

const codes = (text: string): string[] => read(text).findings.map(({ code, line }) => `${code} ${line}`);

const BODIES: readonly (readonly [string, string])[] = [
  ['a heading', '# Title\n\n## Step 1\n'],
  ['a heading below level one', '### Notes\n'],
  ['prose', 'This skill does things.\n'],
  ['prose in Chinese', '本技能用于处理文件。\n'],
  ['bold text', '**Base URL:** https://x.example\n'],
  ['a list', '- one\n- two\n'],
  ['a list with stars', '* one\n'],
  ['a numbered list', '1. First: do this\n2. Then that\n'],
  ['a table', '| a | b |\n| --- | --- |\n| c | d |\n'],
  ['code', '```bash\nls\n```\n'],
  ['a quote', '> A remark.\n'],
  ['a heading, and keys that were given before', '# H\n\nname: b\ndescription: E\n'],
  ['a heading, and keys in a block of code', '# H\n\n```yaml\nlicense: MIT\nname: other\n```\n'],
  ['a heading, and prose with a colon', '# H\n\nUsage: call it\n'],
];

describe('a rule of the body is no closing fence', () => {
  test.each(BODIES)('where %s stands above it', (_, body) => {
    for (const eol of ['\n', '\r\n']) {
      const text = `---\nname: a\ndescription: D.\n\n${body}\n---\n\nrest\n`.replaceAll('\n', eol);
      const document = read(text);
      expect(document).toMatchObject({ name: 'a', description: 'D.', recovered: true });
      expect(document.body).toBe(`${body}\n---\n\nrest\n`.replaceAll('\n', eol));
      expect(document.findings).toMatchObject([
        { code: 'frontmatter/unterminated', severity: 'error', line: 1, hint: 'Put a line `---` before line 5.' },
      ]);
    }
  });

  test('nor is one that is glued, or of dots', () => {
    expect(read('---\nname: a\ndescription: D.\n\n# T\n\n------\nrest\n').body).toBe('# T\n\n------\nrest\n');
    expect(read('---\nname: a\ndescription: D.\n\n# T\n\n...\nrest\n').body).toBe('# T\n\n...\nrest\n');
  });

  test('nor is the one of an example in the body', () => {
    const text = '---\nname: a\ndescription: D.\n\n# T\n\n```yaml\n---\nname: other\ntags: [x]\n---\n```\n';
    expect(read(text)).toMatchObject({ name: 'a', description: 'D.' });
    expect(read(text).frontmatter).toEqual({ name: 'a', description: 'D.' });
  });

  test('where nobody closed the header at all, an example in a block of code is none either', () => {
    const text = '# Writing skills\n\nText.\n\n```yaml\n---\nname: example\ndescription: e\n---\n```\n';
    const [found] = read(text).findings;
    expect(read(text)).toMatchObject({ name: undefined, description: 'Text.' });
    expect(found?.hint).not.toContain('line 6');
  });
});

describe('a header stays whole', () => {
  test.each([
    ['a comment between blank lines', 'name: a\n\n# a comment in the header\n\ndescription: D.\n\n'],
    ['comments above keys', 'name: a\ndescription: D.\n\n# Internal\nowner: team\n\n# More\nreviewed: 2024\n'],
    ['keys that are left out', 'name: a\ndescription: D.\n\n# license: MIT\n# metadata:\n#   x: y\n\n'],
    ['a comment at its end', 'name: a\ndescription: D.\n\n# end of header\n'],
    ['blank lines between fields', 'name: a\n\ndescription: D.\n\n\nlicense: MIT\n\n'],
    ['a list below a blank line', 'name: a\ndescription: D.\ntags:\n\n- a\n- b\n'],
    ['text in quotes', 'name: a\ndescription: D.\nx: "one\n\n  # two\n\n  three"\n'],
    ['a block', 'name: a\ndescription: D.\nx: |\n  one\n\n  # two\n\n  - three\n\n'],
    ['brackets', 'name: a\ndescription: D.\nx: {\n\n  "a": "b"\n\n  }\n'],
  ])('%s', (_, header) => {
    const document = read(`---\n${header}---\n\n# Body\n`);
    expect(document).toMatchObject({ name: 'a', description: 'D.', body: '\n# Body\n' });
    expect(document.findings).toEqual([]);
  });

  test('where unindented text has paragraphs, and the fence closes right behind them', () => {
    const document = read('---\nname: a\ndescription: >\nOne.\n\nTwo.\n---\nBody\n');
    expect(document).toMatchObject({ name: 'a', description: 'One.\nTwo.', body: 'Body\n' });
  });
});

describe('what a Markdown formatter makes of a header', () => {
  const body = '# P\n\nIntro.\n\n---\n\nrest\n';

  test.each([
    ['the first key behind `##`', '## name: pretty\ndescription: D.\n'],
    ['each field apart', '## name: pretty\n\ndescription: D.\n'],
    ['all in one line', '## name: pretty description: D.\n'],
    ['the description first', '## description: D.\nname: pretty\n'],
  ])('%s', (_, header) => {
    const document = read(`---\n\n${header}\n${body}`);
    expect(document).toMatchObject({ name: 'pretty', description: 'D.', body });
    expect(document.findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['frontmatter/unterminated', 'error'],
      ['frontmatter/heading-key', 'error'],
    ]);
  });

  test('a comment is no key', () => {
    expect(read('---\n# license: MIT\nname: a\ndescription: D.\n---\n').frontmatter).toEqual({
      name: 'a',
      description: 'D.',
    });
    expect(codes('---\n## name: old\nname: a\ndescription: D.\n---\n')).toEqual([]);
  });
});

describe('a second header directly below the first', () => {
  test('gives what the first lacks, is named with its line, and is not the body', () => {
    const second = '---\nname: other\ndescription: "Second block."\ntags: [x]\nrequirements: [bin:jq]\n---\n';
    for (const gap of ['', '\n', '\n\n']) {
      const document = read(`---\nname: dup\ndescription: \n---\n${gap}${second}\nBody.\n`);
      expect(document).toMatchObject({ name: 'dup', description: 'Second block.', body: '\nBody.\n' });
      expect(document.frontmatter).toEqual({
        name: 'dup',
        description: 'Second block.',
        tags: ['x'],
        requirements: ['bin:jq'],
      });
      expect(document.findings).toMatchObject([{ code: 'frontmatter/second-block', line: 5 + gap.length }]);
    }
  });

  test.each([
    ['a rule', '---\n\nText.\n'],
    ['text between rules', '---\n\nText.\n\n---\n'],
    ['words with colons between rules', '---\nNote: this\n---\n'],
    ['one that is never closed', '---\nname: x\n\nText.\n'],
    ['one further down', 'Text.\n\n---\nname: x\n---\n'],
  ])('%s is the body', (_, body) => {
    expect(read(`---\nname: a\ndescription: D.\n---\n${body}`)).toMatchObject({ body, findings: [] });
  });

  test('also where it lies behind what is read first', () => {
    const text = `---\nname: a\ndescription: ""\n---\n${'\n'.repeat(9_000)}---\ndescription: Far.\n---\nBody\n`;
    expect(summarizeFull(Buffer.from(text)).description).toBe('Far.');
  });
});

test('any header with a body below it gives the same fields, whether a rule follows or not', () => {
  const body = fc.constantFrom(...BODIES.map(([, text]) => text));
  fc.assert(
    fc.property(body, body, fc.boolean(), (one, two, hasRule) => {
      const text = `---\nname: a\ndescription: D.\n\n${one}\n${two}${hasRule ? '\n---\n\nrest\n' : ''}`;
      expect(read(text)).toMatchObject({ name: 'a', description: 'D.', body: text.slice(text.indexOf(one)) });
    }),
    { numRuns: 200 },
  );
});

describe('headers that are made to take long', () => {
  const within = (text: string, milliseconds: number): void => {
    const start = performance.now();
    splitFences(text);
    expect(performance.now() - start).toBeLessThan(milliseconds);
  };

  test.each([
    ['headings without end above one new key', `---\nname: a\n${'\n# x\n'.repeat(60_000)}license: MIT\n---\n`],
    ['dashes without end inside quotes', `---\nname: a\ndescription: "x\n${'----\n'.repeat(12_000)}"\n---\n`],
    ['prose without end', `---\nname: a\n${'\nprose\n'.repeat(60_000)}license: MIT\n---\n`],
    ['keys without end', `---\n${'a: {\n'.repeat(60_000)}---\n`],
  ])('%s', (_, text) => {
    within(text, 2_000);
  });
});
