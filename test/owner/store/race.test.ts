import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skillText } from '../../support/tree.ts';
import { buildProgram, snapshot, start } from './stopped.ts';
import { makePlace, openPlace, sourceOf } from './support.ts';

let folder: string;
beforeAll(async () => {
  folder = await buildProgram();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('two processes that change one skill', () => {
  const TURNS = 25;
  it('each win or are told; the log, the revision and the folder agree', async () => {
    const { verbs } = await import(pathToFileURL(join(folder, 'verbs.mjs')).href);
    const { base, workspace } = await makePlace();
    await verbs.add(workspace);
    await verbs['update-theirs'](workspace);
    await workspace.close();
    const children = ['0', '1'].map((seed) => start(folder, base, 'race', String(TURNS), seed));
    const answers = children.map(async (child) => {
      let text = '';
      child.stdout?.on('data', (part: Buffer) => {
        text += part.toString();
      });
      const [code] = (await once(child, 'exit')) as [number];
      expect(code).toBe(0);
      return JSON.parse(text) as { won: number; lost: number };
    });
    const [a, b] = await Promise.all(answers);
    const won = (a?.won ?? 0) + (b?.won ?? 0);
    expect(won).toBeGreaterThan(1);
    const place = await openPlace(base);
    const log = await place.workspace.store.events({ limit: 1_000 });
    const turns = log.filter(({ verb }) => verb === 'rollback');
    expect(turns).toHaveLength(won);
    expect(log.filter(({ verb }) => verb === 'recovered')).toEqual([]);
    const state = (await snapshot(place)) as { skills: { version: number; modified: boolean }[]; left: string[] };
    expect(state.skills).toMatchObject([{ version: turns.at(-1)?.version, modified: false, stale: false }]);
    expect(state.left).toEqual([]);
    expect(await place.workspace.store.doctor()).toMatchObject({ ok: true });
  });
});

describe('two writers that began from one state', () => {
  it('one wins, the other is told the revision it missed, and nothing of it is left', async () => {
    const text = (what: string) => ({ 'SKILL.md': skillText('deploy', what) });
    const first = await makePlace();
    await first.workspace.skills.add(sourceOf('deploy', text('One.')));
    let release = (): void => {};
    let reached = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = await openPlace(first.base, {
      onStep: async (step) => {
        if (step !== 'read') return;
        reached();
        await gate;
      },
    });
    const losing = slow.workspace.skills.update('deploy', sourceOf('deploy', text('Slow.')));
    const lost = expect(losing).rejects.toMatchObject({
      code: 'STALE_VERSION',
      message: expect.stringContaining('revision 2'),
    });
    await waiting;
    await first.workspace.skills.update('deploy', sourceOf('deploy', text('Fast.')));
    release();
    await lost;
    expect((await first.workspace.skills.history('deploy')).versions).toHaveLength(2);
    expect(await first.workspace.skills.status()).toMatchObject({
      skills: [{ version: 2, modified: false, stale: false }],
    });
    expect(await first.workspace.store.doctor()).toMatchObject({ ok: true });
  });
});
