import type { JSX } from 'preact';
import type { SkillFilePage } from '../../../catalog/types.ts';
import type { ChangeReport, ConflictPlace } from '../../../owner/store/types.ts';
import { address, skillAddress } from '../core/api.ts';
import { useAsk } from '../core/use-ask.ts';
import { visible } from '../core/visible.ts';
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
        <ul key={id} class="plain">
          {files.map((file) => (
            <li key={file.path}>
              <code>
                <Text text={file.path} />
              </code>
              : {WHY[file.reason]}
              {file.reason === 'text' ? <OurLines id={id} file={file} /> : null}
            </li>
          ))}
        </ul>
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

/** The lines that are ours, as they lie on disk; theirs stand in the difference above. */
function OurLines({
  id,
  file: { path, lines = [] },
}: {
  readonly id: string;
  readonly file: ConflictPlace;
}): JSX.Element | null {
  const asked = useAsk<SkillFilePage>(address(skillAddress(id, '/file'), { path }));
  const text = asked.data?.text?.split('\n');
  if (text === undefined) return null;
  return (
    <>
      {lines.map(({ ours: [first, last] }) => (
        <figure key={first} class="ours">
          <figcaption class="soft small">yours, from line {first}</figcaption>
          <pre>
            <code>{visible(text.slice(first - 1, Math.max(first, last)).join('\n'))}</code>
          </pre>
        </figure>
      ))}
    </>
  );
}
