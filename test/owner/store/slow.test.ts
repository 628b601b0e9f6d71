import { connect, createServer, type Server as NetServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Workspace } from '../../../src/app/workspace-types.ts';
import { skillText } from '../../support/tree.ts';
import { serverForTests } from './server.ts';
import { makePlace, openPlace, readAll, sourceOf, write } from './support.ts';

const { server, why, fresh } = serverForTests();

/** A network between us and the server: each piece is late by `delayMs`, and the connection is cut at the piece `cutAt`. */
class Network {
  delayMs = 0;
  cutAt = Number.POSITIVE_INFINITY;
  pieces = 0;
  readonly #listening: NetServer;
  readonly #open = new Set<Socket>();

  constructor(socketPath: string) {
    this.#listening = createServer((here) => {
      const there = connect(socketPath);
      for (const [from, to] of [
        [here, there],
        [there, here],
      ] as const) {
        this.#open.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
        from.on('data', (piece) => {
          if (++this.pieces >= this.cutAt) this.cut();
          else if (this.delayMs === 0) to.write(piece);
          else setTimeout(() => to.write(piece), this.delayMs);
        });
      }
    });
  }

  /** Until `cutAt` is set anew nobody gets through either. */
  cut(): void {
    for (const socket of this.#open) socket.destroy();
    this.#open.clear();
  }

  async port(): Promise<number> {
    this.#listening.listen(0, '127.0.0.1');
    await new Promise((resolve) => this.#listening.once('listening', resolve));
    const address = this.#listening.address();
    return typeof address === 'object' ? (address?.port ?? 0) : 0;
  }

  close(): void {
    this.cut();
    this.#listening.close();
  }
}

const one = { 'SKILL.md': skillText('deploy', 'One.'), 'a.txt': 'one' };
const two = { 'SKILL.md': skillText('deploy', 'Two.'), 'a.txt': 'two', 'b.txt': 'more' };
const VERBS: Readonly<Record<string, (skills: Workspace['skills']) => Promise<unknown>>> = {
  add: (skills) => skills.add(sourceOf('other', { 'SKILL.md': skillText('other', 'Other.') })),
  update: (skills) => skills.update('deploy', sourceOf('deploy', two)),
  publish: (skills) => skills.publish('deploy'),
  remove: (skills) => skills.remove('deploy', { discard: true }),
  disable: (skills) => skills.disable(['deploy']),
  status: (skills) => skills.status(),
  sync: (skills) => skills.sync(),
};

describe.skipIf(server === undefined)(`a store behind a slow network${why}`, () => {
  async function begin() {
    const store = server?.address(fresh()) ?? '';
    const network = new Network(join(decodeURIComponent(new URL(store).host), '.s.PGSQL.5432'));
    onTestFinished(() => network.close());
    const through = store.replace(new URL(store).host, `127.0.0.1:${await network.port()}`);
    const place = await makePlace({}, { store });
    await place.workspace.skills.add(sourceOf('deploy', one));
    await place.workspace.close();
    return { network, store, through, place };
  }

  it('does everything, late', async () => {
    const { network, through, place } = await begin();
    network.delayMs = 15;
    const far = await openPlace(place.base, { store: through });
    for (const [name, act] of Object.entries(VERBS)) {
      if (name === 'publish') write(join(place.project, '.agents/skills/deploy/c.txt'), 'mine');
      await act(far.workspace.skills);
    }
    expect((await far.workspace.store.events()).map(({ verb }) => verb)).toEqual([
      'add',
      'add',
      'update',
      'publish',
      'remove',
      'disable',
    ]);
    expect(await far.workspace.store.doctor()).toMatchObject({ ok: true });
  });

  it.each(Object.keys(VERBS))('does %s whole or not at all, wherever it is cut', async (name) => {
    const { network, store, through, place } = await begin();
    const act = VERBS[name] ?? (async () => undefined);
    const folder = join(place.project, '.agents/skills/deploy');
    if (name === 'publish') write(join(folder, 'c.txt'), 'mine');
    const seen = new Set<string>();
    for (let cutAt = 1; ; cutAt += 1 + (cutAt >> 3)) {
      const far = await openPlace(place.base, { store: through });
      network.cutAt = Number.POSITIVE_INFINITY;
      await far.workspace.skills.status();
      network.pieces = 0;
      network.cutAt = cutAt;
      const before = await state(store, place.base);
      const outcome = await act(far.workspace.skills).then(
        () => 'done',
        (error: unknown) => {
          expect(error, `cut at ${cutAt}`).toMatchObject({ code: 'STORE_UNAVAILABLE' });
          return 'told';
        },
      );
      const isCut = network.pieces >= cutAt;
      network.cutAt = Number.POSITIVE_INFINITY;
      await far.workspace.close();
      const after = await state(store, place.base);
      expect(after.doctor, `cut at ${cutAt}`).toBe(true);
      for (const { version, modified } of after.skills.filter(({ id }) => id === 'project:deploy')) {
        if (version === 1 && !modified) expect(readAll(folder)).toEqual(one);
        if (version === 2 && name === 'update') expect(readAll(folder)).toEqual(two);
      }
      const isChanged = JSON.stringify(after.log) !== JSON.stringify(before.log);
      seen.add(`${outcome} ${isChanged ? 'new' : 'old'}`);
      if (!isCut) {
        // It was never cut: there is nothing more to try.
        expect(outcome).toBe('done');
        break;
      }
      // What is done already has nothing left to cut.
      if (isChanged) break;
    }
    if (!['status', 'sync'].includes(name)) expect([...seen].some((one) => one.endsWith('new'))).toBe(true);
    expect([...seen]).toContain('told old');
  });

  /** What a person sees, asked without the network between. */
  async function state(store: string, base: string) {
    const near = await openPlace(base, { store });
    const { skills } = await near.workspace.skills.status();
    const log = (await near.workspace.store.events({ limit: 1_000 })).filter(({ verb }) => verb !== 'recovered');
    const { ok, checks } = await near.workspace.store.doctor();
    await near.workspace.close();
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    return { skills, log, doctor: ok };
  }
});
