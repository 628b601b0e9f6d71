import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSkillDocument } from '../../../../src/format/skill/read/document.ts';
import { allowedToolsSpelling, parseAllowedTools } from '../../../../src/format/skill/rules/allowed-tools.ts';

test.each([
  [['Bash(a:*)', 'Bash(command -v:*)'], 'Write `allowed-tools: Bash(a:*), Bash(command -v:*)`.'],
  [['Read', 'Grep'], 'Write `allowed-tools: Read Grep`.'],
  ['Read, Grep', 'Write `allowed-tools: Read Grep`.'],
  [['Bash(git log #x)', 'Read'], 'Write `allowed-tools: "Bash(git log #x), Read"`.'],
])('the hint for %j', (value, hint) => {
  expect(allowedToolsSpelling(value)?.hint).toBe(hint);
});

test.each(['Read', 'Read Grep', 'Bash(a:*) Bash(command -v:*)', 'Bash(a:*), Bash(command -v:*)'])(
  '%s is the format',
  (value) => {
    expect(allowedToolsSpelling(value)).toBeUndefined();
  },
);

test('what a hint proposes reads back the same, and needs no hint', () => {
  const part = fc.stringMatching(/^[a-z]{1,4}(?:[ :*#'"&-][a-z*]{1,4}){0,3}$/);
  const tool = fc.oneof(
    fc.constantFrom('Read', 'Grep', 'mcp__a__b'),
    part.map((inside) => `Bash(${inside})`),
  );
  fc.assert(
    fc.property(fc.array(tool, { minLength: 1, maxLength: 4 }), fc.boolean(), (tools, isText) => {
      const hint = allowedToolsSpelling(isText ? tools.join(',') : tools)?.hint;
      if (hint === undefined) return;
      const { frontmatter } = readSkillDocument(
        `---\nname: a\ndescription: d\n${hint.slice('Write `'.length, -'`.'.length)}\n---\n`,
      );
      expect(parseAllowedTools(frontmatter['allowed-tools'] ?? '')).toEqual(tools);
      expect(allowedToolsSpelling(frontmatter['allowed-tools'] ?? '')).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});
