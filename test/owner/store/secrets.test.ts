import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../../src/app/open-workspace.ts';
import { runIn } from '../../support/cli.ts';
import { PASSWORD } from '../../support/postgres.ts';
import { makeTree, skillText } from '../../support/tree.ts';
import { serverForTests } from './server.ts';
import { sourceOf } from './support.ts';

const { server, why, fresh } = serverForTests();

/** Every command that has to do with the store, and some that have not. */
const COMMANDS = [
  'add ./drafts/deploy',
  'add ./drafts/deploy --json',
  'status',
  'status --json',
  'sync',
  'sync --json',
  'history deploy --json',
  'diff deploy --json',
  'publish deploy --json',
  'publish no-such-skill',
  'rollback deploy --to 9',
  'rollback deploy --json',
  'disable deploy --json',
  'enable deploy --json',
  'level set list:x personal:none',
  'level list --json',
  'list --json',
  'context',
  'outdated --json',
  'audit --json',
  'doctor',
  'doctor --json',
  'store backup copy.db',
  'store backup copy.db --json',
  'store copy --to ./moved.db --dry-run --json',
  'remove deploy --json',
  'purge deploy --json',
  'init fresh --json',
];

describe.skipIf(server === undefined)(`the address of a store on a server${why}`, () => {
  const address = (database: string): string => server?.address(database) ?? '';
  /** What nobody may read anywhere: the password, the place, as it is and as it is written in an address. */
  const secrets = (): string[] => {
    const { host } = new URL(address('x'));
    return [PASSWORD, host, decodeURIComponent(host), `postgres:${PASSWORD}`];
  };
  const expectNone = (text: string, what: string): void => {
    for (const secret of secrets()) expect(text.includes(secret), `${what}: ${text.slice(0, 300)}`).toBe(false);
  };
  const filesBelow = (folder: string): string[] =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true })
          .map((name) => join(folder, String(name)))
          .filter((file) => statSync(file).isFile())
      : [];

  it.each(['a server that answers', 'one that is gone'])('is in no output and no file, with %s', async (state) => {
    const base = makeTree({
      'home/x': null,
      'project/.git/x': null,
      'project/drafts/deploy/SKILL.md': skillText('deploy', 'Deploys.'),
    });
    const cwd = join(base, 'project');
    const store = address(fresh());
    if (state === 'one that is gone') server?.pause();
    try {
      const env = { HOME: join(base, 'home'), SKILLFICHE_STORE: store, USER: 'ann' };
      const codes = new Set<number>();
      for (const command of [...COMMANDS, `store copy --to ${store}`, `store copy --to ${store} --dry-run --json`]) {
        const { code, out, err } = await runIn(cwd, command.split(' '), { env });
        codes.add(code);
        expectNone(out + err, command);
        expect(err, command).not.toMatch(/internal|report/i);
      }
      expect([...codes]).toContain(2);
      for (const file of filesBelow(base)) expectNone(readFileSync(file, 'latin1'), file);
    } finally {
      if (state === 'one that is gone') server?.resume();
    }
  });

  it('is in no error, whatever way it is shown', async () => {
    const wrong = [
      address('no_such_database'),
      address('postgres').replace(PASSWORD, `${PASSWORD}-wrong`),
      address('postgres').replace('postgres:', 'nobody:'),
      `postgres://u:${PASSWORD}@127.0.0.1:1/x`,
      `postgres://u:${PASSWORD}@no-such-host.invalid/x`,
      `postgres://u:${PASSWORD}@[bad/%zz`,
      `postgres://u:${PASSWORD}@127.0.0.1:99999/x?sslmode=verify-full&sslrootcert=/no/such/file`,
      `POSTGRES//u:${PASSWORD}@h`,
      `mysql://u:${PASSWORD}@h/x`,
    ];
    const base = makeTree({ 'home/x': null });
    const home = join(base, 'home');
    mkdirSync(join(base, 'data'));
    const options = { home, data: join(base, 'data'), project: false, env: {}, roots: [] } as const;
    for (const store of wrong) {
      for (const act of [
        async () => (await openWorkspace({ ...options, store })).skills.status(),
        async () => (await openWorkspace({ ...options, store })).skills.add(sourceOf('a', { 'SKILL.md': 'x' })),
        async () => (await openWorkspace({ ...options, store })).store.events(),
        async () => {
          const report = await (await openWorkspace({ ...options, store })).store.doctor();
          expectNone(JSON.stringify(report), 'doctor');
          throw report;
        },
        async () => (await openWorkspace(options)).store.copy(store),
      ]) {
        const error = await act().catch((thrown: unknown) => thrown);
        const { message, stack, cause } = error as Error;
        const shown = [message, stack, inspect(cause, { depth: 9 }), inspect(error, { depth: 9, showHidden: true })];
        for (const text of shown) {
          expectNone(text ?? '', store.replace(PASSWORD, '…'));
          expect(text ?? '').not.toContain('no-such-host');
        }
      }
    }
    const workspace = await openWorkspace({ ...options, store: address(fresh()) });
    await workspace.skills.status();
    expectNone(inspect(workspace, { depth: 9, showHidden: true }), 'a workspace');
    await workspace.close();
  });
});
