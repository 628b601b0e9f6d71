import { describe, expect, test } from 'vitest';
import { type SkillSummary, summarizeFast } from '../../../../src/format/skill/fast/summary.ts';
import { summarizeFull } from '../../../../src/format/skill/fast/summary-full.ts';
import { readSkillDocument } from '../../../../src/format/skill/read/document.ts';
import { parseAllowedTools } from '../../../../src/format/skill/rules/allowed-tools.ts';
import { checkFormat } from '../../../../src/format/skill/rules/format.ts';

// What users of other tools complained about, each with the smallest input that shows it. Both readers must agree.

function summarize(text: string | Buffer): SkillSummary {
  const bytes = Buffer.from(text);
  const full = summarizeFull(bytes);
  const fast = summarizeFast(bytes);
  if (fast !== undefined) expect(fast).toEqual(full);
  return full;
}

const SKILL = '---\nname: foo\ndescription: d\n---\n';

describe('the file', () => {
  test('a byte-order mark does not hide a skill', () => {
    const summary = summarize(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(SKILL)]));
    expect(summary).toMatchObject({ name: 'foo', description: 'd', recovered: false });
    expect(summary.findings).toMatchObject([{ code: 'frontmatter/bom', severity: 'info' }]);
  });

  test.each([
    ['CRLF', SKILL.replaceAll('\n', '\r\n')],
    ['a lone CR', SKILL.replaceAll('\n', '\r')],
    ['no line end behind the closing fence', SKILL.trimEnd()],
  ])('%s reads as LF does', (_, text) => {
    expect(summarize(text)).toEqual(summarize(SKILL));
    expect(readSkillDocument(text).body).toBe('');
  });

  test.each([
    ['a comment', `<!-- notice -->\n${SKILL}body`, 2],
    ['a blank line and a comment', `\n<!-- notice -->\n${SKILL}body`, 3],
  ])(
    '%s above the first fence is never silent: it is named with its line, and the header is not read',
    (_, text, line) => {
      const { name, findings } = summarize(text);
      expect(name).toBeUndefined();
      expect(findings).toMatchObject([{ code: 'frontmatter/missing', severity: 'error', line: line - 1 }]);
      expect(findings[0]?.message).toContain('<!-- notice -->');
      expect(findings[0]?.hint).toContain(`line ${line}`);
    },
  );

  test('a language behind the dashes is no header, and nothing in it runs', () => {
    const mark = '__skillfiche_ran';
    const text = `---js\nglobalThis.${mark} = true\n---\nbody`;
    const { name, findings } = summarize(text);
    expect(name).toBeUndefined();
    expect(findings).toMatchObject([{ code: 'frontmatter/missing', severity: 'error' }]);
    expect(Object.hasOwn(globalThis, mark)).toBe(false);
  });
});

describe('the header', () => {
  test('an unquoted colon costs nothing, and the finding has the place and the quoted spelling', () => {
    const text = '---\nname: a\ndescription: Plan the trip: flights, beds, meals\n---\n';
    const { name, description, findings } = summarize(text);
    expect({ name, description }).toEqual({ name: 'a', description: 'Plan the trip: flights, beds, meals' });
    expect(findings).toMatchObject([{ code: 'yaml/unquoted-colon', severity: 'warning', line: 3, column: 27 }]);
    expect(findings[0]?.hint).toContain('description: "Plan the trip: flights, beds, meals"');
  });

  test('a broken line widens nothing: what limits the skill is still read', () => {
    const header = 'name: a\ndescription: Plan: flights\nallowed-tools: Read\nrequirements: [gpu, bin:jq]\n';
    const document = readSkillDocument(`---\n${header}---\n\nThe body.\n`);
    expect(document.frontmatter).toMatchObject({ 'allowed-tools': 'Read', requirements: ['gpu', 'bin:jq'] });
    expect(document.description).toBe('Plan: flights');
    expect(summarize(document.text).declared).toEqual({
      requirements: { state: 'ok', line: 5, value: ['gpu', 'bin:jq'] },
    });
    const lost = summarize('---\nname: a\nrequirements: [gpu\ndescription: b: c\n---\n');
    expect(lost.declared).toMatchObject({ requirements: { state: 'unreadable' } });
  });

  test.each(['>', '>-', '>+', '|', '|-', '|+', '>2', '|2-'])('%s begins a block, it is not the description', (mark) => {
    const document = readSkillDocument(`---\nname: a\ndescription: ${mark}\n  one\n  two\nlicense: MIT\n---\n`);
    expect(document.description).toBe(mark.startsWith('>') ? 'one two' : 'one\ntwo');
    expect(document.frontmatter['license']).toBe('MIT');
    expect(document.findings).toEqual([]);
  });

  test('dashes inside a value end nothing', () => {
    const document = readSkillDocument(
      '---\nname: a\ndescription: Table rows parted by --- marks\nlicense: MIT\n---\nbody',
    );
    expect(document).toMatchObject({ description: 'Table rows parted by --- marks', body: 'body' });
    expect(document.frontmatter['license']).toBe('MIT');
  });

  test('rules and samples in the body are body', () => {
    const body = 'a\n\n---\n\n```yaml\n---\nx: y\n---\n```\n\n---\n';
    expect(readSkillDocument(SKILL + body).body).toBe(body);
    expect(summarize(SKILL + body).findings).toEqual([]);
  });

  test('a line that only starts with dashes is no fence, and one that is no field is named with its line', () => {
    const text = '---\nname: foo\ndescription: |\n  x\n---notes: y\ntitle = foo\n---\n';
    const document = readSkillDocument(text);
    expect(document.frontmatter).toMatchObject({ name: 'foo', '---notes': 'y' });
    expect(document.description).toBe('x');
    expect(document.findings).toMatchObject([{ code: 'frontmatter/stray-text', severity: 'warning', line: 6 }]);
  });

  test('the three ways to write allowed-tools are one list', () => {
    const tools = (line: string): string[] =>
      parseAllowedTools(readSkillDocument(`---\n${line}\n---\n`).frontmatter['allowed-tools'] ?? null);
    expect(tools('allowed-tools: [Read, Grep]')).toEqual(['Read', 'Grep']);
    expect(tools('allowed-tools: Read, Grep')).toEqual(['Read', 'Grep']);
    expect(tools('allowed-tools: Read Grep')).toEqual(['Read', 'Grep']);
    expect(tools('allowed-tools: Bash(git add:*) Read')).toEqual(['Bash(git add:*)', 'Read']);
  });

  test('nothing is retyped, and an apostrophe ends no text', () => {
    const text = "---\nname: 007\nmetadata: {version: 1.10, on: off}\ndescription: the user's guide\n---\n";
    expect(readSkillDocument(text).frontmatter).toEqual({
      name: '007',
      metadata: { version: '1.10', on: 'off' },
      description: "the user's guide",
    });
  });

  test('reading twice gives the same, and changing one answer changes no other', () => {
    const text = '---\nname: a\ndescription: b: c\ntags: [x]\n---\n';
    const first = readSkillDocument(text);
    expect(Object.assign(first.frontmatter, { name: 'changed' })).toBeDefined();
    expect(readSkillDocument(text).frontmatter['name']).toBe('a');
    expect(summarize(text)).toEqual(summarize(text));
  });

  test('keys beside the format are kept and are no more than worth knowing', () => {
    const document = readSkillDocument(
      '---\nname: a\ndescription: b\nversion: 1\nuser-invocable: true\nx-local: y\n---\n',
    );
    expect(document.frontmatter).toMatchObject({ version: '1', 'user-invocable': 'true', 'x-local': 'y' });
    const severities = checkFormat(document, { folderName: 'a', strict: false }).map(({ severity }) => severity);
    expect(severities).toEqual(['info']);
  });

  test('one odd key, with an escaped NUL even, costs its file nothing else', () => {
    const { name, description, findings } = summarize('---\nname: a\npublish: true\n"x\\0y": z\ndescription: b\n---\n');
    expect({ name, description }).toEqual({ name: 'a', description: 'b' });
    expect(findings).toMatchObject([{ code: 'frontmatter/stripped-characters', line: 4 }]);
  });

  test('a description over the limit is kept whole, with its length in characters', () => {
    const { description, findings } = summarize(`---\nname: a\ndescription: ${'x'.repeat(1_025)}\n---\n`);
    expect(description).toHaveLength(1_025);
    expect(findings).toMatchObject([{ code: 'frontmatter/long-description', severity: 'warning' }]);
    expect(findings[0]?.message).toMatch(/1025.*1024/u);
    expect(summarize(`---\nname: a\ndescription: ${'\u{1F4E7}'.repeat(1_024)}\n---\n`).findings).toEqual([]);
  });

  test('a colon inside an item of a list is read the same everywhere', () => {
    const text = '---\nname: a\ndescription: b\nrequirements: [ns:item, other]\n---\n';
    expect(readSkillDocument(text).frontmatter['requirements']).toEqual(['ns:item', 'other']);
    expect(summarizeFast(Buffer.from(text))?.declared).toMatchObject({ requirements: { value: ['ns:item', 'other'] } });
    expect(summarize(text).findings).toEqual([]);
  });

  test('a misspelt key is asked about', () => {
    const { description, findings } = summarize('---\nname: foo\ndesciption: Does X\n---\n\nBody.\n');
    expect(description).toBe('Body.');
    expect(findings[0]?.message).toBe('The description is missing; did you mean line 3 `desciption`?');
  });
});
