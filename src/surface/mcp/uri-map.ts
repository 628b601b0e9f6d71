import { compareCodePoints } from '../../base/text.ts';

/** Where a URI points. `path` is relative to the skill's folder, `/`-separated; empty for the folder itself. */
export type Location =
  | { readonly kind: 'skill'; readonly id: string; readonly path: string }
  | { readonly kind: 'group'; readonly children: readonly Child[] };

/** A folder above skills lists these: further groups and skills' own folders. */
export interface Child {
  readonly uri: string;
  readonly name: string;
}

/** URIs of skills and back. */
export interface UriMap {
  /** URI of the skill's folder, without a trailing slash; absent when the skill has none. */
  rootOf(id: string): string | undefined;
  /** URI of one file of a skill; absent when its path cannot be written in a URI. */
  fileOf(id: string, path: string): string | undefined;
  /** Absent for whatever is not an address here: nothing is looked up on disk. */
  locate(uri: string): Location | undefined;
}

const SCHEME = 'skill://';

export function createUriMap(segments: ReadonlyMap<string, readonly string[]>): UriMap {
  const roots = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const [id, parts] of segments) {
    const key = joinSegments(parts);
    if (!isStable(`${SCHEME}${key}`)) continue;
    roots.set(id, key);
    ids.set(key, id);
  }
  let groups: ReadonlyMap<string, readonly Child[]> | undefined;
  return {
    rootOf: (id) => withScheme(roots.get(id)),
    fileOf(id, path) {
      const root = roots.get(id);
      if (root === undefined || !path.isWellFormed()) return undefined;
      const uri = `${SCHEME}${root}/${joinSegments(path.split('/'))}`;
      return isStable(uri) ? uri : undefined;
    },
    locate(uri) {
      const parts = splitUri(uri);
      if (parts === undefined) return undefined;
      for (let length = 2; length <= parts.length; length++) {
        const id = ids.get(joinSegments(parts.slice(0, length)));
        if (id !== undefined) return { kind: 'skill', id, path: parts.slice(length).join('/') };
      }
      groups ??= groupChildren(segments.values());
      const children = groups.get(joinSegments(parts));
      return children === undefined ? undefined : { kind: 'group', children };
    },
  };
}

function withScheme(key: string | undefined): string | undefined {
  return key === undefined ? undefined : `${SCHEME}${key}`;
}

/** Every folder above a skill, with what lies directly in it. */
function groupChildren(addresses: Iterable<readonly string[]>): ReadonlyMap<string, readonly Child[]> {
  const groups = new Map<string, Map<string, Child>>();
  for (const parts of addresses) {
    for (let length = 1; length < parts.length; length++) {
      const key = joinSegments(parts.slice(0, length));
      const uri = `${SCHEME}${joinSegments(parts.slice(0, length + 1))}`;
      let children = groups.get(key);
      if (children === undefined) {
        children = new Map();
        groups.set(key, children);
      }
      children.set(uri, { uri, name: parts[length] ?? '' });
    }
  }
  const sorted = new Map<string, readonly Child[]>();
  for (const [key, children] of groups) {
    sorted.set(
      key,
      [...children.values()].sort((a, b) => compareCodePoints(a.uri, b.uri)),
    );
  }
  return sorted;
}

/** Outside RFC 3986's characters of a path segment everything is percent-encoded, `%` and `/` too. */
function encodeSegment(segment: string): string {
  return segment.replace(/[^\w\-.~!$&'()*+,;=:@]/gu, (character) => encodeURIComponent(character));
}

/** The first segment is the authority: there only unreserved characters stay as they are. */
function joinSegments(segments: readonly string[]): string {
  return segments
    .map((segment, index) => (index === 0 ? encodeURIComponent(segment) : encodeSegment(segment)))
    .join('/');
}

/**
 * Decoded segments of a `skill://` URI. Refuses, before URL rules can resolve them away: dot segments (also as `%2e`),
 * backslashes, queries, fragments, control characters, and segments that decode to a `/`.
 */
function splitUri(uri: string): readonly string[] | undefined {
  if (/[\\?#\u0000-\u001F\u007F]|^ | $/u.test(uri) || /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/iu.test(uri)) return undefined;
  const href = canonical(uri);
  if (href === undefined || !href.startsWith(SCHEME)) return undefined;
  const segments: string[] = [];
  for (const part of href.slice(SCHEME.length).split('/')) {
    const segment = decode(part);
    if (segment === undefined || segment === '' || /[/\0]/u.test(segment)) return undefined;
    segments.push(segment);
  }
  return segments;
}

/** Does this URI mean the same after every URL parser has rewritten it? */
function isStable(uri: string): boolean {
  return canonical(uri) === uri && splitUri(uri) !== undefined;
}

function canonical(uri: string): string | undefined {
  return URL.canParse(uri) ? new URL(uri).href : undefined;
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
