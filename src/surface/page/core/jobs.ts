import { signal } from '@preact/signals';
import { open, post, type Refusal, RequestError } from './api.ts';
import { readEvents } from './events.ts';
import { changes } from './use-ask.ts';

/** Work that the server does for us, as it stands. */
export interface Job<T = unknown> {
  readonly id: string;
  readonly path: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly progress?: { readonly step: string; readonly done?: number; readonly total?: number };
  readonly cancelling?: true;
  readonly answer?: T;
  readonly error?: { readonly message: string; readonly suggestions?: readonly string[] };
}

/** A job of this page, with what it is for in words. */
export interface Work {
  readonly title: string;
  readonly job: Job;
}

/** The newest first. */
export const work = signal<readonly Work[]>([]);

const KEPT_WORK = 50;

export const isEnded = ({ state }: Job): boolean => state === 'done' || state === 'failed' || state === 'cancelled';

/** Asks for work and follows it to its end. Gives its answer; throws RequestError with what was said instead. */
export async function start<T>(title: string, path: string, body: object): Promise<T> {
  let job = await post<Job<T>>(path, body);
  note(title, job);
  job = await follow(job, (now) => note(title, now));
  if (!isPreview(path, body)) changes.value += 1;
  if (job.state === 'done' && job.answer !== undefined) return job.answer;
  throw new RequestError(refusalOf(job));
}

/** What only looks changes nothing that is shown. */
function isPreview(path: string, body: object): boolean {
  return /\/(?:preview|source|outdated)$/u.test(path) || ('dry_run' in body && body.dry_run === true);
}

/** Asks for its end; it comes at the next step that can be left. A job that ended meanwhile is no error. */
export async function cancel(id: string): Promise<void> {
  try {
    await open('DELETE', `/api/jobs/${id}`);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
}

async function follow<T>(job: Job<T>, tell: (job: Job<T>) => void): Promise<Job<T>> {
  const response = await open('GET', `/api/jobs/${job.id}/events`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let [last, rest] = [job, ''];
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    const read = readEvents(rest, value);
    rest = read.rest;
    for (const data of read.data) {
      last = JSON.parse(data) as Job<T>;
      tell(last);
    }
  }
  if (isEnded(last)) return last;
  throw new RequestError({ kind: 'gone', message: 'The server went away meanwhile.', suggestions: [], status: 0 });
}

function note(title: string, job: Job): void {
  const others = work.value.filter((one) => one.job.id !== job.id);
  const isKnown = others.length < work.value.length;
  work.value = isKnown
    ? work.value.map((one) => (one.job.id === job.id ? { title, job } : one))
    : [{ title, job }, ...others].slice(0, KEPT_WORK);
}

function refusalOf({ state, error }: Job): Refusal {
  const message = state === 'cancelled' ? 'Stopped, as you asked.' : (error?.message ?? 'It ended without an answer.');
  return { kind: 'refused', message, suggestions: error?.suggestions ?? [], status: 0 };
}
