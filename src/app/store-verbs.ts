import { resolve } from 'node:path';
import type { Desk } from '../owner/store/desk.ts';
import { backupStore, examineStore, unopenedStore } from '../owner/store/doctor.ts';
import { countPlans } from '../owner/store/intents.ts';
import { storeEvents } from '../owner/store/verbs/events.ts';
import type { TargetWorld } from '../owner/target/folder.ts';
import type { StoreVerbs } from './workspace-types.ts';

export function storeVerbs(
  getDesk: (forReading?: boolean) => Promise<Desk>,
  data: string,
  world: TargetWorld,
): StoreVerbs {
  return {
    async doctor() {
      let desk: Desk;
      try {
        desk = await getDesk(true);
      } catch (error) {
        return unopenedStore(data, error);
      }
      const { catchUpLocks } = await import('../owner/source/behind.ts');
      const { doctorAgents } = await import('./doctor-agents.ts');
      const store = await examineStore(desk);
      const report = { ...store, checks: [...store.checks, ...(await doctorAgents(desk, world))] };
      const faults = await catchUpLocks(desk);
      if (faults.length === 0) return report;
      const message = `A change was made and its lock does not say so: ${faults[0]}`;
      const hint = 'Mend that; the next command writes the lock.';
      return { ...report, ok: false, checks: [...report.checks, { name: 'locks', ok: false, message, hint }] };
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
