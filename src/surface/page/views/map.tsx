import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { narrow, place } from '../core/place.ts';
import { formatPlace } from '../core/router.ts';
import { layTiles, type Tile } from '../core/treemap.ts';
import { colourOf, type MapColour, summaryWords, type Tree, wordsOf } from '../core/trees.ts';
import { useTrees } from '../core/use-trees.ts';
import { count, countOf } from '../core/words.ts';
import { Choice } from '../parts/choice.tsx';
import { Empty, Loading, Refused } from '../parts/notice.tsx';
import { Text } from '../parts/text.tsx';
import { Unlock } from './unlock.tsx';

/** Every tree as an area as large as it has skills, coloured by what one wants to know of them. */
export function TreeMap(): JSX.Element {
  const { trees, summary, refusal, again } = useTrees();
  const by: MapColour = place.value.query['colour'] === 'network' ? 'network' : 'readiness';
  return (
    <section class="view fill" aria-labelledby="map-title">
      <header class="view-head">
        <div>
          <h1 id="map-title">Your skills</h1>
          {summary === undefined ? null : <p class="soft">{summaryWords(summary)}</p>}
        </div>
        <div class="map-by">
          <Choice
            label="Colour"
            value={by}
            options={[
              ['readiness', 'can run here'],
              ['network', 'wants the network'],
            ]}
            onChange={(next) => narrow({ colour: next })}
          />
        </div>
      </header>
      {refusal === undefined ? null : <Refused refusal={refusal} again={again} />}
      {trees === undefined && refusal === undefined ? <Loading what="your trees" /> : null}
      {trees?.every(({ size }) => size === 0) ? <NoSkills /> : null}
      {trees?.some(({ size }) => size > 0) ? <Tiles trees={trees} by={by} /> : null}
      {trees === undefined ? null : <MapLegend by={by} />}
      {summary?.unlock === undefined ? null : <Unlock unlock={summary.unlock} />}
    </section>
  );
}

function NoSkills(): JSX.Element {
  return (
    <Empty>
      <p>There is no skill here yet.</p>
      <p>
        <a href={formatPlace('add')}>Add some from a source</a> or <a href={formatPlace('write')}>write one</a>. Trees
        of yours are shown when the server is started with <code>--root</code>.
      </p>
    </Empty>
  );
}

function Tiles({ trees, by }: { readonly trees: readonly Tree[]; readonly by: MapColour }): JSX.Element {
  const box = useRef<HTMLUListElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      const at = box.current;
      if (at !== null) setSize({ width: at.clientWidth, height: at.clientHeight });
    });
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const tiles = useMemo(() => layTiles(trees, size.width, size.height), [trees, size.width, size.height]);
  return (
    <ul class="map" ref={box} aria-label="Trees of skills, by number of skills">
      {tiles.map((tile) => (
        <TilePart key={tile.area.id} tile={tile} by={by} />
      ))}
    </ul>
  );
}

function TilePart({ tile, by }: { readonly tile: Tile<Tree>; readonly by: MapColour }): JSX.Element {
  const { area, left, top, width, height } = tile;
  const isSmall = width < 72 || height < 40;
  const words = `${area.title}: ${countOf(area.size, 'skill')}, ${wordsOf(area, by)}`;
  return (
    <li style={{ left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }}>
      <a
        class={`tile tile-${colourOf(area, by)}${isSmall ? ' is-small' : ''}`}
        href={formatPlace('skills', area.kind === 'collection' ? area.id : '')}
        aria-label={isSmall ? words : undefined}
        title={words}
      >
        {isSmall ? null : (
          <>
            <span class="tile-name">
              <Text text={area.title} />
            </span>
            <span class="tile-count">{count(area.size)}</span>
            <span class="tile-words">{wordsOf(area, by)}</span>
          </>
        )}
      </a>
    </li>
  );
}

function MapLegend({ by }: { readonly by: MapColour }): JSX.Element {
  const [scale, none, all] =
    by === 'network' ? ['warn', 'none wants the network', 'all of them do'] : ['good', 'none can run here', 'all can'];
  return (
    <p class="scale">
      <span>{none}</span>
      <span class="scale-steps" aria-hidden="true">
        {[0, 1, 2, 3, 4, 5].map((step) => (
          <i key={step} class={`tile-${scale}-${step}`} />
        ))}
      </span>
      <span>{all}</span>
      <span class="scale-unknown">
        <i class="tile-unknown" aria-hidden="true" /> nothing known
      </span>
    </p>
  );
}
