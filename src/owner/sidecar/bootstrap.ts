import { resolve } from 'node:path';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { SIDECAR_FILE } from '../../base/file-names.ts';
import { sha256Hex } from '../../base/hash.ts';
import { MAX_SIDECAR_BYTES } from '../../base/limits.ts';
import { compareCodePoints } from '../../base/text.ts';
import { contextOf } from '../../catalog/internals.ts';
import { type Compiled, keepResults, knownResults } from '../../catalog/sidecar/compiled.ts';
import { identifierOf, moduleNames } from '../../catalog/sidecar/module-names.ts';
import { readSidecar } from '../../catalog/sidecar/read.ts';
import type { ReadableCatalog, SkillEntry, View } from '../../catalog/types.ts';
import { createFolderDisk } from '../../io/disk/folder-disk.ts';
import { replaceFile } from '../../io/disk/replace.ts';
import { createRun, type Run } from '../../io/process/run.ts';
import { bootstrapCode, CODE_MARK } from './code.ts';
import { compileSources, type SidecarSource } from './compile.ts';

export interface BootstrapOptions {
  /** Ids, unambiguous names or `<scope>:*`, as for a view. Absent = all. */
  readonly only?: readonly string[];
  /** The window they are taken from, instead of `only`. */
  readonly view?: View;
  /** A file that the code is written to, whole. Only such code, or an empty file, gives way: else NOT_WRITABLE. */
  readonly out?: string;
  /** Starts `python3` for the compile gate. Default: the one on PATH. @internal */
  readonly run?: Run;
  /** Milliseconds for one start of Python. Default 20,000. */
  readonly timeoutMs?: number;
}

/** A sidecar that may be imported. */
export interface BootstrapEntry {
  readonly module: string;
  readonly id: string;
  /** Absolute path of the file. No part of `manifest_id`. */
  readonly path: string;
  /** 64 hex digits over its bytes: what is compared when it is imported. */
  readonly sha256: string;
}

/** A sidecar that may not, and why. */
export interface BootstrapRefusal {
  readonly id: string;
  readonly reason: string;
  readonly line?: number;
  readonly column?: number;
}

export interface BootstrapReport {
  /** Python to run once in the interpreter that is to import them. */
  readonly code: string;
  /** `sha256:` + 64 hex digits over the modules and their bytes: the same for the same trees on any machine. */
  readonly manifest_id: string;
  /** In order of module. */
  readonly entries: readonly BootstrapEntry[];
  /** In order of id. */
  readonly refused: readonly BootstrapRefusal[];
}

interface Candidate {
  readonly entry: SkillEntry;
  readonly module: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/**
 * Compiles the sidecars that a caller may see, runs none of them, and returns the code that lets Python import those that
 * passed. Starts `python3` only where a file is not known yet. Refuses each by itself; never throws for a bad sidecar.
 */
export async function bootstrapCatalog(
  catalog: ReadableCatalog,
  options: BootstrapOptions = {},
): Promise<BootstrapReport> {
  const context = contextOf(catalog);
  const view = options.view ?? catalog.view(options.only === undefined ? {} : { only: options.only });
  const refused: BootstrapRefusal[] = [];
  const visible = view.entries().filter(({ sidecar }) => sidecar === true);
  const names = moduleNames(visible);
  const candidates: Candidate[] = [];
  for (const entry of visible) {
    const named = names.get(entry.id);
    const path = `${entry.folder}/${SIDECAR_FILE}`;
    const read = readSidecar(context.disk, path, MAX_SIDECAR_BYTES);
    if (named === undefined || 'reason' in named)
      refused.push({ id: entry.id, reason: named?.reason ?? 'it has no name' });
    else if ('reason' in read) refused.push({ id: entry.id, reason: read.reason });
    else candidates.push({ entry, module: named.module, path, bytes: read.bytes, sha256: sha256Hex(read.bytes) });
  }
  const results = await compileAll(context, candidates, options);
  const passed: Candidate[] = [];
  for (const candidate of candidates) {
    const result = results(candidate.sha256);
    if (result.ok) passed.push(candidate);
    else {
      const { ok: _, ...why } = result;
      refused.push({ id: candidate.entry.id, ...why, reason: placed(why) });
    }
  }
  passed.sort((a, b) => compareCodePoints(a.module, b.module));
  refused.sort((a, b) => compareCodePoints(a.id, b.id));
  const { withheld, disabled } = view.ledger();
  const closed = withheld + disabled > 0;
  const used = new Set(passed.map(({ entry }) => entry.root));
  const catalogs = [...used].map(identifierOf).filter((one) => one !== undefined);
  const packages = new Set(
    passed.flatMap(({ module }) => (module.includes('.') ? [module.slice(0, module.indexOf('.'))] : [])),
  );
  const entries = passed.map(({ module, entry: { id }, path, sha256 }) => ({ module, id, path, sha256 }));
  const manifest_id = `sha256:${sha256Hex(manifestOf(entries, closed, catalogs))}`;
  const code = bootstrapCode({
    manifestId: manifest_id,
    closed,
    entries,
    packages: [...packages],
    catalogs: catalogs.sort(compareCodePoints),
    roots: context.data.tables.flatMap(({ header }) => [header.root.path, header.real_path]),
  });
  if (options.out !== undefined) await writeCode(resolve(options.out), code);
  return { code, manifest_id, entries, refused };
}

/** Only code of ours, or an empty file, gives way. Throws NOT_WRITABLE. */
async function writeCode(path: string, code: string): Promise<void> {
  const refused = (why: string): SkillficheError =>
    new SkillficheError('NOT_WRITABLE', `${path} cannot be written: ${why}. Choose another file.`, { paths: [path] });
  try {
    const disk = createFolderDisk();
    const state = disk.state(path);
    if (state !== undefined && state.kind !== 'file') throw refused('what is there is no regular file');
    const older = state === undefined ? undefined : disk.readFile(path).bytes;
    if (older !== undefined && older.length > 0 && !older.toString('utf8', 0, CODE_MARK.length).startsWith(CODE_MARK))
      throw refused('what is there was not written by bootstrap');
    if (!(await replaceFile(path, Buffer.from(code), older === undefined ? { mustBeNew: true } : { expected: older })))
      throw refused('it was changed in the meantime');
  } catch (error) {
    if (error instanceof SkillficheError) throw error;
    throw new SkillficheError('UNREADABLE', `Cannot write ${path}: ${errnoOf(error)}.`, {
      paths: [path],
      cause: error,
    });
  }
}

/** Canonical JSON: sorted keys, no spaces, no path of a machine. */
function manifestOf(entries: readonly BootstrapEntry[], closed: boolean, catalogs: readonly string[]): string {
  const modules = entries.map(({ id, module, sha256 }) => ({ id, module, sha256 }));
  return JSON.stringify({ catalogs: catalogs.toSorted(compareCodePoints), closed, format: 1, modules });
}

function placed({ reason, line, column }: { reason: string; line?: number; column?: number }): string {
  if (line === undefined) return reason;
  return `${SIDECAR_FILE}:${line}${column === undefined ? '' : `:${column}`}: ${reason}`;
}

/** The result of each file, from what is known or from Python. */
async function compileAll(
  context: ReturnType<typeof contextOf>,
  candidates: readonly Candidate[],
  { run = createRun(), timeoutMs }: BootstrapOptions,
): Promise<(sha256: string) => Compiled> {
  if (candidates.length === 0) return () => ({ ok: false, reason: 'it was not compiled' });
  const known = knownResults(context);
  const sources = new Map<string, SidecarSource>(candidates.map(({ sha256, bytes }) => [sha256, { sha256, bytes }]));
  try {
    // Python is asked which it is: the same path may lead to another one today.
    const { version } = await compileSources(run, [], timeoutMs);
    const before = known[version] ?? {};
    const missing = [...sources.values()].filter(({ sha256 }) => !Object.hasOwn(before, sha256));
    if (missing.length > 0) {
      const made = await compileSources(run, missing, timeoutMs);
      keepResults(context, made.version, made.results);
    }
    const rows = known[version] ?? {};
    return (sha256) => rows[sha256] ?? { ok: false, reason: 'it was not compiled' };
  } catch (error) {
    if (!(error instanceof SkillficheError)) throw error;
    const { message } = error;
    return () => ({ ok: false, reason: message });
  }
}
