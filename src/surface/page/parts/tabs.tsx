import type { JSX } from 'preact';
import { formatPlace, type View } from '../core/router.ts';

/** Parts of one thing, each with an address of its own. */
export function Tabs({
  label,
  view,
  of,
  at,
  tabs,
}: {
  readonly label: string;
  readonly view: View;
  readonly of: string;
  readonly at: string;
  readonly tabs: readonly (readonly [tab: string, words: string, number?: number])[];
}): JSX.Element {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([tab, words, number], step) => (
        <a
          key={tab}
          href={formatPlace(view, of, { tab: step === 0 ? undefined : tab })}
          aria-current={tab === at ? 'page' : undefined}
        >
          {words}
          {number === undefined ? null : <span class="number">{number}</span>}
        </a>
      ))}
    </nav>
  );
}
