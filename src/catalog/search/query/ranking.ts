import { LANE_BITS, LANES, SECTION_KINDS } from '../index/counts.ts';
import type { TextClass } from '../text/fields.ts';
import { TOKEN_KINDS } from '../text/tokens.ts';

// The numbers of the ranking, found on five trees of skills at once; bench/README.md has the figures.

/** Weight of a word by where it stands, in the score of the whole skill. */
const WEIGHTS: Readonly<Record<TextClass, number>> = {
  name: 5,
  path: 2,
  description: 8,
  keywords: 3.2,
  heading: 2,
  text: 1,
  comment: 1.25,
  code: 0.5,
};
/** The same in the score of one section against the others. */
const SECTION_WEIGHTS: Readonly<Record<TextClass, number>> = {
  name: 0.6,
  path: 0.6,
  description: 0.6,
  keywords: 0.6,
  heading: 3.2,
  text: 1,
  comment: 1,
  code: 0.7,
};

/** How much a token counts by how it came out of its word: whole, compound, part, hump. */
export const KIND_WEIGHTS: readonly number[] = [1, 0.5, 0.6, 0.18];

/** Of a whole skill: saturation, how far length counts in the body, and the usual words of a body and of a top. */
const SATURATION = 5;
const BODY_LENGTH_SHARE = 0.6;
const USUAL_BODY_WORDS = 640;
const USUAL_TOP_WORDS = 70;
/** Skills with next to no description are not better for it. */
const LEAST_TOP_WORDS = 8;
/** Of a section: saturation at the usual words. */
const SECTION_SATURATION = 1.5;
const USUAL_SECTION_WORDS = 88;

/** A word that stands in some skill's name says what a query is about. */
export const NAME_TERM_BONUS = 1.3;
/** What having all words of its name in the query adds to a skill, in weights of a word that one skill has. */
export const NAME_SHARE = 0.5;
/** What full nearness in meaning adds, in the same unit: alone it makes a weak hit of a short question. */
export const EVIDENCE_SHARE = 3;

/** What the best section adds to the skill's score. */
export const SECTION_SHARE = 0.7;
/** What two words of the query add where they stand side by side, and more where that is in name, description or a heading. */
export const PAIR_SHARE = 0.25;
export const TOP_PAIR_BONUS = 0.18;

function weightTable(weights: Readonly<Record<TextClass, number>>): Float64Array {
  const table = new Float64Array(SECTION_KINDS.length * 256);
  LANES.forEach((lanes, kind) => {
    for (let counts = 0; counts < 256; counts++) {
      lanes.forEach((of, lane) => {
        const [shift, most] = LANE_BITS[lane] ?? [0, 0];
        if (of !== undefined)
          table[kind * 256 + counts] = (table[kind * 256 + counts] ?? 0) + ((counts >> shift) & most) * weights[of];
      });
    }
  });
  return table;
}

/** Weight of a posting by kind of section × 256 + its count byte. */
export interface WeightTables {
  readonly document: Float64Array;
  readonly section: Float64Array;
}

let tables: WeightTables | undefined;
export function weightTables(): WeightTables {
  tables ??= { document: weightTable(WEIGHTS), section: weightTable(SECTION_WEIGHTS) };
  return tables;
}

/** What brings the weight of a word in a body of this many words to the usual length. */
export function bodyFactor(words: number): number {
  return 1 / (1 - BODY_LENGTH_SHARE + (BODY_LENGTH_SHARE * words) / USUAL_BODY_WORDS);
}

/** The same for name, description and keywords together. */
export function topFactor(words: number): number {
  return USUAL_TOP_WORDS / Math.max(LEAST_TOP_WORDS, words);
}

/** More of a word counts less and less: nothing a skill does takes a word beyond 1. */
export function saturate(weight: number): number {
  return weight / (SATURATION + weight);
}

export function saturateSection(weight: number, words: number): number {
  return weight / (weight + (SECTION_SATURATION * words) / USUAL_SECTION_WORDS);
}

/**
 * How much a word decides: nothing much where nearly all have it. The mean (geometric) over skills and over sections,
 * since a word in one section of every skill still tells sections apart.
 */
export function rarity(documents: number, withWord: number, sections: number, sectionsWithWord: number): number {
  return Math.sqrt(idf(documents, withWord) * idf(sections, sectionsWithWord));
}

function idf(all: number, having: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5));
}

export function kindWeight(kind: number): number {
  return KIND_WEIGHTS[kind % TOKEN_KINDS] ?? 1;
}
