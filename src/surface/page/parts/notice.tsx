import type { ComponentChildren, JSX } from 'preact';
import type { Refusal } from '../core/api.ts';
import type { Asked } from '../core/use-ask.ts';
import { Text } from './text.tsx';

/** Words for a state in which there is nothing to show. */
export function Empty({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <div class="empty">{children}</div>;
}

export function Loading({ what }: { readonly what: string }): JSX.Element {
  return (
    <p class="empty loading" role="status">
      Reading {what} …
    </p>
  );
}

export function Refused({
  refusal,
  again,
}: {
  readonly refusal: Refusal;
  readonly again?: (() => void) | undefined;
}): JSX.Element {
  return (
    <div class="refused" role="alert">
      <p>
        <Text text={refusal.message} />
      </p>
      {refusal.suggestions.length === 0 ? null : (
        <p class="soft">
          Did you mean <Text text={refusal.suggestions.join(', ')} />?
        </p>
      )}
      {again === undefined ? null : (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** An answer in whichever state it is. */
export function Answer<T>({
  asked,
  what,
  children,
}: {
  readonly asked: Asked<T>;
  readonly what: string;
  readonly children: (data: T) => ComponentChildren;
}): JSX.Element {
  const { data, refusal, again } = asked;
  if (data !== undefined) return <>{children(data)}</>;
  if (refusal !== undefined) return <Refused refusal={refusal} again={again} />;
  return <Loading what={what} />;
}
