import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skillText } from '../../support/tree.ts';
import { buildProgram, firstWord, kill } from '../store/stopped.ts';
import { makePlace, openPlace, type Place, readAll, write } from '../store/support.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;
const env = { PATH: process.env['PATH'] ?? '' };

const PROGRAM = `
import { openWorkspace } from './workspace.mjs';
const [base, verb, stop] = process.argv.slice(2);
const onStep = async (step) => {
  if (step !== stop) return;
  process.stdout.write('here');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
};
const env = { PATH: process.env.PATH };
const w = await openWorkspace({ home: base + '/home', project: base + '/project', data: base + '/data', env, roots: [], cache: false, onStep });
const cwd = base + '/cwd';
if (verb === 'unseed') await w.sessions.unseed({ cwd });
else await w.sessions.seed({ cwd, skills: verb === 'seed' ? ['a'] : ['b'] });
await w.close();
process.stdout.write('done');
`;

let folder: string;
beforeAll(async () => {
  folder = await buildProgram();
  writeFileSync(join(folder, 'session.mjs'), PROGRAM);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const THEIRS = '# theirs\n*.log\n';

async function begin(verb: string): Promise<Place> {
  const skills = Object.fromEntries(
    ['a', 'b'].flatMap((name) => [
      [`home/.agents/skills/${name}/SKILL.md`, skillText(name, 'One.')],
      [`home/.agents/skills/${name}/deep/b.txt`, 'b'],
    ]),
  );
  const place = await makePlace(skills, { env, cache: false });
  const cwd = join(place.base, 'cwd');
  mkdirSync(cwd);
  execFileSync('git', ['init', '-q'], { cwd });
  write(join(cwd, '.git/info/exclude'), THEIRS);
  if (verb !== 'seed') await place.workspace.sessions.seed({ cwd, skills: verb === 'swap' ? ['a', 'b'] : ['a'] });
  if (verb === 'swap') write(join(place.home, '.agents/skills/b/SKILL.md'), skillText('b', 'Two.'));
  return place;
}

/** What a session sees, and git; the nonce of a marker is another one each time. */
function seen({ base }: Place): unknown {
  const skills = join(base, 'cwd/.claude/skills');
  const files = existsSync(skills) ? Object.entries(readAll(skills)) : [];
  return {
    files: files.filter(([path]) => !path.endsWith('.skillfiche-export.json')),
    exclude: readFileSync(join(base, 'cwd/.git/info/exclude'), 'utf8'),
  };
}

const act = ({ workspace, base }: Place, verb: string): Promise<{ readonly conflicts: readonly unknown[] }> =>
  verb === 'unseed'
    ? workspace.sessions.unseed({ cwd: join(base, 'cwd') })
    : workspace.sessions.seed({ cwd: join(base, 'cwd'), skills: verb === 'seed' ? ['a'] : ['b'] });

describe.skipIf(!hasGit)(`a process that is killed at a step${hasGit ? '' : ' (no git)'}`, () => {
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
  it.each(['seed', 'swap', 'unseed'])(
    'of %s: git sees nothing of it, doing it again ends it, and unseed leaves nothing, not a line',
    async (verb) => {
      const whole = await begin(verb);
      await act(whole, verb);
      const after = seen(whole);
      let stopped = 0;
      for (const step of STEPS) {
        for (const way of ['again', 'unseed']) {
          const { base, workspace } = await begin(verb);
          await workspace.close();
          const child = spawn(process.execPath, [join(folder, 'session.mjs'), base, verb, step], {
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          if ((await firstWord(child)) === 'here') stopped++;
          await kill(child);
          const cwd = join(base, 'cwd');
          // A copy that is half made lies beside the folder of skills, where no tool and no line is.
          const status = execFileSync('git', ['status', '--porcelain', '-uall'], { cwd, encoding: 'utf8' });
          expect(
            status.split('\n').filter((line) => line.includes('/skills/')),
            step,
          ).toEqual([]);
          const found = await openPlace(base, { env, cache: false });
          const report = await act(found, way === 'again' ? verb : 'unseed');
          expect(report.conflicts, step).toEqual([]);
          const clean = { files: [], exclude: THEIRS };
          expect(seen(found), `${step}, ${way}`).toEqual(way === 'again' ? after : clean);
          const claude = join(cwd, '.claude');
          const left = existsSync(claude) ? readdirSync(claude).filter((name) => name !== 'skills') : [];
          expect(left, step).toEqual([]);
          expect(execFileSync('git', ['status', '--porcelain'], { cwd, encoding: 'utf8' }), step).toBe('');
          await found.workspace.close();
        }
      }
      expect(stopped).toBeGreaterThan(8);
    },
    240_000,
  );
});
