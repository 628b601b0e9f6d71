import type { StoreEvent } from '../types.ts';
import type { Store } from '../world.ts';

/** Lines of a log read at once when nobody says. */
const DEFAULT_EVENTS = 100;

export interface EventOptions {
  /** The last so many. Default 100. */
  readonly limit?: number;
}

/** The last lines of the log, the oldest first. */
export async function storeEvents(store: Store, { limit = DEFAULT_EVENTS }: EventOptions = {}): Promise<StoreEvent[]> {
  const rows = await store.db.shared.selectFrom('events').selectAll().orderBy('number', 'desc').limit(limit).execute();
  return rows.reverse().map(({ at, verb, package: key, version, digest, person, detail }) => ({
    at,
    verb,
    package: key,
    ...(version === null ? {} : { version: Number(version) }),
    ...(digest === null ? {} : { digest }),
    person,
    ...(detail === null ? {} : { detail: JSON.parse(detail) as Record<string, unknown> }),
  }));
}
