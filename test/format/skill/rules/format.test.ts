import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSkillDocument } from '../../../../src/format/skill/read/document.ts';
import { parseAllowedTools } from '../../../../src/format/skill/rules/allowed-tools.ts';
import { checkFormat } from '../../../../src/format/skill/rules/format.ts';
import { hasShared, shared } from '../../../support/shared.ts';

function check(header: string, body: string = '', options: { strict?: boolean; folderName?: string } = {}): string[] {
  const document = readSkillDocument(`---\n${header}---\n${body}`);
  const findings = checkFormat(document, { folderName: options.folderName ?? 'a', strict: options.strict ?? false });
  return findings.map(({ code, severity, line }) => `${severity} ${code} ${line}`);
}

const SOUND = 'name: a\ndescription: Does a.\n';

test('a document of the six keys has nothing to be said about it, strict or not', () => {
  const header = `${SOUND}license: MIT\ncompatibility: Needs git.\nmetadata:\n  author: b\nallowed-tools: Bash(git add:*) Read\n`;
  expect(check(header)).toEqual([]);
  expect(check(header, '', { strict: true })).toEqual([]);
});

describe('names', () => {
  test('a character that nobody sees is named by its number', () => {
    const document = readSkillDocument('---\nname: "a\u202Eb\u200B"\ndescription: b\n---\n');
    const messages = checkFormat(document, { folderName: 'a', strict: false }).map((one) => one.message);
    expect(messages.join(' ')).toContain('has `U+202E U+200B`.');
  });

  test.each(['a', 'a1', '8-bit-x', 'pdf-processing', 'a'.repeat(64)])('%s is portable', (name) => {
    expect(check(`name: ${name}\ndescription: b\n`, '', { folderName: name })).toEqual([]);
  });

  test.each([
    ['Upper', 'upper-case'],
    ['a b', 'blanks'],
    ['-a', 'begins or ends with a hyphen'],
    ['a-', 'begins or ends with a hyphen'],
    ['a--b', 'two hyphens in a row'],
    ['a_b', '`_`'],
    ['kradleverse:act', '`:`'],
    ['a/b', '`/`'],
    ['a'.repeat(65), '65 characters'],
    ['übung', 'other than a-z'],
    ['The HIVE \u{1F41D}', '\u{1F41D}'],
  ])('%s is told what is wrong with it', (name, fault) => {
    const document = readSkillDocument(`---\nname: "${name}"\ndescription: b\n---\n`);
    const findings = checkFormat(document, { folderName: name, strict: false });
    expect(findings).toMatchObject([{ code: 'frontmatter/invalid-name', severity: 'warning', line: 2 }]);
    expect(findings[0]?.message).toContain(fault);
  });

  test("a name that is not the folder's is a warning, or an error when strict", () => {
    expect(check(SOUND, '', { folderName: 'b' })).toEqual(['warning frontmatter/name-not-folder 2']);
    expect(check(SOUND, '', { folderName: 'b', strict: true })).toEqual(['error frontmatter/name-not-folder 2']);
    expect(check('name: "caf\\u00e9"\ndescription: b\n', '', { folderName: 'cafe\u0301' })).toEqual([
      'warning frontmatter/invalid-name 2',
    ]);
  });
});

describe('lengths count code points', () => {
  test.each([
    [`name: a\ndescription: ${'x'.repeat(1_024)}\n`, []],
    [`name: a\ndescription: ${'\u{1F4E7}'.repeat(1_024)}\n`, []],
    [`name: a\ndescription: ${'x'.repeat(1_025)}\n`, ['warning frontmatter/long-description 3']],
    [`${SOUND}compatibility: ${'\u{1F4E7}'.repeat(500)}\n`, []],
    [`${SOUND}compatibility: ${'x'.repeat(501)}\n`, ['warning frontmatter/long-compatibility 4']],
  ])('%#', (header, found) => {
    expect(check(header)).toEqual(found);
  });

  test('the message gives the length and the limit', () => {
    const [found] = checkFormat(readSkillDocument(`---\nname: a\ndescription: ${'\u{1F4E7}'.repeat(1_030)}\n---\n`), {
      folderName: 'a',
      strict: false,
    });
    expect(found?.message).toMatch(/1030.*1024/u);
  });
});

describe('keys', () => {
  test('keys beside the six are one info that names them, and an error when strict', () => {
    const header = `${SOUND}version: 1\nuser-invocable: true\nx-local: y\n`;
    expect(check(header)).toEqual(['info frontmatter/unknown-key 4']);
    expect(check(header, '', { strict: true })).toEqual(['error frontmatter/unknown-key 4']);
    const [found] = checkFormat(readSkillDocument(`---\n${header}---\n`), { folderName: 'a', strict: false });
    for (const key of ['version', 'user-invocable', 'x-local']) expect(found?.message).toContain(`\`${key}\``);
    expect(readSkillDocument(`---\n${header}---\n`).frontmatter).toMatchObject({ version: '1', 'x-local': 'y' });
  });

  test.each([
    ['licence: MIT', 'license'],
    ['allowed_tools: Read', 'allowed-tools'],
    ['compatability: x', 'compatibility'],
  ])('%s is asked about', (line, meant) => {
    const findings = checkFormat(readSkillDocument(`---\n${SOUND}${line}\n---\n`), { folderName: 'a', strict: false });
    expect(findings).toMatchObject([{ code: 'frontmatter/misspelt-key', line: 4 }]);
    expect(findings[0]?.message).toContain(`did you mean \`${meant}\`?`);
  });

  test('a key in other case is read, and said', () => {
    const document = readSkillDocument('---\nName: a\nDESCRIPTION: Does x.\nMetadata:\n  a: b\n---\n');
    expect(document).toMatchObject({ name: 'a', description: 'Does x.', recovered: true });
    expect(document.frontmatter['metadata']).toEqual({ a: 'b' });
    expect(document.findings).toMatchObject([
      { code: 'frontmatter/misspelt-key', severity: 'warning', line: 2, column: 1 },
      { code: 'frontmatter/misspelt-key', line: 3, message: '`DESCRIPTION` is read as `description`.' },
      { code: 'frontmatter/misspelt-key', line: 4 },
    ]);
    const both = readSkillDocument('---\nname: a\nName: b\ndescription: c\n---\n');
    expect(both).toMatchObject({ name: 'a', findings: [] });
  });

  test('a misspelt description is asked about where it is missed', () => {
    const document = readSkillDocument('---\nname: a\ndesciption: Does X\n---\n');
    expect(document.findings).toMatchObject([{ code: 'frontmatter/no-description', severity: 'error', line: 3 }]);
    expect(document.findings[0]?.message).toBe('The description is missing; did you mean line 3 `desciption`?');
  });
});

describe('shapes that only strict checking minds', () => {
  test.each([
    ['allowed-tools: [Read, Grep]', 4],
    ['allowed-tools: Read, Grep', 4],
    ['metadata:\n  a: {b: c}', 4],
    ['metadata: [a]', 4],
  ])('%s', (lines, line) => {
    expect(check(`${SOUND}${lines}\n`)).toEqual([]);
    expect(check(`${SOUND}${lines}\n`, '', { strict: true })).toEqual([`error frontmatter/wrong-type ${line}`]);
  });

  test('what a lenient reader mends is an error', () => {
    expect(check('name: a\ndescription: b: c\n', '', { strict: true })).toEqual(['error yaml/unquoted-colon 3']);
  });
});

describe('allowed-tools', () => {
  test.each<[Parameters<typeof parseAllowedTools>[0], string[]]>([
    [
      ['Read', 'Grep'],
      ['Read', 'Grep'],
    ],
    ['Read, Grep', ['Read', 'Grep']],
    ['Read Grep', ['Read', 'Grep']],
    ['Read,Grep,', ['Read', 'Grep']],
    ['Bash(git add:*) Read', ['Bash(git add:*)', 'Read']],
    [
      ['Bash(git add:*, git commit:*)', 'mcp__x__y'],
      ['Bash(git add:*, git commit:*)', 'mcp__x__y'],
    ],
    ['Bash(never closed', ['Bash(never closed']],
    ['a) b', ['a)', 'b']],
    [null, []],
    ['', []],
  ])('%j', (value, tools) => {
    expect(parseAllowedTools(value)).toEqual(tools);
  });
});

describe('bodies', () => {
  test('a second frontmatter at their top is named, a rule or a list between rules is not', () => {
    expect(check(SOUND, '\n---\nsummary: x\n---\n\ntext')).toEqual([
      'warning frontmatter/second-block 6',
      'info frontmatter/unknown-key 7',
    ]);
    expect(check(SOUND, '---\n\ntext\n\n---\n')).toEqual([]);
    expect(check(SOUND, 'text\n\n---\na: b\n---\n')).toEqual([]);
  });

  test('characters nobody sees are named by code point and line, less loudly in code blocks', () => {
    const body = 'a\u202Eb\n\u200B \u202E\n```js\n\u202E\n```\nx\n';
    expect(check(SOUND, body)).toEqual([
      'warning text/hidden-character 5',
      'warning text/hidden-character 6',
      'info text/hidden-character 8',
    ]);
    const [first] = checkFormat(readSkillDocument(`---\n${SOUND}---\n${body}`), { folderName: 'a', strict: true });
    expect(first).toMatchObject({ severity: 'warning', column: 2 });
    expect(first?.message).toContain('U+202E');
    expect(first?.message).toContain('lines 5, 6');
  });

  test('their escapes, emoji sequences and a byte-order mark at the top are not', () => {
    const body = '`\\u202E` &#x202E; \u{1F468}\u200D\u{1F469} \u0645\u06CC\u200C\u062E\u0648 \u2764\uFE0F\n';
    expect(check(SOUND, body)).toEqual([]);
    const document = readSkillDocument(`\uFEFF---\n${SOUND}---\n`);
    expect(checkFormat(document, { folderName: 'a', strict: false }).map(({ code }) => code)).toEqual([
      'frontmatter/bom',
    ]);
  });

  test('tag characters and terminal controls are told apart', () => {
    const findings = checkFormat(readSkillDocument(`---\n${SOUND}---\n\u{E0041}\u001B[2J`), {
      folderName: 'a',
      strict: false,
    });
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('can carry text'),
      expect.stringContaining('control character'),
    ]);
  });
});

describe.skipIf(!hasShared)('real bodies', () => {
  test.each([
    ['100-second-frontmatter', 'frontmatter/second-block', 6],
    ['102-bidi-body', 'text/hidden-character', undefined],
  ])('%s', (file, code, line) => {
    const document = readSkillDocument(readFileSync(shared('cases', 'frontmatter', `${file}.md`), 'utf8'));
    const found = checkFormat(document, { folderName: document.name ?? '', strict: false }).filter(
      (one) => one.code === code,
    );
    expect(found.length).toBeGreaterThan(0);
    if (line !== undefined) expect(found[0]?.line).toBe(line);
  });
});
