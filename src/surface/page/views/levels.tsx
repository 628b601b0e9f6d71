import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { LevelCount } from '../../../owner/store/level-rows.ts';
import { go } from '../core/place.ts';
import { formatPlace } from '../core/router.ts';
import { useAsk } from '../core/use-ask.ts';
import { count } from '../core/words.ts';
import { Choice } from '../parts/choice.tsx';
import { Answer } from '../parts/notice.tsx';
import { LevelList } from './level-list.tsx';

const KINDS = [
  ['agent', 'agent'],
  ['task', 'task'],
  ['list', 'list'],
] as const;

/** Named lists of skills: what every run gets, and what an agent, a task or a list gets besides. */
export function Levels({ of }: { readonly of: string }): JSX.Element {
  const asked = useAsk<{ readonly levels: readonly LevelCount[] }>('/api/levels');
  const key = of === '' ? 'global' : of;
  return (
    <section class="view" aria-labelledby="levels-title">
      <header class="view-head">
        <h1 id="levels-title">Levels</h1>
        <NewLevel />
      </header>
      <Answer asked={asked} what="the levels">
        {({ levels }) => {
          const known = [...new Set(['global', ...levels.map((one) => one.key), key])];
          return (
            <div class="files">
              <nav class="file-list" aria-label="Levels">
                {known.map((one) => (
                  <a key={one} href={formatPlace('levels', one)} aria-current={one === key ? 'page' : undefined}>
                    <span class="file-name">{one}</span>
                    <span class="soft number">{count(levels.find((level) => level.key === one)?.skills ?? 0)}</span>
                  </a>
                ))}
              </nav>
              <LevelList key={key} of={key} />
            </div>
          );
        }}
      </Answer>
    </section>
  );
}

function NewLevel(): JSX.Element {
  const [kind, setKind] = useState('agent');
  const [name, setName] = useState('');
  const isName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u.test(name);
  return (
    <form
      class="filters new-level"
      onSubmit={(event) => {
        event.preventDefault();
        if (isName) go('levels', `${kind}:${name}`);
        setName('');
      }}
    >
      <Choice label="Level of" value={kind} options={KINDS} onChange={setKind} />
      <label class="field">
        <span>Name</span>
        <input
          value={name}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={name !== '' && !isName}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={!isName}>
        Open this level
      </button>
    </form>
  );
}
