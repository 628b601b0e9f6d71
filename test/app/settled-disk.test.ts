import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCatalog } from '../../src/app/open-catalog.ts';
import { settledDisk } from '../../src/app/settled-disk.ts';
import type { Workspace } from '../../src/app/workspace-types.ts';
import type { SkillficheError } from '../../src/base/errors.ts';
import { STORE_STEPS } from '../../src/owner/store/world.ts';
import { buildProgram, firstWord, kill, start } from '../owner/store/stopped.ts';
import { makePlace, openPlace, type Place } from '../owner/store/support.ts';
import { makeTree } from '../support/tree.ts';

type Verb = (workspace: Workspace) => Promise<unknown>;

let folder: string;
let verbs: Readonly<Record<string, Verb>>;
beforeAll(async () => {
  folder = await buildProgram();
  ({ verbs } = await import(pathToFileURL(join(folder, 'verbs.mjs')).href));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a reader that opens no store is shown: every skill, every file of it and its text. */
async function shown({ data, project }: Pick<Place, 'data' | 'project'>, path = `${project}/.agents/skills`) {
  const disk = settledDisk(data, [path]);
  const catalog = await openCatalog({ roots: [{ id: 'project', kind: 'project', path }], cache: false, disk });
  const view = catalog.view();
  const skills: Record<string, string> = {};
  for (const { id } of view.entries()) {
    const { files } = await view.loadSkill(id);
    for (const file of files) skills[`${id} ${file.path}`] = (await view.readSkillFile(id, file.path)).text ?? '';
  }
  return skills;
}

const BEGUN: Readonly<Record<string, readonly string[]>> = {
  add: [],
  update: ['add'],
  rollback: ['add', 'update'],
  remove: ['add'],
};

async function begin(verb: string): Promise<Place> {
  const place = await makePlace();
  mkdirSync(join(place.project, '.agents/skills'), { recursive: true });
  for (const one of BEGUN[verb] ?? []) await verbs[one]?.(place.workspace);
  return place;
}

describe('a reader beside a change whose process was stopped', () => {
  it.each(Object.keys(BEGUN))('%s: is shown the state before or after, whole, at every step', async (verb) => {
    const whole = await begin(verb);
    const before = await shown(whole);
    await verbs[verb]?.(whole.workspace);
    const after = await shown(whole);
    expect(after).not.toEqual(before);
    const seen: string[] = [];
    for (const step of STORE_STEPS) {
      const place = await begin(verb);
      await place.workspace.close();
      const child = start(folder, place.base, verb, step);
      const word = await firstWord(child);
      await kill(child);
      if (word !== 'here') continue;
      const now = await shown(place);
      const isOld = JSON.stringify(now) === JSON.stringify(before);
      if (!isOld) expect(now, step).toEqual(after);
      // What is not committed is not shown: it will be taken back.
      if (['set-aside', 'swapped'].includes(step)) expect(isOld, step).toBe(true);
      const linked = join(makeTree({}), 'linked');
      symlinkSync(join(place.project, '.agents/skills'), linked);
      expect(await shown(place, linked), step).toEqual(now);
      // The next who may write ends it, and a reader that was open then follows.
      const next = await openPlace(place.base);
      const { skills } = await next.workspace.skills.status();
      expect(Object.keys(await shown(place)).length > 0, step).toBe(skills.length > 0);
      await next.workspace.close();
      seen.push(step);
    }
    expect(seen.length).toBeGreaterThan(8);
  });
});

describe('a reader beside a process that swaps all the time', () => {
  it('never misses a skill, and never sees half of one', async () => {
    const place = await makePlace();
    await verbs['add']?.(place.workspace);
    const one = await shown(place);
    await verbs['update']?.(place.workspace);
    const three = await shown(place);
    await place.workspace.close();
    const child = start(folder, place.base, 'race', '400', '0');
    const path = `${place.project}/.agents/skills`;
    const disk = settledDisk(place.data, [path]);
    let catalog = await openCatalog({ roots: [{ id: 'project', kind: 'project', path }], cache: false, disk });
    let looks = 0;
    const texts = new Set<string>();
    while (child.exitCode === null && looks < 600) {
      disk.look();
      catalog = await catalog.refresh();
      expect(
        catalog
          .view()
          .entries()
          .map(({ id }) => id),
      ).toEqual(['project:deploy']);
      const text = await catalog
        .view()
        .readSkillFile('project:deploy', 'SKILL.md')
        .then(
          (file) => file.text ?? '',
          // The next version came between the look and the reading, and whoever reads is told.
          (error: SkillficheError) => (error.code === 'FILE_CHANGED' ? undefined : Promise.reject(error)),
        );
      if (text !== undefined) texts.add(text.includes('one line') ? 'one' : 'three');
      looks++;
    }
    await kill(child);
    expect([...texts].sort()).toEqual(['one', 'three']);
    const settled = await openPlace(place.base);
    await settled.workspace.skills.status();
    expect([one, three]).toContainEqual(await shown(place));
    expect(readdirSync(join(place.project, '.agents'))).toEqual(['skills']);
  });
});

describe('a disk beside a store', () => {
  it('is the disk itself where nothing is under way, and where the note of a change is none', async () => {
    const base = makeTree({ 'skills/a/SKILL.md': '---\nname: a\ndescription: A\n---\n' });
    const data = join(base, 'data');
    expect(settledDisk(data, []).isDisturbed).toBe(false);
    mkdirSync(join(data, 'intents'), { recursive: true });
    expect(settledDisk(data, []).isDisturbed).toBe(false);
    writeFileSync(join(data, 'intents/0123456789abcdef.json'), '{"folder":');
    const disk = settledDisk(data, [join(base, 'skills')]);
    expect(disk.isDisturbed).toBe(true);
    expect(disk.readFolder(join(base, 'skills'))).toEqual([{ name: 'a', kind: 'folder' }]);
  });
});
