import { setImmediate } from 'node:timers/promises';
import { internalError } from '../../../base/errors.ts';
import { sha256Hex } from '../../../base/hash.ts';
import { keywordsFast } from '../../../format/skill/fast/keywords.ts';
import { splitFences } from '../../../format/skill/read/fence.ts';
import type { CatalogContext } from '../../internals.ts';
import { idOf } from '../../rows/rows.ts';
import { Selection } from '../../rows/selection.ts';
import { openIndex, type SearchIndex } from '../index/open.ts';
import { readSkillBytes } from '../text/skill-bytes.ts';
import { IndexBuilder } from './build.ts';

/** Milliseconds of building between two pauses that let other work run. */
const SLICE_MS = 12;

export interface BuiltIndex {
  readonly index: SearchIndex;
  /** False when a skill changed or went since the scan: then its body is not in the index, which is good for this catalog only. */
  readonly isWhole: boolean;
}

/** Reads the skills one at a time; `earlier` saves reading those that are as they were. `rows` are in order of id. */
export async function buildIndex(
  context: CatalogContext,
  rows: readonly number[],
  digest: string,
  earlier: SearchIndex | undefined,
): Promise<BuiltIndex> {
  const builder = new IndexBuilder(earlier);
  const everything = new Selection(context.data);
  let isWhole = true;
  let sliceEnd = performance.now() + SLICE_MS;
  for (const row of rows) {
    const scope = everything.scopeOf(row);
    const at = row - scope.base;
    const sha256 = scope.table.sha256(at);
    const known = {
      id: idOf(scope, row),
      name: scope.table.name(at),
      isMember: scope.collection !== undefined,
      sha256,
    };
    if (!builder.reuse(known)) {
      const bytes = readSkillBytes(context, everything, row);
      const isSame = bytes !== undefined && sha256Hex(bytes) === sha256;
      isWhole &&= isSame;
      const { text, bodyStart, keywords } = isSame ? await readText(bytes.toString('utf8')) : NOTHING;
      const top = { path: scope.table.path(at), description: scope.table.description(at), keywords };
      builder.add({ ...known, ...top }, text, bodyStart);
    }
    if (context.options.sliceMs !== 0 && performance.now() > sliceEnd) {
      await setImmediate();
      sliceEnd = performance.now() + SLICE_MS;
    }
  }
  const index = openIndex(builder.finish(digest));
  if (index === undefined) throw internalError('a new search index does not open');
  return { index, isWhole };
}

interface SkillText {
  readonly text: string;
  readonly bodyStart: number;
  readonly keywords: string;
}

const NOTHING: SkillText = { text: '', bodyStart: 0, keywords: '' };

async function readText(text: string): Promise<SkillText> {
  const fences = splitFences(text);
  const fast = keywordsFast(text, fences);
  const keywords = fast ?? (await import('../../../format/skill/fast/keywords-full.ts')).keywordsFull(text, fences);
  return { text, bodyStart: fences.body, keywords };
}
