import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from '../../../support/cli-json.ts';
import { makeTree, skillText } from '../../../support/tree.ts';

function begin() {
  const base = makeTree({
    'home/x': null,
    'work/.git/x': null,
    'work/.agents/skills/deploy/SKILL.md': skillText('deploy'),
    'work/.agents/skills/notes/SKILL.md': skillText('notes'),
    'work/more/tea/SKILL.md': skillText('tea'),
    'shop/x': null,
  });
  const world = {
    cwd: join(base, 'work'),
    env: { HOME: join(base, 'home'), SKILLFICHE_DATA: join(base, 'data'), PATH: process.env['PATH'] },
  };
  return { base, run: (...argv: string[]) => cli(['--no-cache', ...argv], world) };
}

/** The command that a note says undoes what was done. */
const undo = (err: string): string[] => /to undo it: skillfiche (.*)/.exec(err)?.[1]?.split(' ') ?? [];

describe('level', () => {
  it('is changed and changed back by what is printed, also where ids are of skills that are not seen', async () => {
    const { run } = begin();
    await run('--root', 'project:more=./more', 'level', 'set', 'list:review', 'tea');
    const added = await run('level', 'add', 'list:review', 'deploy', 'notes');
    expect(undo(added.err)).toEqual(['level', 'remove', 'list:review', 'project:deploy', 'project:notes']);
    expect(added.err).toContain('more:tea is not among the skills seen here, and left out.');
    const removed = await run('level', 'remove', 'list:review', 'notes');
    expect(undo(removed.err)).toEqual(['level', 'add', 'list:review', 'project:notes']);
    expect((await run(...undo(removed.err))).code).toBe(0);
    expect((await run(...undo(added.err))).code).toBe(0);
    expect((await run('--root', 'project:more=./more', 'level', 'show', 'list:review')).out).toBe('more:tea\n');
  });

  it('that holds nothing is said with the one that may have been meant, wherever it is named', async () => {
    const { run } = begin();
    await run('level', 'set', 'list:review', 'deploy');
    const said = 'skillfiche: list:reviw holds nothing. Did you mean list:review?\n';
    expect((await run('level', 'show', 'list:reviw')).err).toBe(said);
    expect((await run('session', 'manifest', '--level', 'list:reviw')).err).toBe(said);
    expect((await run('session', 'seed', '--cwd', '../shop', '--level', 'list:reviw')).err).toContain(said);
  });

  it('and other commands in two words say where their help is', async () => {
    const { run } = begin();
    expect((await run('level', 'set', 'list:review')).err).toBe(
      "skillfiche: missing required argument 'ref'\n`skillfiche level set --help` shows how it is used.\n",
    );
    expect((await run('store', 'copy')).err).toContain('`skillfiche store copy --help` shows how it is used.');
  });
});

it('a folder that stays is named in full, however long its path', async () => {
  const { run, base } = begin();
  const there = join(base, 'shop/.claude/skills/deploy');
  mkdirSync(there, { recursive: true });
  writeFileSync(join(there, 'SKILL.md'), skillText('deploy', 'Of somebody.'));
  const seeded = await run('session', 'seed', '--cwd', '../shop', '--skill', 'deploy');
  expect([seeded.code, seeded.out]).toEqual([1, expect.stringContaining(`"${there}" is not of our making`)]);
});

it('seeding the folder one stands in means the same skill each time, though our copy of it is seen first', async () => {
  const { run, base } = begin();
  const folder = join(base, 'shop/.claude/skills/deploy');
  const world = { cwd: join(base, 'shop'), env: { HOME: join(base, 'home'), SKILLFICHE_DATA: join(base, 'data') } };
  mkdirSync(join(base, 'home/.agents/skills/deploy'), { recursive: true });
  writeFileSync(join(base, 'home/.agents/skills/deploy/SKILL.md'), skillText('deploy', 'Mine.'));
  for (let turn = 0; turn < 3; turn++) {
    const { out, code } = await cli(['--no-cache', 'session', 'seed', '--skill', 'deploy'], world);
    expect([code, out]).toEqual([0, `there  personal:deploy, ${folder}\n`]);
    expect(existsSync(join(folder, 'SKILL.md'))).toBe(true);
  }
  // The original is not seen from here: then the copy is all there is, and it stays.
  const { err } = await cli(['--no-cache', '--root', '.claude/skills', 'session', 'seed', '--skill', 'deploy'], world);
  expect(err).toContain(`lies there itself, in ${folder}`);
  expect(existsSync(join(folder, 'SKILL.md'))).toBe(true);
  expect((await run('session', 'unseed', '--cwd', '../shop')).out).toBe(`removed  personal:deploy, ${folder}\n`);
  expect((await run('session', 'unseed', '--cwd', '../shop')).out).toBe('Nothing of ours is in ../shop.\n');
});
