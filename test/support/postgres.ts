import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PASSWORD = 'not-to-be-seen-9f2';

export interface Server {
  address(database: string, user?: string, password?: string): string;
  createDatabase(name: string): void;
  sql(database: string, text: string): void;
  restart(): void;
  stop(): void;
}

const BIN = '/usr/lib/postgresql';

/** Where Debian has the newest server; `undefined`: nowhere. */
export function findPostgres(): string | undefined {
  if (!existsSync(BIN)) return undefined;
  const folders = readdirSync(BIN).sort((a, b) => Number(b) - Number(a));
  return folders.map((name) => join(BIN, name, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
}

/** A server of its own in a temporary folder, on a socket; it refuses to run as root, so then it is user postgres. */
export function startPostgres(bin: string): Server {
  const base = mkdtempSync(join(tmpdir(), 'skillfiche-pg-'));
  const isRoot = process.getuid?.() === 0;
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const run = (program: string, args: readonly string[]): void => {
    const env = { PATH: process.env['PATH'], PGPASSWORD: PASSWORD };
    execFileSync(join(bin, program), args, { cwd: base, env, ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const [data, socket] = [join(base, 'data'), join(base, 'socket')];
  mkdirSync(socket);
  writeFileSync(join(base, 'password'), PASSWORD);
  if (isRoot) execFileSync('chown', ['-R', 'postgres', base]);
  run('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    '--pwfile',
    join(base, 'password'),
    '-E',
    'UTF8',
    '--locale',
    'C',
    '-N',
  ]);
  const options = `-k ${socket} -c listen_addresses='' -c fsync=off`;
  const control = (...args: string[]): void =>
    run('pg_ctl', ['-D', data, '-l', join(base, 'log'), '-w', '-o', options, ...args]);
  control('start');
  const sql = (database: string, text: string): void =>
    run('psql', ['-q', '-h', socket, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-c', text, database]);
  return {
    address: (database, user = 'postgres', password = PASSWORD) =>
      `postgres://${user}:${password}@${encodeURIComponent(socket)}/${database}`,
    createDatabase: (name) => sql('postgres', `create database ${name}`),
    sql,
    restart: () => control('restart', '-m', 'immediate'),
    stop: () => {
      control('stop', '-m', 'immediate');
      rmSync(base, { recursive: true, force: true });
    },
  };
}
