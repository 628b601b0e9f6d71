import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Diagnostic } from '../../../base/types.ts';
import { useAsk } from '../core/use-ask.ts';
import { count, countOf } from '../core/words.ts';
import { Choice } from '../parts/choice.tsx';
import { Findings } from '../parts/findings.tsx';
import { Answer, Empty } from '../parts/notice.tsx';

const SHOWN = 100;

/** What is wrong anywhere: with the trees, and with files that became no skill. */
export function AllFindings(): JSX.Element {
  const [severity, setSeverity] = useState('');
  const asked = useAsk<{
    readonly ledger: { readonly found: number; readonly indexed: number };
    readonly diagnostics: readonly Diagnostic[];
  }>('/api/diagnostics');
  return (
    <Answer asked={asked} what="the findings">
      {({ ledger, diagnostics }) => {
        const chosen = diagnostics.filter((one) => severity === '' || one.severity === severity);
        return (
          <div class="stack">
            <p>
              {countOf(ledger.found, 'SKILL.md file')} found, {count(ledger.indexed)} of them are skills.
            </p>
            <div class="filters">
              <Choice
                label="Show"
                value={severity}
                options={[
                  ['', 'all'],
                  ['error', 'errors'],
                  ['warning', 'warnings'],
                  ['info', 'notes'],
                ]}
                onChange={setSeverity}
              />
            </div>
            {chosen.length === 0 ? (
              <Empty>
                <p>{diagnostics.length === 0 ? 'Nothing is wrong.' : 'There is none of these.'}</p>
              </Empty>
            ) : (
              <Findings findings={chosen.slice(0, SHOWN)} />
            )}
            {chosen.length > SHOWN ? (
              <p class="soft">
                {count(chosen.length - SHOWN)} more; <code>skillfiche scan</code> prints them all.
              </p>
            ) : null}
          </div>
        );
      }}
    </Answer>
  );
}
