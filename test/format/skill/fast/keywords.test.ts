import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keywordsFast } from '../../../../src/format/skill/fast/keywords.ts';
import { keywordsFull } from '../../../../src/format/skill/fast/keywords-full.ts';
import { splitFences } from '../../../../src/format/skill/read/fence.ts';
import { hasShared, shared } from '../../../support/shared.ts';
import { skillFilesIn } from '../../../support/skills.ts';

const fast = (text: string): string | undefined => keywordsFast(text, splitFences(text));
const full = (text: string): string => keywordsFull(text, splitFences(text));
const file = (fields: string): string => `---\nname: a\n${fields}---\nBody tags: none.\n`;

describe('the keywords of a SKILL.md', () => {
  it.each([
    ['', ''],
    ['tags: [x, y z]\n', 'x, y z'],
    ['tags:\n  - x\n  - y\n', 'x, y'],
    ['keywords: x, y\ncategory: c\n', 'x, y, c'],
    ['metadata:\n  tags: "x, y"\n  author: me\n', 'x, y'],
    ['metadata: { tags: [x], author: me }\n', 'x'],
    ['tags: top\nmetadata:\n  tags: below\n  category: c\n', 'top, c'],
    ['primary_tool: bwa\ntriggers:\n  on: [p, q]\n', 'bwa, p, q'],
    ['tags:\n', ''],
    ['description: "tags: x"\n', ''],
    ['heritage: x\n', ''],
  ])('%j are %j', (fields, expected) => {
    expect(full(file(fields))).toBe(expected);
    expect(fast(file(fields))).toBe(expected);
  });

  it.each(['tags: !!str x\n', 'tags: &a x\n', 'tags: [x\n', 'tags: x\ntags: y\n'])('%j is left to YAML', (fields) => {
    expect(fast(file(fields))).toBeUndefined();
    expect(full(file(fields))).toMatch(/[xy]/);
  });

  it('are none without a frontmatter', () => {
    expect([fast('tags: x\n'), full('tags: x\n')]).toEqual(['', '']);
  });

  it.skipIf(!hasShared)('are the same from both readers in real trees, wherever the fast one answers', () => {
    let answered = 0;
    const files = ['anthropic', 'wshobson', 'scientific', 'cybersecurity'].flatMap((name) =>
      skillFilesIn(shared('corpora', name)),
    );
    for (const path of files) {
      const text = readFileSync(path, 'utf8');
      const quick = fast(text);
      if (quick === undefined) continue;
      answered++;
      expect([path, quick]).toEqual([path, full(text)]);
    }
    expect(answered / files.length).toBeGreaterThan(0.9);
  });
});
