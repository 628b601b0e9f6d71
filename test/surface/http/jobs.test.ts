import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import { type Job, type JobHandle, Jobs } from '../../../src/surface/http/jobs.ts';
import { expectFits, startApi } from '../../support/api.ts';
import { skillText } from '../../support/tree.ts';

const make = () => new Jobs(() => {});
const ended = (jobs: Jobs, job: Job) =>
  new Promise<Job>((resolve) => {
    jobs.follow(job, (now) => ['done', 'failed', 'cancelled'].includes(now.state) && resolve(now));
  });
/** Work that goes on until it is told to. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('jobs', () => {
  it('say what is being done and how much of it, in order', async () => {
    const jobs = make();
    const seen: unknown[] = [];
    const job = jobs.start('/api/add', async ({ step }) => {
      await step({ step: 'fetching' });
      await step({ step: 'taking in', done: 0, total: 2 });
      return { ok: true };
    });
    jobs.follow(job, ({ state, progress }) => seen.push([state, progress?.step, progress?.total]));
    expect(await ended(jobs, job)).toMatchObject({ state: 'done', answer: { ok: true } });
    expect(seen).toEqual([
      ['waiting', undefined, undefined],
      ['running', undefined, undefined],
      ['running', 'fetching', undefined],
      ['running', 'taking in', 2],
      ['done', undefined, undefined],
    ]);
  });

  it('tell of ten thousand counts a few times only, and know the last', async () => {
    const jobs = make();
    let told = 0;
    const { open, opened } = gate();
    const job = jobs.start('/x', async ({ step }) => {
      for (let done = 0; done <= 10_000; done++) await step({ step: 'reading', done, total: 10_000 });
      await opened;
      return {};
    });
    jobs.follow(job, () => {
      told += 1;
    });
    await expect.poll(() => jobs.get(job.id)?.progress?.done).toBe(10_000);
    expect(told).toBeLessThan(50);
    open();
    await ended(jobs, job);
  });

  it('that wait can be cancelled before they begin', async () => {
    const jobs = make();
    const { open, opened } = gate();
    const first = jobs.start('/a', async () => {
      await opened;
      return {};
    });
    let began = false;
    const second = jobs.start('/b', async () => {
      began = true;
      return {};
    });
    expect(jobs.cancel(second.id)).toMatchObject({ state: 'cancelled' });
    open();
    expect((await ended(jobs, first)).state).toBe('done');
    await jobs.close();
    expect(began).toBe(false);
    expect(jobs.get(second.id)?.state).toBe('cancelled');
  });

  it('that run end at their next step, and say so until then', async () => {
    const jobs = make();
    const { open, opened } = gate();
    let after = 0;
    const job = jobs.start('/a', async ({ step }) => {
      await step({ step: 'one' });
      await opened;
      await step({ step: 'two' });
      after += 1;
      return {};
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(jobs.cancel(job.id)).toMatchObject({ state: 'running', cancelling: true });
    open();
    expect(await ended(jobs, job)).toEqual({ id: job.id, path: '/a', state: 'cancelled' });
    expect(after).toBe(0);
  });

  it('that were too far to be left are done', async () => {
    const jobs = make();
    const { open, opened } = gate();
    const job = jobs.start('/a', async () => {
      await opened;
      return { written: true };
    });
    await new Promise((resolve) => setImmediate(resolve));
    jobs.cancel(job.id);
    open();
    expect(await ended(jobs, job)).toMatchObject({ state: 'done', answer: { written: true } });
    expect(jobs.cancel(job.id)).toMatchObject({ state: 'done' });
    expect(jobs.cancel('none')).toBeUndefined();
  });

  it('hand on the signal, whose error is no failure of theirs', async () => {
    const jobs = make();
    const job = jobs.start(
      '/a',
      ({ signal }: JobHandle) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    );
    await new Promise((resolve) => setImmediate(resolve));
    jobs.cancel(job.id);
    expect((await ended(jobs, job)).state).toBe('cancelled');
  });

  it('that ended are forgotten by number and by size, and never the one that was just asked for', async () => {
    const jobs = make();
    const run = async (answer: object) =>
      ended(
        jobs,
        jobs.start('/a', async () => answer),
      );
    for (let at = 0; at < 250; at++) await run({ at });
    expect(jobs.list()).toHaveLength(200);
    const big = { text: 'x'.repeat(9 * 1024 * 1024) };
    for (let at = 0; at < 5; at++) {
      const { id } = await run(big);
      expect(jobs.get(id)?.answer).toEqual(big);
    }
    const kept = jobs.list().map(({ id }) => JSON.stringify(jobs.get(id)?.answer).length);
    expect(kept.reduce((sum, one) => sum + one, 0)).toBeLessThan(20 * 1024 * 1024);
  });

  it('are refused when too many wait, and when the server ends', async () => {
    const jobs = make();
    const { open, opened } = gate();
    const work = async () => {
      await opened;
      return {};
    };
    const start = () => jobs.start('/a', work);
    start();
    await new Promise((resolve) => setImmediate(resolve));
    for (let at = 0; at < 20; at++) start();
    expect(start).toThrow(SkillficheError);
    const closing = jobs.close();
    expect(start).toThrow(/ending/);
    open();
    await closing;
    expect(new Set(jobs.list().map(({ state }) => state))).toEqual(new Set(['done', 'cancelled']));
  });
});

describe('jobs of the server', () => {
  it('are listed without their answers, and cancelled by DELETE', async () => {
    const { ask, get, url, headers } = await startApi();
    const { id } = await ask('/api/sync', {});
    const { json } = await get('/api/jobs');
    expectFits('jobs', json);
    expect(json).toMatchObject({ jobs: [{ id, state: 'done' }] });
    const response = await fetch(`${url}/api/jobs/${id}`, { method: 'DELETE', headers });
    const job = await response.json();
    expectFits('job', job);
    expect(job).toMatchObject({ state: 'done' });
    expect((await fetch(`${url}/api/jobs/none`, { method: 'DELETE', headers })).status).toBe(404);
  });

  it('count what they take in', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`project/drafts/all/s${at}/SKILL.md`, skillText(`s${at}`, 'One.')]),
    );
    const { cwd, url, headers } = await startApi({ files: many });
    const body = JSON.stringify({ source: join(cwd, 'drafts/all'), all: true });
    const job = (await (await fetch(`${url}/api/add`, { method: 'POST', headers, body })).json()) as Job;
    const text = await (await fetch(`${url}/api/jobs/${job.id}/events`, { headers })).text();
    const events: Job[] = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
    for (const one of events) expectFits('job', one);
    expect(events.map(({ progress }) => progress).filter(Boolean)).toContainEqual(
      expect.objectContaining({ step: 'taking in', total: 30 }),
    );
    expect(events.at(-1)).toMatchObject({ state: 'done' });
    expect(events.at(-1)?.answer).toMatchObject({ added: { length: 30 } });
  });

  it('that are cut off when the server ends say so to whoever follows them', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`project/drafts/all/s${at}/SKILL.md`, skillText(`s${at}`, 'One.')]),
    );
    const { cwd, url, headers, close, workspace } = await startApi({ files: many });
    const start = async (): Promise<Job> => {
      const body = JSON.stringify({ source: join(cwd, 'drafts/all'), all: true });
      return (await (await fetch(`${url}/api/add`, { method: 'POST', headers, body })).json()) as Job;
    };
    const [job, waiting] = [await start(), await start()];
    const follow = (one: Job) => fetch(`${url}/api/jobs/${one.id}/events`, { headers }).then((given) => given.text());
    const [first, second] = [follow(job), follow(waiting)];
    // It answers others while it works.
    await expect.poll(async () => (await workspace.skills.status()).skills.length).toBeGreaterThan(0);
    await close();
    const last = (text: string) => JSON.parse(text.trim().split('data: ').at(-1) ?? '').state as string;
    expect([last(await first), last(await second)]).toEqual(['cancelled', 'cancelled']);
    await expect(fetch(`${url}/api/jobs/${job.id}`, { headers })).rejects.toThrow();
    // What was taken in before is whole, and its lock says so.
    const { skills } = await workspace.skills.status();
    expect(skills.length).toBeLessThan(200);
    expect(await workspace.sources.checkLocks()).toMatchObject({ ok: true });
    expect(await workspace.store.doctor()).toMatchObject({ ok: true });
  });
});
