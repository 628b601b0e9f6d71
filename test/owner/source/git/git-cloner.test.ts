import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../../src/base/errors.ts';
import { createRun } from '../../../../src/io/process/run.ts';
import type { FetchedRepo, RepoCloner, RepoEntry } from '../../../../src/owner/source/git/cloner.ts';
import { createGitCloner, type GitLimits } from '../../../../src/owner/source/git/git-cloner.ts';
import { hasGit, hasTool, makeRepo, type TestRepo } from '../../../support/repositories.ts';
import { makeTree } from '../../../support/tree.ts';

const cloner = (limits: Partial<GitLimits> = {}, env: Record<string, string> = {}): RepoCloner =>
  createGitCloner({
    run: createRun({ env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...env } }),
    limits,
  });

async function failure(promise: Promise<unknown>): Promise<SkillficheError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SkillficheError)) throw new Error(`no SkillficheError but ${String(error)}`);
  return error;
}

async function withFetched<T>(repo: TestRepo, commit: string, use: (fetched: FetchedRepo) => Promise<T>): Promise<T> {
  const fetched = await cloner().fetch(repo.url, commit);
  try {
    return await use(fetched);
  } finally {
    fetched.close();
  }
}

const scratches = (): string[] => readdirSync(tmpdir()).filter((name) => /^skillfiche-[A-Za-z0-9]{6}$/.test(name));

describe.skipIf(!hasGit)(`repositories by git${hasGit ? '' : ' (git is not here)'}`, () => {
  it('shows branches, tags as the commits they stand for, and what comes first', async () => {
    const repo = makeRepo();
    const one = repo.commit({ a: '1' });
    repo.git(['tag', 'light', one]);
    repo.git(['-c', 'user.name=T', '-c', 'user.email=t@example.org', 'tag', '-a', '-m', 'x', 'heavy', one]);
    const two = repo.commit({ a: '2' });
    const other = repo.commit({ a: '3' }, { branch: 'feature/x' });
    const refs = await cloner().refs(repo.url);
    expect(refs).toEqual({
      head: 'main',
      headCommit: two,
      branches: new Map([
        ['feature/x', other],
        ['main', two],
      ]),
      tags: new Map([
        ['heavy', one],
        ['light', one],
      ]),
    });
  });

  it('fetches one commit, and gives files, bits, links and sizes without writing one of them', async () => {
    const before = scratches();
    const repo = makeRepo();
    repo.commit({ old: 'not wanted' });
    const commit = repo.commit({
      'a/SKILL.md': 'text\r\n',
      'a/run.sh': { script: '#!/bin/sh\n' },
      'a/link': { link: '/etc/passwd' },
      'a/sub': { submodule: '1'.repeat(40) },
      'caf\u00e9': new Uint8Array([0, 255, 13, 10]),
    });
    await withFetched(repo, commit, async (fetched) => {
      const entries = await fetched.list();
      expect(entries.map(({ path, kind, executable, size }) => [path, kind, executable, size])).toEqual([
        ['a/SKILL.md', 'file', false, 6],
        ['a/link', 'link', false, 11],
        ['a/run.sh', 'file', true, 10],
        ['a/sub', 'submodule', false, 0],
        ['caf\u00e9', 'file', false, 4],
      ]);
      const bytes = await fetched.read(entries);
      const of = (path: string): Buffer | undefined => bytes.get(entries.find((one) => one.path === path)?.oid ?? '');
      expect(of('a/SKILL.md')?.toString()).toBe('text\r\n');
      expect(of('a/link')?.toString()).toBe('/etc/passwd');
      expect(of('caf\u00e9')).toEqual(Buffer.from([0, 255, 13, 10]));
    });
    expect(scratches()).toEqual(before);
  });

  it('reads repositories named by sha256', async () => {
    const repo = makeRepo({ format: 'sha256' });
    const commit = repo.commit({ a: 'x' });
    expect(commit.length).toBe(64);
    await withFetched(repo, commit, async (fetched) => expect((await fetched.list()).length).toBe(1));
  });

  it('fetches a commit that no branch names any more, as long as the repository has it', async () => {
    const repo = makeRepo();
    const one = repo.commit({ a: '1' });
    repo.commit({ a: '2' });
    await withFetched(repo, one, async (fetched) => {
      const [entry] = await fetched.list();
      expect((await fetched.read([entry as RepoEntry])).get(entry?.oid ?? '')?.toString()).toBe('1');
    });
  });

  it('says what a repository lacks, and leaves nothing behind', async () => {
    const before = scratches();
    const repo = makeRepo();
    repo.commit({ a: '1' });
    const missing = await failure(cloner().fetch(repo.url, '1'.repeat(40)));
    expect(missing.code).toBe('SOURCE_UNAVAILABLE');
    expect(missing.message).toContain('not our ref');
    const nowhere = await failure(cloner().refs('file:///nonexistent/x.git'));
    expect(nowhere.code).toBe('SOURCE_UNAVAILABLE');
    expect(nowhere.message).toContain('file:///nonexistent/x.git could not be fetched');
    expect(scratches()).toEqual(before);
  });

  describe('the history of a commit', () => {
    it('holds its ancestors', async () => {
      const repo = makeRepo();
      const one = repo.commit({ a: '1' });
      repo.commit({ a: '2' });
      const three = repo.commit({ a: '3' });
      expect(await cloner().history(repo.url, one, three)).toBe('ancestor');
      expect(await cloner().history(repo.url, three, three)).toBe('ancestor');
      expect(await cloner().history(repo.url, three, one)).toBe('unrelated');
    });

    it('does not hold what was pushed over', async () => {
      const repo = makeRepo();
      const one = repo.commit({ a: '1' });
      const two = repo.commit({ a: '2' }, { parent: null });
      expect(await cloner().history(repo.url, one, two)).toBe('unrelated');
    });

    it('does not hold what is gone: another repository at the same address', async () => {
      const before = makeRepo();
      const one = before.commit({ a: '1' });
      const after = makeRepo();
      const two = after.commit({ a: 'mine now' });
      expect(await cloner().history(after.url, one, two)).toBe('gone');
    });
  });

  describe('that are hostile', () => {
    it.each([
      'ext::sh -c touch% PWNED',
      '--upload-pack=touch PWNED',
      'fd::3',
      'git://example.org/x',
      'https://a:b@example.org/x',
    ])('are not reached by %s', async (url) => {
      const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
      const calls = [() => cloner().refs(url), () => cloner().fetch(url, one), () => cloner().history(url, one, two)];
      for (const call of calls) {
        expect((await failure(call())).code).toBe('INVALID_ARGUMENT');
      }
    });

    it.each(['--upload-pack=touch', 'HEAD', 'main', '1'.repeat(39), 'A'.repeat(40), ''])(
      'are not asked for the commit %j',
      async (commit) => {
        const repo = makeRepo();
        repo.commit({ a: '1' });
        expect((await failure(cloner().fetch(repo.url, commit))).code).toBe('INVALID_ARGUMENT');
      },
    );

    it('cannot send git elsewhere by a rewritten address', async () => {
      const home = makeTree({ '.gitconfig': '[url "ext::sh -c touch% PWNED "]\n\tinsteadOf = file://\n' });
      const repo = makeRepo();
      const commit = repo.commit({ a: '1' });
      const error = await failure(cloner({}, { HOME: home }).fetch(repo.url, commit));
      expect(error.message).toContain("transport 'ext' not allowed");
    });

    it('name a branch like an option, and it is a name', async () => {
      const repo = makeRepo();
      const commit = repo.commit({ a: '1' });
      writeFileSync(
        join(repo.path, 'packed-refs'),
        `# pack-refs with: peeled fully-peeled sorted \n${commit} refs/heads/--upload-pack=touch\n`,
      );
      const refs = await cloner().refs(repo.url);
      expect(refs.branches.get('--upload-pack=touch')).toBe(commit);
    });

    it('have more files than anybody reviews', async () => {
      const repo = makeRepo();
      const files = Object.fromEntries(Array.from({ length: 100_001 }, (_, at) => [`d${at % 100}/f${at}`, 'x']));
      const commit = repo.commit(files);
      await withFetched(repo, commit, async (fetched) => {
        const error = await failure(fetched.list());
        expect(error.code).toBe('SOURCE_REFUSED');
        expect(error.message).toBe('The repository is refused: the repository has 100001 files; 100000 are allowed.');
      });
    }, 60_000);

    const huge = process.env['SKILLFICHE_HUGE'] === undefined ? 300_000_000 : 5_000_000_000;
    it(`hold a file of ${huge} zeros, whose size is known before a byte of it is read`, async () => {
      const repo = makeRepo();
      const big = join(makeTree({}), 'zeros');
      writeFileSync(big, '');
      truncateSync(big, huge);
      const oid = repo.git(['-c', 'core.compression=1', '-c', 'core.bigFileThreshold=1m', 'hash-object', '-w', big]);
      const tree = repo.git(['mktree'], `100644 blob ${oid}\tzeros\n`);
      const commit = repo.git(['-c', 'user.name=T', '-c', 'user.email=t@example.org', 'commit-tree', '-m', 'x', tree]);
      repo.git(['update-ref', 'refs/heads/main', commit]);
      await withFetched(repo, commit, async (fetched) => {
        const entries = await fetched.list();
        expect(entries.map(({ path, size }) => [path, size])).toEqual([['zeros', huge]]);
        const error = await failure(fetched.read(entries));
        expect(error.message).toContain(`it has ${huge} bytes`);
      });
    }, 300_000);

    it('send more than was asked for', async () => {
      const repo = makeRepo();
      const noise = Buffer.from(
        Array.from({ length: 3_000_000 }, (_, at) => (Math.imul(at + 1, 2_654_435_761) >>> 13) & 255),
      );
      const commit = repo.commit({ noise });
      const error = await failure(cloner({ fetchedBytes: 10_000 }).fetch(repo.url, commit));
      expect(error.message).toContain('more than 10000 bytes');
    });

    it('have names with line ends, escapes and bytes that are no text: they arrive as data', async () => {
      const repo = makeRepo();
      const blob = repo.git(['hash-object', '-w', '--stdin'], 'x');
      const names = [Buffer.from('a\nb'), Buffer.from('esc\u001b[2J'), Buffer.from([0x66, 0xff, 0x66])];
      const raw = Buffer.concat(
        names.flatMap((name) => [Buffer.from('100644 '), name, Buffer.from([0]), Buffer.from(blob, 'hex')]),
      );
      const tree = repo.git(['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], raw);
      const commit = repo.git(['-c', 'user.name=T', '-c', 'user.email=t@example.org', 'commit-tree', '-m', 'x', tree]);
      repo.git(['update-ref', 'refs/heads/main', commit]);
      await withFetched(repo, commit, async (fetched) => {
        expect((await fetched.list()).map(({ path }) => path)).toEqual(['a\nb', 'esc\u001b[2J', 'f\ufffdf']);
      });
    });

    it('have a tree that leads out, or a `.git` in it: nothing is written, the path is there to be refused', async () => {
      const repo = makeRepo();
      const blob = repo.git(['hash-object', '-w', '--stdin'], 'x');
      const raw = (name: string, mode: string, oid: string): Buffer =>
        Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]);
      const write = (bytes: Buffer): string =>
        repo.git(['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], bytes);
      const inner = write(raw('config', '100644', blob));
      const tree = write(Buffer.concat([raw('..', '40000', inner), raw('.git', '40000', inner)]));
      const commit = repo.git(['-c', 'user.name=T', '-c', 'user.email=t@example.org', 'commit-tree', '-m', 'x', tree]);
      repo.git(['update-ref', 'refs/heads/main', commit]);
      await withFetched(repo, commit, async (fetched) => {
        expect((await fetched.list()).map(({ path }) => path)).toEqual(['../config', '.git/config']);
      });
    });

    it('bring hooks, filters, attributes, LFS pointers and a promise to fetch more: nothing runs', async () => {
      const repo = makeRepo();
      const proof = join(repo.path, 'PWNED');
      const evil = `#!/bin/sh\ntouch ${proof}\n`;
      const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'1'.repeat(64)}\nsize 12\n`;
      const commit = repo.commit({
        'SKILL.md': 'x',
        '.gitattributes': '* filter=evil\n*.bin filter=lfs diff=lfs merge=lfs -text\n',
        '.gitmodules': `[submodule "x"]\n\tpath = sub\n\turl = ext::sh -c touch% ${proof}\n\tupdate = !touch ${proof}\n`,
        '.lfsconfig': `[lfs]\n\turl = file://${proof}\n`,
        sub: { submodule: '1'.repeat(40) },
        'big.bin': pointer,
        '.git-hooks/post-checkout': { script: evil },
      });
      for (const hook of [
        'post-checkout',
        'reference-transaction',
        'post-merge',
        'pre-auto-gc',
        'post-update',
        'pre-receive',
      ]) {
        writeFileSync(join(repo.path, 'hooks', hook), evil, { mode: 0o755 });
      }
      const config = `[filter "evil"]\n\tsmudge = touch ${proof}\n\tclean = touch ${proof}\n\trequired = true\n[core]\n\tfsmonitor = touch ${proof}\n\thooksPath = hooks\n\tsshCommand = touch ${proof}\n\talternateRefsCommand = touch ${proof}\n[uploadpack]\n\tpackObjectsHook = touch ${proof}\n[remote "evil"]\n\turl = ext::sh -c touch% ${proof}\n\tuploadpack = touch ${proof}\n\tpromisor = true\n[protocol "ext"]\n\tallow = always\n[protocol]\n\tallow = always\n[extensions]\n\tpartialClone = evil\n`;
      writeFileSync(
        join(repo.path, 'config'),
        `${readFileSync(join(repo.path, 'config'), 'utf8').replace('version = 0', 'version = 1')}${config}`,
      );
      await withFetched(repo, commit, async (fetched) => {
        const entries = await fetched.list();
        const bytes = await fetched.read(entries.filter((one) => one.kind === 'file'));
        expect(bytes.get(entries.find((one) => one.path === 'big.bin')?.oid ?? '')?.toString()).toBe(pointer);
      });
      expect(await cloner().history(repo.url, commit, commit)).toBe('ancestor');
      expect(existsSync(proof)).toBe(false);
    });

    const canTrace = hasTool('strace', '-f', '-o', '/dev/null', 'true');
    it.skipIf(!canTrace)(
      `start git, its own programs and its shell alone, and write nothing outside${canTrace ? '' : ' (strace is not here, or may not trace)'}`,
      async () => {
        const repo = makeRepo();
        const one = repo.commit({
          'SKILL.md': '1',
          'run.sh': { script: '#!/bin/sh\n' },
          '.gitattributes': '* filter=evil\n',
        });
        const two = repo.commit({ 'SKILL.md': '2', 'run.sh': { script: '#!/bin/sh\n' } });
        const folder = makeTree({});
        const traced = join(folder, 'git');
        const calls =
          'execve,execveat,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,chmod,fchmodat';
        const real = execFileSync('which', ['git']).toString().trim();
        writeFileSync(
          traced,
          `#!/bin/sh\nexec strace -ff -qq -s 4096 -y -e trace=${calls} -o ${folder}/trace.$$ ${real} "$@"\n`,
          { mode: 0o755 },
        );
        const run = createRun({ env: { PATH: process.env['PATH'], HOME: '/nonexistent' }, programs: { git: traced } });
        const watched = createGitCloner({ run });
        await watched.refs(repo.url);
        const fetched = await watched.fetch(repo.url, two);
        await fetched.read(await fetched.list());
        fetched.close();
        expect(await watched.history(repo.url, one, two)).toBe('ancestor');

        const lines = readdirSync(folder)
          .filter((name) => name.startsWith('trace.'))
          .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
        const started = lines.flatMap(
          (line) => /^execve\("([^"]+)", \[(.*?)\], .*\) = 0$/.exec(line)?.slice(1, 3) ?? [],
        );
        const programs = new Set(started.filter((_, at) => at % 2 === 0));
        const own = execFileSync('git', ['--exec-path']).toString().trim();
        const foreign = [...programs].filter(
          (path) =>
            path !== real &&
            !path.startsWith(`${own}/`) &&
            !/^\/(?:usr\/)?bin\/(?:ba|da)?sh$/.test(path) &&
            !/\/git(?:-upload-pack)?$/.test(path),
        );
        expect(programs.size).toBeGreaterThan(1);
        expect(foreign).toEqual([]);
        expect(
          started.filter((one) =>
            /run\.sh|gc|maintenance|filter=evil/.test(
              one.replace(/gc\.auto=0|maintenance\.auto=false|--no-auto-gc/g, ''),
            ),
          ),
        ).toEqual([]);

        const changes = lines.filter(
          (line) =>
            !/= -1 E/.test(line) &&
            (/^(?:mkdir|rename|link|symlink|unlink|chmod|fchmodat|creat)/.test(line) ||
              /O_(?:WRONLY|RDWR|CREAT)/.test(line)),
        );
        const outside = changes.filter(
          (line) =>
            !line.includes(`"${tmpdir()}/skillfiche-`) && !/<\/tmp\/skillfiche-|"\/dev\/(?:null|tty)"/.test(line),
        );
        expect(changes.length).toBeGreaterThan(10);
        expect(outside).toEqual([]);
      },
    );
  });
});

describe.skipIf(!hasGit || process.platform === 'win32')(
  `a repository by ssh${hasGit ? '' : ' (git is not here)'}`,
  () => {
    it('is asked for by a list of arguments, with nobody to ask and nothing of ours handed over', async () => {
      const folder = makeTree({});
      const repo = makeRepo();
      const commit = repo.commit({ 'a/SKILL.md': '---\nname: a\ndescription: A\n---\n' });
      const log = join(folder, 'log');
      // Stands in for ssh: says what it was given, then runs what it was asked to run, as the far side would.
      const fake = join(folder, 'fake-ssh');
      const lines = [
        '#!/bin/sh',
        `{ for one in "$@"; do printf '<%s>' "$one"; done; echo; env; } >> ${log}`,
        `(exec < /dev/tty) 2>> ${log}.tty && echo terminal >> ${log}`,
        `exec git-upload-pack ${repo.path}`,
      ];
      writeFileSync(fake, `${lines.join('\n')}\n`, { mode: 0o755 });
      const inner = createRun({ env: { PATH: process.env['PATH'], HOME: '/nonexistent', SECRET_TOKEN: 'x' } });
      const run: typeof inner = (request) =>
        inner({ ...request, env: { ...request.env, GIT_SSH_COMMAND: fake, GIT_SSH_VARIANT: 'ssh' } });
      const byUrl = createGitCloner({ run });
      for (const url of ['ssh://git@host.test:2222/lab/skills.git', 'git@host.test:lab/skills.git']) {
        expect((await byUrl.refs(url)).headCommit).toBe(commit);
        const fetched = await byUrl.fetch(url, commit);
        expect((await fetched.list()).map(({ path }) => path)).toEqual(['a/SKILL.md']);
        fetched.close();
      }
      const said = readFileSync(log, 'utf8');
      const calls = said.split('\n').filter((line) => line.startsWith('<'));
      expect(calls.length).toBe(4);
      for (const call of calls) {
        // The host is a word of its own, and what it runs is the one program, its path quoted.
        expect(call).toMatch(/<git@host\.test><git-upload-pack '\/?lab\/skills\.git'>$/);
        expect(call).not.toContain('-oProxyCommand');
      }
      expect(calls.filter((call) => call.includes('<-p><2222>')).length).toBe(2);
      expect(said).toContain('SSH_ASKPASS_REQUIRE=never');
      expect(said).toContain('GIT_ALLOW_PROTOCOL=https:ssh');
      expect(said).not.toContain('SECRET_TOKEN');
      expect(said).not.toContain('terminal');
      const before = calls.length;
      for (const url of [
        'ssh://-oProxyCommand=touch%20x/a',
        'ssh://git@-oProxyCommand=x/a',
        '-oProxyCommand=x:a.git',
      ]) {
        await expect(byUrl.refs(url)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      }
      expect(
        readFileSync(log, 'utf8')
          .split('\n')
          .filter((line) => line.startsWith('<')).length,
      ).toBe(before);
    });
  },
);
