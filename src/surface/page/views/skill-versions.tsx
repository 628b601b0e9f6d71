import type { JSX } from 'preact';
import type { ChangeReport, DiffReport, StoreHistory, VersionRow } from '../../../owner/store/types.ts';
import { address, skillAddress } from '../core/api.ts';
import { narrow, place } from '../core/place.ts';
import { useAsk } from '../core/use-ask.ts';
import { useStart } from '../core/use-start.ts';
import { CAME_BY_WORDS, day, shortDigest } from '../core/words.ts';
import { Choice } from '../parts/choice.tsx';
import { Diff } from '../parts/diff.tsx';
import { Answer, Empty, Refused } from '../parts/notice.tsx';
import { Text } from '../parts/text.tsx';
import { Wide } from '../parts/wide.tsx';

/** How a skill came to be what it is, any two states against each other, and the way back. */
export function SkillVersions({ id }: { readonly id: string }): JSX.Element {
  const asked = useAsk<StoreHistory>(skillAddress(id, '/history'));
  if (asked.refusal?.status === 404) {
    return (
      <Empty>
        <p>
          No versions are kept of it: it lies in a tree of its own and was not installed or published into the store.
        </p>
      </Empty>
    );
  }
  return (
    <Answer asked={asked} what="the versions">
      {({ versions }) => (
        <div class="stack">
          <VersionTable id={id} versions={versions} />
          <Compare id={id} versions={versions} />
        </div>
      )}
    </Answer>
  );
}

function VersionTable({
  id,
  versions,
}: {
  readonly id: string;
  readonly versions: readonly VersionRow[];
}): JSX.Element {
  const going = useStart<ChangeReport>();
  return (
    <Wide label="Versions">
      {going.refusal === undefined ? null : <Refused refusal={going.refusal} />}
      <table>
        <caption>Versions, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Day</th>
            <th scope="col">Came by</th>
            <th scope="col">Digest</th>
            <th scope="col">Active</th>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ number, at, came_by, note, source, digest, active }) => (
            <tr key={number}>
              <th scope="row" class="number">
                {number}
              </th>
              <td class="number">{day(at)}</td>
              <td>
                {CAME_BY_WORDS[came_by]}
                {source?.commit === undefined ? null : <code class="soft"> {source.commit.slice(0, 10)}</code>}
                {note === undefined ? null : (
                  <span class="soft block">
                    <Text text={note} />
                  </span>
                )}
              </td>
              <td>
                <code>{shortDigest(digest)}</code>
              </td>
              <td>
                {active ? (
                  'active'
                ) : (
                  <button
                    type="button"
                    class="small-button"
                    disabled={going.isRunning}
                    onClick={() =>
                      going.begin(`Back to version ${number} of ${id}`, '/api/rollback', { ref: id, to: number })
                    }
                  >
                    Make version {number} active
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function Compare({ id, versions }: { readonly id: string; readonly versions: readonly VersionRow[] }): JSX.Element {
  const active = versions.find((one) => one.active)?.number;
  const older = versions.find(({ number }) => active !== undefined && number < active)?.number;
  const { from = String(older ?? active ?? ''), to = older === undefined ? 'disk' : String(active ?? 'disk') } =
    place.value.query;
  const asked = useAsk<DiffReport>(from === '' ? undefined : address(skillAddress(id, '/diff'), { from, to }));
  const sides = [
    ...versions.map(({ number }) => [String(number), `version ${number}`] as const),
    ['disk', 'what lies on disk'] as const,
  ];
  return (
    <section class="stack" aria-labelledby="compare-title">
      <h2 id="compare-title">Difference</h2>
      <div class="filters">
        <Choice label="From" value={from} options={sides} onChange={(next) => narrow({ from: next })} />
        <Choice label="To" value={to} options={sides} onChange={(next) => narrow({ to: next })} />
      </div>
      <Answer asked={asked} what="the difference">
        {({ files, diff }) =>
          files.length === 0 ? (
            <Empty>
              <p>These two are the same, byte for byte.</p>
            </Empty>
          ) : (
            <>
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
              <Diff diff={diff} label={`Difference from ${from} to ${to}`} />
            </>
          )
        }
      </Answer>
    </section>
  );
}
