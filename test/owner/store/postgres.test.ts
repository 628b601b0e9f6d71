import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openWorkspace } from '../../../src/app/open-workspace.ts';
import type { WorkspaceOptions } from '../../../src/app/workspace-types.ts';
import { findPostgres, PASSWORD, type Server, startPostgres } from '../../support/postgres.ts';
import { makeTree, skillText } from '../../support/tree.ts';
import { makePlace, openPlace, readAll, sourceOf, useServer } from './support.ts';

const bin = findPostgres();
const server: Server | undefined = bin === undefined ? undefined : startPostgres(bin);
let databases = 0;
const fresh = (): string => {
  const name = `store_${++databases}`;
  server?.createDatabase(name);
  return name;
};
afterAll(() => {
  useServer(undefined);
  server?.stop();
});
const text = (what: string) => ({ 'SKILL.md': skillText('deploy', what), 'a.bin.txt': what.repeat(2_000) });

describe.skipIf(server === undefined)(
  `a store on a server${server === undefined ? ' (no PostgreSQL here)' : ''}`,
  () => {
    const on = (database: string, user?: string, password?: string): string =>
      server?.address(database, user, password) ?? '';
    const machine = (store: string, options: WorkspaceOptions = {}) =>
      makePlace({ 'project/skillfiche.json': '{"project":"acme/shop"}' }, { store, ...options });

    it('is the same for two machines: one wins, the other is told, and sync makes its folder follow', async () => {
      const store = on(fresh());
      const [a, b] = [await machine(store), await machine(store)];
      await a.workspace.skills.add(sourceOf('deploy', text('One.')));
      expect(await b.workspace.skills.status()).toMatchObject({ skills: [{ version: 1, stale: true }] });
      expect(await b.workspace.skills.sync()).toMatchObject({ changed: [{ id: 'project:deploy', version: 1 }] });
      expect(readAll(join(b.project, '.agents/skills/deploy'))).toEqual(text('One.'));
      await a.workspace.skills.update('deploy', sourceOf('deploy', text('Two.')));
      const turns = Array.from({ length: 40 }, (_, turn) => (turn % 2 === 0 ? a : b));
      let won = 0;
      await Promise.all(
        [a, b].map(async (place) => {
          for (const [at, one] of turns.entries()) {
            if (one !== place) continue;
            try {
              const done = await place.workspace.skills.rollback('deploy', { to: 1 + ((at >> 1) % 2) });
              won += done.changed.length;
            } catch (error) {
              expect(error).toMatchObject({ code: 'STALE_VERSION' });
            }
          }
        }),
      );
      expect(won).toBeGreaterThan(1);
      const log = await a.workspace.store.events({ limit: 1_000 });
      expect(log.filter(({ verb }) => verb === 'rollback')).toHaveLength(won);
      expect(await b.workspace.store.events({ limit: 1_000 })).toEqual(log);
      await a.workspace.skills.sync();
      await b.workspace.skills.sync();
      const [here, there] = [await a.workspace.skills.status(), await b.workspace.skills.status()];
      expect(here).toEqual(there);
      expect(here).toMatchObject({
        skills: [{ version: log.findLast(({ verb }) => verb === 'rollback')?.version, stale: false, modified: false }],
      });
      expect(await a.workspace.store.doctor()).toMatchObject({ ok: true, store: 'PostgreSQL' });
      await expect(a.workspace.store.backup(join(a.base, 'copy.db'))).rejects.toThrow('pg_dump');
    });

    it('shows switches of a person beside each machine, whatever another store had there', async () => {
      const store = on(fresh());
      const a = await machine(store, { person: 'ann' });
      const b = await makePlace({ 'project/skillfiche.json': '{"project":"acme/shop"}' });
      await b.workspace.skills.disable(['personal:*']);
      await b.workspace.close();
      await a.workspace.skills.add(sourceOf('deploy', text('One.')));
      await a.workspace.skills.disable(['deploy']);
      const late = await openPlace(b.base, { store, person: 'ann' });
      expect(await late.workspace.skills.status()).toMatchObject({ skills: [{ enabled: false }] });
      expect(JSON.parse(readFileSync(join(late.data, 'switches.json'), 'utf8'))).toMatchObject({
        everywhere: {},
        projects: { 'acme/shop': { person: { 'project:deploy': 'off' } } },
      });
    });

    it('takes nothing in halves when the server drops everybody in the middle', async () => {
      for (const stop of ['stored', 'filled', 'swapped', 'committed'] as const) {
        const database = fresh();
        let isArmed = false;
        const place = await machine(on(database), {
          onStep: (step) => {
            if (!isArmed || step !== stop) return;
            isArmed = false;
            if (stop === 'filled') server?.restart();
            else
              server?.sql(
                'postgres',
                `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
              );
          },
        });
        const { skills } = place.workspace;
        await skills.add(sourceOf('deploy', text('One.')));
        isArmed = true;
        const outcome = await skills.update('deploy', sourceOf('deploy', text('Two.'))).then(
          () => 2,
          (error: unknown) => {
            expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
            return undefined;
          },
        );
        const [status] = (await skills.status()).skills;
        if (outcome !== undefined) expect(status?.version, stop).toBe(outcome);
        expect(status, stop).toMatchObject({ stale: false, modified: false });
        const shown = readAll(join(place.project, '.agents/skills/deploy'));
        expect(shown, stop).toEqual(text(status?.version === 2 ? 'Two.' : 'One.'));
        expect(await place.workspace.store.doctor(), stop).toMatchObject({ ok: true });
        expect(readdirSync(join(place.data, 'intents')), stop).toEqual([]);
      }
    });

    it('lets a user who may only read list and sync, and write nothing', async () => {
      const database = fresh();
      const a = await machine(on(database));
      await a.workspace.skills.add(sourceOf('deploy', text('One.')));
      server?.sql(
        database,
        `create role reader login password 'read'; grant select on all tables in schema public to reader`,
      );
      const reader = await machine(on(database, 'reader', 'read'));
      const { skills, store } = reader.workspace;
      expect(await skills.status()).toMatchObject({ skills: [{ stale: true }] });
      await skills.sync();
      expect(readAll(join(reader.project, '.agents/skills/deploy'))).toEqual(text('One.'));
      const before = await store.events();
      for (const act of [
        () => skills.update('deploy', sourceOf('deploy', text('Two.'))),
        () => skills.remove('deploy'),
        () => skills.disable(['deploy']),
        () => skills.add({ ...sourceOf('other', { 'SKILL.md': skillText('other', 'Other.') }) }),
      ]) {
        await expect(act()).rejects.toMatchObject({ code: 'NOT_WRITABLE' });
      }
      expect(await store.events()).toEqual(before);
      expect(await skills.status()).toMatchObject({
        skills: [{ version: 1, stale: false, modified: false, enabled: true }],
      });
    });

    it('says what is wrong with a server, and never the address', async () => {
      const base = makeTree({ 'home/x': null });
      const cases = [
        [on('postgres', 'postgres', `wrong-${PASSWORD}`), 'STORE_UNAVAILABLE', 'does not let this user in'],
        [on('no_such'), 'STORE_UNAVAILABLE', 'no database of that name'],
        [`postgres://u:${PASSWORD}@127.0.0.1:1/x`, 'STORE_UNAVAILABLE', 'cannot be reached'],
        [`postgres://u:${PASSWORD}@[bad/%zz`, 'STORE_UNAVAILABLE', 'cannot be reached'],
        [`mysql://u:${PASSWORD}@h/x`, 'INVALID_ARGUMENT', 'postgres://'],
      ] as const;
      for (const [store, code, words] of cases) {
        const act = async (): Promise<unknown> => {
          const home = join(base, 'home');
          const workspace = await openWorkspace({
            store,
            home,
            data: join(base, 'data'),
            project: false,
            env: {},
            roots: [],
          });
          return workspace.skills.status();
        };
        const error = await act().catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
        const { message, stack, reason, cause } = error as {
          message: string;
          stack: string;
          reason: string;
          cause: unknown;
        };
        expect(JSON.stringify([message, stack, reason]) + String(cause)).not.toContain(PASSWORD);
      }
    });
  },
);

// The laws of the file hold for the server: the same tests, with a database for each place.
if (server !== undefined) {
  describe('on a server', async () => {
    useServer(() => server.address(fresh()));
    await import('./skills.test.ts');
    await import('./laws.test.ts');
  });
}
