import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const sourceFolder = join(import.meta.dirname, '../src');

/** The rooms in the order data moves. Those of one step do not know each other. */
const STEPS: readonly (readonly string[])[] = [
  ['base'],
  ['schema'],
  ['skill'],
  ['collection'],
  ['scan'],
  ['catalog'],
  ['context', 'search', 'readiness', 'network', 'edit', 'store'],
  ['app'],
  ['cli', 'mcp'],
];

/** The files that may name a room beside their own: a command that starts another surface. */
const DOORS: Readonly<Record<string, string>> = { 'cli/commands/mcp.ts': 'mcp' };

/** Who touches the disk: a room, or one file of it. */
const DISK: readonly string[] = ['scan/', 'store/', 'edit/', 'readiness/machine.ts', 'network/inventory-file.ts'];

/** Who opens sockets; nobody starts a process. */
const SOCKETS: readonly string[] = ['mcp/'];

/** Who holds the process: its door, and a server whose client may hang up on it. */
const PROCESS: readonly string[] = ['cli/main.ts', 'cli/commands/mcp.ts', 'mcp/'];

/** "About 300": a file a little over is not worth tearing apart. */
const MAX_LINES = 300;

interface SourceLine {
  readonly file: string;
  readonly number: number;
  readonly text: string;
}

interface Import extends SourceLine {
  readonly from: string;
}

const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && path !== 'schema/generated.ts')
  .sort();

const lines: readonly SourceLine[] = files.flatMap((file) =>
  readFileSync(join(sourceFolder, file), 'utf8')
    .replace(/\n$/, '')
    .split('\n')
    .map((text, at) => ({ file, number: at + 1, text })),
);

const imports: readonly Import[] = lines.flatMap((line) =>
  [...line.text.matchAll(/(?:^\s*|[\s}])from\s+'([^']+)'|\bimport\s*\(\s*'([^']+)'|^import\s+'([^']+)'/g)].map(
    (match) => ({
      ...line,
      from: match[1] ?? match[2] ?? match[3] ?? '',
    }),
  ),
);

const isLocal = (one: Import): boolean => one.from.startsWith('.');
const targetOf = (one: Import): string => posix.join(posix.dirname(one.file), one.from);
const roomOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '');
const stepOf = (room: string): number => STEPS.findIndex((rooms) => rooms.includes(room));
const isAmong = (file: string, places: readonly string[]): boolean =>
  places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place));
/** An empty list is what is wanted; else the message shows every offending line. */
const shown = (found: readonly SourceLine[]): string[] =>
  found.map((line) => `src/${line.file}:${line.number}: ${line.text.trim()}`);

describe('the rooms of the source', () => {
  it('are found, with what they import', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(150);
  });

  it('are all known, and nothing but the door lies beside them', () => {
    expect(files.filter((file) => stepOf(roomOf(file)) < 0)).toEqual(['index.ts']);
  });

  it('import themselves and rooms to their left only', () => {
    const wrong = imports.filter((one) => {
      if (!isLocal(one) || one.file === 'index.ts') return false;
      const [from, to] = [roomOf(one.file), roomOf(targetOf(one))];
      return from !== to && DOORS[one.file] !== to && !(stepOf(to) >= 0 && stepOf(to) < stepOf(from));
    });
    expect(shown(wrong)).toEqual([]);
  });

  it('import files by their real name, that ends in .ts', () => {
    const wrong = imports.filter(
      (one) => isLocal(one) && !files.includes(targetOf(one)) && targetOf(one) !== 'schema/generated.ts',
    );
    expect(shown(wrong)).toEqual([]);
  });

  it('touch the disk only where the design says so', () => {
    const wrong = imports.filter((one) => /^(?:node:)?fs(?:\/promises)?$/.test(one.from) && !isAmong(one.file, DISK));
    expect(shown(wrong)).toEqual([]);
  });

  it('start no process, and open sockets in one room only', () => {
    const wrong = imports.filter((one) => {
      const name = one.from.replace(/^node:/, '');
      if (/^(?:child_process|cluster|worker_threads|vm|inspector|repl)$/.test(name)) return true;
      return /^(?:net|tls|dgram|dns|https?|http2)(?:\/promises)?$/.test(name) && !isAmong(one.file, SOCKETS);
    });
    expect(shown(wrong)).toEqual([]);
  });

  it('name Node built-ins by their full name', () => {
    expect(shown(imports.filter((one) => /^(?:fs|path|os|crypto|url|util|buffer|http|net)\b/.test(one.from)))).toEqual(
      [],
    );
  });

  it('share no third-party package', () => {
    const users = new Map<string, Set<string>>();
    for (const one of imports) {
      if (isLocal(one) || one.from.startsWith('node:')) continue;
      const name = one.from.startsWith('@')
        ? one.from.split('/').slice(0, 2).join('/')
        : (one.from.split('/')[0] ?? '');
      users.set(name, (users.get(name) ?? new Set()).add(roomOf(one.file)));
    }
    const shared = [...users].filter(([, rooms]) => rooms.size > 1).map(([name, rooms]) => `${name}: ${[...rooms]}`);
    expect(users.size).toBeGreaterThan(2);
    expect(shared).toEqual([]);
  });

  it('print nothing by themselves', () => {
    expect(shown(lines.filter((line) => /\bconsole\.\w/.test(line.text)))).toEqual([]);
    const streams = lines.filter((line) => /\bprocess\.(?:stdout|stderr|exit\b)/.test(line.text));
    expect(shown(streams.filter((line) => !isAmong(line.file, PROCESS)))).toEqual([]);
  });

  it('silence no compiler and no error', () => {
    expect(shown(lines.filter((line) => /@ts-(?:ignore|expect-error|nocheck)/.test(line.text)))).toEqual([]);
    expect(shown(lines.filter((line) => /\bcatch\s*(?:\([^)]*\)\s*)?\{\s*\}/.test(line.text)))).toEqual([]);
  });

  it('keep files short', () => {
    const long = files.filter((file) => lines.filter((line) => line.file === file).length > MAX_LINES);
    expect(long).toEqual([]);
  });
});
