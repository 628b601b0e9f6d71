import type { Selection } from '../../rows/selection.ts';
import { Vocabulary } from './repair.ts';

const vocabularies = new WeakMap<Selection, Vocabulary>();

/** Words of visible names that these words were meant as; none for a word that has no near one. */
export function repairWords(selection: Selection, words: readonly string[]): readonly string[] {
  const known = vocabularyOf(selection);
  return words.flatMap((word) => known.repair(word) ?? []);
}

/** Words of visible names that begin with these. */
export function completeWords(selection: Selection, words: readonly string[]): readonly string[] {
  const known = vocabularyOf(selection);
  return words.flatMap((word) => known.complete(word));
}

function vocabularyOf(selection: Selection): Vocabulary {
  let vocabulary = vocabularies.get(selection);
  if (vocabulary === undefined) {
    vocabulary = new Vocabulary(namesOf(selection));
    vocabularies.set(selection, vocabulary);
  }
  return vocabulary;
}

/** Names of one view, and of no other: a withheld word never stands in for another. */
function* namesOf(selection: Selection): Generator<string> {
  for (const row of selection.all()) yield selection.name(row);
}
