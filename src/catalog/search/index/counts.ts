import type { TextClass } from '../text/fields.ts';

// How an index counts: what it knows of a word in a section is one byte.

/** Words of one section; a longer one is taken as several. */
export const MAX_SECTION_WORDS = 200;
/** Words of one skill that are indexed. The longest of 7,600 recipes surveyed has 11,515. */
export const MAX_DOCUMENT_WORDS = 40_000;

export const SECTION_KINDS = ['name', 'description', 'keywords', 'body'] as const;
export const BODY = SECTION_KINDS.length - 1;
/** Classes by kind of section and lane: a posting has one byte of counts, in four lanes. */
export const LANES: readonly (readonly (TextClass | undefined)[])[] = [
  ['name', 'path', undefined, undefined],
  ['description', undefined, undefined, undefined],
  ['keywords', undefined, undefined, undefined],
  ['text', 'code', 'heading', 'comment'],
];
export const LANE_BITS: readonly (readonly [shift: number, most: number])[] = [
  [0, 7],
  [3, 7],
  [6, 1],
  [7, 1],
];

const LANE_OF: ReadonlyMap<TextClass, number> = new Map(
  LANES.flatMap((lanes) => lanes.flatMap((of, lane) => (of === undefined ? [] : [[of, lane] as const]))),
);

/** The lane of a class in the sections it stands in. */
export function laneOf(of: TextClass): number {
  return LANE_OF.get(of) ?? 0;
}

/** Whether a posting says that its word stands in the skill's name: its section is the first kind, its lane the first. */
export function isInName(kind: number, counts: number): boolean {
  return kind === 0 && (counts & 7) !== 0;
}

/** The counts of two words that are taken as one. */
export function addCounts(a: number, b: number): number {
  let sum = 0;
  for (const [shift, most] of LANE_BITS) {
    sum |= Math.min(most, ((a >> shift) & most) + ((b >> shift) & most)) << shift;
  }
  return sum;
}

/** Adds one to a lane of a count byte. A full lane of headings or comments counts on as text. */
export function countUp(counts: number, lane: number): number {
  const [shift, most] = LANE_BITS[lane] ?? [0, 7];
  if (((counts >> shift) & most) < most) return counts + (1 << shift);
  return lane >= 2 && (counts & 7) < 7 ? counts + 1 : counts;
}
