import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { door } from './core/api.ts';
import { isEnded, work } from './core/jobs.ts';
import { place } from './core/place.ts';
import { formatPlace, type View } from './core/router.ts';
import { applyTheme, THEMES, theme } from './core/theme.ts';
import { changes } from './core/use-ask.ts';
import { SearchBox } from './parts/search-box.tsx';
import { Denied, Gone } from './views/door.tsx';
import { VIEW_PARTS } from './views/index.ts';
import { WorkStrip } from './views/work.tsx';

const LINKS: readonly (readonly [View, string])[] = [
  ['map', 'Map'],
  ['skills', 'Skills'],
  ['health', 'Health'],
  ['installed', 'Installed'],
  ['levels', 'Levels'],
  ['add', 'Add'],
  ['write', 'Write'],
  ['proposals', 'Proposals'],
  ['work', 'Work'],
];

/** What stands around every view. */
export function Shell(): JSX.Element {
  const { view, of } = place.value;
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // Whoever goes elsewhere by keyboard or reader is taken along.
  useEffect(() => {
    if (!isFirst.current && !(document.activeElement instanceof HTMLInputElement)) main.current?.focus();
    isFirst.current = false;
    main.current?.scrollTo(0, 0);
  }, [view, of]);
  const Part = VIEW_PARTS[view];
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        To the content
      </button>
      <header class="head">
        <a class="mark" href={formatPlace('map')}>
          skillfiche
        </a>
        {door.value === 'denied' ? <span /> : <SearchBox />}
        <ThemeSwitch />
      </header>
      <Navigation at={view === 'skill' || view === 'search' ? 'skills' : view} />
      <main class="main" id="main" tabIndex={-1} ref={main}>
        {door.value === 'gone' ? <Gone /> : null}
        {door.value === 'denied' ? <Denied /> : <Part key={`${view}/${of}`} of={of} />}
      </main>
      <WorkStrip />
    </div>
  );
}

function Navigation({ at }: { readonly at: View }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const busy = work.value.filter(({ job }) => !isEnded(job)).length;
  const label = LINKS.find(([view]) => view === at)?.[1] ?? 'Map';
  return (
    <nav class="nav" aria-label="Views">
      <button type="button" class="nav-open" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label} <span aria-hidden="true">▾</span>
      </button>
      <ul class={isOpen ? 'nav-list is-open' : 'nav-list'}>
        {LINKS.map(([view, text]) => (
          <li key={view}>
            <a href={formatPlace(view)} aria-current={view === at ? 'page' : undefined} onClick={() => setOpen(false)}>
              {text}
              {view === 'work' && busy > 0 ? <span class="badge">{busy}</span> : null}
            </a>
          </li>
        ))}
      </ul>
      <button type="button" class="quiet nav-again" onClick={() => (changes.value += 1)}>
        Scan again
      </button>
    </nav>
  );
}

function ThemeSwitch(): JSX.Element {
  return (
    <label class="theme">
      <span>Theme:</span>
      <select
        value={theme.value}
        onChange={(event) => applyTheme(THEMES.find((one) => one === event.currentTarget.value) ?? 'system')}
      >
        <option value="system">system</option>
        <option value="light">light</option>
        <option value="dark">dark</option>
      </select>
    </label>
  );
}
