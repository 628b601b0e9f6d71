import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverForTests } from './server.ts';
import { buildProgram, snapshot, startWith } from './stopped.ts';
import { makePlace, openPlace } from './support.ts';

const { server, why, fresh } = serverForTests();
/** Activations of all together; `STORE_RACE` asks for more, some thousand on a quiet machine. */
const ACTIVATIONS = Number(process.env['STORE_RACE'] ?? 80);
const PROCESSES = 8;

describe.skipIf(server === undefined)(`${PROCESSES} processes on two machines${why}`, () => {
  let folder = '';
  beforeAll(async () => {
    folder = await buildProgram();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(`make ${ACTIVATIONS} activations of one skill: each is in the log once, and nothing else is`, async () => {
    const database = fresh();
    const store = server?.address(database) ?? '';
    const file = { 'project/skillfiche.json': '{"project":"acme/shop"}' };
    const [a, b] = [await makePlace(file, { store }), await makePlace(file, { store })];
    const { verbs } = await import(pathToFileURL(join(folder, 'verbs.mjs')).href);
    await verbs.add(a.workspace);
    await verbs['update-theirs'](a.workspace);
    await b.workspace.skills.sync();
    for (const { workspace } of [a, b]) await workspace.close();
    const share = String(ACTIVATIONS / PROCESSES);
    const answers = Array.from({ length: PROCESSES }, async (_, at) => {
      const { base } = at % 2 === 0 ? a : b;
      const child = startWith({ STORE: store }, folder, base, 'race', share, String(at));
      let text = '';
      let told = '';
      child.stderr?.on('data', (part: Buffer) => {
        told += part.toString();
      });
      child.stdout?.on('data', (part: Buffer) => {
        text += part.toString();
      });
      const [code] = (await once(child, 'exit')) as [number];
      expect({ code, told }).toEqual({ code: 0, told: '' });
      return JSON.parse(text) as { won: number; lost: number };
    });
    const done = await Promise.all(answers);
    expect(done.reduce((sum, { won }) => sum + won, 0)).toBe(ACTIVATIONS);
    // Else nobody was in anybody's way.
    expect(done.reduce((sum, { lost }) => sum + lost, 0)).toBeGreaterThan(0);

    const [here, there] = [await openPlace(a.base, { store }), await openPlace(b.base, { store })];
    const log = await here.workspace.store.events({ limit: 10_000 });
    expect(await there.workspace.store.events({ limit: 10_000 })).toEqual(log);
    expect(log.map(({ verb }) => verb)).toEqual(['add', 'update', ...Array(ACTIVATIONS).fill('rollback')]);
    expect(server?.ask(database, 'select revision from active')).toBe(String(ACTIVATIONS + 2));
    for (const place of [here, there]) {
      await place.workspace.skills.sync();
      const { skills, left } = (await snapshot(place)) as { skills: object[]; left: string[] };
      expect(skills).toMatchObject([{ version: log.at(-1)?.version, modified: false, stale: false }]);
      expect(left).toEqual([]);
      expect(await place.workspace.store.doctor()).toMatchObject({ ok: true });
    }
  }, 600_000);
});
