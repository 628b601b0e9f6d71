import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skillText } from '../../support/tree.ts';
import { serverForTests } from './server.ts';
import { makePlace, openPlace, type Place, readAll, sourceOf, write } from './support.ts';

const { server, why, fresh } = serverForTests();

/** A skill of twenty files; only SKILL.md differs between its states, and one file is the same in every skill. */
const files = (slug: string, what: string): Record<string, string> => ({
  'SKILL.md': skillText(slug, what),
  'LICENSE.txt': 'The same everywhere.',
  ...Object.fromEntries(Array.from({ length: 18 }, (_, at) => [`references/${at}.md`, `${slug} ${at}`])),
});

describe.skipIf(server === undefined)(`folders of a machine that follow a store on a server${why}`, () => {
  const machine = (store: string) => makePlace({ 'project/skillfiche.json': '{"project":"acme/shop"}' }, { store });
  const folderOf = ({ project }: Place, slug: string): string => join(project, '.agents/skills', slug);
  /** Two machines of one store, both with the same skill. */
  async function pair() {
    const store = server?.address(fresh()) ?? '';
    const [a, b] = [await machine(store), await machine(store)];
    await a.workspace.skills.add(sourceOf('deploy', files('deploy', 'One.')));
    await b.workspace.skills.sync();
    return { a, b, store };
  }
  const publish = async (place: Place, what: string): Promise<void> => {
    write(join(folderOf(place, 'deploy'), 'SKILL.md'), skillText('deploy', what));
    await place.workspace.skills.publish('deploy');
  };
  const sync = (place: Place, dryRun = false) => place.workspace.skills.sync({ dryRun });
  const shown = (place: Place): string => readFileSync(join(folderOf(place, 'deploy'), 'SKILL.md'), 'utf8');

  it('show what another member publishes, rolls back, removes, purges and adds anew', async () => {
    const { a, b } = await pair();
    expect(readAll(folderOf(b, 'deploy'))).toEqual(files('deploy', 'One.'));
    await publish(a, 'Two.');
    const dry = await sync(b, true);
    expect(dry).toMatchObject({ changed: [{ id: 'project:deploy', from: 1, version: 2 }], dry_run: true });
    expect(shown(b)).toBe(skillText('deploy', 'One.'));
    expect(await sync(b)).toMatchObject({ changed: [{ id: 'project:deploy', from: 1, version: 2 }] });
    expect(shown(b)).toBe(skillText('deploy', 'Two.'));
    await a.workspace.skills.rollback('deploy', { to: 1 });
    expect(await sync(b)).toMatchObject({ changed: [{ from: 2, version: 1 }] });
    await a.workspace.skills.remove('deploy');
    expect(await sync(b)).toMatchObject({ changed: [{ id: 'project:deploy', from: 1 }] });
    expect(existsSync(folderOf(b, 'deploy'))).toBe(false);
    expect(await sync(b)).toMatchObject({ changed: [], unchanged: [], conflicts: [] });
    await a.workspace.skills.rollback('deploy', { to: 2 });
    await sync(b);
    await a.workspace.skills.remove('deploy');
    await a.workspace.skills.purge('deploy');
    await a.workspace.skills.add(sourceOf('deploy', files('deploy', 'Anew.')));
    expect(await sync(b)).toMatchObject({ changed: [{ from: 2, version: 3 }], conflicts: [] });
    expect(readAll(folderOf(b, 'deploy'))).toEqual(files('deploy', 'Anew.'));
    await a.workspace.skills.remove('deploy');
    await a.workspace.skills.purge('deploy');
    expect(await sync(b)).toMatchObject({ changed: [{ id: 'project:deploy', from: 3 }] });
    expect(readAll(join(b.project, '.agents'))).toEqual({ skills: null });
    await a.workspace.skills.disable(['personal:*']);
    await sync(b);
    const everywhere = JSON.parse(readFileSync(join(b.data, 'switches.json'), 'utf8')).everywhere;
    expect(everywhere).toEqual({ 'personal:*': 'off' });
  });

  it('ask the server for contents that are not on this machine, and for no others', async () => {
    const { a, b } = await pair();
    await publish(a, 'Two.');
    const text = skillText('deploy', 'Two.');
    expect((await sync(b)).fetched).toEqual({ contents: 1, bytes: text.length });
    expect((await sync(b)).fetched).toEqual({ contents: 0, bytes: 0 });
    for (const slug of ['first', 'second']) await a.workspace.skills.add(sourceOf(slug, files(slug, 'One.')));
    // 19 files of each are its own; the license is asked for once.
    expect((await sync(b)).fetched).toMatchObject({ contents: 2 * 19 + 1 });
    // A store that moved to the server left its contents in the file of this machine.
    const c = await makePlace({ 'project/skillfiche.json': '{"project":"acme/shop"}' });
    await c.workspace.skills.add(sourceOf('deploy', files('deploy', 'One.')));
    const moved = server?.address(fresh()) ?? '';
    await c.workspace.store.copy(moved);
    await c.workspace.close();
    rmSync(folderOf(c, 'deploy'), { recursive: true });
    const after = await openPlace(c.base, { store: moved });
    expect((await sync(after)).fetched).toEqual({ contents: 0, bytes: 0 });
    expect(readAll(folderOf(c, 'deploy'))).toEqual(files('deploy', 'One.'));
  });

  it('keep what somebody edited, and say so', async () => {
    const { a, b } = await pair();
    const file = join(folderOf(b, 'deploy'), 'SKILL.md');
    write(file, skillText('deploy', 'Mine.'));
    expect(await sync(b)).toMatchObject({ changed: [], unchanged: [{ version: 1, modified: true }] });
    await publish(a, 'Two.');
    for (let turn = 0; turn < 2; turn++) {
      expect(await sync(b)).toMatchObject({ changed: [], conflicts: [{ id: 'project:deploy', files: [] }] });
      expect(readAll(folderOf(b, 'deploy'))).toEqual(files('deploy', 'Mine.'));
    }
    await a.workspace.skills.remove('deploy');
    expect(await sync(b)).toMatchObject({ conflicts: [{ id: 'project:deploy' }] });
    expect(shown(b)).toBe(skillText('deploy', 'Mine.'));
    write(file, skillText('deploy', 'One.'));
    write(join(folderOf(b, 'deploy'), '.env'), 'of the owner');
    expect(await sync(b)).toMatchObject({ conflicts: [{ id: 'project:deploy' }] });
    rmSync(join(folderOf(b, 'deploy'), '.env'));
    expect(await sync(b)).toMatchObject({ changed: [{ id: 'project:deploy' }] });
    expect(existsSync(folderOf(b, 'deploy'))).toBe(false);
  });

  it('let edits go where that is asked for', async () => {
    const { a, b } = await pair();
    write(join(folderOf(b, 'deploy'), 'SKILL.md'), skillText('deploy', 'Mine.'));
    await publish(a, 'Two.');
    expect(await b.workspace.skills.sync({ discard: true })).toMatchObject({ changed: [{ version: 2 }] });
    expect(readAll(folderOf(b, 'deploy'))).toEqual(files('deploy', 'Two.'));
  });

  it('take over a folder that is a version, and never one that is not', async () => {
    const { store, a } = await pair();
    await publish(a, 'Two.');
    const c = await machine(store);
    for (const [path, text] of Object.entries(files('deploy', 'One.'))) write(join(folderOf(c, 'deploy'), path), text);
    expect(await sync(c)).toMatchObject({ changed: [{ version: 2 }], fetched: { contents: 1 } });
    expect(readAll(folderOf(c, 'deploy'))).toEqual(files('deploy', 'Two.'));
    const d = await machine(store);
    write(join(folderOf(d, 'deploy'), 'SKILL.md'), 'of somebody');
    for (const discard of [false, true]) {
      const report = await d.workspace.skills.sync({ discard });
      expect(report).toMatchObject({ changed: [], conflicts: [{ id: 'project:deploy' }] });
      expect(readAll(folderOf(d, 'deploy'))).toEqual({ 'SKILL.md': 'of somebody' });
    }
    const e = await machine(store);
    for (const [path, text] of Object.entries(files('deploy', 'Two.'))) write(join(folderOf(e, 'deploy'), path), text);
    expect(await sync(e)).toMatchObject({ changed: [{ version: 2 }], fetched: { contents: 0 } });
    expect(await e.workspace.skills.status()).toMatchObject({ skills: [{ stale: false, modified: false }] });
  });

  it('stay where another store is asked, which never knew their packages', async () => {
    const place = await makePlace({ 'project/skillfiche.json': '{"project":"acme/shop"}' });
    await place.workspace.skills.add(sourceOf('deploy', files('deploy', 'One.')));
    await place.workspace.close();
    const other = await openPlace(place.base, { store: server?.address(fresh()) ?? '' });
    expect(await sync(other)).toMatchObject({ changed: [], unchanged: [], conflicts: [] });
    expect(readAll(folderOf(place, 'deploy'))).toEqual(files('deploy', 'One.'));
  });
});
