import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SourceReview } from '../../../owner/source/review.ts';
import type { InstallReport, SourceListing } from '../../../owner/source/verbs/install.ts';
import { type AddPlan, bodyOf, isWhole, NOTHING_CHOSEN } from '../core/add-plan.ts';
import { useStart } from '../core/use-start.ts';
import { Refused } from '../parts/notice.tsx';
import { AddChoice } from './add-choice.tsx';
import { AddReview } from './add-review.tsx';
import { Added } from './added.tsx';

/** Skills from elsewhere, in three steps: where, which, and a look at what would come. */
export function Add(): JSX.Element {
  const [plan, setPlan] = useState<AddPlan>(NOTHING_CHOSEN);
  const listing = useStart<SourceListing>();
  const looking = useStart<SourceReview>();
  const adding = useStart<InstallReport>();
  const source = plan.source.trim();
  const choose = (change: Partial<AddPlan>): void => {
    setPlan({ ...plan, ...change });
    looking.clear();
  };
  const list = async (): Promise<void> => {
    looking.clear();
    adding.clear();
    const found = await listing.begin(`Look into ${source}`, '/api/source', { source });
    const only = found?.skills.length === 1 ? found.skills.map(({ path }) => path) : [];
    setPlan({ ...NOTHING_CHOSEN, source, place: plan.place, paths: only });
  };
  const look = (): Promise<unknown> => looking.begin(`Review ${source}`, '/api/add/preview', bodyOf(plan));
  const add = (): Promise<unknown> =>
    adding.begin(`Add from ${source}`, '/api/add', {
      ...bodyOf(plan, true),
      reviewed: looking.answer?.packages.map(({ digest }) => digest) ?? [],
    });
  const refusal = listing.refusal ?? looking.refusal ?? adding.refusal;
  return (
    <section class="view" aria-labelledby="add-title">
      <header class="view-head">
        <h1 id="add-title">Add from a source</h1>
      </header>
      <form
        class="where"
        onSubmit={(event) => {
          event.preventDefault();
          if (source !== '') void list();
        }}
      >
        <label class="field grow">
          <span>
            A repository as owner/repo[/folder][@tag or commit], an address, a folder or an archive of this machine
          </span>
          <input
            value={plan.source}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            placeholder="owner/repo@v1.2.0"
            onInput={(event) => setPlan({ ...plan, source: event.currentTarget.value })}
          />
        </label>
        <button type="submit" disabled={source === '' || listing.isRunning}>
          {listing.isRunning ? 'Looking …' : 'Look into it'}
        </button>
      </form>
      <p class="soft small">
        What is there is fetched and shown first. Nothing of it is run, and nothing is taken in before you said so.
      </p>
      {refusal === undefined ? null : <Refused refusal={refusal} />}
      {adding.answer === undefined ? null : <Added report={adding.answer} reviewed={looking.answer} />}
      {listing.answer === undefined || adding.answer !== undefined ? null : (
        <AddChoice listing={listing.answer} plan={plan} choose={choose} />
      )}
      {listing.answer === undefined || adding.answer !== undefined || looking.answer !== undefined ? null : (
        <button
          type="button"
          class="main-button next"
          disabled={looking.isRunning || (plan.paths.length === 0 && !isWhole(plan))}
          onClick={look}
        >
          {looking.isRunning ? 'Reading …' : 'Review what would come'}
        </button>
      )}
      {looking.answer === undefined || adding.answer !== undefined ? null : (
        <AddReview review={looking.answer} add={add} isBusy={adding.isRunning} />
      )}
    </section>
  );
}
