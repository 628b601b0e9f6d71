import { MAX_ROW_DESCRIPTION_CHARACTERS } from '../../base/limits.ts';
import { canonicalName, cutTo, toOneLine } from '../../base/text.ts';
import type { Embedder } from '../../io/net/embedder.ts';
import type { AgentMenu, MenuEntry } from '../agent-types.ts';
import { resolveRef } from '../rows/resolve.ts';
import type { Selection } from '../rows/selection.ts';
import { searchSelection } from '../search/search.ts';
import { hasPhrases, matchingPhrase } from './phrases.ts';
import type { SessionGround } from './session.ts';

/** Of a long turn the beginning says what is wanted; what is pasted below it says much else. */
const MAX_TURN_CHARACTERS = 2_000;
/** Hits looked at beside those with a place, to count what was left out. */
const MORE_HITS = 20;

/**
 * A skill that fits in part is offered while there are few to choose from: among many, one fits by accident. So the least
 * support grows with the logarithm of their number, from that of a weak hit to that of a sure one.
 */
export const ADMISSION: Admission = { least: 0.5, perDoubling: 0.05 };
const FEW_SKILLS = 64;

export interface Admission {
  readonly least: number;
  /** Added each time that the number of skills doubles beyond 64. */
  readonly perDoubling: number;
}

export interface MenuOptions {
  readonly size: number;
  readonly own: readonly string[];
  readonly isLoaded: (id: string) => boolean;
  readonly embedder: Embedder | undefined;
  /** Default: {@link ADMISSION}, which the bench compares with others. */
  readonly admission?: Admission;
}

/** First what a trigger calls for, then what fits by words, then what is always on. Nothing else is ever offered. */
export async function makeMenu(
  { context, selection }: SessionGround,
  turn: string,
  { size, own, isLoaded, embedder, admission = ADMISSION }: MenuOptions,
): Promise<Omit<AgentMenu, 'tool'>> {
  const chosen = new Map<number, string>();
  const left = { triggers: 0, words: 0, always: 0 };
  let loaded = 0;
  const offer = (row: number, why: string, round: keyof typeof left): void => {
    if (chosen.has(row)) return;
    if (isLoaded(selection.id(row))) loaded++;
    else if (chosen.size < size) chosen.set(row, why);
    else left[round]++;
  };
  const called = selection.all().flatMap((row) => {
    const phrase = hasPhrases(selection, row) ? matchingPhrase(context, selection, row, turn) : undefined;
    return phrase === undefined ? [] : [{ row, phrase }];
  });
  // The longer phrase says more; rows are in id order already.
  called.sort((a, b) => b.phrase.length - a.phrase.length);
  for (const { row, phrase } of called) offer(row, `trigger ${JSON.stringify(phrase)}`, 'triggers');
  const query = toOneLine(turn.slice(0, MAX_TURN_CHARACTERS).toWellFormed());
  let rankedBy: 'words' | 'words_and_vectors' | undefined;
  if (query !== '' && selection.shown > 0) {
    const limit = size + called.length + MORE_HITS;
    const { least, perDoubling } = admission;
    const leastSupport = least + perDoubling * Math.log2(Math.max(1, selection.shown / FEW_SKILLS));
    // "Ok, thanks" looks nothing up.
    const asked = {
      query,
      limit: Math.min(limit, 200),
      leastSupport,
      isLookup: false,
      ...(embedder === undefined ? {} : { embedder }),
    };
    const found = await searchSelection(context, selection, asked);
    rankedBy = found.ranked_by;
    const by = rankedBy === 'words_and_vectors' ? 'words and vectors' : 'words';
    for (const { id, score } of found.skills) {
      const row = rowOf(selection, id);
      if (row !== undefined && !(chosen.has(row) || called.some((one) => one.row === row)))
        offer(row, `${by} ${score.toFixed(2)}`, 'words');
    }
  }
  const dropped: string[] = [];
  for (const ref of own) {
    const row = rowOf(selection, ref);
    if (row === undefined) dropped.push(ref);
    else if (!hasPhrases(selection, row)) offer(row, 'always', 'always');
  }
  const entries = entriesOf(selection, chosen);
  return {
    entries,
    instructions: instructionsOf(entries),
    report: {
      offered: entries.length,
      left_out: left,
      loaded,
      dropped,
      ...(rankedBy === undefined ? {} : { ranked_by: rankedBy }),
    },
  };
}

function rowOf(selection: Selection, ref: string): number | undefined {
  const resolution = resolveRef(selection, ref);
  return resolution.kind === 'found' ? resolution.row : undefined;
}

function entriesOf(selection: Selection, chosen: ReadonlyMap<number, string>): MenuEntry[] {
  const rows = [...chosen.keys()];
  const namesakes = selection.namesakes(new Set(rows.map((row) => canonicalName(selection.name(row)))));
  return rows.map((row) => {
    const name = selection.name(row);
    const id = selection.id(row);
    const title = toOneLine(name);
    const isAlone = namesakes.get(canonicalName(name))?.length === 1 && resolveRef(selection, title).kind === 'found';
    const description = cutTo(toOneLine(selection.description(row)), MAX_ROW_DESCRIPTION_CHARACTERS);
    return {
      slug: isAlone && rowOf(selection, title) === row ? title : toOneLine(id),
      id,
      title,
      description,
      why: selection.redact(chosen.get(row) ?? ''),
    };
  });
}

function instructionsOf(entries: readonly MenuEntry[]): string {
  if (entries.length === 0) return '';
  const lines = entries.map(({ slug, description }) => `- ${slug}${description === '' ? '' : `: ${description}`}`);
  return ['Skills that may fit this turn; load_skill reads one, before you follow it:', ...lines, ''].join('\n');
}
