import { signal } from '@preact/signals';
import { formatPlace, type Place, parsePlace, type View } from './router.ts';

/** Where one is; follows the address. */
export const place = signal<Place>(parsePlace(''));

export function followAddress(): void {
  const read = (): void => {
    place.value = parsePlace(location.hash);
  };
  addEventListener('hashchange', read);
  read();
}

export function go(view: View, of = '', query: Readonly<Record<string, string | undefined>> = {}): void {
  location.hash = formatPlace(view, of, query);
}

/** The same place, narrowed otherwise; no step in the history for each key that is typed. */
export function narrow(change: Readonly<Record<string, string | undefined>>): void {
  const { view, of, query } = place.value;
  history.replaceState(null, '', formatPlace(view, of, { ...query, ...change }));
  place.value = parsePlace(location.hash);
}
