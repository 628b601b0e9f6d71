import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Level } from '../../../owner/session/levels.ts';
import type { LevelCount } from '../../../owner/store/level-rows.ts';
import { useAsk } from '../core/use-ask.ts';
import { useStart } from '../core/use-start.ts';
import { countOf } from '../core/words.ts';
import { Refused } from '../parts/notice.tsx';

/** Skills, or a whole collection, onto a level with one click. */
export function TakeOne({ refs, label }: { readonly refs: readonly string[]; readonly label: string }): JSX.Element {
  const levels = useAsk<{ readonly levels: readonly LevelCount[] }>('/api/levels');
  const [key, setKey] = useState('');
  const id = useId();
  const taking = useStart<Level>();
  const keys = [...new Set(['global', ...(levels.data?.levels.map((one) => one.key) ?? [])])];
  const to = key === '' ? (keys.find((one) => one.startsWith('agent:')) ?? 'global') : key;
  const take = (): Promise<unknown> =>
    taking.begin(`Put ${refs.join(', ')} on ${to}`, `/api/levels/${encodeURIComponent(to)}`, { add: refs });
  return (
    <div class="take">
      <label class="unseen" for={id}>
        Level
      </label>
      <select id={id} value={to} onChange={(event) => setKey(event.currentTarget.value)}>
        {keys.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <button type="button" disabled={taking.isRunning} onClick={take}>
        {label}
      </button>
      {taking.answer === undefined ? null : (
        <span class="done" role="status">
          {taking.answer.key} holds {countOf(taking.answer.skills.length, 'skill')} now.
        </span>
      )}
      {taking.refusal === undefined ? null : <Refused refusal={taking.refusal} />}
    </div>
  );
}
