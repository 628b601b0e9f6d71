import { createUriMap, type UriMap } from './uri-map.ts';

/** What a URI is made from. `name` must be a valid skill name (lower-case letters, digits, single hyphens). */
export interface UriPlace {
  readonly id: string;
  readonly scope: string;
  /** Folder relative to the scope's, `/`-separated; `.` for the scope's own folder. */
  readonly path: string;
  readonly name: string;
}

/** First segment of every address that could not have the plain form. No plain address begins with it. */
const SIGN = '~';

/**
 * Gives every skill a URI whose last segment is its declared name, whatever its folder is called:
 * `skill://<scope>/<parent folders>/<name>`.
 *
 * Folder names are unique and names are not, so two plain addresses may be equal, or one may lie inside the other.
 * Every skill of such a clash moves to `skill://<scope>/~<folder path in one segment>/<name>`: nobody keeps the contested
 * address, so a skill that is added later can never take over the address of one that a host has approved.
 * No address is equal to, or inside, another. Skills whose path cannot be written in a URI are left out.
 */
export function mapUris(places: readonly UriPlace[]): UriMap {
  const fit = places.filter((place) => isWritable(place.path) && isWritable(place.scope));
  const plain = new Map(fit.map((place) => [place.id, plainSegments(place)]));
  const contested = findContested(plain);
  const segments = new Map<string, readonly string[]>();
  for (const place of fit) {
    const own = plain.get(place.id) ?? [];
    segments.set(place.id, contested.has(place.id) ? contestedSegments(place) : own);
  }
  return createUriMap(segments);
}

function plainSegments(place: UriPlace): readonly string[] {
  const parents = place.path === '.' ? [] : place.path.split('/').slice(0, -1);
  return [place.scope, ...parents, place.name];
}

/** `~` and `/` are escaped as in JSON Pointer, so that two paths never give one segment. */
function contestedSegments(place: UriPlace): readonly string[] {
  const flat = place.path.replaceAll('~', '~0').replaceAll('/', '~1');
  return [place.scope, `${SIGN}${flat}`, place.name];
}

function findContested(plain: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const owners = new Map<string, string[]>();
  for (const [id, segments] of plain) {
    const key = keyOf(segments);
    const ids = owners.get(key);
    if (ids === undefined) owners.set(key, [id]);
    else ids.push(id);
  }
  const contested = new Set<string>();
  for (const [id, segments] of plain) {
    if (segments[1]?.startsWith(SIGN)) contested.add(id);
    for (let length = 2; length <= segments.length; length++) {
      const others = owners.get(keyOf(segments.slice(0, length))) ?? [];
      const own = length === segments.length;
      if (own ? others.length < 2 : others.length === 0) continue;
      contested.add(id);
      for (const other of others) contested.add(other);
    }
  }
  return contested;
}

/** NUL is in no path. */
function keyOf(segments: readonly string[]): string {
  return segments.join('\0');
}

function isWritable(path: string): boolean {
  return path.isWellFormed() && !path.includes('\0');
}
