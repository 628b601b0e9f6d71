import type { Diagnostic } from '../../base/types.ts';
import type { View } from '../../catalog/types.ts';
import type { Run } from '../../io/process/run.ts';
import type { Desk } from '../store/desk.ts';
import { conflictOf, copySkill, emptyExport, note } from '../target/export.ts';
import { realFolder, type TargetWorld } from '../target/folder.ts';
import { listWritten, type Written } from '../target/manifest.ts';
import { putFolder, takeFolder } from '../target/put.ts';
import { exportName } from '../target/render.ts';
import { settleAll } from '../target/settle.ts';
import type { ExportConflict, ExportedFolder, ExportReport } from '../target/types.ts';
import { addLine, excludeLine, findWorktree, hasLine, isTracked, removeLine, type Worktree } from './exclude.ts';
import { resolveLevels } from './levels.ts';

export interface SeedOptions {
  /** The working folder of the session. */
  readonly cwd: string;
  /** Names or ids of skills, beside those of the levels. */
  readonly skills?: readonly string[];
  readonly levels?: readonly string[];
  readonly dryRun?: boolean;
  /** Which skills there are. Default: the roots of the workspace, and the skills of the project and the person. */
  readonly view?: View;
}

export interface SeedReport {
  readonly seeded: readonly ExportedFolder[];
  /** Lines of `info/exclude` that hold for the folders, with the file. */
  readonly excluded: readonly { readonly file: string; readonly line: string }[];
  readonly conflicts: readonly ExportConflict[];
  /** Ids on a level that no skill has any more. */
  readonly dropped: readonly string[];
  readonly refused: readonly { readonly id: string; readonly findings: readonly Diagnostic[] }[];
  readonly dry_run: boolean;
}

const PLACE = '.claude/skills';

const absolute = ({ cwd }: TargetWorld, given: string): string => {
  const plain = given.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '');
  return plain.startsWith('/') || /^[A-Za-z]:/.test(plain) ? plain : `${cwd}/${plain}`.replace(/\/\.(?=\/|$)/g, '');
};

/** Puts exactly these skills into a session's working folder; run again it changes nothing. */
export async function seedSession(
  desk: Desk,
  world: TargetWorld & { readonly run: Run },
  view: View,
  options: SeedOptions,
): Promise<SeedReport> {
  const { disk } = desk.store;
  const cwd = realFolder(disk, absolute(world, options.cwd), false);
  const resolved = await resolveLevels(desk, view, options.levels ?? []);
  const named = await Promise.all((options.skills ?? []).map(async (ref) => (await view.resolve(ref)).id));
  const worktree = await findWorktree(world.run, cwd);
  const folder = realFolder(disk, `${cwd}/${PLACE}`, true);
  const draft = emptyExport(options.dryRun === true);
  const excluded: { file: string; line: string }[] = [];
  const taken = new Map<string, string>();
  for (const id of new Set([...named, ...resolved.skills])) {
    const entry = await view.resolve(id);
    const name = exportName(entry.name, '');
    const path = `${folder}/${name}`;
    const other = taken.get(name);
    if (other !== undefined) {
      draft.conflicts.push(conflictOf(id, path, 'twice', other));
      continue;
    }
    taken.set(name, id);
    if (worktree !== undefined && (await isTracked(world.run, cwd, `${PLACE}/${name}`))) {
      draft.conflicts.push(conflictOf(id, path, 'tracked'));
      continue;
    }
    const copy = await copySkill(desk, entry.folder.replaceAll('\\', '/'), name, false);
    if ('findings' in copy) {
      draft.refused.push({ id, findings: copy.findings });
      continue;
    }
    const exclude = worktree && (await ownLine(desk, worktree, `${PLACE}/${name}`, path));
    const source = { folder: entry.folder.replaceAll('\\', '/'), kind: 'skill' as const };
    const session = {
      cwd,
      ...(exclude?.isOurs === true ? { exclude: { file: exclude.file, line: exclude.line } } : {}),
    };
    const before = async (): Promise<void> => {
      if (exclude !== undefined) await addLine(disk, exclude.file, exclude.line);
    };
    const wanted = {
      folder: path,
      tool: 'session',
      id,
      digest: copy.digest,
      follow: false,
      source,
      session,
      files: copy.files,
    };
    const outcome = await putFolder(desk, wanted, { dryRun: options.dryRun === true, before });
    // Somebody may have taken the line away since.
    if ('done' in outcome && options.dryRun !== true) await before();
    note(draft, { id, path }, outcome);
    if ('done' in outcome && exclude !== undefined) excluded.push({ file: exclude.file, line: exclude.line });
  }
  const { conflicts, refused, dry_run } = draft;
  return {
    seeded: [...draft.written, ...draft.unchanged],
    excluded,
    conflicts,
    dropped: resolved.dropped,
    refused,
    dry_run,
  };
}

/** The line for a folder, and whether it is ours to take back: one that stood there before us is not. */
async function ownLine(desk: Desk, worktree: Worktree, path: string, folder: string) {
  const { file } = worktree;
  const line = excludeLine(worktree, path);
  const rows = await listWritten(desk.store);
  const isKnown = rows.some(({ session }) => session?.exclude?.file === file && session.exclude.line === line);
  // A seed that was there before, and noted no line, found one of somebody.
  const isTheirs = rows.some(
    (row) => row.folder === folder && row.session !== undefined && row.session.exclude === undefined,
  );
  return { file, line, isOurs: isKnown || (!isTheirs && !hasLine(desk.store.disk, file, line)) };
}

export interface UnseedOptions {
  readonly cwd: string;
  readonly discard?: boolean;
  readonly dryRun?: boolean;
}

/** Removes what `seedSession` put there, and its lines, unless another seeded worktree of the repository needs them. */
export async function unseedSession(desk: Desk, world: TargetWorld, options: UnseedOptions): Promise<ExportReport> {
  const { disk } = desk.store;
  const cwd = realFolder(disk, absolute(world, options.cwd), false);
  const rows = (await settleAll(desk.store, await listWritten(desk.store))).filter(
    ({ session }) => session?.cwd === cwd,
  );
  const draft = emptyExport(options.dryRun === true);
  for (const row of rows) {
    const how = { dryRun: options.dryRun === true, discard: options.discard === true };
    const after = (): Promise<void> => dropLine(desk, row);
    note(draft, { id: row.id, path: row.folder }, await takeFolder(desk, row.folder, { ...how, after }));
  }
  return draft;
}

async function dropLine(desk: Desk, { folder, session }: Written): Promise<void> {
  const exclude = session?.exclude;
  if (exclude === undefined) return;
  const isNeeded = (await listWritten(desk.store)).some(
    (row) =>
      row.folder !== folder &&
      row.session?.exclude?.file === exclude.file &&
      row.session.exclude.line === exclude.line &&
      desk.store.disk.state(row.folder) !== undefined,
  );
  if (!isNeeded) await removeLine(desk.store.disk, exclude.file, exclude.line);
}
