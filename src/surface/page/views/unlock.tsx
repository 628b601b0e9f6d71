import type { JSX } from 'preact';
import type { Unlock as Plan } from '../../../catalog/types.ts';
import { countOf, requirement } from '../core/words.ts';

/** The few things that are worth the most. */
export function Unlock({ unlock }: { readonly unlock: Plan }): JSX.Element | null {
  if (unlock.install.length === 0 || unlock.skills === 0) return null;
  return (
    <p class="unlock">
      Install{' '}
      {unlock.install.map((one, at) => (
        <span key={one}>
          {at === 0 ? '' : at === unlock.install.length - 1 ? ' and ' : ', '}
          <b>{requirement(one).name}</b> <span class="soft">({requirement(one).kind})</span>
        </span>
      ))}
      , and {countOf(unlock.skills, 'skill')} more would lack nothing that is known.
    </p>
  );
}
