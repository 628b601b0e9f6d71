import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skillText } from '../../support/tree.ts';
import { buildProgram, firstWord, kill } from '../store/stopped.ts';
import { makePlace, openPlace, type Place } from '../store/support.ts';

const FILES = ['a', 'b', 'c'].map((name) => ({ name: `${name}.md`, content: skillText(name, `Does ${name}.`) }));

/** Stops at the n-th time that a step is reached. */
const PROGRAM = `
import { openWorkspace } from './workspace.mjs';
const [base, stop, turn] = process.argv.slice(2);
let met = 0;
const onStep = async (step) => {
  if (step !== stop || ++met < Number(turn)) return;
  process.stdout.write('here');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
};
const w = await openWorkspace({ home: base + '/home', project: base + '/project', data: base + '/data', env: {}, roots: [], cache: false, onStep });
await w.skills.import(${JSON.stringify(FILES)}, { agent: 'x' });
await w.close();
process.stdout.write('done');
`;

let folder: string;
beforeAll(async () => {
  folder = await buildProgram();
  writeFileSync(join(folder, 'import.mjs'), PROGRAM);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const seen = async ({ workspace }: Place) => ({
  skills: (await workspace.skills.status()).skills.map(({ slug, enabled, modified, stale }) => ({
    slug,
    enabled,
    modified,
    stale,
  })),
  level: await workspace.sessions.level('agent:x'),
});

describe('an import that is killed', () => {
  it('leaves each skill whole and off, or absent; the next one brings the rest, and the list is whole', async () => {
    const whole = await makePlace();
    await whole.workspace.skills.import(FILES, { agent: 'x' });
    const wanted = await seen(whole);
    expect(wanted.skills.map(({ slug, enabled }) => [slug, enabled])).toEqual([
      ['a', false],
      ['b', false],
      ['c', false],
    ]);
    let stopped = 0;
    for (const [step, turn] of [
      ['read', 1],
      ['read', 2],
      ['read', 4],
      ['half-filled', 1],
      ['filled', 2],
      ['swapped', 2],
      ['committed', 3],
    ] as const) {
      const { base, workspace } = await makePlace();
      await workspace.close();
      const child = spawn(process.execPath, [join(folder, 'import.mjs'), base, step, String(turn)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      if ((await firstWord(child)) === 'here') stopped++;
      await kill(child);
      const found = await openPlace(base);
      const { skills } = await seen(found);
      // Nothing was seen switched on, and nothing is half there.
      for (const one of skills) expect(one, step).toMatchObject({ enabled: false, modified: false, stale: false });
      const again = await found.workspace.skills.import(FILES, { agent: 'x' });
      expect(again.failed, step).toEqual([]);
      expect(await seen(found), `${step} ${turn}`).toEqual(wanted);
      expect(await found.workspace.store.doctor(), step).toMatchObject({ ok: true });
    }
    expect(stopped).toBeGreaterThan(4);
  }, 120_000);
});
