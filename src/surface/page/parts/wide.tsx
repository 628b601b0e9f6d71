import type { ComponentChildren, JSX } from 'preact';

/** What may be wider than the page: it scrolls by itself, by keyboard too. */
export function Wide({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section class="wide" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
