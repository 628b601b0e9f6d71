import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workspace } from '../../../src/app/workspace-types.ts';
import type { StoreStep } from '../../../src/owner/store/world.ts';
import { buildProgram, firstWord, kill, snapshot, start } from './stopped.ts';
import { makePlace, openPlace, type Place } from './support.ts';

type Verb = (workspace: Workspace) => Promise<unknown>;

let folder: string;
let verbs: Readonly<Record<string, Verb>>;
beforeAll(async () => {
  folder = await buildProgram();
  ({ verbs } = await import(pathToFileURL(join(folder, 'verbs.mjs')).href));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The state in which each verb has the most to do. */
async function begin(verb: string, onStep: (step: StoreStep) => void = () => {}): Promise<Place> {
  const place = await makePlace({}, { onStep });
  const { workspace, project } = place;
  mkdirSync(join(place.data, 'intents'), { recursive: true });
  if (verb === 'add') return place;
  await verbs['add']?.(workspace);
  const skill = join(project, '.agents/skills/deploy');
  writeFileSync(join(skill, 'scripts', verb === 'update' ? 'mine.sh' : 'a.sh'), 'echo edited');
  if (verb === 'publish' || verb === 'update' || verb === 'update-theirs') return place;
  await workspace.skills.publish('deploy');
  writeFileSync(join(skill, '.keep'), 'of the owner');
  writeFileSync(join(skill, 'new.txt'), 'edited again');
  if (verb === 'remove' || verb === 'purge') rmSync(join(skill, '.keep'));
  if (verb === 'purge') await workspace.skills.remove('deploy');
  if (verb === 'enable') await workspace.skills.disable(['deploy']);
  if (verb === 'sync') rmSync(skill, { recursive: true });
  return place;
}

const NAMES = ['add', 'publish', 'update', 'update-theirs', 'rollback', 'remove', 'purge', 'enable', 'disable', 'sync'];

describe('a process that is killed at a step', () => {
  it.each(NAMES)('of %s leaves exactly the state before it or the one after it', async (verb) => {
    const steps = new Set<StoreStep>();
    const whole = await begin(verb, (step) => steps.add(step));
    const before = await snapshot(whole);
    steps.clear();
    await verbs[verb]?.(whole.workspace);
    const after = await snapshot(whole);
    expect(after).not.toEqual(before);

    const seen = new Set<string>();
    for (const step of [...steps, 'none']) {
      const { base, workspace } = await begin(verb);
      await workspace.close();
      const child = start(folder, base, verb, step);
      const word = await firstWord(child);
      await kill(child);
      const found = await openPlace(base);
      const state = await snapshot(found);
      const isOld = JSON.stringify(state) === JSON.stringify(before);
      if (!isOld) expect(state, step).toEqual(after);
      if (word === 'done') expect(state, step).toEqual(after);
      seen.add(isOld ? 'old' : 'new');
      if (word === 'here' && verb !== 'sync')
        expect(await found.workspace.store.doctor(), step).toMatchObject({ ok: true });
      // What was begun can be done now.
      if (isOld) await verbs[verb]?.(found.workspace);
      expect(await snapshot(found), step).toEqual(after);
      await found.workspace.close();
    }
    expect(seen.has('new')).toBe(true);
  });
});

/** Processes that are killed; `STORE_KILLS` asks for more, `STORE_SEED` for others. */
const KILLS = Number(process.env['STORE_KILLS'] ?? 150);
const SEED = Number(process.env['STORE_SEED'] ?? 1);
/** Places that are worked in at the same time. */
const LANES = 3;

describe('a process that is killed at any moment', () => {
  it(
    `${KILLS} times: nothing is lost, nothing is half there, and the log tells what is`,
    async () => {
      const stopped = await Promise.all(Array.from({ length: LANES }, (_, lane) => killInTurn(lane)));
      const recovered = stopped.reduce((sum, one) => sum + one, 0);
      // Else they were killed while they did nothing.
      expect(recovered).toBeGreaterThan(KILLS / 20);
    },
    Math.max(300_000, KILLS * 5_000),
  );
});

/** Kills its share in a place of its own; how many were in the middle of a change. */
async function killInTurn(lane: number): Promise<number> {
  const { base, workspace } = await makePlace();
  mkdirSync(join(base, 'data/intents'), { recursive: true });
  await verbs['add']?.(workspace);
  await workspace.close();
  const texts = new Map<string, string>();
  let recovered = 0;
  for (let turn = lane; turn < KILLS; turn += LANES) {
    const child = start(folder, base, 'wander', '-', String((turn + SEED * 100_003) * 7919));
    await firstWord(child);
    await new Promise((resolve) => setTimeout(resolve, ((turn + SEED) * 37) % 60));
    expect(child.exitCode).toBe(null);
    await kill(child);
    const place = await openPlace(base);
    recovered = await checkWhole(place, texts);
    await place.workspace.close();
  }
  return recovered;
}

/** Everything is whole; how many changes were found half done so far. */
async function checkWhole(place: Place, texts: Map<string, string>): Promise<number> {
  const { workspace } = place;
  const doctor = await workspace.store.doctor();
  expect(doctor.checks.filter(({ ok }) => !ok)).toEqual([]);
  const state = (await snapshot(place)) as {
    skills: { version: number; digest: string; modified: boolean }[];
    left: string[];
    folders: Record<string, string>;
    versions: { number: number; digest: string }[];
  };
  expect(state.left).toEqual([]);
  // A version never changes, and none is missing.
  for (const { number, digest } of state.versions) {
    expect(texts.get(String(number)) ?? digest).toBe(digest);
    texts.set(String(number), digest);
  }
  expect(state.versions).toHaveLength(texts.size);
  const [skill] = state.skills;
  const files = Object.keys(state.folders);
  if (skill === undefined) expect(files.filter((path) => path.startsWith('skills/deploy/'))).toEqual([]);
  else expect(files.filter((path) => !path.startsWith('skills/deploy/'))).toEqual([]);
  // Edited at most by the program's own write of SKILL.md, which is whole.
  if (skill?.modified === true)
    expect(state.folders['skills/deploy/SKILL.md']).toMatch(/^---\nname: deploy\n[\s\S]*x\n$/);
  const log = await workspace.store.events({ limit: 100_000 });
  const changes = log.filter(
    ({ package: key, verb }) => key.endsWith(':deploy') && !['recovered', 'enable', 'disable'].includes(verb),
  );
  expect(changes.at(-1)?.version).toBe(skill?.version);
  return log.filter(({ verb }) => verb === 'recovered').length;
}
