import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SearchResult, SkillPage } from '../../../base/types.ts';
import type { Level } from '../../../owner/session/levels.ts';
import { address } from '../core/api.ts';
import { type CheckLine, checkLines } from '../core/check-list.ts';
import { formatPlace } from '../core/router.ts';
import { useAsk } from '../core/use-ask.ts';
import { useKept } from '../core/use-kept.ts';
import { useStart } from '../core/use-start.ts';
import { count } from '../core/words.ts';
import { Choice } from '../parts/choice.tsx';
import { Answer, Empty, Refused } from '../parts/notice.tsx';
import { Id } from '../parts/text.tsx';

/** One level as a check list: its own skills, those it inherits, and whatever one looks for to put on it. */
export function LevelList({ of }: { readonly of: string }): JSX.Element {
  const own = useAsk<Level>(`/api/levels/${encodeURIComponent(of)}`);
  const inherited = useAsk<Level>('/api/levels/global');
  return (
    <Answer asked={own} what="the level">
      {(level) => <Checks level={level} global={inherited.data ?? { key: 'global', skills: [], dropped: [] }} />}
    </Answer>
  );
}

function Checks({ level, global }: { readonly level: Level; readonly global: Level }): JSX.Element {
  const [query, setQuery] = useState('');
  const changing = useStart<Level>();
  const asked = useAsk<SearchResult>(
    query.trim() === '' ? undefined : address('/api/search', { query: query.trim(), limit: 20 }),
  );
  const found = useKept(asked.data, query.trim() === '')?.skills.map(({ id }) => id) ?? [];
  const lines = checkLines(level, global, found);
  const change = (body: object, title: string): Promise<unknown> =>
    changing.begin(title, `/api/levels/${encodeURIComponent(level.key)}`, body);
  return (
    <div class="stack">
      <div class="filters">
        <label class="field grow">
          <span>Look for skills to put on {level.key}</span>
          <input
            type="search"
            autocomplete="off"
            spellcheck={false}
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
        </label>
        <Pack level={level} change={change} isBusy={changing.isRunning} />
      </div>
      {changing.refusal === undefined ? null : <Refused refusal={changing.refusal} />}
      {lines.length === 0 ? (
        <Empty>
          <p>
            {query.trim() === ''
              ? `${level.key} holds nothing yet. Look for skills above, or take a whole pack.`
              : 'No skill fits that.'}
          </p>
        </Empty>
      ) : (
        <ul class="checks" aria-label={`Skills of ${level.key}`}>
          {lines.map((line) => (
            <Line
              key={line.id}
              line={line}
              isBusy={changing.isRunning}
              turn={(isOn) =>
                change(
                  isOn ? { add: [line.id] } : { remove: [line.id] },
                  `${isOn ? 'Put' : 'Take'} ${line.id} ${isOn ? 'on' : 'off'} ${level.key}`,
                )
              }
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function Line({
  line: { id, from, note },
  isBusy,
  turn,
}: {
  readonly line: CheckLine;
  readonly isBusy: boolean;
  readonly turn: (isOn: boolean) => void;
}): JSX.Element {
  return (
    <li>
      <label class="check">
        <input
          type="checkbox"
          checked={from !== 'absent'}
          disabled={from === 'inherited'}
          aria-disabled={isBusy}
          onChange={(event) => turn(event.currentTarget.checked)}
        />
        <Id id={id} />
      </label>
      <span class="soft small">
        {from === 'inherited' ? (
          <>
            inherited from <a href={formatPlace('levels', 'global')}>global</a>
          </>
        ) : null}
        {note === undefined ? null : note === 'gone' ? 'gone; nobody is given it' : 'switched off; nobody is given it'}
      </span>
    </li>
  );
}

function Pack({
  level,
  change,
  isBusy,
}: {
  readonly level: Level;
  readonly change: (body: object, title: string) => void;
  readonly isBusy: boolean;
}): JSX.Element | null {
  const [pack, setPack] = useState('');
  const overview = useAsk<SkillPage>('/api/skills?limit=1');
  const packs = overview.data?.collections ?? [];
  const chosen = pack === '' ? packs[0]?.id : pack;
  if (chosen === undefined) return null;
  return (
    <div class="take pack">
      <Choice
        label="A whole pack"
        value={chosen}
        options={packs.map(({ id, count: members }): [string, string] => [id, `${id} (${count(members)})`])}
        onChange={setPack}
      />
      <button
        type="button"
        disabled={isBusy}
        onClick={() => change({ add: [chosen] }, `Put ${chosen} on ${level.key}`)}
      >
        Take it
      </button>
    </div>
  );
}
