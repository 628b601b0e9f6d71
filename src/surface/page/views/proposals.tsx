import type { JSX } from 'preact';
import type { ChangeReport, DiffReport, Proposal, StoreStatus, SwitchReport } from '../../../owner/store/types.ts';
import { skillAddress } from '../core/api.ts';
import { useAsk } from '../core/use-ask.ts';
import { useStart } from '../core/use-start.ts';
import { day } from '../core/words.ts';
import { Diff } from '../parts/diff.tsx';
import { Answer, Empty, Refused } from '../parts/notice.tsx';
import { Id, Text } from '../parts/text.tsx';

/** What models wrote and nobody took in: apart from everything else, each whole, to be turned on or thrown away. */
export function Proposals(): JSX.Element {
  const asked = useAsk<StoreStatus>('/api/installed');
  return (
    <section class="view" aria-labelledby="proposals-title">
      <header class="view-head">
        <h1 id="proposals-title">Proposals</h1>
        <p class="soft">Models wrote these. None of them is in any list or prompt until you turn it on.</p>
      </header>
      <Answer asked={asked} what="the proposals">
        {({ proposals }) => {
          if (proposals.length > 0) return proposals.map((one) => <Proposed key={one.id} proposal={one} />);
          return (
            <Empty>
              <p>
                No model has proposed anything. They can where the server for models runs with <code>--propose</code>.
              </p>
            </Empty>
          );
        }}
      </Answer>
    </section>
  );
}

function Proposed({ proposal: { id, name, at, note } }: { readonly proposal: Proposal }): JSX.Element {
  const asked = useAsk<DiffReport>(skillAddress(id, '/diff'));
  const enabling = useStart<SwitchReport>();
  const dropping = useStart<ChangeReport>();
  const isBusy = enabling.isRunning || dropping.isRunning;
  const refusal = enabling.refusal ?? dropping.refusal;
  return (
    <article class="proposal" aria-label={name}>
      <header>
        <h2>
          <Text text={name} />
        </h2>
        <p class="facts">
          <Id id={id} />
          <span class="soft">{day(at)}</span>
        </p>
        {note === undefined ? null : (
          <p>
            It says why:{' '}
            <q>
              <Text text={note} />
            </q>
          </p>
        )}
      </header>
      <Answer asked={asked} what="its text">
        {({ diff }) => <Diff diff={diff} label={`What ${name} would bring`} />}
      </Answer>
      <div class="actions">
        <button
          type="button"
          class="main-button"
          disabled={isBusy}
          onClick={() => enabling.begin(`Turn ${name} on`, '/api/enable', { refs: [id] })}
        >
          Turn it on
        </button>
        <button
          type="button"
          disabled={isBusy}
          onClick={() => dropping.begin(`Throw ${name} away`, '/api/remove', { ref: id })}
        >
          Throw it away
        </button>
      </div>
      {refusal === undefined ? null : <Refused refusal={refusal} />}
    </article>
  );
}
