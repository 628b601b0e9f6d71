import { setImmediate } from 'node:timers/promises';
import { internalError } from '../../../base/errors.ts';
import { sha256Hex } from '../../../base/hash.ts';
import { SLICE_MS } from '../../../base/limits.ts';
import { canonicalName, compareCodePoints } from '../../../base/text.ts';
import { keywordsFast } from '../../../format/skill/fast/keywords.ts';
import { splitFences } from '../../../format/skill/read/fence.ts';
import type { CatalogContext } from '../../internals.ts';
import { idOf } from '../../rows/rows.ts';
import { Selection } from '../../rows/selection.ts';
import type { Part } from '../index/open.ts';
import { openSegment, type Segment } from '../index/segment.ts';
import { readSkillBytes } from '../text/skill-bytes.ts';
import { IndexBuilder, type IndexHead } from './build.ts';
import { mergeSegments } from './merge.ts';
import { livingDocuments } from './merge-columns.ts';

/** An amending segment that has or replaces more of the documents than one in so many is merged into its base. */
const MOST_AMENDED_PART = 20;
const LEAST_AMENDED = 16;

export interface BuildOptions {
  /** Told now and then how many of the skills that have to be read were. */
  readonly onProgress?: ((skills: number, total: number) => void) | undefined;
  /** Called at every pause. */
  readonly onPause?: (() => void) | undefined;
  /** Names and descriptions alone: nothing is read. */
  readonly isTopOnly?: boolean;
}

export interface BuiltIndex {
  readonly base: Segment;
  readonly amending: Segment | undefined;
  /** False when a skill changed or went since the scan: then its body is not in the index, which is good for this catalog only. */
  readonly isWhole: boolean;
}

/**
 * The index of a catalog, in proportion to what differs from `earlier`: unchanged skills are not read. `rows` are in order
 * of id.
 */
export async function buildIndex(
  context: CatalogContext,
  rows: readonly number[],
  digest: string,
  earlier: readonly Part[],
  options: BuildOptions = {},
): Promise<BuiltIndex> {
  const work = new Work(context, options);
  const { fresh, sources } = compare(context, rows, earlier);
  const [base, amending] = sources;
  const dead = base === undefined ? [] : deadOf(base);
  const amended = fresh.length + dead.length + (amending === undefined ? 0 : amending.segment.documents);
  const isSmall = base !== undefined && amended <= Math.max(LEAST_AMENDED, base.segment.documents / MOST_AMENDED_PART);
  const head: IndexHead = isSmall
    ? { digest, amends: { digest: base.segment.digest, dead: Uint32Array.from(dead) } }
    : { digest };
  const kept = (isSmall ? sources.slice(1) : sources).filter(hasLiving);
  const read = await work.read(fresh, kept.length > 0 ? { digest } : head);
  const made =
    kept.length === 0
      ? read
      : await work.run(mergeSegments([...kept, { segment: read, isDead: undefined }], head)).then(opened);
  return isSmall
    ? { base: base.segment, amending: made, isWhole: work.isWhole }
    : { base: made, amending: undefined, isWhole: work.isWhole };
}

interface Source {
  readonly segment: Segment;
  readonly isDead: Uint8Array | undefined;
}

/** Which rows have to be read, and the earlier documents with those marked dead that are changed or gone. */
function compare(
  context: CatalogContext,
  rows: readonly number[],
  earlier: readonly Part[],
): { readonly fresh: number[]; readonly sources: readonly Source[] } {
  const everything = new Selection(context.data);
  const sources = earlier.map(({ segment, isDead }) => ({
    segment,
    isDead: Uint8Array.from({ length: segment.documents }, (_, at) => isDead?.[at] ?? 0),
  }));
  const fresh: number[] = [];
  const living = livingDocuments(earlier);
  let head = living.next().value;
  const drop = (): void => {
    const dead = sources[head?.source ?? 0]?.isDead;
    if (dead !== undefined && head !== undefined) dead[head.document] = 1;
    head = living.next().value;
  };
  for (const row of rows) {
    const scope = everything.scopeOf(row);
    const id = idOf(scope, row);
    while (head !== undefined && compareCodePoints(head.id, id) < 0) drop();
    if (head === undefined || head.id !== id) {
      fresh.push(row);
      continue;
    }
    const { segment } = earlier[head.source] as Source;
    const isSame =
      segment.sha256(head.document) === scope.table.sha256(row - scope.base) &&
      segment.canonicalName(head.document) === canonicalName(scope.table.name(row - scope.base)) &&
      (segment.documentMember[head.document] === 1) === (scope.collection !== undefined);
    if (isSame) head = living.next().value;
    else {
      fresh.push(row);
      drop();
    }
  }
  while (head !== undefined) drop();
  return { fresh, sources };
}

function deadOf({ isDead }: Source): number[] {
  return Array.from(isDead ?? [], (dead, at) => (dead === 1 ? at : -1)).filter((at) => at >= 0);
}

function hasLiving({ segment, isDead }: Source): boolean {
  return segment.documents > 0 && (isDead === undefined || isDead.includes(0));
}

/** Work that is done in slices. */
class Work {
  readonly #context: CatalogContext;
  readonly #options: BuildOptions;
  isWhole = true;
  #sliceEnd = performance.now() + SLICE_MS;

  constructor(context: CatalogContext, options: BuildOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** A segment of these rows. */
  async read(rows: readonly number[], head: IndexHead): Promise<Segment> {
    const context = this.#context;
    const builder = new IndexBuilder();
    const everything = new Selection(context.data);
    let done = 0;
    for (const row of rows) {
      const scope = everything.scopeOf(row);
      const at = row - scope.base;
      const sha256 = scope.table.sha256(at);
      const { text, bodyStart, keywords } = await this.#textOf(everything, row, sha256);
      builder.add(
        {
          id: idOf(scope, row),
          name: scope.table.name(at),
          isMember: scope.collection !== undefined,
          sha256,
          path: scope.table.path(at),
          description: scope.table.description(at),
          keywords,
        },
        text,
        bodyStart,
      );
      done++;
      if (this.#isDue()) {
        this.#options.onProgress?.(done, rows.length);
        await this.#pause();
      }
    }
    if (rows.length > 0) this.#options.onProgress?.(done, rows.length);
    return opened(await this.run(builder.finish(head)));
  }

  async run<T>(steps: Generator<void, T>): Promise<T> {
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value as T;
      if (this.#isDue()) await this.#pause();
    }
  }

  async #textOf(everything: Selection, row: number, sha256: string): Promise<SkillText> {
    if (this.#options.isTopOnly === true) return NOTHING;
    const bytes = readSkillBytes(this.#context, everything, row);
    const isSame = bytes !== undefined && sha256Hex(bytes) === sha256;
    this.isWhole &&= isSame;
    return isSame ? readText(bytes.toString('utf8')) : NOTHING;
  }

  #isDue(): boolean {
    return performance.now() > this.#sliceEnd;
  }

  async #pause(): Promise<void> {
    this.#options.onPause?.();
    if (this.#context.options.sliceMs !== 0) await setImmediate();
    this.#sliceEnd = performance.now() + SLICE_MS;
  }
}

function opened(bytes: Buffer): Segment {
  const segment = openSegment(bytes, true);
  if (segment === undefined) throw internalError('a new search index does not open');
  return segment;
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
