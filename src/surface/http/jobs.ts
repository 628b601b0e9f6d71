import { randomUUID } from 'node:crypto';
import { SkillficheError } from '../../base/errors.ts';
import { errorRecord } from './errors.ts';

/** Work that was asked for, as it stands. */
export interface Job {
  readonly id: string;
  /** The address that was asked: `/api/add`. */
  readonly path: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly answer?: object;
  readonly error?: ReturnType<typeof errorRecord>['error'];
}

/** Ended ones are forgotten after so many, so that a server may run for months. */
const KEPT_JOBS = 200;
const MAX_WAITING_JOBS = 20;

/** One after another, in the order they came: the store lets only one change at a time through anyway. */
export class Jobs {
  readonly #jobs = new Map<string, Job>();
  readonly #listeners = new Map<string, Set<(job: Job) => void>>();
  readonly #log: (line: string) => void;
  #last: Promise<void> = Promise.resolve();

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /** Throws STORE_BUSY when too many wait. */
  start(path: string, work: () => Promise<object>): Job {
    const waiting = [...this.#jobs.values()].filter(({ state }) => state === 'waiting').length;
    if (waiting >= MAX_WAITING_JOBS) {
      throw new SkillficheError('STORE_BUSY', `${waiting} jobs wait already. Try again when some have ended.`);
    }
    const job: Job = { id: randomUUID(), path, state: 'waiting' };
    this.#set(job);
    this.#last = this.#last.then(() => this.#run(job, work));
    return job;
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

  /** Resolves when what was begun has ended. */
  idle(): Promise<void> {
    return this.#last;
  }

  async #run(job: Job, work: () => Promise<object>): Promise<void> {
    this.#set({ ...job, state: 'running' });
    try {
      this.#set({ ...job, state: 'done', answer: await work() });
    } catch (error) {
      this.#set({ ...job, state: 'failed', error: errorRecord(error, this.#log).error });
    }
    for (const { id, state } of [...this.#jobs.values()].slice(0, Math.max(0, this.#jobs.size - KEPT_JOBS))) {
      if (state === 'done' || state === 'failed') this.#jobs.delete(id);
    }
  }

  #set(job: Job): void {
    this.#jobs.set(job.id, job);
    for (const listener of this.#listeners.get(job.id) ?? []) listener(job);
  }
}

export function isEnded({ state }: Job): boolean {
  return state === 'done' || state === 'failed';
}
