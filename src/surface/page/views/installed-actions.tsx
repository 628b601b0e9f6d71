import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ChangeReport, SkillStatus, SwitchReport } from '../../../owner/store/types.ts';
import { narrow } from '../core/place.ts';
import { formatPlace } from '../core/router.ts';
import { useStart } from '../core/use-start.ts';
import { Findings } from '../parts/findings.tsx';
import { Refused } from '../parts/notice.tsx';

/** What one does with an installed skill. Taking it away is asked about once more. */
export function InstalledActions({
  skill: { id, slug, enabled, modified },
  isBehind,
}: {
  readonly skill: SkillStatus;
  readonly isBehind: boolean;
}): JSX.Element {
  const [isLeaving, setLeaving] = useState(false);
  const switching = useStart<SwitchReport>();
  const changing = useStart<ChangeReport>();
  const isBusy = switching.isRunning || changing.isRunning;
  const refusal = switching.refusal ?? changing.refusal;
  const refused = changing.answer?.refused.flatMap(({ findings }) => findings) ?? [];
  const turn = (): Promise<unknown> =>
    switching.begin(`Switch ${slug} ${enabled ? 'off' : 'on'}`, enabled ? '/api/disable' : '/api/enable', {
      refs: [id],
    });
  return (
    <div class="actions tight">
      {isBehind ? (
        <button type="button" class="small-button" onClick={() => narrow({ update: id })}>
          Look at the update<span class="unseen"> of {slug}</span>
        </button>
      ) : null}
      {modified ? (
        <button
          type="button"
          class="small-button"
          disabled={isBusy}
          onClick={() => changing.begin(`Keep the edits of ${slug}`, '/api/publish', { ref: id })}
        >
          Keep the edits<span class="unseen"> of {slug}</span>
        </button>
      ) : null}
      {enabled ? (
        <a class="small" href={formatPlace('skill', id, { tab: 'versions' })}>
          Versions<span class="unseen"> of {slug}</span>
        </a>
      ) : null}
      <button type="button" class="small-button" disabled={isBusy} onClick={turn}>
        Switch {enabled ? 'off' : 'on'}
        <span class="unseen"> {slug}</span>
      </button>
      {isLeaving ? (
        <>
          <button
            type="button"
            class="small-button is-bad"
            disabled={isBusy}
            onClick={() => changing.begin(`Remove ${slug}`, '/api/remove', { ref: id })}
          >
            Remove {slug}; versions stay
          </button>
          <button type="button" class="small-button quiet" onClick={() => setLeaving(false)}>
            No
          </button>
        </>
      ) : (
        <button type="button" class="small-button quiet" onClick={() => setLeaving(true)}>
          Remove<span class="unseen"> {slug}</span> …
        </button>
      )}
      {refusal === undefined ? null : <Refused refusal={refusal} />}
      {refused.length === 0 ? null : <Findings findings={refused} />}
    </div>
  );
}
