/** Where one is: the name of a view, what it is about, and how it is narrowed. */
export interface Place {
  readonly view: View;
  /** An id, a scope, a level; empty where the view is about everything. */
  readonly of: string;
  readonly query: Readonly<Record<string, string>>;
}

export const VIEWS = [
  'map',
  'skills',
  'search',
  'skill',
  'health',
  'installed',
  'levels',
  'add',
  'write',
  'proposals',
  'work',
] as const;
export type View = (typeof VIEWS)[number];

/** Reads what stands behind `#`; what is no place of ours is the map. */
export function parsePlace(hash: string): Place {
  const [path = '', search = ''] = hash.replace(/^#?\/?/u, '').split('?', 2);
  const [first = '', ...rest] = path.split('/');
  const view = VIEWS.find((one) => one === first) ?? 'map';
  return { view, of: view === first ? decode(rest.join('/')) : '', query: parseQuery(search) };
}

export function formatPlace(view: View, of = '', query: Readonly<Record<string, string | undefined>> = {}): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [`${encodeURIComponent(key)}=${encodeURIComponent(value)}`],
  );
  const path = of === '' ? view : `${view}/${encodeURIComponent(of)}`;
  return `#/${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

function parseQuery(text: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const pair of text.split('&')) {
    const [key = '', value = ''] = pair.split('=', 2);
    if (key !== '') query[decode(key)] = decode(value);
  }
  return query;
}

/** A broken escape is taken as it stands: an address is typed by people too. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
