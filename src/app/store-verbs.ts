import { resolve } from 'node:path';
import { SkillficheError } from '../base/errors.ts';
import { type OptionKeys, requireOptions } from '../base/options.ts';
import type { Desk } from '../owner/store/desk.ts';
import { backupStore, examineStore, unopenedStore } from '../owner/store/doctor.ts';
import { type FollowOptions, followStore } from '../owner/store/follow.ts';
import { countPlans } from '../owner/store/intents.ts';
import { watchStore } from '../owner/store/sql/dialect.ts';
import { storeEvents } from '../owner/store/verbs/events.ts';
import type { TargetWorld } from '../owner/target/folder.ts';
import type { StoreVerbs } from './workspace-types.ts';

interface Surroundings {
  readonly data: string;
  readonly world: TargetWorld;
  /** Address of the server, where the store is on one. */
  readonly url: string | undefined;
  /** Whose switches and levels these are in a store on a server, or in a file. */
  readonly personOn: (isServer: boolean) => string;
}

const FOLLOW_KEYS: OptionKeys<FollowOptions> = { pollMs: true, onChange: true, onTrouble: true };

export const isServerAddress = (text: string): boolean => /^postgres(?:ql)?:\/\//.test(text);

export function storeVerbs(
  getDesk: (forReading?: boolean) => Promise<Desk>,
  { data, world, url, personOn }: Surroundings,
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
    async backup(file, options = {}) {
      requireOptions(options, 'backup', { dryRun: true });
      return backupStore(await getDesk(true), resolve(file), options.dryRun === true);
    },
    follow(options = {}) {
      requireOptions(options, 'follow', FOLLOW_KEYS);
      // Servers of one machine share its file, and whoever changes it writes it.
      if (url === undefined) return { stop: async () => {} };
      return followStore(
        async () => (await getDesk(true)).store,
        (id, told) => watchStore(url, id, told),
        options,
      );
    },
    async copy(to, options = {}) {
      requireOptions(options, 'copy', { dryRun: true });
      const isServer = isServerAddress(to);
      if (!isServer && /^[a-z][a-z0-9+.-]*:?\/\/|:[^/]*@/i.test(to)) {
        // Not quoted: it may hold a password.
        const message = 'A store is copied to postgres://USER@HOST/DATABASE or into a file; this address is neither.';
        throw new SkillficheError('INVALID_ARGUMENT', message);
      }
      const { copyStore } = await import('../owner/store/verbs/copy.ts');
      const address = isServer
        ? { url: to }
        : { file: resolve(world.cwd, to.startsWith('~/') ? `${world.home}${to.slice(1)}` : to).replaceAll('\\', '/') };
      return copyStore((await getDesk(true)).store, { address, person: personOn(isServer) }, options);
    },
  };
}
