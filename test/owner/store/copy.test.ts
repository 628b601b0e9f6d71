import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workspace } from '../../../src/app/workspace-types.ts';
import { skillText } from '../../support/tree.ts';
import { serverForTests } from './server.ts';
import { buildProgram, firstWord, kill, startWith } from './stopped.ts';
import { makePlace, openPlace, sourceOf, write } from './support.ts';

const { server, why, fresh } = serverForTests();
const on = (database: string): string => server?.address(database) ?? '';

/** A place whose store has a bit of everything. */
async function furnished() {
  const place = await makePlace({ 'project/skillfiche.json': '{"project":"acme/shop"}' });
  const { skills, sessions } = place.workspace;
  for (const slug of ['deploy', 'taken', 'gone']) {
    const files = { 'SKILL.md': skillText(slug, 'Does it. ✓'), 'a.txt': slug.repeat(5_000), 'same.txt': 'same' };
    await skills.add(sourceOf(slug, { ...files, 'assets/b.bin': new Uint8Array([0, 255, 0, 200]) }));
  }
  write(join(place.project, '.agents/skills/deploy/more.md'), 'More.');
  await skills.publish('deploy', { note: "it's 100% — done\n" });
  await skills.rollback('deploy', { to: 1 });
  await skills.rollback('deploy', { to: 2 });
  await skills.remove('taken');
  await skills.remove('gone');
  await skills.purge('gone');
  await sessions.level('list:x', { set: ['project:deploy'] });
  await skills.disable(['deploy']);
  await skills.disable(['bioskills:*'], { for: 'project' });
  return place;
}

/** All that a person could ask of a store. */
async function told({ skills, store, sessions }: Workspace) {
  const { skills: status } = await skills.status();
  const histories = await Promise.all(['deploy', 'taken'].map((ref) => skills.history(ref)));
  const log = (await store.events({ limit: 1_000 })).map(({ person: _, ...line }) => line);
  return { status, histories, log, levels: await sessions.levels() };
}

describe('a store that is copied into a file', () => {
  it('answers there as it did here, and the copy says what it has', async () => {
    const a = await furnished();
    const before = await told(a.workspace);
    const file = join(a.base, 'other/store.db');
    write(join(a.base, 'other/x'), '');
    const dry = await a.workspace.store.copy(file, { dryRun: true });
    expect(readdirSync(join(a.base, 'other'))).toEqual(['x']);
    const copy = await a.workspace.store.copy(file);
    expect(copy).toEqual({ ...dry, dry_run: false });
    expect(copy).toMatchObject({ from: join(a.data, 'store.db'), to: file, packages: 2, versions: 3, contents: 7 });
    expect(copy).toMatchObject({ events: before.log.length, switches: 2, levels: 1, unfinished: 0 });
    // Whoever takes the file elsewhere takes all of it.
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    const there = await openPlace(a.base, { data: join(a.base, 'other') });
    await there.workspace.skills.sync();
    expect(await told(there.workspace)).toEqual(before);
    expect(await there.workspace.store.doctor()).toMatchObject({ ok: true });
    // The numbers that a purge left behind went along.
    const gone = sourceOf('gone', { 'SKILL.md': skillText('gone', 'Again.') });
    expect(await there.workspace.skills.add(gone)).toMatchObject({ added: [{ version: 2 }] });
    await expect(a.workspace.store.copy(file)).rejects.toMatchObject({ code: 'NAME_TAKEN' });
  });

  it('is refused where something is, and names what is there', async () => {
    const a = await furnished();
    const itself = a.workspace.store.copy(join(a.data, 'store.db'));
    await expect(itself).rejects.toThrow('it keeps 2 packages, 2 of them as here (acme/shop:deploy, acme/shop:taken)');
    write(join(a.base, 'text'), 'x'.repeat(200));
    await expect(a.workspace.store.copy(join(a.base, 'text'))).rejects.toMatchObject({ code: 'STORE_BROKEN' });
    await expect(a.workspace.store.copy(a.home)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(a.workspace.store.copy('mysql://u:secret@h/x')).rejects.toThrow(/^(?!.*secret)/);
    const nowhere = a.workspace.store.copy(join(a.base, 'no/such/store.db'));
    await expect(nowhere).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('no/such'),
    });
  });

  it('keeps what a person has switched off, also where a person has two names', async () => {
    const a = await makePlace({}, { person: 'ann' });
    await a.workspace.skills.disable(['personal:*']);
    await a.workspace.close();
    const b = await openPlace(a.base, { person: 'owner' });
    await b.workspace.skills.disable(['personal:*']);
    await b.workspace.skills.enable(['personal:x']);
    await b.workspace.close();
    const c = await openPlace(a.base, { person: 'ann' });
    const file = join(a.base, 'c/store.db');
    write(join(a.base, 'c/x'), '');
    await c.workspace.store.copy(file);
    const there = await openPlace(a.base, { data: join(a.base, 'c'), person: 'ann' });
    expect(await there.workspace.skills.disable(['personal:*'])).toMatchObject({ changed: [] });
  });

  it('copies nothing of a store that is damaged', async () => {
    const a = await furnished();
    await a.workspace.close();
    const { default: Database } = await import('libsql');
    const db = new Database(join(a.data, 'store.db'));
    db.exec(`update blobs set bytes = x'00' where size = 4`);
    db.close();
    const b = await openPlace(a.base);
    await expect(b.workspace.store.copy(join(a.base, 'out.db'))).rejects.toMatchObject({ code: 'STORE_BROKEN' });
    expect(existsSync(join(a.base, 'out.db'))).toBe(false);
  });
});

describe.skipIf(server === undefined)(`a store that moves to a server${why}`, () => {
  it('is there what it was here, and here again what it was there', async () => {
    const a = await furnished();
    const before = await told(a.workspace);
    const database = fresh();
    const dry = await a.workspace.store.copy(on(database), { dryRun: true });
    expect(server?.ask(database, `select count(*) from pg_tables where schemaname = 'public'`)).toBe('0');
    const copy = await a.workspace.store.copy(on(database));
    expect(copy).toEqual({ ...dry, dry_run: false });
    expect(copy).toMatchObject({ to: 'PostgreSQL', packages: 2, versions: 3 });
    await a.workspace.close();
    const moved = await openPlace(a.base, { store: on(database), person: 'owner' });
    // The folders need nothing: they show the same versions.
    expect(await moved.workspace.skills.sync()).toMatchObject({ changed: [], conflicts: [] });
    expect(await told(moved.workspace)).toEqual(before);
    expect(await moved.workspace.store.doctor()).toMatchObject({ ok: true });
    await moved.workspace.skills.rollback('deploy', { to: 1 });
    const after = await told(moved.workspace);
    expect(after.log).toEqual([...before.log, expect.objectContaining({ verb: 'rollback', version: 1 })]);
    await expect(a.workspace.store.copy(on(database))).rejects.toThrow('2 of them as here');

    const other = await makePlace({ 'project/skillfiche.json': '{"project":"acme/shop"}' }, { store: on(database) });
    const back = await other.workspace.store.copy(join(other.data, 'store.db'));
    expect(back).toMatchObject({ from: 'PostgreSQL', to: join(other.data, 'store.db'), packages: 2, versions: 3 });
    await other.workspace.close();
    const home = await openPlace(other.base, { person: 'owner' });
    await home.workspace.skills.sync();
    expect(await told(home.workspace)).toEqual(after);
    expect(await home.workspace.store.doctor()).toMatchObject({ ok: true });
  });

  let folder = '';
  beforeAll(async () => {
    folder = await buildProgram();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['half-filled', 'filled'])('leaves the target empty when its process is killed at %s', async (step) => {
    const a = await furnished();
    const database = fresh();
    for (const to of [on(database), join(a.base, 'half.db')]) {
      const child = startWith({ COPY_TO: to }, folder, a.base, 'copy', step);
      expect(await firstWord(child)).toBe('here');
      await kill(child);
      const copy = await a.workspace.store.copy(to);
      expect(copy).toMatchObject({ packages: 2, versions: 3 });
    }
  });

  it.each(['half-filled', 'filled'])('leaves it empty when the server drops everybody at %s', async (step) => {
    const a = await furnished();
    await a.workspace.close();
    const database = fresh();
    const dropping = await openPlace(a.base, {
      onStep: (now) => {
        const all = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`;
        if (now === step) server?.sql('postgres', all);
      },
    });
    await expect(dropping.workspace.store.copy(on(database))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(server?.ask(database, 'select count(*) from blobs')).toBe('0');
    expect(await a.workspace.store.copy(on(database))).toMatchObject({ packages: 2 });
  });
});
