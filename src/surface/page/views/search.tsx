import type { JSX } from 'preact';
import type { SearchHit, SearchResult } from '../../../base/types.ts';
import { address } from '../core/api.ts';
import { place } from '../core/place.ts';
import { formatPlace } from '../core/router.ts';
import { useAsk } from '../core/use-ask.ts';
import { useKept } from '../core/use-kept.ts';
import { countOf } from '../core/words.ts';
import { Empty, Loading, Refused } from '../parts/notice.tsx';
import { Text } from '../parts/text.tsx';

const SHOWN_HITS = 30;

/** Hits for what stands in the box above, as it is typed. */
export function Search(): JSX.Element {
  const query = (place.value.query['q'] ?? '').trim();
  const asked = useAsk<SearchResult>(
    query === '' ? undefined : address('/api/search', { query, limit: SHOWN_HITS, wait: 'false' }),
  );
  // The hits of the word before stay until the next ones are there: a list that blinks at each key cannot be read.
  const result = useKept(asked.data, query === '');
  return (
    <section class="view" aria-labelledby="search-title">
      <header class="view-head">
        <h1 id="search-title">Search</h1>
        <p class="soft" role="status">
          {query === '' || result === undefined ? '' : `${countOf(result.total, 'skill')} for "${result.query}"`}
          {result?.index === 'building' ? ', by name and description while the index is built' : ''}
        </p>
      </header>
      {query === '' ? (
        <Empty>
          <p>Say the task in your own words, or a name: the box above searches every text as you type.</p>
        </Empty>
      ) : null}
      {asked.refusal === undefined ? null : <Refused refusal={asked.refusal} again={asked.again} />}
      {query !== '' && result === undefined && asked.refusal === undefined ? <Loading what="the index" /> : null}
      {result !== undefined && result.total === 0 && query !== '' && !asked.isLoading ? (
        <Empty>
          <p>Nothing fits. Try fewer words, or other ones; whole words and beginnings of words are found.</p>
        </Empty>
      ) : null}
      <ol class="hits">{query === '' ? null : result?.skills.map((hit) => <Hit key={hit.id} hit={hit} />)}</ol>
    </section>
  );
}

function Hit({ hit }: { readonly hit: SearchHit }): JSX.Element {
  return (
    <li>
      <a href={formatPlace('skill', hit.id)} onKeyDown={moveBetween}>
        <span class="hit-name">
          <Text text={hit.name} />
          {hit.collection === undefined ? null : <span class="soft"> {hit.collection}</span>}
          {hit.match === 'weak' ? <em class="tag">fits in part</em> : null}
        </span>
        <span class="hit-about">
          <Text text={hit.description} />
        </span>
        {hit.snippet === '' ? null : (
          <span class="hit-snippet">
            <Text text={hit.snippet} />
          </span>
        )}
      </a>
    </li>
  );
}

function moveBetween(event: KeyboardEvent): void {
  const from = event.currentTarget;
  if (!(from instanceof HTMLElement) || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  event.preventDefault();
  const item = from.closest('li');
  const next = event.key === 'ArrowDown' ? item?.nextElementSibling : item?.previousElementSibling;
  const to =
    next?.querySelector('a') ?? (event.key === 'ArrowUp' ? document.querySelector<HTMLElement>('.search input') : null);
  to?.focus();
}
