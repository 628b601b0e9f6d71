import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PASSWORD = 'not-to-be-seen-9f2';

export interface Server {
  address(database: string, user?: string, password?: string): string;
  createDatabase(name: string): void;
  sql(database: string, text: string): void;
  /** The one value that a question gives. */
  ask(database: string, text: string): string;
  restart(): void;
  pause(): void;
  resume(): void;
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
  const run = (program: string, args: readonly string[], isAsked = false): string => {
    const env = { PATH: process.env['PATH'], PGPASSWORD: PASSWORD };
    // What a server that is started inherits is never closed: only questions are read.
    const out = isAsked ? 'pipe' : 'ignore';
    const done = execFileSync(join(bin, program), args, { cwd: base, env, ...owner, stdio: ['ignore', out, 'pipe'] });
    return isAsked ? done.toString().trim() : '';
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
  const options = `-k '${socket}' -c listen_addresses='' -c fsync=off`;
  const control = (...args: string[]): string =>
    run('pg_ctl', ['-D', data, '-l', join(base, 'log'), '-w', '-o', options, ...args]);
  control('start');
  let isPaused = false;
  const psql = (database: string, text: string): readonly string[] => [
    '-q',
    '-h',
    socket,
    '-U',
    'postgres',
    '-v',
    'ON_ERROR_STOP=1',
    '-c',
    text,
    database,
  ];
  const sql = (database: string, text: string): void => {
    run('psql', psql(database, text));
  };
  return {
    address: (database, user = 'postgres', password = PASSWORD) =>
      `postgres://${user}:${password}@${encodeURIComponent(socket)}/${database}`,
    createDatabase: (name) => sql('postgres', `create database ${name}`),
    sql,
    ask: (database, text) => run('psql', ['-tA', ...psql(database, text)], true),
    restart: () => {
      control('restart', '-m', 'immediate');
    },
    pause: () => {
      isPaused = true;
      control('stop', '-m', 'immediate');
    },
    resume: () => {
      control('start');
      isPaused = false;
    },
    stop: () => {
      if (!isPaused) control('stop', '-m', 'immediate');
      rmSync(base, { recursive: true, force: true });
    },
  };
}
