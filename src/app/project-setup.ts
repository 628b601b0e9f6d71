import { dirname } from 'node:path';
import { errnoOf, SkillficheError } from '../base/errors.ts';
import { MAX_MARKER_BYTES } from '../base/limits.ts';
import type { Root } from '../base/types.ts';
import { createDisk } from '../io/disk/disk.ts';
import { findProject } from '../io/places/project.ts';

/** What the project one stands in says about itself. */
export interface ProjectSetup {
  readonly folder: string | undefined;
  /** See `FoundProject`. */
  readonly levels: readonly string[];
  /** What the store calls it. Asked only where something is switched for a project: it may read a link. */
  readonly key: () => string | undefined;
  readonly roots: readonly Root[];
  /** One allowlist a file that has one: a skill must be on each. */
  readonly only: readonly (readonly string[])[];
  readonly disabled: readonly string[];
  readonly notes: readonly string[];
}

/** Finds the project, and reads its `skillfiche.json`, and those of folders between, where there are any. */
export async function readProject(cwd: string, home: string | undefined): Promise<ProjectSetup> {
  const { folder, levels, files } = findProject(cwd, home);
  const disk = createDisk();
  let declared: string | undefined;
  const key = (): string | undefined =>
    declared ?? (folder === undefined ? undefined : disk.realPath(folder).replaceAll('\\', '/'));
  if (files.length === 0) return { folder, levels, key, roots: [], only: [], disabled: [], notes: [] };
  const { parseProjectFile } = await import('../owner/store/project-file.ts');
  const read = files.map((file) => ({
    file,
    said: parseProjectFile(readText(file), file, dirname(file), (path) => realOf(disk, path)),
  }));
  declared = read.find(({ file }) => dirname(file) === folder)?.said.project;
  return {
    folder,
    levels,
    key,
    roots: read.flatMap(({ said }) => said.roots),
    only: read.flatMap(({ said }) => (said.only === undefined ? [] : [said.only])),
    disabled: read.flatMap(({ said }) => said.disabled ?? []),
    notes: read.flatMap(({ said }) => said.ignored),
  };
}

/** Where a path truly is; one that does not exist is where it says. */
function realOf(disk: ReturnType<typeof createDisk>, path: string): string {
  try {
    return disk.realPath(path);
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return path;
  }
}

function readText(file: string): string {
  const unreadable = (why: string, cause?: unknown): SkillficheError =>
    new SkillficheError('UNREADABLE', `${file} cannot be read (${why}), and it may narrow what is seen here.`, {
      paths: [file],
      cause,
    });
  try {
    const { bytes, stamp } = createDisk().readFile(file, MAX_MARKER_BYTES);
    if (stamp.kind !== 'file') throw unreadable('it is no regular file');
    if (stamp.size > MAX_MARKER_BYTES) throw unreadable(`it has ${stamp.size} bytes, ${MAX_MARKER_BYTES} are allowed`);
    return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof SkillficheError || errnoOf(error) === 'UNKNOWN') throw error;
    throw unreadable(errnoOf(error), error);
  }
}
