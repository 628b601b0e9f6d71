import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skillText } from '../../support/tree.ts';
import { makePlace, type Place, readAll, write } from '../store/support.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;
const git = (cwd: string, ...args: string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=x', '-c', 'user.email=x@example.org', '-c', 'protocol.file.allow=always', ...args],
    {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );

const TREE = Object.fromEntries(
  ['a', 'b'].map((name) => [`home/.agents/skills/${name}/SKILL.md`, skillText(name, `Does ${name}.`)]),
);
const LINES = '/.claude/skills/a/\n/.claude/skills/b/\n';

interface Repository extends Place {
  readonly cwd: string;
  /** The file whose lines count, and what stood in it before. */
  readonly exclude: string;
  readonly before: string;
}

/** Ways a working folder lies in a repository. */
const KINDS: Readonly<Record<string, (base: string) => string>> = {
  'the main worktree': (base) => repository(join(base, 'main')),
  'a linked worktree': (base) => {
    git(repository(join(base, 'main')), 'worktree', 'add', '-q', '../linked');
    return join(base, 'linked');
  },
  'a submodule': (base) => {
    const inner = repository(join(base, 'inner'));
    const outer = repository(join(base, 'outer'));
    git(outer, 'submodule', 'add', '-q', inner, 'sub');
    git(outer, 'commit', '-qam', 'sub');
    return join(outer, 'sub');
  },
  'a repository with a separate folder of git': (base) => {
    mkdirSync(join(base, 'main'));
    git(join(base, 'main'), 'init', '-q', '--separate-git-dir', join(base, 'elsewhere'));
    return join(base, 'main');
  },
  'a repository with core.excludesFile': (base) => {
    const main = repository(join(base, 'main'));
    write(join(base, 'everywhere'), '*.log\n');
    git(main, 'config', 'core.excludesFile', join(base, 'everywhere'));
    return main;
  },
};

function repository(folder: string): string {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q');
  write(join(folder, 'x'), 'x');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'x');
  return folder;
}

async function place(kind: string, before: string | Buffer): Promise<Repository> {
  const made = await makePlace(TREE, { project: false });
  const cwd = KINDS[kind]?.(made.base) ?? made.base;
  const exclude = resolve(cwd, git(cwd, 'rev-parse', '--git-path', 'info/exclude').trim());
  write(exclude, '');
  writeFileSync(exclude, before);
  return { ...made, cwd, exclude, before: before.toString() };
}

const TEXTS: Readonly<Record<string, string | Buffer>> = {
  empty: '',
  'with lines of somebody': '# theirs\n*.log\n',
  'without a line end at its end': '# theirs\n*.log',
  'with CRLF': '# theirs\r\n*.log\r\n',
  'with bytes that are no UTF-8': Buffer.from('# \u00ff\u00fe theirs\n', 'latin1'),
};

describe.skipIf(!hasGit)(`git and a seeded folder${hasGit ? '' : ' (no git)'}`, () => {
  it.each(Object.keys(KINDS))(
    '%s: our lines stand there once after ten runs, and nothing of ours is added',
    async (kind) => {
      const { workspace, cwd, exclude, before } = await place(kind, '# theirs\n');
      for (let turn = 0; turn < 10; turn++) {
        const report = await workspace.sessions.seed({ cwd, skills: ['a', 'b'] });
        expect(report).toMatchObject({ conflicts: [], excluded: [{ file: exclude }, { file: exclude }] });
      }
      expect(readFileSync(exclude, 'utf8')).toBe(before + LINES);
      git(cwd, 'add', '-A');
      expect(git(cwd, 'status', '--porcelain')).toBe('');
      expect((await workspace.sessions.unseed({ cwd })).removed).toHaveLength(2);
      expect(readFileSync(exclude, 'utf8')).toBe(before);
      expect(existsSync(join(cwd, '.claude'))).toBe(false);
    },
  );

  it.each(Object.keys(TEXTS))('a file %s keeps every byte of it', async (which) => {
    const { workspace, cwd, exclude, before } = await place('the main worktree', TEXTS[which] ?? '');
    const bytes = readFileSync(exclude);
    await workspace.sessions.seed({ cwd, skills: ['a', 'b'] });
    const between = before === '' || before.endsWith('\n') ? '' : '\n';
    expect(readFileSync(exclude)).toEqual(Buffer.concat([bytes, Buffer.from(between + LINES)]));
    git(cwd, 'add', '-A');
    expect(git(cwd, 'status', '--porcelain')).toBe('');
    await workspace.sessions.unseed({ cwd });
    expect(readFileSync(exclude)).toEqual(Buffer.concat([bytes, Buffer.from(between)]));
  });

  it('a file that its owner made read-only stays, and so does everything else', async () => {
    const { workspace, cwd, exclude, before } = await place('the main worktree', '# theirs\n');
    chmodSync(exclude, 0o444);
    await expect(workspace.sessions.seed({ cwd, skills: ['a'] })).rejects.toMatchObject({
      code: 'NOT_WRITABLE',
      message: expect.stringContaining(`${exclude} is read-only`),
    });
    expect(readFileSync(exclude, 'utf8')).toBe(before);
    expect(existsSync(join(cwd, '.claude'))).toBe(false);
    chmodSync(exclude, 0o644);
    await workspace.sessions.seed({ cwd, skills: ['a'] });
    chmodSync(exclude, 0o444);
    await expect(workspace.sessions.unseed({ cwd })).rejects.toMatchObject({ code: 'NOT_WRITABLE' });
    expect(existsSync(join(cwd, '.claude/skills/a'))).toBe(true);
    chmodSync(exclude, 0o644);
    await workspace.sessions.unseed({ cwd });
    expect(readFileSync(exclude, 'utf8')).toBe(before);
  });

  it('a file that is a link is changed where it lies, and a folder that is missing is made', async () => {
    const { workspace, base, cwd, exclude } = await place('the main worktree', '');
    rmSync(exclude);
    write(join(base, 'shared-exclude'), '*.log\n');
    symlinkSync(join(base, 'shared-exclude'), exclude);
    await workspace.sessions.seed({ cwd, skills: ['a'] });
    expect(readFileSync(join(base, 'shared-exclude'), 'utf8')).toBe('*.log\n/.claude/skills/a/\n');
    await workspace.sessions.unseed({ cwd });
    expect(readFileSync(join(base, 'shared-exclude'), 'utf8')).toBe('*.log\n');
    rmSync(join(cwd, '.git/info'), { recursive: true });
    await workspace.sessions.seed({ cwd, skills: ['a'] });
    expect(git(cwd, 'status', '--porcelain')).toBe('');
  });

  it('a .gitignore that shows our folders is a conflict: nothing is written that git would take in', async () => {
    const { workspace, cwd, exclude, before } = await place('the main worktree', '# theirs\n');
    write(join(cwd, '.gitignore'), '!/.claude/skills/*/\n');
    git(cwd, 'add', '-A');
    git(cwd, 'commit', '-qm', 'ignore');
    expect(await workspace.sessions.seed({ cwd, skills: ['a', 'b'] })).toMatchObject({
      seeded: [],
      conflicts: [{ reason: 'shown' }, { reason: 'shown' }],
    });
    expect(git(cwd, 'status', '--porcelain')).toBe('');
    expect(readFileSync(exclude, 'utf8')).toBe(before);
    expect(existsSync(join(cwd, '.claude'))).toBe(false);
  });

  it('a repository that commits its own .claude keeps every byte, also of what it did not commit', async () => {
    const { workspace, cwd } = await place('the main worktree', '');
    write(join(cwd, '.claude/skills/a/SKILL.md'), 'theirs');
    write(join(cwd, '.claude/settings.json'), '{}');
    git(cwd, 'add', '-A');
    git(cwd, 'commit', '-qm', 'theirs');
    write(join(cwd, '.claude/skills/draft/SKILL.md'), 'not committed');
    const before = readAll(join(cwd, '.claude'));
    const report = await workspace.sessions.seed({ cwd, skills: ['a', 'b'] });
    expect(report).toMatchObject({
      seeded: [{ id: 'personal:b' }],
      conflicts: [{ id: 'personal:a', reason: 'tracked' }],
    });
    git(cwd, 'add', '-A');
    expect(git(cwd, 'status', '--porcelain')).toBe('A  .claude/skills/draft/SKILL.md\n');
    await workspace.sessions.unseed({ cwd });
    expect(readAll(join(cwd, '.claude'))).toEqual(before);
  });

  it('names and folders with spaces, stars and brackets are ignored as what they are', async () => {
    const { workspace, cwd, exclude } = await place('the main worktree', '');
    const deep = join(cwd, 'a [b] *c', '#d', '!e ');
    mkdirSync(deep, { recursive: true });
    write(join(deep, 'theirs'), 'x');
    await workspace.sessions.seed({ cwd: deep, skills: ['a'], agent: 'cursor' });
    expect(git(cwd, 'status', '--porcelain', '-uall').split('\n').filter(Boolean)).toHaveLength(1);
    await workspace.sessions.unseed({ cwd: deep });
    expect(readFileSync(exclude, 'utf8')).toBe('');
  });

  it('a folder with a line end in its name is refused, and nothing is written: no line could mean it', async () => {
    const { workspace, cwd, exclude } = await place('the main worktree', '');
    const odd = join(cwd, 'a\nb');
    write(join(odd, 'theirs'), 'x');
    await expect(workspace.sessions.seed({ cwd: odd, skills: ['a'] })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('has a line end in it'),
    });
    expect(Object.keys(readAll(odd))).toEqual(['theirs']);
    expect(readFileSync(exclude, 'utf8')).toBe('');
    // A repository below such a folder has no such name in its own paths.
    const inner = repository(join(odd, 'inner'));
    const { excluded } = await workspace.sessions.seed({ cwd: inner, skills: ['a'] });
    expect(excluded).toEqual([{ file: join(inner, '.git/info/exclude'), line: '/.claude/skills/a/' }]);
    expect(git(inner, 'status', '--porcelain', '-uall')).toBe('');
  });
});
