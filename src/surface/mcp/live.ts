import type { ReadableCatalog, View } from '../../catalog/types.ts';
import { createGate } from './limited.ts';
import { listPrompts } from './prompts.ts';
import { Publication, pruneStandings, type StandingCache } from './publication.ts';
import { listTools } from './tool-calls.ts';
import { whyEmpty } from './why-empty.ts';

/** A catalog, and the windows on it that clients get. */
export interface ServedCatalog {
  readonly catalog: ReadableCatalog;
  /** What a model may see: tools, instructions, resources. */
  readonly view: View;
  /** What a person may pick from a menu of prompts. Default: `view`. */
  readonly people?: View;
}

/** What one answer is made from; nothing in it changes. */
export interface Serving {
  readonly catalog: ReadableCatalog;
  readonly view: View;
  readonly people: View;
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
/** Unasked, for clients that are told of changes: the state beside the disk is asked so often that a switch shows within a second ... */
const ASK_EVERY_MS = 400;
/** ... and the disk is looked at so often, and never for more than 2 % of the time. */
const LOOK_EVERY_MS = 1_000;
const UNASKED_LOOK_LASTS = 50;

/** Node's timers know no longer one. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** A catalog that is asked for again and again: it looks at the disk before every answer, and between answers by itself. */
export class Live {
  /** Settles when the client has room for a large answer; a transport that can tell sets it. */
  room: () => Promise<void> = () => Promise.resolve();
  readonly #gate = createGate(PARALLEL_READS);
  readonly #opening: Promise<void>;
  #catalog: ReadableCatalog | undefined;
  #snapshot: Serving | undefined;
  readonly #standings: StandingCache = new Map();
  #checking: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAnsweredEarly = false;
  #lastProblem = '';
  #lastCostMs = 0;
  #lookGoodForMs = 0;
  #lastLookMs = Number.NEGATIVE_INFINITY;
  readonly #log: (line: string) => void;
  readonly #listeners = new Set<(change: Change) => void>();

  /** What `opening` throws, `current` throws. */
  constructor(opening: Promise<ServedCatalog>, log: (line: string) => void) {
    this.#log = log;
    this.#opening = opening.then(({ catalog, view, people = view }) => {
      this.#catalog = catalog;
      this.#snapshot = { catalog, view, people, publication: this.#publish(view) };
      this.#sayWhyEmpty(view);
      this.#prepareSearch(view);
      if (this.#isAnsweredEarly) this.#tell({ tools: true, prompts: true, resources: true });
    });
    this.#opening.catch(() => undefined);
  }

  /** The snapshot as it is, without a look at the disk; undefined while the trees are read for the first time. */
  get latest(): Serving | undefined {
    return this.#snapshot;
  }

  /** The snapshot after a look at the disk that began no earlier than this call; in very large trees, a moment earlier. */
  async current(): Promise<Serving> {
    await this.#opening;
    this.#followState();
    if (this.#isOlderThan(this.#lookGoodForMs)) await this.#check();
    return this.#known();
  }

  /**
   * The same, or undefined when the trees are still being read at `deadline` (of `performance.now()`); then clients are told,
   * once the trees are read, that they can ask again.
   */
  async currentBy(deadline: number): Promise<Serving | undefined> {
    if (this.#snapshot !== undefined) return this.current();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(
        () => resolve(undefined),
        Math.min(Math.max(0, deadline - performance.now()), LONGEST_TIMER_MS),
      );
    });
    const opened = this.#opening.then(() => this.current());
    opened.catch(() => undefined);
    try {
      const snapshot = await Promise.race([opened, late]);
      if (snapshot === undefined) this.#isAnsweredEarly = true;
      return snapshot;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whole files are read in here, so that a thousand calls at once do not hold a thousand files. */
  readLarge<R>(read: () => Promise<R>): Promise<R> {
    return this.#gate(async () => {
      await this.room();
      return read();
    });
  }

  /** Calls `listener` for every change that is visible through the view, soon after it happened. Returns how to stop that. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    this.#watch();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Tells clients to list resources again: a served file changed under its digest. */
  resourcesChanged(): void {
    this.#tell({ tools: false, prompts: false, resources: true });
  }

  #known(): Serving {
    if (this.#snapshot === undefined) throw new Error('the catalog is not open yet');
    return this.#snapshot;
  }

  #publish(view: View): Publication {
    return new Publication(view, this.#standings, () => this.resourcesChanged());
  }

  /** Looks again and again while somebody listens. Keeps no process alive. */
  #watch(): void {
    if (this.#timer !== undefined) return;
    const again = (): void => {
      this.#timer = setTimeout(async () => {
        const isDue = this.#isOlderThan(Math.max(LOOK_EVERY_MS, this.#lastCostMs * UNASKED_LOOK_LASTS));
        this.#followState();
        if (this.#snapshot !== undefined && isDue) await this.#check();
        if (this.#timer !== undefined) again();
      }, ASK_EVERY_MS);
      this.#timer.unref();
    };
    again();
  }

  #isOlderThan(ms: number): boolean {
    return performance.now() - this.#lastLookMs >= ms;
  }

  /** A switch counts also while the tree cannot be read. */
  #followState(): void {
    try {
      const catalog = this.#catalog?.followState?.();
      if (catalog !== undefined && catalog !== this.#catalog) this.#replace(catalog);
    } catch (error) {
      this.#logOnce(error, 'the catalog could not be refreshed');
    }
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
    const before = this.#catalog;
    try {
      const catalog = await before?.refresh();
      this.#lastLookMs = performance.now();
      this.#lastCostMs = this.#lastLookMs - began;
      // A switch that came during the look stands: what did not change on disk does not bring the old one back.
      if (catalog !== undefined && catalog !== before) this.#replace(catalog);
      const large = this.#known().view.ledger().found > SKILLS_ALWAYS_LOOKED_AT;
      this.#lookGoodForMs = large ? this.#lastCostMs * DEAR_LOOK_LASTS : 0;
      this.#lastProblem = '';
    } catch (error) {
      this.#logOnce(error, 'the catalog could not be refreshed');
    }
  }

  #logOnce(error: unknown, what: string): void {
    const problem = error instanceof Error ? error.message : String(error);
    if (problem !== this.#lastProblem) this.#log(`${what}: ${problem}`);
    this.#lastProblem = problem;
  }

  #replace(catalog: ReadableCatalog): void {
    const before = this.#known();
    const view = before.view.follow(catalog);
    const people = before.people === before.view ? view : before.people.follow(catalog);
    this.#catalog = catalog;
    pruneStandings(this.#standings, view);
    this.#snapshot = { catalog, view, people, publication: this.#publish(view) };
    if (before.view.entries().length > 0) this.#sayWhyEmpty(view);
    if (before.view.catalog_digest !== view.catalog_digest) this.#prepareSearch(view);
    const change = {
      tools: differ(listTools(before.view), listTools(view)),
      prompts: differ(listPrompts(before.people), listPrompts(people)),
      resources: before.view.catalog_digest !== view.catalog_digest,
    };
    // A change nobody can see through this view must not show as a notification either.
    if (change.tools || change.prompts || change.resources) this.#tell(change);
  }

  /** A server without tools looks broken, and only its log can say that it is not. */
  #sayWhyEmpty(view: View): void {
    if (view.entries().length === 0) this.#log(whyEmpty(view, true));
  }

  /** The index is there, or well begun, when the first search comes. */
  #prepareSearch(view: View): void {
    view.ready().catch((error: unknown) => this.#logOnce(error, 'the search index could not be built'));
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

function differ(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}
