import type { Catalog, View } from '../../catalog/types.ts';
import { createGate } from './limited.ts';
import { listPrompts } from './prompts.ts';
import { Publication, pruneStandings, type StandingCache } from './publication.ts';
import { listTools } from './tools.ts';

/** What one answer is made from; nothing in it changes. */
export interface Snapshot {
  readonly view: View;
  readonly publication: Publication;
}

/** Which lists a client may have are out of date. */
export interface Change {
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
}

/** Files of up to 16 MiB that are in memory at one time. */
const PARALLEL_READS = 4;

/** In trees of up to so many skills the disk is looked at before every answer; it takes some 10 µs a skill. */
const SKILLS_ALWAYS_LOOKED_AT = 5_000;
/** In larger ones a look is good for this many times what it cost, so that looking stays a small part of the work. */
const DEAR_LOOK_LASTS = 4;

/** Often enough that a switch shows within a second. */
const STATE_ASKED_EVERY_MS = 400;

/** A catalog that is asked for again and again: it looks at the disk before every answer. */
export class Live {
  /** Settles when the client has room for a large answer; a transport that can tell sets it. */
  room: () => Promise<void> = () => Promise.resolve();
  readonly #gate = createGate(PARALLEL_READS);
  #catalog: Catalog;
  #snapshot: Snapshot;
  readonly #standings: StandingCache = new Map();
  #checking: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #lastProblem = '';
  #lookGoodForMs = 0;
  #lastLookMs = Number.NEGATIVE_INFINITY;
  readonly #log: (line: string) => void;
  readonly #listeners = new Set<(change: Change) => void>();

  /** `view` is a view of `catalog`. */
  constructor(catalog: Catalog, view: View, log: (line: string) => void) {
    this.#catalog = catalog;
    this.#log = log;
    this.#snapshot = { view, publication: this.#publish(view) };
  }

  /** The snapshot as it is, without a look at the disk. */
  get latest(): Snapshot {
    return this.#snapshot;
  }

  /** The snapshot after a look at the disk that began no earlier than this call; in very large trees, a moment earlier. */
  async current(): Promise<Snapshot> {
    this.#followState();
    if (performance.now() - this.#lastLookMs >= this.#lookGoodForMs) await this.#check();
    return this.#snapshot;
  }

  /** Asks for the state's revision now and then, so that clients hear of a switch before they call. Returns how to stop. */
  watchState(): () => void {
    if (this.#catalog.followState === undefined) return () => undefined;
    const timer = setInterval(() => this.#followState(), STATE_ASKED_EVERY_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** A switch counts also while the tree cannot be read. */
  #followState(): void {
    try {
      const catalog = this.#catalog.followState?.() ?? this.#catalog;
      if (catalog !== this.#catalog) this.#replace(catalog);
    } catch (error) {
      this.#logOnce(error);
    }
  }

  /** Whole files are read in here, so that a thousand calls at once do not hold a thousand files. */
  readLarge<R>(read: () => Promise<R>): Promise<R> {
    return this.#gate(async () => {
      await this.room();
      return read();
    });
  }

  /** Calls `listener` for every change that is visible through the view. Returns how to stop that. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells clients to list resources again: a served file changed under its digest. */
  resourcesChanged(): void {
    this.#tell({ tools: false, prompts: false, resources: true });
  }

  #publish(view: View): Publication {
    return new Publication(view, this.#standings, () => this.resourcesChanged());
  }

  /** Calls that come while a look is under way share the next one: theirs must not have begun before them. */
  #check(): Promise<void> {
    if (this.#checking === undefined) {
      this.#checking = this.#look().finally(() => {
        this.#checking = undefined;
      });
      return this.#checking;
    }
    this.#next ??= this.#checking.then(() => {
      this.#next = undefined;
      return this.#check();
    });
    return this.#next;
  }

  /** A tree that cannot be read now (a duplicate id, say) is reported, and the last good catalog goes on answering. */
  async #look(): Promise<void> {
    const began = performance.now();
    try {
      const catalog = await this.#catalog.refresh();
      this.#lastLookMs = performance.now();
      if (catalog !== this.#catalog) this.#replace(catalog);
      const large = this.#snapshot.view.ledger().found > SKILLS_ALWAYS_LOOKED_AT;
      this.#lookGoodForMs = large ? (this.#lastLookMs - began) * DEAR_LOOK_LASTS : 0;
      this.#lastProblem = '';
    } catch (error) {
      this.#logOnce(error);
    }
  }

  #logOnce(error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error);
    if (problem !== this.#lastProblem) this.#log(`the catalog could not be refreshed: ${problem}`);
    this.#lastProblem = problem;
  }

  #replace(catalog: Catalog): void {
    const before = this.#snapshot;
    const view = before.view.follow(catalog);
    this.#catalog = catalog;
    pruneStandings(this.#standings, view);
    this.#snapshot = { view, publication: this.#publish(view) };
    const change = {
      tools: differ(listTools(before.view), listTools(view)),
      prompts: differ(listPrompts(before.view), listPrompts(view)),
      resources: before.view.catalog_digest !== view.catalog_digest,
    };
    // A change nobody can see through this view must not show as a notification either.
    if (change.tools || change.prompts || change.resources) this.#tell(change);
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

function differ(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}
