import type { JSX } from 'preact';
import type { OutdatedReport } from '../../../owner/source/verbs/outdated.ts';
import type { SkillStatus, StoreStatus, SwitchReport } from '../../../owner/store/types.ts';
import { place } from '../core/place.ts';
import { formatPlace } from '../core/router.ts';
import { useAsk } from '../core/use-ask.ts';
import { useStart } from '../core/use-start.ts';
import { CAME_BY_WORDS, count, countOf } from '../core/words.ts';
import { Answer, Empty, Refused } from '../parts/notice.tsx';
import { Id, Text } from '../parts/text.tsx';
import { Wide } from '../parts/wide.tsx';
import { InstalledActions } from './installed-actions.tsx';
import { UpdateReviews } from './update-reviews.tsx';

/** What the store keeps, what of it is behind, and the way to what is new. */
export function Installed(): JSX.Element {
  const asked = useAsk<StoreStatus>('/api/installed');
  const outdated = useStart<OutdatedReport>();
  return (
    <section class="view" aria-labelledby="installed-title">
      <header class="view-head">
        <h1 id="installed-title">Installed</h1>
        <button
          type="button"
          disabled={outdated.isRunning}
          onClick={() => outdated.begin('Ask repositories for newer commits', '/api/outdated', {})}
        >
          {outdated.isRunning ? 'Asking repositories …' : 'Look for newer ones'}
        </button>
      </header>
      <SwitchedOff />
      {outdated.refusal === undefined ? null : <Refused refusal={outdated.refusal} />}
      {outdated.answer === undefined ? null : <Behind report={outdated.answer} />}
      <UpdateReviews />
      <Answer asked={asked} what="what is installed">
        {(status) => <Packages status={status} outdated={outdated.answer} />}
      </Answer>
    </section>
  );
}

/** Where one comes from switching a skill off: it is in no list any more. */
function SwitchedOff(): JSX.Element | null {
  const { off } = place.value.query;
  const switching = useStart<SwitchReport>();
  if (off === undefined) return null;
  if (switching.answer !== undefined) {
    return (
      <p class="panel done" role="status">
        <a href={formatPlace('skill', off)}>
          <Text text={off} />
        </a>{' '}
        is on again.
      </p>
    );
  }
  return (
    <div class="panel spaced" role="status">
      <p>
        <Id id={off} /> is switched off: no list, search or prompt has it.
      </p>
      <button
        type="button"
        disabled={switching.isRunning}
        onClick={() => switching.begin(`Switch ${off} on`, '/api/enable', { refs: [off] })}
      >
        Switch it on again
      </button>
      {switching.refusal === undefined ? null : <Refused refusal={switching.refusal} />}
    </div>
  );
}

function Behind({ report }: { readonly report: OutdatedReport }): JSX.Element {
  const behind = [...report.skills, ...report.collections];
  return (
    <div class="panel spaced" role="status">
      <p>
        {behind.length === 0
          ? `Nothing is behind; ${countOf(report.current, 'package')} as new as their repositories.`
          : `${countOf(behind.length, 'package')} behind: ${behind.map(({ id }) => id).join(', ')}.`}
      </p>
      {report.unreachable.map(({ id, why }) => (
        <p key={id} class="soft">
          <Text text={`${id} could not be asked about: ${why}`} />
        </p>
      ))}
    </div>
  );
}

function Packages({
  status: { skills, collections },
  outdated,
}: {
  readonly status: StoreStatus;
  readonly outdated: OutdatedReport | undefined;
}): JSX.Element {
  if (skills.length + collections.length === 0) {
    return (
      <Empty>
        <p>Nothing is installed.</p>
        <p>
          <a href={formatPlace('add')}>Add skills from a source</a>, or <a href={formatPlace('write')}>write one</a>.
        </p>
      </Empty>
    );
  }
  const behind = new Set([...(outdated?.skills ?? []), ...(outdated?.collections ?? [])].map(({ id }) => id));
  return (
    <Wide label="Installed packages">
      <table class="installed">
        <thead>
          <tr>
            <th scope="col">Package</th>
            <th scope="col">Version</th>
            <th scope="col">From</th>
            <th scope="col">State</th>
            <th scope="col">
              <span class="unseen">What to do</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {skills.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                {one.enabled ? <a href={formatPlace('skill', one.id)}>{one.id}</a> : <Id id={one.id} />}
              </th>
              <td class="number">{one.version}</td>
              <td>
                <Origin skill={one} />
              </td>
              <td>{statesOf(one, behind.has(one.id)).join(', ')}</td>
              <td>
                <InstalledActions skill={one} isBehind={behind.has(one.id)} />
              </td>
            </tr>
          ))}
          {collections.map(({ id, version, members, commit, modified }) => (
            <tr key={id}>
              <th scope="row">
                <a href={formatPlace('skills', id.slice(id.indexOf(':') + 1))}>{id}</a>
              </th>
              <td class="number">{version}</td>
              <td>
                collection of {count(members)}
                {commit === undefined ? null : <code class="soft"> {commit.slice(0, 10)}</code>}
              </td>
              <td>
                {[modified ? 'edited on disk' : '', behind.has(id) ? 'behind' : '']
                  .filter((one) => one !== '')
                  .join(', ') || 'as it was taken in'}
              </td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function Origin({ skill: { came_by, source } }: { readonly skill: SkillStatus }): JSX.Element {
  return (
    <>
      {CAME_BY_WORDS[came_by]}
      {source === undefined ? null : (
        <span class="soft block small">
          <Text text={source.url} />
          {source.commit === undefined ? null : <code> {source.commit.slice(0, 10)}</code>}
        </span>
      )}
    </>
  );
}

function statesOf({ enabled, modified, stale }: SkillStatus, isBehind: boolean): string[] {
  const states = [
    ...(enabled ? [] : ['switched off']),
    ...(modified ? ['edited on disk'] : []),
    ...(stale ? ['its folder shows another version'] : []),
    ...(isBehind ? ['behind'] : []),
  ];
  return states.length === 0 ? ['in use'] : states;
}
