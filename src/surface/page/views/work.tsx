import type { JSX } from 'preact';
import { cancel, isEnded, type Job, work } from '../core/jobs.ts';
import { Empty } from '../parts/notice.tsx';
import { Text } from '../parts/text.tsx';

const STATES: Readonly<Record<Job['state'], string>> = {
  waiting: 'waits for its turn',
  running: 'under way',
  done: 'done',
  failed: 'did not work out',
  cancelled: 'stopped',
};

/** What was asked of the server since this tab was opened. */
export function WorkView(): JSX.Element {
  return (
    <section class="view" aria-labelledby="work-title">
      <header class="view-head">
        <h1 id="work-title">Work</h1>
      </header>
      {work.value.length === 0 ? (
        <Empty>
          <p>
            Nothing was asked for yet. Additions, updates and other work stand here while they run and when they ended.
          </p>
        </Empty>
      ) : (
        <ul class="jobs">
          {work.value.map(({ title, job }) => (
            <li key={job.id}>
              <p class="job-title">
                <Text text={title} />
              </p>
              <Progress job={job} />
              {job.error === undefined ? null : (
                <p class="soft small">
                  <Text text={job.error.message} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** How far a job is, and the way to end it. */
export function Progress({ job }: { readonly job: Job }): JSX.Element {
  const { step, done, total } = job.progress ?? {};
  const of = done === undefined ? '' : total === undefined ? ` ${done}` : ` ${done} of ${total}`;
  return (
    <div class="progress">
      <span role="status">
        {STATES[job.state]}
        {isEnded(job) || step === undefined ? '' : `: ${step}${of}`}
        {job.cancelling === true && !isEnded(job) ? ', ends at its next step' : ''}
      </span>
      {isEnded(job) ? null : (
        <>
          {done === undefined || total === undefined ? null : <progress max={total} value={done} aria-label={step} />}
          <button type="button" class="small-button" disabled={job.cancelling === true} onClick={() => cancel(job.id)}>
            Stop
          </button>
        </>
      )}
    </div>
  );
}

/** The work that runs, at the foot of every view. */
export function WorkStrip(): JSX.Element | null {
  const running = work.value.filter(({ job }) => !isEnded(job)).at(-1);
  if (running === undefined) return null;
  return (
    <aside class="strip" aria-label="Work under way">
      <span class="strip-title">
        <Text text={running.title} />
      </span>
      <Progress job={running.job} />
    </aside>
  );
}
