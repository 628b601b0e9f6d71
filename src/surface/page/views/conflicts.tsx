import type { JSX } from 'preact';
import type { ChangeReport, ConflictPlace, DiffReport } from '../../../owner/store/types.ts';
import { skillAddress } from '../core/api.ts';
import { useAsk } from '../core/use-ask.ts';
import { Diff } from '../parts/diff.tsx';
import { Text } from '../parts/text.tsx';

const WHY: Readonly<Record<ConflictPlace['reason'], string>> = {
  text: 'both sides changed the same lines',
  binary: 'both sides changed a file that has no lines',
  'removed-here': 'you removed it, they changed it',
  'removed-there': 'they removed it, you changed it',
  'added-twice': 'both sides added it, each with another text',
};

/** What both sides changed, and whose is to be kept. Nothing was changed so far. */
export function Conflicts({
  conflicts,
  take,
  isBusy,
}: {
  readonly conflicts: ChangeReport['conflicts'];
  readonly take: (side: 'ours' | 'theirs') => void;
  readonly isBusy: boolean;
}): JSX.Element {
  return (
    <section class="conflict" aria-label="Conflict">
      <h3>You and they changed the same</h3>
      <p>Nothing was changed yet. What only one side changed is kept in both cases.</p>
      {conflicts.map(({ id, files }) => (
        <div key={id}>
          <ul class="plain">
            {files.map((file) => (
              <li key={file.path}>
                <code>
                  <Text text={file.path} />
                </code>
                : {WHY[file.reason]}
              </li>
            ))}
          </ul>
          <OurChanges id={id} />
        </div>
      ))}
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={() => take('ours')}>
          Keep my lines
        </button>
        <button type="button" disabled={isBusy} onClick={() => take('theirs')}>
          Take theirs
        </button>
      </div>
    </section>
  );
}

/** What the owner changed since the version that is active; what they changed stands above. */
function OurChanges({ id }: { readonly id: string }): JSX.Element | null {
  const asked = useAsk<DiffReport>(skillAddress(id, '/diff'));
  if (asked.data === undefined) return null;
  return (
    <div class="ours">
      <p class="soft small">What you changed; what they changed stands above.</p>
      <Diff diff={asked.data.diff} label={`What you changed in ${id}`} />
    </div>
  );
}
