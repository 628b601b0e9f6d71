import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CapabilityChange } from '../../../owner/source/capabilities.ts';
import type { UpdateReview } from '../../../owner/source/review.ts';
import type { SourceUpdateReport } from '../../../owner/source/verbs/update.ts';
import { narrow, place } from '../core/place.ts';
import { useStart } from '../core/use-start.ts';
import { CAPABILITY_WORDS } from '../core/words.ts';
import { Diff } from '../parts/diff.tsx';
import { Findings } from '../parts/findings.tsx';
import { Loading, Refused } from '../parts/notice.tsx';
import { Text } from '../parts/text.tsx';
import { Conflicts } from './conflicts.tsx';

interface Preview {
  readonly reviews: readonly UpdateReview[];
  readonly report: SourceUpdateReport;
}

/** What an update would bring, looked at before it is taken; and a conflict, with the ways out of it. */
export function UpdateReviews(): JSX.Element | null {
  const { update } = place.value.query;
  if (update === undefined || update === '') return null;
  return <UpdateOf key={update} id={update} />;
}

function UpdateOf({ id }: { readonly id: string }): JSX.Element {
  const looking = useStart<Preview>();
  const taking = useStart<SourceUpdateReport>();
  // Once for each package: what begins is a job.
  useEffect(() => {
    void looking.begin(`Look at the update of ${id}`, '/api/update/preview', { refs: [id] });
  }, [id]);
  const take = (side?: 'ours' | 'theirs'): Promise<unknown> =>
    taking.begin(`Update ${id}`, '/api/update', {
      refs: [id],
      reviewed: looking.answer?.reviews.map(({ digest }) => digest) ?? [],
      ...(side === undefined ? {} : { take: side }),
    });
  const preview = looking.answer;
  const conflicts = taking.answer?.conflicts ?? preview?.report.conflicts ?? [];
  const refused = (taking.answer ?? preview?.report)?.refused.flatMap(({ findings }) => findings) ?? [];
  const refusal = looking.refusal ?? taking.refusal;
  const changed = taking.answer?.changed[0];
  return (
    <section class="panel review" aria-labelledby="update-title">
      <header class="view-head">
        <h2 id="update-title">
          Update of <Text text={id} />
        </h2>
        <button type="button" class="quiet" onClick={() => narrow({ update: '' })}>
          Close
        </button>
      </header>
      {refusal === undefined ? null : <Refused refusal={refusal} />}
      {looking.isRunning ? <Loading what="its repository" /> : null}
      {changed === undefined ? null : (
        <p class="done" role="status">
          {id} is version {changed.version} now.
        </p>
      )}
      {refused.length === 0 ? null : <Findings findings={refused} />}
      {changed !== undefined || preview === undefined ? null : (
        <>
          {preview.reviews.length === 0 && refused.length === 0 ? <p>{whyNothing(preview.report)}</p> : null}
          {preview.reviews.map((one) => (
            <Review key={one.id} review={one} />
          ))}
          {conflicts.length > 0 ? (
            <Conflicts conflicts={conflicts} take={take} isBusy={taking.isRunning} />
          ) : preview.reviews.length > 0 ? (
            <div class="actions">
              <button type="button" class="main-button" disabled={taking.isRunning} onClick={() => take()}>
                Take the update
              </button>
            </div>
          ) : null}
        </>
      )}
    </section>
  );
}

function whyNothing({ held, gone, unreachable }: SourceUpdateReport): string {
  if (held[0] !== undefined)
    return `What is newer is not long enough known; it can be taken from ${held[0].until.slice(0, 10)}.`;
  if (gone.length > 0) return 'Its repository has no such skill any more. What you have stays.';
  if (unreachable[0] !== undefined) return `Its repository could not be asked: ${unreachable[0].why}`;
  return 'Nothing is newer.';
}

function Review({ review }: { readonly review: UpdateReview }): JSX.Element {
  const { from, to, capabilities, files, moved_to, members, diff } = review;
  return (
    <div class="stack">
      <p class="soft">
        <code>{(from ?? 'what you have').slice(0, 10)}</code> → <code>{(to ?? 'what is newest').slice(0, 10)}</code>
        {moved_to === undefined ? null : (
          <>
            {' '}
            It moved to <Text text={moved_to} />.
          </>
        )}
      </p>
      {capabilities.length === 0 ? (
        <p>It can do nothing that it could not do before.</p>
      ) : (
        <ul class="plain">{capabilities.map(capabilityChange)}</ul>
      )}
      {members === undefined ? null : (
        <p>
          {members.added.length} skills come, {members.removed.length} go, {members.changed.length} change.
        </p>
      )}
      <ul class="plain small">
        {files.map(({ path, change }) => (
          <li key={path}>
            <span class="soft">{change}</span>{' '}
            <code>
              <Text text={path} />
            </code>
          </li>
        ))}
      </ul>
      {diff === '' ? null : <Diff diff={diff} label={`What changes in ${review.id}`} />}
    </div>
  );
}

function capabilityChange({ capability, added, removed }: CapabilityChange): JSX.Element {
  return (
    <li key={capability}>
      <b>{CAPABILITY_WORDS[capability]}</b>{' '}
      {added.length === 0 ? null : (
        <span class="is-new">
          new: <Text text={added.join(', ')} />
        </span>
      )}
      {added.length > 0 && removed.length > 0 ? '; ' : ''}
      {removed.length === 0 ? null : (
        <span class="soft">
          no longer: <Text text={removed.join(', ')} />
        </span>
      )}
    </li>
  );
}
