import { describe, expect, it } from 'vitest';
import { colourOf, summaryWords, treesOf, wordsOf } from '../../../../src/surface/page/core/trees.ts';
import { bytes, countOf, requirement } from '../../../../src/surface/page/core/words.ts';

const counts = { declared: 0, by_review: 0, by_evidence: 0 };
const scope = (id: string, ready: number, needs_setup: number, unknown: number) => ({
  ...counts,
  id,
  kind: 'collection' as const,
  total: ready + needs_setup + unknown,
  ready,
  needs_setup,
  unknown,
});
const summary = {
  ...scope('', 5, 2, 1_000),
  scopes: [scope('bio', 4, 1, 0), scope('dark', 0, 0, 1_000), scope('half', 1, 1, 0)],
  missing: [],
};
const modes = { none: 2, host_only: 1, raw_required: 2, unknown: 0 };
const trees = treesOf(summary, [{ id: 'bio', title: 'Biology', count: 5, prompt_line: '' }], [{ id: 'bio', modes }]);

describe('what a tree looks like on the map', () => {
  it.each([
    ['bio', 'readiness', 'good-4', '4 ready, 1 need setup'],
    ['dark', 'readiness', 'unknown', 'nothing known'],
    ['half', 'readiness', 'good-3', '1 ready, 1 need setup'],
    ['bio', 'network', 'warn-3', '3 want the network'],
    ['dark', 'network', 'unknown', 'nothing known of the network'],
  ] as const)('%s by %s is %s: %s', (id, by, colour, words) => {
    const tree = trees.find((one) => one.id === id);
    if (tree === undefined) return expect.fail('no such tree');
    expect(colourOf(tree, by)).toBe(colour);
    expect(wordsOf(tree, by)).toBe(words);
  });

  it('has the title of its collection', () => {
    expect(trees.map(({ title, size }) => [title, size])).toEqual([
      ['Biology', 5],
      ['dark', 1_000],
      ['half', 2],
    ]);
  });

  it('is summed up in one sentence', () => {
    expect(summaryWords(summary)).toBe(
      '1,007 skills in 3 trees: 5 can run here, 2 wait for something, of 1,000 nobody can tell.',
    );
  });
});

describe('words', () => {
  it.each([
    ['bin:samtools', 'program', 'samtools'],
    ['python:pysam', 'Python package', 'pysam'],
    ['network:raw_required', 'what it wants', 'open network'],
    ['other:x:y', 'other', 'x:y'],
  ])('%s is a %s called %s', (text, kind, name) => {
    expect(requirement(text)).toEqual({ kind, name });
  });

  it('count and weigh', () => {
    expect([countOf(1, 'skill'), countOf(20_000, 'skill'), countOf(2, 'entry', 'entries')]).toEqual([
      '1 skill',
      '20,000 skills',
      '2 entries',
    ]);
    expect([bytes(12), bytes(4_200), bytes(3_100_000)]).toEqual(['12 B', '4.2 kB', '3.1 MB']);
  });
});
