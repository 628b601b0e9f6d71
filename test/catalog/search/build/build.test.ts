import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeSegments } from '../../../../src/catalog/search/build/merge.ts';
import { readWords } from '../../../../src/catalog/search/build/word-reader.ts';
import { runThrough } from '../../../../src/catalog/search/index/layout.ts';
import { SearchIndex } from '../../../../src/catalog/search/index/open.ts';
import { openSegment, type Segment } from '../../../../src/catalog/search/index/segment.ts';
import { rankDocuments } from '../../../../src/catalog/search/query/query.ts';
import { unitsInto } from '../../../../src/catalog/search/text/fields.ts';
import { splitWords } from '../../../../src/catalog/search/text/tokens.ts';
import { indexSamples, packSamples, type Sample } from '../support.ts';

const WORDS = ['graph', 'tree', 'merge', 'pdf', '基因表达', '基因', '因', 'データ', 'A/B', 'scRna-seq', 'C++', 'x'];
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((list) => list.join(' '));
const sample = (id: string): fc.Arbitrary<Sample> =>
  fc.record({
    id: fc.constant(id),
    name: words,
    description: words,
    keywords: words,
    body: words.map((text) => `# ${text}\n\n${text}\n\n\`\`\`\n${text}\n\`\`\`\n`),
    isMember: fc.boolean(),
  });
const IDS = ['s:a', 's:b', 's:c', 's:d', 's:e', 's:f', 's:g'];
/** The same ids twice: what was, and what is. Undefined: not there. */
const states = fc.tuple(...IDS.map((id) => fc.option(sample(id), { nil: undefined })));
const there = (state: readonly (Sample | undefined)[]): Sample[] => state.filter((one) => one !== undefined);
const DIGEST = 'cd'.repeat(32);
const BASE = 'ab'.repeat(32);

const segment = (bytes: Buffer): Segment => {
  const opened = openSegment(bytes);
  if (opened === undefined) throw new Error('the segment does not open');
  return opened;
};
/** What a query gives, by id: numbers of documents differ between indexes. */
const answers = (index: SearchIndex, query: string): unknown =>
  rankDocuments(index, query, { accept: (document) => index.isLiving(document) }).hits.map(
    ({ document, score, start }) => [index.id(document), score, start],
  );

describe('an index after edits', () => {
  it('answers as one that is built afresh, and is that one when it is merged', () => {
    fc.assert(
      fc.property(
        states,
        states,
        fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
        words,
        (was, next, moved, query) => {
          const now = was.map((one, at) => (moved[at] === true ? next[at] : one));
          const before = there(was);
          const base = segment(packSamples(before, { digest: BASE }));
          const dead = before.flatMap((one, at) => (now.includes(one) ? [] : [at]));
          const added = there(now).filter((one) => !was.includes(one));
          const amends = { digest: BASE, dead: Uint32Array.from(dead) };
          const amended = new SearchIndex(base, segment(packSamples(added, { digest: DIGEST, amends })));
          const fresh = indexSamples(there(now), DIGEST);
          for (const asked of [query, ...WORDS, 's:c', ...there(now).map(({ name }) => name ?? '')]) {
            expect(answers(amended, asked)).toEqual(answers(fresh, asked));
          }
          const merged = runThrough(mergeSegments(amended.parts, { digest: DIGEST }));
          expect(merged.equals(packSamples(there(now), { digest: DIGEST }))).toBe(true);
        },
      ),
      { numRuns: 80 },
    );
  });
});

describe('the words of a text, read in place', () => {
  const read = (text: string): string[] => {
    const found: string[] = [];
    const take = (units: Uint16Array, from: number, to: number): boolean =>
      found.push(Buffer.from(units.slice(from, to).buffer).toString('utf16le')) > 0;
    readWords(unitsInto(new Uint16Array(text.length), text), 0, text.length, { word: take, run: take });
    return found;
  };

  it('are those that the pattern finds', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'A/B',
        'x/y/z',
        'C/C++',
        "don't",
        '.NET',
        'a.b',
        '基因',
        'é',
        'e\u0301',
        '𐐀',
        '𠀀',
        'ｶﾞ',
        'ก้',
        '\ud800',
        '３',
        '--',
        '/',
        '.',
        '+',
        '#',
        ' ',
        'ー',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(read(text)).toEqual([...splitWords(text)]);
      }),
      { numRuns: 2000 },
    );
  });
});
