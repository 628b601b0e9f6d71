import { resolve } from 'node:path';
import type { Desk } from '../owner/store/desk.ts';
import { backupStore, examineStore } from '../owner/store/doctor.ts';
import { countPlans } from '../owner/store/intents.ts';
import { storeEvents } from '../owner/store/verbs/events.ts';
import type { StoreVerbs } from './workspace-types.ts';

export function storeVerbs(getDesk: (forReading?: boolean) => Promise<Desk>): StoreVerbs {
  return {
    async doctor() {
      return examineStore(await getDesk(true));
    },
    async events(options) {
      return storeEvents((await getDesk(true)).store, options);
    },
    async recover() {
      // Opening it did what could be done.
      const { store } = await getDesk(true);
      return store.db.readOnly ? countPlans(store) : 0;
    },
    async backup(file) {
      return backupStore(await getDesk(true), resolve(file));
    },
  };
}
