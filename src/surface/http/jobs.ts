import { randomUUID } from 'node:crypto';
import { SkillficheError } from '../../base/errors.ts';
import { errorRecord } from './errors.ts';

/** How far work has come: what is being done, and how much of it where that can be counted. */
export interface JobProgress {
  readonly step: string;
  readonly done?: number;
  readonly total?: number;
}

/** Work that was asked for, as it stands. */
export interface Job {
  readonly id: string;
  /** The address that was asked: `/api/add`. */
  readonly path: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Of a job that runs. */
  readonly progress?: JobProgress;
  /** Somebody asked for its end: it comes at the next step that can be left. */
  readonly cancelling?: true;
  readonly answer?: object;
  readonly error?: ReturnType<typeof errorRecord>['error'];
}

/** What work says while it is under way. */
export interface JobHandle {
  readonly signal: AbortSignal;
  /** Lets others have their turn. Rejects when the job was cancelled: what comes after it is not begun. */
  step(progress: JobProgress): Promise<void>;
}

/** Ended ones are forgotten after so many, or when their answers together are so long, so that a server may run for months. */
const KEPT_JOBS = 200;
const KEPT_ANSWER_CHARACTERS = 16 * 1024 * 1024;
const MAX_WAITING_JOBS = 20;
/** Listeners are told of progress at most so often. */
const TELL_EVERY_MS = 100;

interface Kept {
  job: Job;
  readonly abort: AbortController;
  /** Of its answer, once it has ended. */
  characters: number;
  toldMs: number;
}

/** One after another, in the order they came: the store lets only one change at a time through anyway. */
export class Jobs {
  readonly #jobs = new Map<string, Kept>();
  readonly #listeners = new Map<string, Set<(job: Job) => void>>();
  readonly #log: (line: string) => void;
  readonly #onEnd: () => void;
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** `onEnd` is called when a job has ended, before anybody hears of it. */
  constructor(log: (line: string) => void, onEnd: () => void = () => undefined) {
    this.#log = log;
    this.#onEnd = onEnd;
  }

  get(id: string): Job | undefined {
    return this.#jobs.get(id)?.job;
  }

  /** The newest last. Without their answers, which may be long. */
  list(): readonly Job[] {
    return [...this.#jobs.values()].map(({ job: { answer: _, ...job } }) => job);
  }

  /** Throws STORE_BUSY when too many wait, or the server ends. */
  start(path: string, work: (handle: JobHandle) => Promise<object>): Job {
    const waiting = [...this.#jobs.values()].filter(({ job }) => job.state === 'waiting').length;
    if (waiting >= MAX_WAITING_JOBS) {
      throw new SkillficheError('STORE_BUSY', `${waiting} jobs wait already. Try again when some have ended.`);
    }
    if (this.#isClosed) throw new SkillficheError('STORE_BUSY', 'The server is ending.');
    const job: Job = { id: randomUUID(), path, state: 'waiting' };
    const kept: Kept = { job, abort: new AbortController(), characters: 0, toldMs: 0 };
    this.#jobs.set(job.id, kept);
    this.#last = this.#last.then(() => this.#run(kept, work));
    return job;
  }

  /** Asks for the end of a job: one that waits never begins, one that runs ends at its next step, or was too far to be left. */
  cancel(id: string): Job | undefined {
    const kept = this.#jobs.get(id);
    if (kept === undefined || isEnded(kept.job)) return kept?.job;
    kept.abort.abort();
    if (kept.job.state === 'waiting') this.#end(kept, { state: 'cancelled' });
    else this.#set(kept, { ...kept.job, cancelling: true });
    return kept.job;
  }

  /** Calls `listener` with the job as it is and whenever its state changes. Returns how to stop that. */
  follow(job: Job, listener: (job: Job) => void): () => void {
    const listeners = this.#listeners.get(job.id) ?? new Set();
    this.#listeners.set(job.id, listeners.add(listener));
    listener(job);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(job.id);
    };
  }

  /** No job begins any more, and what runs is asked to end. Resolves when it has. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const id of this.#jobs.keys()) this.cancel(id);
    await this.#last;
  }

  async #run(kept: Kept, work: (handle: JobHandle) => Promise<object>): Promise<void> {
    if (isEnded(kept.job)) return;
    const { signal } = kept.abort;
    this.#set(kept, { ...kept.job, state: 'running' });
    const handle: JobHandle = {
      signal,
      step: async (progress) => {
        this.#progress(kept, progress);
        // Perf: disk and store work without a pause, and the server answers others only in one.
        await new Promise((resolve) => setImmediate(resolve));
        if (signal.aborted) throw new JobCancelled();
      },
    };
    try {
      this.#end(kept, { state: 'done', answer: await work(handle) });
    } catch (error) {
      const isCancelled = error instanceof JobCancelled || (signal.aborted && isAbort(error));
      this.#end(
        kept,
        isCancelled ? { state: 'cancelled' } : { state: 'failed', error: errorRecord(error, this.#log).error },
      );
    }
  }

  #progress(kept: Kept, progress: JobProgress): void {
    const now = performance.now();
    const isNewStep = kept.job.progress?.step !== progress.step;
    if (!isNewStep && now - kept.toldMs < TELL_EVERY_MS) {
      kept.job = { ...kept.job, progress };
      return;
    }
    kept.toldMs = now;
    this.#set(kept, { ...kept.job, progress });
  }

  #end(kept: Kept, how: Pick<Job, 'state' | 'answer' | 'error'>): void {
    const { id, path } = kept.job;
    this.#onEnd();
    kept.characters = how.answer === undefined ? 0 : JSON.stringify(how.answer).length;
    this.#set(kept, { id, path, ...how });
    this.#listeners.delete(id);
    this.#forget(kept);
  }

  /** The oldest that ended go first, and never the one that ends now: whoever asked for it is about to read it. */
  #forget(now: Kept): void {
    let characters = 0;
    for (const one of this.#jobs.values()) characters += one.characters;
    for (const [id, one] of this.#jobs) {
      if (this.#jobs.size <= KEPT_JOBS && characters <= KEPT_ANSWER_CHARACTERS) return;
      if (one === now || !isEnded(one.job)) continue;
      characters -= one.characters;
      this.#jobs.delete(id);
    }
  }

  #set(kept: Kept, job: Job): void {
    kept.job = job;
    for (const listener of this.#listeners.get(job.id) ?? []) listener(job);
  }
}

/** Thrown into work that nobody wants any more. */
class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

export function isEnded({ state }: Job): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}

/** A comment so often keeps what lies between from closing a silent stream, and tells us of a client that is gone. */
const HEARTBEAT_MS = 15_000;

/** The job as it stands and whenever that changes, as server-sent events named `job`, until it has ended. */
export function eventsOf(jobs: Jobs, job: Job): Response {
  let stop = (): void => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let isClosed = false;
      const beat = setInterval(() => controller.enqueue(Buffer.from(':\n\n')), HEARTBEAT_MS);
      beat.unref();
      const unfollow = jobs.follow(job, (now) => {
        if (isClosed) return;
        controller.enqueue(Buffer.from(`event: job\ndata: ${JSON.stringify(now)}\n\n`));
        if (!isEnded(now)) return;
        isClosed = true;
        controller.close();
        stop();
      });
      stop = () => {
        clearInterval(beat);
        unfollow();
      };
      if (isClosed) stop();
    },
    cancel: () => stop(),
  });
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
}
