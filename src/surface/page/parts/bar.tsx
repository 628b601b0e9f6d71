import type { JSX } from 'preact';
import { count } from '../core/words.ts';

/** A part of a bar; its kind is the name of its colour. */
export interface BarPart {
  readonly kind: string;
  readonly words: string;
  readonly size: number;
}

/** A whole and its parts. The words beside it say the same: the bar is for the eye alone. */
export function Bar({ parts, of }: { readonly parts: readonly BarPart[]; readonly of: number }): JSX.Element {
  return (
    <span class="bar" aria-hidden="true">
      {parts.map(({ kind, words, size }) =>
        size === 0 ? null : (
          <i
            key={kind}
            class={`fill-${kind}`}
            title={`${count(size)} ${words}`}
            style={{ width: `${(size / Math.max(1, of)) * 100}%` }}
          />
        ),
      )}
    </span>
  );
}

export function Legend({ parts }: { readonly parts: readonly Omit<BarPart, 'size'>[] }): JSX.Element {
  return (
    <ul class="legend">
      {parts.map(({ kind, words }) => (
        <li key={kind}>
          <i class={`fill-${kind}`} aria-hidden="true" />
          {words}
        </li>
      ))}
    </ul>
  );
}
