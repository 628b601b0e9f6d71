import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { go, narrow, place } from '../core/place.ts';

/** Search as one types, from everywhere; `/` leads here. */
export function SearchBox(): JSX.Element {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      box.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const { view, query } = place.value;
  const onInput = (text: string): void => {
    if (view === 'search') narrow({ q: text });
    else if (text !== '') go('search', '', { q: text });
  };
  return (
    <search class="search">
      <input
        ref={box}
        type="search"
        aria-label="Search skills"
        placeholder="Search skills by task or name"
        autocomplete="off"
        spellcheck={false}
        value={view === 'search' ? (query['q'] ?? '') : ''}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          document.querySelector<HTMLElement>('.hits a')?.focus();
        }}
      />
      <span class="key" aria-hidden="true">
        /
      </span>
    </search>
  );
}
