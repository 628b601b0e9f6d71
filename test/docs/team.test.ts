import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serverForTests } from '../owner/store/server.ts';
import { readAll } from '../owner/store/support.ts';
import { findPostgres, PASSWORD } from '../support/postgres.ts';
import { makeTree, skillText } from '../support/tree.ts';

const program = join(import.meta.dirname, '../../dist/bin/skillfiche.js');
const { server, why } = serverForTests();
const missing = existsSync(program) ? why : ' (there is no build: npm run build)';

/** The blocks of docs/team.md by the second word of their fence. */
const document = readFileSync(join(import.meta.dirname, '../../docs/team.md'), 'utf8');
const block = (name: string): string => {
  const found = new RegExp(`^\`\`\`\\w+ ${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(document)?.[1];
  if (found === undefined) throw new Error(`docs/team.md has no block ${name}`);
  return found;
};

describe.skipIf(server === undefined || missing !== '')(`what docs/team.md says${missing}`, () => {
  const socket = decodeURIComponent(new URL(server?.address('x') ?? 'x://y').host);
  let base = '';
  const env = (home: string, more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    PATH: `${join(base, 'bin')}:${findPostgres()}:${process.env['PATH']}`,
    HOME: join(base, home),
    USER: home,
    ...more,
  });
  const shell = (text: string, home: Readonly<Record<string, string>>) => {
    const cwd = home['HOME'] ?? base;
    const { status, stdout, stderr } = spawnSync('sh', ['-eu', '-c', text], { cwd, env: home, encoding: 'utf8' });
    return { status, out: stdout, err: stderr };
  };
  /** The text of the document, with the server of the test for the one of the example. */
  const here = (text: string): string => text.replaceAll('@db.example.org/', `@${encodeURIComponent(socket)}/`);
  const member = (user: string, password: string): Record<string, string> => {
    writeFileSync(join(base, user, '.pgpass'), `*:*:skills:${user}:${password}\n`, { mode: 0o600 });
    return env(user);
  };

  it('makes a server with two commands, roles with the grants it prints, and a member with one command', () => {
    base = makeTree({
      'bin/x': null,
      'keeper/.agents/x': null,
      'draft/deploy/SKILL.md': skillText('deploy', 'Deploys.'),
      'ann/x': null,
      'build/x': null,
    });
    mkdirSync(join(base, 'bin'), { recursive: true });
    const script = `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`;
    writeFileSync(join(base, 'bin/skillfiche'), script);
    chmodSync(join(base, 'bin/skillfiche'), 0o755);
    const keeper = env('keeper', { PGHOST: socket, PGUSER: 'postgres', PGPASSWORD: PASSWORD });
    shell(`skillfiche add ${join(base, 'draft/deploy')} --place personal`, keeper);
    const commands = block('server');
    expect(commands.trim().split('\n')).toHaveLength(2);
    expect(shell(commands, keeper)).toMatchObject({ status: 0, out: expect.stringContaining('1 package, 1 version') });
    server?.sql('skills', block('roles'));

    const ann = member('ann', 'choose-one');
    const one = here(block('member'));
    expect(one.trim().split('\n')).toHaveLength(1);
    const done = shell(one, ann);
    expect(done).toMatchObject({ status: 0, out: expect.stringContaining('synced  personal:deploy') });
    const folder = join(base, 'ann/.agents/skills/deploy');
    expect(readAll(folder)).toEqual({ 'SKILL.md': skillText('deploy', 'Deploys.') });

    // A writer does everything.
    const store = { ...ann, SKILLFICHE_STORE: here('postgres://ann@db.example.org/skills') };
    writeFileSync(join(folder, 'SKILL.md'), skillText('deploy', 'Deploys better.'));
    for (const command of ['publish deploy', 'rollback deploy --to 1', 'rollback deploy --to 2', 'disable deploy']) {
      expect(shell(`skillfiche ${command}`, store), command).toMatchObject({ status: 0 });
    }

    // A reader lists, loads and syncs, and writes nothing.
    const build = {
      ...member('build', 'another-one'),
      SKILLFICHE_STORE: here('postgres://build@db.example.org/skills'),
    };
    const log = server?.ask('skills', 'select count(*), max(number) from events');
    const root = `--root project=${join(base, 'build/.agents/skills')}`;
    for (const command of [
      'status',
      'sync',
      'history deploy',
      'diff deploy',
      'doctor',
      `list ${root}`,
      `show deploy ${root}`,
    ]) {
      expect(shell(`skillfiche ${command}`, build), command).toMatchObject({ status: 0 });
    }
    expect(readAll(join(base, 'build/.agents/skills/deploy'))).toEqual({
      'SKILL.md': skillText('deploy', 'Deploys better.'),
    });
    writeFileSync(join(base, 'build/.agents/skills/deploy/more.md'), 'More.');
    const other = join(base, 'draft/other');
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, 'SKILL.md'), skillText('other', 'Other.'));
    for (const command of [
      'publish deploy',
      'rollback deploy --to 1',
      'remove deploy --discard',
      'disable deploy',
      `add ${other} --place personal`,
    ]) {
      const { status, err } = shell(`skillfiche ${command}`, build);
      expect([status, err], command).toEqual([2, expect.stringContaining('may only read the PostgreSQL store')]);
    }
    expect(server?.ask('skills', 'select count(*), max(number) from events')).toBe(log);
    expect(existsSync(join(base, 'build/.agents/skills/other'))).toBe(false);
    // The grants alone say no, whatever the program does.
    for (const table of [
      'blobs',
      'trees',
      'tree_files',
      'packages',
      'versions',
      'active',
      'switches',
      'levels',
      'events',
      'meta',
    ]) {
      const psql = ['-h', socket, '-U', 'build', '-d', 'skills', '-c', `delete from ${table}`];
      const asked = (): Buffer =>
        execFileSync(join(findPostgres() ?? '', 'psql'), psql, {
          env: { PGPASSWORD: 'another-one' },
          stdio: ['ignore', 'ignore', 'pipe'],
        });
      expect(asked, table).toThrow('permission denied');
    }
  });
});
