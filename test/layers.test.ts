import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const sourceFolder = join(import.meta.dirname, '../src');

/** The wings in the order data moves: a wing imports itself and those before it. */
const WINGS: readonly string[] = ['base', 'io', 'format', 'tree', 'catalog', 'owner', 'app', 'surface'];

/**
 * The rooms of each wing in the order data moves; those of one step do not know each other. `''` are the files that lie
 * in the wing itself.
 */
const ROOMS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  base: [['']],
  io: [['disk', 'net'], ['places', 'machine'], ['process']],
  format: [
    ['schema'],
    ['skill/vocabulary'],
    ['skill/read'],
    ['skill/fast'],
    ['skill/edit', 'skill/rules'],
    ['collection', 'lock'],
    ['package'],
    ['archive', 'source'],
  ],
  tree: [['files'], ['table'], ['scan']],
  catalog: [
    ['rows', 'readiness/evidence'],
    [''],
    ['context', 'network', 'sidecar'],
    ['readiness'],
    ['search/text'],
    ['search/index'],
    ['search/build', 'search/query', 'search/semantic', 'search/suggest'],
    ['search/keep'],
    ['search'],
    ['agent'],
    ['view'],
  ],
  owner: [
    ['edit', 'inventory', 'pin', 'declare'],
    ['store'],
    ['source'],
    ['target'],
    ['session'],
    ['sidecar', 'author'],
  ],
  app: [['']],
  surface: [['tools'], ['mcp'], ['http'], ['cli', 'page']],
};

/** What bytes mean is a question of values: these wings know no disk, whoever gives it. */
const PURE: readonly string[] = ['base', 'format'];

/** The files that may name a room beside their own: a command that starts another surface. */
const DOORS: Readonly<Record<string, string>> = { 'surface/cli/commands/mcp.ts': 'surface/mcp' };

/** Who touches the disk. */
const DISK: readonly string[] = ['io/'];

/** Who starts a process, and who opens sockets. */
const PROCESSES: readonly string[] = ['io/process/'];
const SOCKETS: readonly string[] = ['io/net/', 'surface/mcp/'];

/** Who holds the process: its door, and a server whose client may hang up on it. */
const PROCESS: readonly string[] = ['surface/cli/main.ts', 'surface/cli/commands/mcp.ts', 'surface/mcp/'];

/** "About 300": a file a little over is not worth tearing apart. */
const MAX_LINES = 300;

const GENERATED = 'format/schema/generated.ts';

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
  .filter((path) => /\.tsx?$/.test(path) && path !== GENERATED)
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

/** An import may take several lines; the first says what it is. */
const isTypeImport = (one: Import): boolean => {
  const before = lines.filter((line) => line.file === one.file && line.number <= one.number);
  return before.findLast((line) => /\bimport\b/.test(line.text))?.text.startsWith('import type ') === true;
};
const isLocal = (one: Import): boolean => one.from.startsWith('.');
const targetOf = (one: Import): string => posix.join(posix.dirname(one.file), one.from);
const wingOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '');
/** The room of a file within its wing: the longest of the wing's rooms that its path begins with. */
const roomOf = (path: string): string | undefined => {
  const wing = wingOf(path);
  const rest = path.slice(wing.length + 1);
  const rooms = (ROOMS[wing] ?? []).flat();
  if (!rest.includes('/')) return rooms.includes('') ? '' : undefined;
  return rooms.filter((room) => room !== '' && rest.startsWith(`${room}/`)).sort((a, b) => b.length - a.length)[0];
};
const stepOf = (path: string): number => {
  const room = roomOf(path);
  return room === undefined ? -1 : (ROOMS[wingOf(path)] ?? []).findIndex((rooms) => rooms.includes(room));
};
const placeOf = (path: string): string => [wingOf(path), roomOf(path)].filter(Boolean).join('/');
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
    expect(files.filter((file) => stepOf(file) < 0)).toEqual(['index.ts']);
  });

  it('import themselves and what lies to their left only', () => {
    const wrong = imports.filter((one) => {
      if (!isLocal(one) || one.file === 'index.ts' || targetOf(one) === GENERATED) return false;
      const [from, to] = [one.file, targetOf(one)];
      if (placeOf(from) === placeOf(to) || DOORS[from] === placeOf(to)) return false;
      if (wingOf(from) !== wingOf(to)) return !(WINGS.indexOf(wingOf(to)) < WINGS.indexOf(wingOf(from)));
      return !(stepOf(to) >= 0 && stepOf(to) < stepOf(from));
    });
    expect(shown(wrong)).toEqual([]);
  });

  it('know no disk where bytes are given their meaning', () => {
    const wrong = imports.filter(
      (one) => isLocal(one) && PURE.includes(wingOf(one.file)) && !PURE.includes(wingOf(targetOf(one))),
    );
    expect(shown(wrong)).toEqual([]);
  });

  it('call the owner through the door: what a surface can do, the library can do', () => {
    const wrong = imports.filter(
      (one) =>
        isLocal(one) && wingOf(one.file) === 'surface' && wingOf(targetOf(one)) === 'owner' && !isTypeImport(one),
    );
    expect(shown(wrong)).toEqual([]);
  });

  it('speak of skills, not of row numbers, outside the wings that pack them', () => {
    const packed = /^(?:catalog\/rows|tree\/table)\//;
    const isOutside = (file: string): boolean => ['owner', 'surface'].includes(wingOf(file));
    expect(shown(imports.filter((one) => isLocal(one) && isOutside(one.file) && packed.test(targetOf(one))))).toEqual(
      [],
    );
    const numbers = /\bscope\w*\.(?:base|first|table)\b|\browOfId\b|\bscopeOfRow\b/;
    expect(shown(lines.filter((line) => isOutside(line.file) && numbers.test(line.text)))).toEqual([]);
  });

  it('import files by their real name, that ends in .ts or .tsx', () => {
    const wrong = imports.filter(
      (one) => isLocal(one) && !files.includes(targetOf(one)) && targetOf(one) !== GENERATED,
    );
    expect(shown(wrong)).toEqual([]);
  });

  it('touch the disk only where the design says so', () => {
    const wrong = imports.filter((one) => /^(?:node:)?fs(?:\/promises)?$/.test(one.from) && !isAmong(one.file, DISK));
    expect(shown(wrong)).toEqual([]);
  });

  it('start processes and open sockets only where the design says so', () => {
    const wrong = imports.filter((one) => {
      const name = one.from.replace(/^node:/, '');
      if (/^(?:cluster|vm|inspector|repl)$/.test(name)) return true;
      if (name === 'child_process') return !isAmong(one.file, PROCESSES);
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
      users.set(name, (users.get(name) ?? new Set()).add(placeOf(one.file)));
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
