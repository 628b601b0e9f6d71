import { spawn } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skillText } from '../../support/tree.ts';
import { buildProgram, firstWord, kill } from '../store/stopped.ts';
import { makePlace, openPlace, type Place, readAll, write } from '../store/support.ts';

const PROGRAM = `
import { openWorkspace } from './workspace.mjs';
const [base, verb, stop] = process.argv.slice(2);
const onStep = async (step) => {
  if (step !== stop) return;
  process.stdout.write('here');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
};
const w = await openWorkspace({ home: base + '/home', project: base + '/project', data: base + '/data', env: {}, roots: [], cache: false, onStep });
if (verb === 'unexport') await w.targets.unexport(['deploy']);
else await w.targets.export(['deploy'], { to: 'claude' });
await w.close();
process.stdout.write('done');
`;

let folder: string;
beforeAll(async () => {
  folder = await buildProgram();
  writeFileSync(join(folder, 'target.mjs'), PROGRAM);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function begin(verb: string): Promise<Place> {
  const place = await makePlace({
    'project/.agents/skills/deploy/SKILL.md': skillText('deploy', 'One.'),
    'project/.agents/skills/deploy/a/b.txt': 'b',
    'project/.claude/keep': 'theirs',
  });
  if (verb !== 'export') await place.workspace.targets.export(['deploy'], { to: 'claude' });
  if (verb === 'replace') write(join(place.project, '.agents/skills/deploy/SKILL.md'), skillText('deploy', 'Two.'));
  return place;
}

/** What a tool sees, and what is listed; the nonce of a marker is another one each time. */
async function seen({ workspace, project }: Place): Promise<unknown> {
  const exports = (await workspace.targets.list()).map(({ id, digest }) => ({ id, digest }));
  const files = Object.entries(readAll(join(project, '.claude'))).filter(
    ([path]) => !path.endsWith('.skillfiche-export.json'),
  );
  return { exports, files };
}

describe('a process that is killed at a step', () => {
  const STEPS = [
    'read',
    'intent-row',
    'folder-made',
    'half-filled',
    'filled',
    'set-aside',
    'swapped',
    'old-removed',
    'committed',
    'none',
  ];
  it.each(['export', 'replace', 'unexport'])(
    'of %s leaves the state before it or the one after it, and it can be done again',
    async (verb) => {
      const whole = await begin(verb);
      const before = await seen(whole);
      const act = ({ workspace }: Place): Promise<{ readonly conflicts: readonly unknown[] }> =>
        verb === 'unexport'
          ? workspace.targets.unexport(['deploy'])
          : workspace.targets.export(['deploy'], { to: 'claude' });
      await act(whole);
      const after = await seen(whole);
      expect(after).not.toEqual(before);
      let stopped = 0;
      for (const step of STEPS) {
        const { base, workspace } = await begin(verb);
        await workspace.close();
        const child = spawn(process.execPath, [join(folder, 'target.mjs'), base, verb, step], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        if ((await firstWord(child)) === 'here') stopped++;
        await kill(child);
        const found = await openPlace(base);
        const state = await seen(found);
        const isOld = JSON.stringify(state) === JSON.stringify(before);
        if (!isOld) expect(state, step).toEqual(after);
        if (isOld) expect((await act(found)).conflicts, step).toEqual([]);
        expect(await seen(found), step).toEqual(after);
        const left = readdirSync(join(found.project, '.claude')).filter((name) => name.startsWith('.skillfiche'));
        expect(left, step).toEqual([]);
      }
      expect(stopped).toBeGreaterThan(5);
    },
    120_000,
  );
});
