import type { JSX } from 'preact';
import { visible } from '../core/visible.ts';

/** Text of a tree: never HTML, never able to turn the line around it, and with what hides in it spelled out. */
export function Text({ text }: { readonly text: string }): JSX.Element {
  return <bdi>{visible(text)}</bdi>;
}

export function Id({ id }: { readonly id: string }): JSX.Element {
  return (
    <code class="id">
      <Text text={id} />
    </code>
  );
}
