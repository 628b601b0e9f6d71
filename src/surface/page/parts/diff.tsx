import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { diffLines, MAX_DIFF_LINES } from '../core/diff.ts';
import { visible } from '../core/visible.ts';
import { count } from '../core/words.ts';

const MARKS = { added: '+', removed: '−', same: ' ', hunk: '', file: '', note: '' } as const;
const SAID = { added: 'added: ', removed: 'removed: ' } as const;

/** A difference, line by line; marks besides colours say which side a line is on. */
export function Diff({ diff, label }: { readonly diff: string; readonly label: string }): JSX.Element {
  const lines = useMemo(() => diffLines(diff), [diff]);
  const shown = lines.slice(0, MAX_DIFF_LINES);
  return (
    <div class="diff-box">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard too. */}
      <section class="diff" aria-label={label} tabIndex={0}>
        {shown.map(({ kind, text, line }, at) => (
          // A difference that was read does not change its order.
          <div key={at} class={`diff-line is-${kind}`}>
            <span class="diff-number" aria-hidden="true">
              {line}
            </span>
            <span class="diff-mark" aria-hidden="true">
              {MARKS[kind]}
            </span>
            <code>
              {kind === 'added' || kind === 'removed' ? <span class="unseen">{SAID[kind]}</span> : null}
              {visible(text)}
            </code>
          </div>
        ))}
      </section>
      {lines.length > shown.length ? (
        <p class="soft">
          {count(lines.length - shown.length)} more lines are not shown; <code>skillfiche diff</code> has them all.
        </p>
      ) : null}
    </div>
  );
}
