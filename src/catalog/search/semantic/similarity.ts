import { setTimeout } from 'node:timers/promises';
import { SkillficheError } from '../../../base/errors.ts';
import { sha256Hex } from '../../../base/hash.ts';
import { quoteValue } from '../../../base/text.ts';
import type { Embedder } from '../../../io/net/embedder.ts';
import type { CatalogContext } from '../../internals.ts';
import { Selection } from '../../rows/selection.ts';
import { loadVectors, saveVectors, type Vectors } from './vector-file.ts';

/** Vectors are asked for so many texts at a time, unless the embedder says otherwise. */
const BATCH = 32;
const MAX_CHARACTERS = 2_000;
/** An embedder that does not answer in this time is done without. */
export const DEADLINE_MS = 1_500;
/** Vectors made between two writes of their file. */
const SAVED_AT_A_TIME = 1_024;

interface Embedded {
  /** By row of the catalog. */
  readonly vectors: readonly (Float32Array | undefined)[];
}

const embedded = new WeakMap<CatalogContext, Promise<Embedded>>();
const known = new WeakMap<Embedder, Vectors>();
/** What stops the vectors that are being made, and what closing gives, once it was asked for. */
const stops = new WeakMap<Embedder, AbortController>();
const closings = new WeakMap<Embedder, Promise<void>>();

/** Stops what is asked of an embedder and closes it, once; it is not asked again. Rejects with what it throws. */
export function closeEmbedder(embedder: Embedder): Promise<void> {
  let closing = closings.get(embedder);
  if (closing === undefined) {
    stopOf(embedder).abort();
    closing = (async () => embedder.close?.())();
    closings.set(embedder, closing);
  }
  return closing;
}

function stopOf(embedder: Embedder): AbortController {
  const stop = stops.get(embedder) ?? new AbortController();
  stops.set(embedder, stop);
  return stop;
}

/**
 * How near each row is to a query, -1 to 1, by row; undefined when the embedder fails or is late: the words alone decide
 * then. The vectors of skills are made once, in the background; a search before they are there is late.
 */
export async function similarities(context: CatalogContext, query: string): Promise<Float32Array | undefined> {
  const { embedder, embedderDeadlineMs = DEADLINE_MS } = context.options;
  if (embedder === undefined || closings.has(embedder)) return undefined;
  const abort = new AbortController();
  const late = setTimeout(embedderDeadlineMs, undefined, { signal: abort.signal });
  try {
    const asked = embedOne(embedder, query, AbortSignal.any([abort.signal, stopOf(embedder).signal]));
    return await Promise.race([
      Promise.all([embeddedOf(context, embedder), asked]).then(([{ vectors }, wanted]) => nearness(vectors, wanted)),
      late,
    ]);
  } catch {
    // Whatever an embedder throws, a search is answered without it, and the answer says what it goes by.
    return undefined;
  } finally {
    abort.abort();
    late.catch(() => undefined);
  }
}

/** Vectors for all skills, as far as their texts differ. */
function embeddedOf(context: CatalogContext, embedder: Embedder): Promise<Embedded> {
  let making = embedded.get(context);
  if (making === undefined) {
    making = embedAll(context, embedder);
    embedded.set(context, making);
    making.catch(() => embedded.delete(context));
  }
  return making;
}

async function embedAll(context: CatalogContext, embedder: Embedder): Promise<Embedded> {
  const folder = context.cacheFolder;
  let vectors = known.get(embedder);
  if (vectors === undefined) {
    vectors = folder === undefined ? new Map() : loadVectors(folder, embedder.id);
    known.set(embedder, vectors);
  }
  const selection = new Selection(context.data);
  const most = embedder.maxCharacters ?? MAX_CHARACTERS;
  const keys: string[] = [];
  const missing = new Map<string, string>();
  for (const row of selection.all()) {
    const { table, base } = selection.scopeOf(row);
    const text = `${table.name(row - base)}\n${table.description(row - base)}`.slice(0, most).toWellFormed();
    const key = sha256Hex(text);
    keys[row] = key;
    if (!vectors.has(key)) missing.set(key, text);
  }
  const todo = [...missing];
  const step = Math.max(1, embedder.batch ?? BATCH);
  const { signal } = stopOf(embedder);
  let unsaved = 0;
  for (let from = 0; from < todo.length; from += step) {
    signal.throwIfAborted();
    const part = todo.slice(from, from + step);
    const made = await embedder.embed(
      part.map(([, text]) => text),
      { kind: 'skill', signal },
    );
    if (made.length !== part.length) throw wrongCount(embedder, made.length, part.length);
    for (const [at, [key]] of part.entries()) vectors.set(key, Float32Array.from(made[at] ?? []));
    unsaved += part.length;
    if (folder !== undefined && (unsaved >= SAVED_AT_A_TIME || from + step >= todo.length)) {
      saveVectors(folder, embedder.id, vectors);
      unsaved = 0;
    }
  }
  const all = vectors;
  return { vectors: Array.from(keys, (key) => (key === undefined ? undefined : all.get(key))) };
}

async function embedOne(embedder: Embedder, query: string, signal: AbortSignal): Promise<Float32Array> {
  const most = embedder.maxCharacters ?? MAX_CHARACTERS;
  const [vector] = await embedder.embed([query.slice(0, most).toWellFormed()], { kind: 'query', signal });
  if (vector === undefined) throw wrongCount(embedder, 0, 1);
  return Float32Array.from(vector);
}

function wrongCount({ id }: Embedder, made: number, wanted: number): SkillficheError {
  return new SkillficheError(
    'INVALID_ARGUMENT',
    `The embedder ${quoteValue(id)} gave ${made} vectors for ${wanted} texts.`,
  );
}

function nearness(vectors: readonly (Float32Array | undefined)[], wanted: Float32Array): Float32Array {
  return Float32Array.from(vectors, (vector) => (vector?.length === wanted.length ? cosine(vector, wanted) : 0));
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, lengthA, lengthB] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [a[at] ?? 0, b[at] ?? 0];
    dot += one * other;
    lengthA += one * one;
    lengthB += other * other;
  }
  return lengthA === 0 || lengthB === 0 ? 0 : dot / Math.sqrt(lengthA * lengthB);
}

/**
 * Nearness as evidence, 0 to 1, by document: how far it is above what is usual for this query among those that may be hits.
 * Models differ in what two texts that have nothing in common get; the middle of all texts says it.
 */
export function evidenceOf(
  near: Float32Array,
  rows: ArrayLike<number>,
  documents: number,
  accept: (document: number) => boolean,
): Float32Array {
  const evidence = new Float32Array(documents);
  const accepted: number[] = [];
  for (let document = 0; document < documents; document++) if (accept(document)) accepted.push(document);
  const sorted = Float32Array.from(accepted, (document) => near[rows[document] ?? -1] ?? 0).sort();
  const usual = sorted[sorted.length >> 1] ?? 0;
  if (usual >= 1) return evidence;
  for (const document of accepted) {
    evidence[document] = Math.max(0, ((near[rows[document] ?? -1] ?? 0) - usual) / (1 - usual));
  }
  return evidence;
}
