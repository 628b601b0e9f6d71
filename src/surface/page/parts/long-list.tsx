import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Refusal, RequestError } from '../core/api.ts';
import { type AskPart, Rows } from '../core/rows.ts';
import { changes } from '../core/use-ask.ts';
import { rowByKey, rowWindow, scrollTo } from '../core/virtual.ts';
import { count } from '../core/words.ts';
import { Loading, Refused } from './notice.tsx';

interface LongListProps<R> {
  /** What the rows are, for whoever cannot see them. */
  readonly label: string;
  /** Another one is another list. */
  readonly list: string;
  readonly ask: AskPart<R>;
  readonly href: (row: R) => string;
  readonly draw: (row: R) => JSX.Element;
  readonly empty: () => JSX.Element;
}

/** Rows of two lines on a narrow screen, of one on a wide one; the style sheet has the same numbers. */
const NARROW = '(max-width: 719px)';
const ROW_HEIGHT = { narrow: 60, wide: 34 } as const;

/** A list of any length, of which only the rows in sight are drawn. One stop for the keyboard; arrows move within. */
export function LongList<R>({ label, list, ask, href, draw, empty }: LongListProps<R>): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [rowHeight, setRowHeight] = useState(currentHeight);
  const [height, setHeight] = useState(0);
  const [top, setTop] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [refusal, setRefusal] = useState<Refusal>();
  const [, redraw] = useState(0);
  const rows = useRef<Rows<R> | undefined>(undefined);
  const seen = changes.value;

  // The list and what was changed make it another one.
  useEffect(() => {
    const fresh = new Rows<R>(
      ask,
      () => redraw((before) => before + 1),
      (error) => {
        if (!(error instanceof RequestError)) throw error;
        setRefusal(error.refusal);
      },
    );
    rows.current = fresh;
    setRefusal(undefined);
    fresh.want({ first: 0, end: 0 });
    return () => fresh.stop();
  }, [list, seen]);
  // Another list begins at its top.
  useEffect(() => {
    setChosen(0);
    box.current?.scrollTo(0, 0);
  }, [list]);
  useLayoutEffect(() => {
    const media = matchMedia(NARROW);
    const onChange = (): void => setRowHeight(currentHeight());
    media.addEventListener('change', onChange);
    const observer = new ResizeObserver(() => setHeight(box.current?.clientHeight ?? 0));
    if (box.current !== null) observer.observe(box.current);
    return () => {
      media.removeEventListener('change', onChange);
      observer.disconnect();
    };
  }, []);

  const total = rows.current?.total;
  const window = rowWindow(top, height, rowHeight, total ?? 0);
  useEffect(() => rows.current?.want(window));

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = box.current;
    if (at === null || total === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows.current?.row(chosen);
    if (event.key === 'Enter' && row !== undefined) location.hash = href(row);
    const next = rowByKey(event.key, chosen, total, Math.floor(height / rowHeight));
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    at.scrollTop = scrollTo(next, at.scrollTop, height, rowHeight);
  };
  const isChosenDrawn = chosen >= window.first && chosen < window.end;
  return (
    <div class="long">
      {refusal === undefined ? null : <Refused refusal={refusal} again={() => (changes.value += 1)} />}
      {total === undefined && refusal === undefined ? <Loading what="the list" /> : null}
      {total === 0 ? empty() : null}
      <div
        ref={box}
        class={total === 0 || total === undefined ? 'rows is-empty' : 'rows'}
        role="listbox"
        tabIndex={0}
        aria-label={total === undefined ? label : `${label}, ${count(total)} rows`}
        aria-activedescendant={isChosenDrawn ? `${id}-${chosen}` : undefined}
        onKeyDown={onKeyDown}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <div class="rows-all" role="presentation" style={{ height: `${(total ?? 0) * rowHeight}px` }}>
          {Array.from({ length: window.end - window.first }, (_, step) => {
            const at = window.first + step;
            const row = rows.current?.row(at);
            return (
              <a
                key={at}
                id={`${id}-${at}`}
                class={at === chosen ? 'row is-chosen' : 'row'}
                role="option"
                tabIndex={-1}
                aria-selected={at === chosen}
                aria-setsize={total ?? -1}
                aria-posinset={at + 1}
                {...(row === undefined ? {} : { href: href(row) })}
                style={{ transform: `translateY(${at * rowHeight}px)` }}
              >
                {row === undefined ? <span class="row-wait">…</span> : draw(row)}
              </a>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function currentHeight(): number {
  return matchMedia(NARROW).matches ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide;
}
