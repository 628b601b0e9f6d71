import { isList, isMap } from '../../base/field-value.ts';
import { toOneLine } from '../../base/text.ts';
import type { FieldValue } from '../../base/types.ts';
import { readSkillText } from '../../format/skill/read/reading.ts';
import { keyFacts } from '../../format/skill/vocabulary/vocabulary.ts';
import { FLAG_PHRASES } from '../../tree/table/format.ts';
import type { CatalogContext } from '../internals.ts';
import type { Selection } from '../rows/selection.ts';
import { readSkillBytes } from '../search/text/skill-bytes.ts';

const LEAST_CHARACTERS = 2;
const MAX_PHRASES = 200;

/** Phrases by the row of a catalog, which never changes: each file is read once. */
const read = new WeakMap<CatalogContext, Map<number, readonly string[]>>();

/** Whether a skill names phrases that call for it. Reads nothing. */
export function hasPhrases(selection: Selection, row: number): boolean {
  const scope = selection.scopeOf(row);
  return scope.table.flag(row - scope.base, FLAG_PHRASES);
}

/** The longest phrase of a skill that stands in a turn, in any case. */
export function matchingPhrase(
  context: CatalogContext,
  selection: Selection,
  row: number,
  turn: string,
): string | undefined {
  const said = turn.normalize('NFKC').toLowerCase();
  let best: string | undefined;
  for (const phrase of phrasesOf(context, selection, row)) {
    if (phrase.length > (best?.length ?? 0) && said.includes(phrase.normalize('NFKC').toLowerCase())) best = phrase;
  }
  return best;
}

function phrasesOf(context: CatalogContext, selection: Selection, row: number): readonly string[] {
  const known = read.get(context) ?? new Map<number, readonly string[]>();
  read.set(context, known);
  let phrases = known.get(row);
  if (phrases === undefined) {
    phrases = phrasesIn(readSkillBytes(context, selection, row)?.toString('utf8') ?? '');
    known.set(row, phrases);
  }
  return phrases;
}

/** `triggers`, `trigger_phrases` and their spellings, at the top and below `metadata`. */
export function phrasesIn(text: string): readonly string[] {
  const found: string[] = [];
  const take = (key: string, value: FieldValue): void => {
    if (keyFacts(key).trait === 'phrases') found.push(...textsOf(value));
  };
  for (const { key, value } of readSkillText(text).fields) {
    if (key === 'metadata' && isMap(value)) for (const [below, one] of Object.entries(value)) take(below, one);
    else take(key, value);
  }
  const phrases = found.map(toOneLine).filter((phrase) => phrase.length >= LEAST_CHARACTERS);
  return [...new Set(phrases)].slice(0, MAX_PHRASES);
}

/** The phrases of a list; a text may hold several, apart by commas, semicolons or lines. */
function textsOf(value: FieldValue): string[] {
  if (typeof value === 'string') return value.split(/[,;\n，、；]/u);
  if (isList(value)) return value.flatMap((one) => (typeof one === 'string' ? [one] : textsOf(one)));
  return value === null ? [] : Object.values(value).flatMap(textsOf);
}
