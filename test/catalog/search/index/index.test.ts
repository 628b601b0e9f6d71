import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openIndex, type SearchIndex } from '../../../../src/catalog/search/index/open.ts';
import { analyzeQuery } from '../../../../src/catalog/search/query/analyze.ts';
import { rankDocuments } from '../../../../src/catalog/search/query/query.ts';
import {
  bodyFactor,
  rarity,
  saturate,
  saturateSection,
  topFactor,
} from '../../../../src/catalog/search/query/ranking.ts';
import { scoreTerms } from '../../../../src/catalog/search/query/score.ts';
import { bodySections, type Section, type TextClass, topSections } from '../../../../src/catalog/search/text/fields.ts';
import { indexSamples, packSamples, type Sample } from '../support.ts';

const WORDS = ['graph', 'tree', 'merge', 'pdf', 'align', 'sort', 'protein', 'x', 'disk', 'log'];
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((list) => list.join(' '));
const body = fc
  .array(
    fc.oneof(
      words,
      words.map((text) => `## ${text}`),
      words.map((text) => `\`\`\`\n${text}\n\`\`\``),
    ),
    { maxLength: 6 },
  )
  .map((lines) => lines.join('\n'));
const sample = (at: number): fc.Arbitrary<Sample> =>
  fc.record({
    id: fc.constant(`s:k${String(at).padStart(2, '0')}`),
    name: words,
    description: words,
    keywords: words,
    body,
    isMember: fc.boolean(),
  });
const samples = fc
  .integer({ min: 1, max: 8 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => sample(at))));

const INDEXES: readonly Sample[] = [
  { id: 'a:pdf', description: 'Merge pdf files.', body: '# Pdf\n\nUse qpdf to merge.\n' },
  {
    id: 'a:tree',
    description: 'Draw a tree.',
    keywords: 'phylogeny',
    body: '# Tree\n\n```sh\ndraw --tree # neatly\n```\n',
  },
  { id: 'b:cjk', description: '基因表达分析', isMember: true },
];

const HEAD = { digest: 'ab'.repeat(32) };

describe('an index', () => {
  it('gives back what it was made of', () => {
    const index = indexSamples(INDEXES);
    expect([0, 1, 2].map((document) => index.id(document))).toEqual(['a:pdf', 'a:tree', 'b:cjk']);
    expect(index.canonicalName(2)).toBe('cjk');
    expect(index.find('a:tree')).toBe(1);
    expect(index.find('a:nothing')).toBeUndefined();
    expect(index.digest).toBe('ab'.repeat(32));
    expect(index.term('phylogeny')).toMatchObject({ documents: 1, sections: 1, isInName: false });
    expect(index.term('pdf')).toMatchObject({ documents: 1, isInName: true });
    expect(index.term('nobody')).toBeUndefined();
  });

  it('is the same bytes from the same skills, and answers the same after a copy to disk and back', () => {
    const index = indexSamples(INDEXES);
    expect(packSamples(INDEXES, HEAD).equals(packSamples(INDEXES, HEAD))).toBe(true);
    const copy = openIndex(Buffer.concat([Buffer.from('odd'), packSamples(INDEXES, HEAD)]).subarray(3));
    for (const query of ['merge pdf', '表达', 'tree', 'phylogeny']) {
      expect(rankDocuments(copy as SearchIndex, query)).toEqual(rankDocuments(index, query));
    }
  });

  it('gives the first hits of a query as it gives all of them', () => {
    fc.assert(
      fc.property(samples, words, fc.integer({ min: 1, max: 5 }), (made, query, limit) => {
        const index = indexSamples(made);
        const all = rankDocuments(index, query);
        expect(all.total).toBe(all.hits.length);
        expect(rankDocuments(index, query, { limit })).toEqual({ total: all.total, hits: all.hits.slice(0, limit) });
        const odd = rankDocuments(index, query, { accept: (document) => document % 2 === 1 });
        for (const { document } of odd.hits) expect(document % 2).toBe(1);
      }),
      { numRuns: 60 },
    );
  });

  it('has the document first that a query names', () => {
    fc.assert(
      fc.property(samples, fc.nat(), (made, at) => {
        const index = indexSamples(made);
        const wanted = at % made.length;
        expect(rankDocuments(index, index.id(wanted)).hits[0]?.document).toBe(wanted);
        const name = index.canonicalName(wanted);
        const [first] = rankDocuments(index, ` ${name.toUpperCase()} `).hits;
        if (name !== '') expect(index.canonicalName(first?.document ?? -1)).toBe(name);
      }),
      { numRuns: 60 },
    );
  });

  it('of nothing finds nothing', () => {
    const index = indexSamples([]);
    expect(rankDocuments(index, 'anything')).toEqual({ total: 0, hits: [] });
  });

  it('is refused when it is cut, of another kind or version, or has one wrong bit', () => {
    const bytes = packSamples(INDEXES, HEAD);
    expect(openIndex(Buffer.alloc(0))).toBeUndefined();
    expect(openIndex(bytes.subarray(0, bytes.length - 1))).toBeUndefined();
    expect(openIndex(Buffer.concat([bytes, Buffer.alloc(8)]))).toBeUndefined();
    expect(openIndex(Buffer.from('SKFTABLE'.repeat(200)))).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
        expect(openIndex(damaged)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('scores as the formula says', () => {
    fc.assert(
      fc.property(samples, words, (made, query) => {
        const index = indexSamples(made);
        const { terms } = analyzeQuery(index, query);
        const { score } = scoreTerms(index, terms);
        naiveScores(made, new Set(terms.map(({ text }) => text))).forEach((expected, document) => {
          expect(score[document]).toBeCloseTo(expected, 9);
        });
      }),
      { numRuns: 60 },
    );
  });
});

const WEIGHTS: Readonly<Record<TextClass, readonly [document: number, section: number]>> = {
  name: [5, 0.6],
  path: [2, 0.6],
  description: [8, 0.6],
  keywords: [3.2, 0.6],
  heading: [2, 3.2],
  text: [1, 1],
  comment: [1.25, 1],
  code: [0.5, 0.7],
};
/** How often a word counts in one section, by class; what is over counts as text or not at all. */
const MOST: Readonly<Partial<Record<TextClass, number>>> = { heading: 1, comment: 1 };

/** The formula of the ranking from the texts themselves, for words that are their own stem. */
function naiveScores(made: readonly Sample[], query: ReadonlySet<string>): number[] {
  const stemmed = (text: string): string[] =>
    text.match(/[a-z0-9]+/g)?.map((word) => (word === 'merge' ? 'merg' : word)) ?? [];
  const parsed = made.map((one) => {
    const { name = '', description = '', keywords = '' } = one;
    const top = { name, path: one.id.slice(2), description, keywords };
    return [...topSections(top), ...bodySections(one.body ?? '')]
      .map((section) => ({ section, count: countWords(section, stemmed) }))
      .filter(({ count }) => count.words > 0);
  });
  const sections = parsed.reduce((sum, one) => sum + one.length, 0);
  return parsed.map((own) => {
    const lengths = { top: 0, body: 0 };
    for (const { section, count } of own) lengths[section.kind === 'body' ? 'body' : 'top'] += count.words;
    let total = 0;
    const bySection = own.map(() => 0);
    for (const term of query) {
      const withTerm = parsed.filter((one) => one.some(({ count }) => count.of.has(term))).length;
      const sectionsWithTerm = parsed.flat().filter(({ count }) => count.of.has(term)).length;
      if (withTerm === 0) continue;
      const isInName = made.some(({ name = '' }) => stemmed(name).includes(term));
      const weight = rarity(made.length, withTerm, sections, sectionsWithTerm) * (isInName ? 1.3 : 1);
      let sum = 0;
      own.forEach(({ section, count }, at) => {
        const [inDocument, inSection] = count.of.get(term) ?? [0, 0];
        sum += inDocument * (section.kind === 'body' ? bodyFactor(lengths.body) : topFactor(lengths.top));
        bySection[at] = (bySection[at] ?? 0) + weight * saturateSection(inSection, count.words);
      });
      total += weight * saturate(sum);
    }
    return total + 0.7 * Math.max(0, ...bySection);
  });
}

interface Counted {
  readonly words: number;
  /** Weights of each word, in the document and in the section. */
  readonly of: Map<string, [number, number]>;
}

function countWords(section: Section, stemmed: (text: string) => string[]): Counted {
  const counts = new Map<string, Map<TextClass, number>>();
  let total = 0;
  for (const { of, text } of section.pieces) {
    for (const word of stemmed(text)) {
      total++;
      const its = counts.get(word) ?? new Map<TextClass, number>();
      counts.set(word, its);
      const isFull = (its.get(of) ?? 0) >= (MOST[of] ?? 7);
      const lane = isFull && MOST[of] !== undefined ? 'text' : of;
      if ((its.get(lane) ?? 0) < (MOST[lane] ?? 7)) its.set(lane, (its.get(lane) ?? 0) + 1);
    }
  }
  const of = new Map<string, [number, number]>();
  for (const [word, its] of counts) {
    let document = 0;
    let inSection = 0;
    for (const [kind, count] of its) {
      document += count * WEIGHTS[kind][0];
      inSection += count * WEIGHTS[kind][1];
    }
    of.set(word, [document, inSection]);
  }
  return { words: total, of };
}
