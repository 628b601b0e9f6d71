import type { JSX } from 'preact';
import { changes } from '../core/use-ask.ts';

/** Nobody let us in. */
export function Denied(): JSX.Element {
  return (
    <section class="door" aria-labelledby="door-title">
      <h1 id="door-title">This page is for the owner of these skills</h1>
      <p>
        It opens by the link that <code>skillfiche serve</code> prints when it starts. A link works once and for ten
        minutes; after that the tab stays open for as long as it is used.
      </p>
      <p>
        Start the server anew, or ask the running one for another link, as <code>docs/serve.md</code> shows.
      </p>
    </section>
  );
}

/** Nobody answers. What was read before stays on the page. */
export function Gone(): JSX.Element {
  return (
    <div class="banner" role="alert">
      <p>
        The server does not answer. What you see was read before; nothing that you do now arrives. Start{' '}
        <code>skillfiche serve</code> again.
      </p>
      <button type="button" onClick={() => (changes.value += 1)}>
        Try again
      </button>
    </div>
  );
}
