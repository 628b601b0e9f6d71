import type { JSX } from 'preact';
import type { NetworkMode, ReadinessState } from '../../../base/types.ts';
import { NETWORK_WORDS, READINESS_WORDS } from '../core/words.ts';

/** A state as a shape and a word: colour alone says nothing to whoever does not see it. */
export function ReadinessMark({ state }: { readonly state: ReadinessState }): JSX.Element {
  return (
    <span class={`state is-${state}`}>
      <i aria-hidden="true" />
      {READINESS_WORDS[state]}
    </span>
  );
}

export function NetworkMark({ mode }: { readonly mode: NetworkMode }): JSX.Element {
  return (
    <span class={`state net-${mode}`}>
      <i aria-hidden="true" />
      {NETWORK_WORDS[mode]}
    </span>
  );
}
