import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ReadinessSummary, SkillReadiness } from '../../../catalog/types.ts';
import { address } from '../core/api.ts';
import { narrow, place } from '../core/place.ts';
import { formatPlace } from '../core/router.ts';
import { useAsk } from '../core/use-ask.ts';
import { count, countOf, requirement } from '../core/words.ts';
import { Bar, Legend } from '../parts/bar.tsx';
import { Answer, Empty } from '../parts/notice.tsx';
import { Text } from '../parts/text.tsx';
import { Wide } from '../parts/wide.tsx';
import { Unlock } from './unlock.tsx';

const SHOWN = 40;

/** What skills wait for, the most wanted first, and what installing it would make ready. */
export function Missing(): JSX.Element {
  const [evidence, setEvidence] = useState<'kept' | 'read'>('kept');
  const asked = useAsk<{ readonly summary: ReadinessSummary }>(address('/api/readiness', { limit: 0, evidence }));
  return (
    <Answer
      asked={asked}
      what={evidence === 'read' ? 'every text for what it needs; that may take a minute' : 'what is missing'}
    >
      {({ summary }) => (
        <div class="stack">
          {summary.unlock === undefined ? null : <Unlock unlock={summary.unlock} />}
          <Unread number={summary.evidence_unread ?? 0} read={() => setEvidence('read')} />
          {summary.missing.length === 0 ? (
            <Empty>
              <p>Nothing that a skill declares is missing on this machine.</p>
            </Empty>
          ) : (
            <Wanted missing={summary.missing} />
          )}
          <Waiting />
        </div>
      )}
    </Answer>
  );
}

function Unread({ number, read }: { readonly number: number; readonly read: () => void }): JSX.Element | null {
  if (number === 0) return null;
  return (
    <div class="panel">
      <p>
        {countOf(number, 'skill')} declare nothing, and their texts were not read yet. Reading them shows what they call
        and load; nothing is run.
      </p>
      <button type="button" onClick={read}>
        Read them now
      </button>
    </div>
  );
}

function Wanted({ missing }: { readonly missing: ReadinessSummary['missing'] }): JSX.Element {
  const most = missing[0]?.skills ?? 1;
  return (
    <Wide label="What is missing">
      <Legend
        parts={[
          { kind: 'ready', words: 'ready at once when it is there' },
          { kind: 'needs_setup', words: 'wait for something else too' },
        ]}
      />
      <table class="figures">
        <caption>
          Missing here, the most wanted first{missing.length > SHOWN ? `; ${SHOWN} of ${count(missing.length)}` : ''}
        </caption>
        <thead>
          <tr>
            <th scope="col">Missing</th>
            <th scope="col" class="bar-cell">
              Wanted by
            </th>
            <th scope="col">Skills</th>
            <th scope="col">Ready at once</th>
          </tr>
        </thead>
        <tbody>
          {missing.slice(0, SHOWN).map(({ requirement: text, skills, alone }) => (
            <tr key={text}>
              <th scope="row">
                <Text text={requirement(text).name} /> <span class="soft">{requirement(text).kind}</span>
              </th>
              <td class="bar-cell">
                <Bar
                  of={most}
                  parts={[
                    { kind: 'ready', words: 'ready at once', size: alone },
                    { kind: 'needs_setup', words: 'wait for more', size: skills - alone },
                  ]}
                />
              </td>
              <td>
                <button type="button" class="link" onClick={() => narrow({ missing: text })}>
                  {count(skills)}
                  <span class="unseen"> skills wait for {requirement(text).name}: show them</span>
                </button>
              </td>
              <td>{count(alone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

/** The skills that wait for one thing. */
function Waiting(): JSX.Element | null {
  const { missing } = place.value.query;
  const asked = useAsk<{ readonly skills: readonly SkillReadiness[] }>(
    missing === undefined ? undefined : address('/api/readiness', { missing, limit: 200 }),
  );
  if (missing === undefined) return null;
  return (
    <section aria-labelledby="waiting-title">
      <h2 id="waiting-title">
        Wait for <Text text={requirement(missing).name} />
      </h2>
      <Answer asked={asked} what="the skills">
        {({ skills }) => (
          <ul class="names">
            {skills.map(({ id, name }) => (
              <li key={id}>
                <a href={formatPlace('skill', id, { tab: 'readiness' })}>
                  <Text text={name} />
                </a>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </section>
  );
}
