import { resolve } from 'node:path';
import type { Desk } from '../owner/store/desk.ts';
import { backupStore, examineStore } from '../owner/store/doctor.ts';
import type { StoreVerbs } from './workspace-types.ts';

export function storeVerbs(getDesk: (forReading?: boolean) => Promise<Desk>): StoreVerbs {
  return {
    async doctor() {
      return examineStore(await getDesk(true));
    },
    async backup(file) {
      return backupStore(await getDesk(true), resolve(file));
    },
  };
}
