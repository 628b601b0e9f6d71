import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { NetworkMode, ReadinessState, SkillPage, SkillRow } from '../../../base/types.ts';
import { address, ask } from '../core/api.ts';
import { go, narrow, place } from '../core/place.ts';
import { formatPlace } from '../core/router.ts';
import type { AskPart } from '../core/rows.ts';
import { useAsk } from '../core/use-ask.ts';
import { count, NETWORK_WORDS, READINESS_WORDS } from '../core/words.ts';
import { Choice } from '../parts/choice.tsx';
import { LongList } from '../parts/long-list.tsx';
import { Empty } from '../parts/notice.tsx';
import { NetworkMark, ReadinessMark } from '../parts/state.tsx';
import { Text } from '../parts/text.tsx';
import { TakeOne } from './take.tsx';

/** Every skill of one tree, or those outside collections. */
export function Skills({ of }: { readonly of: string }): JSX.Element {
  const { state, network, match } = place.value.query;
  const overview = useAsk<SkillPage>('/api/skills?limit=1');
  const collections = overview.data?.collections ?? [];
  const collection = of === '' ? undefined : of;
  const list = address('/api/skills', { collection, state, network, match });
  const askPart = useMemo<AskPart<SkillRow>>(
    () => async (offset, limit, signal) => {
      const page = await ask<SkillPage>(
        address('/api/skills', { collection, state, network, match, offset, limit }),
        signal,
      );
      return { rows: page.skills, total: page.total };
    },
    [collection, state, network, match],
  );
  const title = collections.find(({ id }) => id === of)?.title ?? (of === '' ? 'Skills outside collections' : of);
  return (
    <section class="view fill" aria-labelledby="skills-title">
      <header class="view-head">
        <h1 id="skills-title">
          <Text text={title} />
        </h1>
        {collection === undefined ? null : <TakeOne refs={[collection]} label="Put all on this level" />}
      </header>
      <div class="filters">
        <Choice
          label="Tree"
          value={of}
          options={[
            ['', 'outside collections'],
            ...collections.map(({ id, count: members }): [string, string] => [id, `${id} (${count(members)})`]),
          ]}
          onChange={(next) => go('skills', next, { state, network, match })}
        />
        <Choice
          label="Readiness"
          value={state ?? ''}
          options={[['', 'any'], ...wordsOf<ReadinessState>(READINESS_WORDS)]}
          onChange={(next) => narrow({ state: next })}
        />
        <Choice
          label="Network"
          value={network ?? ''}
          options={[['', 'any'], ...wordsOf<NetworkMode>(NETWORK_WORDS)]}
          onChange={(next) => narrow({ network: next })}
        />
        <label class="field">
          <span>Holds the text</span>
          <input
            type="search"
            value={match ?? ''}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => narrow({ match: event.currentTarget.value })}
          />
        </label>
      </div>
      <LongList
        label={title}
        list={list}
        ask={askPart}
        href={({ id }) => formatPlace('skill', id)}
        draw={(row) => <Row row={row} />}
        empty={() => <NoRows isNarrowed={[state, network, match].some((one) => one !== undefined && one !== '')} />}
      />
    </section>
  );
}

const wordsOf = <K extends string>(words: Readonly<Record<K, string>>): [string, string][] =>
  Object.entries(words) as [string, string][];

function Row({ row }: { readonly row: SkillRow }): JSX.Element {
  return (
    <>
      <span class="row-name">
        <Text text={row.name} />
        {row.user_only === true ? <em class="tag">people only</em> : null}
        {row.shadowed_by === undefined ? null : <em class="tag">name taken</em>}
      </span>
      <span class="row-about">
        <Text text={row.description} />
      </span>
      <ReadinessMark state={row.readiness.state} />
      <NetworkMark mode={row.network.mode} />
    </>
  );
}

function NoRows({ isNarrowed }: { readonly isNarrowed: boolean }): JSX.Element {
  if (!isNarrowed) {
    return (
      <Empty>
        <p>There is no skill here yet.</p>
        <p>
          <a href={formatPlace('add')}>Add some from a source</a>, <a href={formatPlace('write')}>write one</a>, or
          choose another tree above.
        </p>
      </Empty>
    );
  }
  return (
    <Empty>
      <p>No skill of this tree fits all of that.</p>
      <button type="button" onClick={() => narrow({ state: '', network: '', match: '' })}>
        Show all of them
      </button>
    </Empty>
  );
}
