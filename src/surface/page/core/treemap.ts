import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';

/** One tree of skills on the map. */
export interface Area {
  readonly id: string;
  readonly size: number;
}

/** Where an area lies, in pixels. */
export interface Tile<A extends Area> {
  readonly area: A;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Node<A> {
  readonly children?: readonly Node<A>[];
  readonly area?: A;
}

/** Lays areas out so that each takes as much of the map as it has of the whole; the largest stand first. */
export function layTiles<A extends Area>(areas: readonly A[], width: number, height: number): Tile<A>[] {
  const shown = areas.filter(({ size }) => size > 0);
  if (shown.length === 0 || width <= 0 || height <= 0) return [];
  const root = hierarchy<Node<A>>({ children: shown.map((area) => ({ area })) }, ({ children }) => children)
    .sum(({ area }) => area?.size ?? 0)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const laid = treemap<Node<A>>().tile(treemapSquarify.ratio(1.4)).size([width, height]).paddingInner(2).round(true)(
    root,
  );
  return laid.leaves().flatMap(({ data: { area }, x0, y0, x1, y1 }) => {
    // A gap beside a sliver may be wider than the sliver.
    const [left, top] = [Math.min(x0, width), Math.min(y0, height)];
    const size = { width: Math.max(0, Math.min(x1, width) - left), height: Math.max(0, Math.min(y1, height) - top) };
    return area === undefined ? [] : [{ area, left, top, ...size }];
  });
}

/** How much of a tree is so, in six steps: none, four quarters, and all. More an eye does not tell apart. */
export function stepOf(part: number, whole: number): 0 | 1 | 2 | 3 | 4 | 5 {
  if (whole <= 0 || part <= 0) return 0;
  if (part >= whole) return 5;
  return ([1, 2, 3, 4] as const)[Math.floor((part / whole) * 4)] ?? 4;
}
