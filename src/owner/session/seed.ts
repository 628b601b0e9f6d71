import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';
import type { View } from '../../catalog/types.ts';
import { agentPlaces } from '../../io/places/agents.ts';
import type { Run } from '../../io/process/run.ts';
import type { Desk } from '../store/desk.ts';
import { logLost } from '../store/level-rows.ts';
import { conflictOf, copySkill, type ExportDraft, emptyExport, note } from '../target/export.ts';
import { absolutePath, realFolder, type TargetWorld, unknownTool } from '../target/folder.ts';
import { findWritten, listWritten, type Written } from '../target/manifest.ts';
import { type Outcome, putFolder, takeFolder } from '../target/put.ts';
import { exportName } from '../target/render.ts';
import { settleAll } from '../target/settle.ts';
import type { ExportConflict, ExportedFolder } from '../target/types.ts';
import { addLine, excludeLine, findWorktree, hasLine, isIgnored, isTracked, type Worktree } from './exclude.ts';
import { resolveLevels } from './levels.ts';
import { dropLine } from './unseed.ts';

export interface SeedOptions {
  /** The working folder of the session. */
  readonly cwd: string;
  /** Names or ids of skills, beside those of the levels. */
  readonly skills?: readonly string[];
  readonly levels?: readonly string[];
  /** Whose own folder of the project: an id of the table of agents. Default `claude`. */
  readonly agent?: string;
  /** Replaces and removes also copies that somebody edited. Default false. */
  readonly discard?: boolean;
  readonly dryRun?: boolean;
  /** Which skills there are. Default: the roots of the workspace, and the skills of the project and the person. */
  readonly view?: View;
}

export interface SeedReport {
  /** What stands there now, written or as it was. */
  readonly seeded: readonly ExportedFolder[];
  /** Folders of an earlier seed that are not asked for any more. */
  readonly removed: readonly ExportedFolder[];
  /** Skills that lie in this very folder themselves, so that no copy is needed. */
  readonly present: readonly ExportedFolder[];
  /** Lines of `info/exclude` that hold for the folders, with the file. */
  readonly excluded: readonly { readonly file: string; readonly line: string }[];
  readonly conflicts: readonly ExportConflict[];
  /** Ids on a level that no skill has any more. */
  readonly dropped: readonly string[];
  /** Levels that hold nothing. */
  readonly empty: readonly string[];
  readonly refused: readonly { readonly id: string; readonly findings: readonly Diagnostic[] }[];
  readonly dry_run: boolean;
}

/** Puts exactly these skills into a session's working folder; run again it changes nothing. */
export async function seedSession(
  desk: Desk,
  world: TargetWorld & { readonly run: Run },
  view: View,
  options: SeedOptions,
): Promise<SeedReport> {
  const { disk } = desk.store;
  const { dryRun = false, discard = false } = options;
  const cwd = realFolder(disk, absolutePath(world, options.cwd), false);
  requireFolder(desk, cwd);
  const { id: agent, place } = agentPlace(options.agent ?? 'claude');
  const resolved = await resolveLevels(desk, view, options.levels ?? []);
  const copies = (await listWritten(desk.store)).filter(({ session }) => session?.cwd === cwd);
  const named = await Promise.all((options.skills ?? []).map((ref) => originalOf(desk, view, ref, copies)));
  if (!dryRun) await logLost(desk.store, resolved.named);
  const worktree = await findWorktree(world.run, cwd, disk);
  const folder = realFolder(disk, `${cwd}/${place}`, true);
  const draft = emptyExport(dryRun);
  const excluded: { file: string; line: string }[] = [];
  const present: ExportedFolder[] = [];
  const taken = new Map<string, string>();
  for (const id of new Set([...named, ...resolved.skills])) {
    const entry = await view.resolve(id);
    const from = entry.folder.replaceAll('\\', '/');
    const name = exportName(entry.name, '');
    const path = `${folder}/${name}`;
    if (parentOf(realPathOf(desk, from)) === folder) {
      present.push({ id, path: from });
      taken.set(from.slice(from.lastIndexOf('/') + 1), id);
      continue;
    }
    const other = taken.get(name);
    if (other !== undefined) {
      draft.conflicts.push(conflictOf(id, path, 'twice', other));
      continue;
    }
    taken.set(name, id);
    if (worktree !== undefined && (await isTracked(world.run, cwd, `${place}/${name}`))) {
      draft.conflicts.push(conflictOf(id, path, 'tracked'));
      continue;
    }
    const copy = await copySkill(desk, from, name, false);
    if ('findings' in copy) {
      draft.refused.push({ id, findings: copy.findings });
      continue;
    }
    const exclude = worktree && (await ownLine(desk, worktree, `${place}/${name}`, path));
    const session = {
      cwd,
      agent,
      ...(exclude?.isOurs === true ? { exclude: { file: exclude.file, line: exclude.line } } : {}),
    };
    const before = async (): Promise<void> => {
      if (exclude === undefined) return;
      await addLine(disk, exclude.file, exclude.line);
      if (!(await isIgnored(world.run, cwd, `${place}/${name}`))) throw new NotIgnored();
    };
    const wanted = {
      folder: path,
      tool: 'session',
      id,
      digest: copy.digest,
      follow: false,
      source: {
        folder: from,
        kind: 'skill' as const,
        ...(desk.project === undefined ? {} : { project: desk.project.key }),
      },
      session,
      files: copy.files,
    };
    let outcome: Outcome;
    try {
      outcome = await putFolder(desk, wanted, { dryRun, discard, before });
      // Somebody may have taken the line away since.
      if ('done' in outcome && !dryRun) await before();
    } catch (error) {
      if (!(error instanceof NotIgnored)) throw error;
      // Nothing of ours is left for git to take in, and no line that is of no use.
      outcome = { conflict: 'shown' };
      await takeSeeded(desk, path);
    }
    note(draft, { id, path }, outcome);
    if ('done' in outcome && exclude !== undefined) excluded.push({ file: exclude.file, line: exclude.line });
  }
  await takeOthers(desk, { cwd, folder, wanted: taken, discard }, draft);
  return {
    seeded: [...draft.written, ...draft.unchanged],
    removed: draft.removed,
    present,
    excluded,
    conflicts: draft.conflicts,
    dropped: resolved.dropped,
    empty: resolved.empty,
    refused: draft.refused,
    dry_run: dryRun,
  };
}

/** Whoever stands in the seeded folder sees our copy first; the skill it was copied from is meant, where that is seen. */
async function originalOf(desk: Desk, view: View, ref: string, copies: readonly Written[]): Promise<string> {
  const { id, folder } = await view.resolve(ref);
  const copy = copies.find((one) => one.folder === realPathOf(desk, folder.replaceAll('\\', '/')));
  return copy !== undefined && view.entries().some((entry) => entry.id === copy.id) ? copy.id : id;
}

interface SeededFolder {
  readonly cwd: string;
  readonly folder: string;
  /** Ids by the names of their folders. */
  readonly wanted: ReadonlyMap<string, string>;
  readonly discard: boolean;
}

/** What an earlier seed of this folder left, and this one does not name. */
async function takeOthers(
  desk: Desk,
  { cwd, folder, wanted, discard }: SeededFolder,
  draft: ExportDraft,
): Promise<void> {
  const rows = await settleAll(desk.store, await listWritten(desk.store));
  for (const row of rows) {
    const name = row.folder.slice(folder.length + 1);
    if (row.session?.cwd !== cwd || row.folder !== `${folder}/${name}` || wanted.has(name)) continue;
    const after = (): Promise<void> => dropLine(desk, row);
    note(
      draft,
      { id: row.id, path: row.folder },
      await takeFolder(desk, row.folder, { dryRun: draft.dry_run, discard, after }),
    );
  }
}

function requireFolder(desk: Desk, cwd: string): void {
  if (desk.store.disk.state(cwd)?.kind === 'folder') return;
  const message = `There is no folder ${quoteValue(cwd)} to seed. Make it, or name another with --cwd.`;
  throw new SkillficheError('INVALID_ARGUMENT', message, { paths: [cwd] });
}

/** The folder of skills that an agent reads in a project. Throws INVALID_ARGUMENT. */
function agentPlace(agent: string): { readonly id: string; readonly place: string } {
  const known = agentPlaces(agent);
  if (known === undefined) throw unknownTool(agent);
  const [place] = known.project;
  if (place !== undefined) return { id: known.id, place };
  const message = `${known.id} reads no skills of projects, so a session of it cannot be seeded.`;
  throw new SkillficheError('INVALID_ARGUMENT', message);
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

function realPathOf({ store: { disk } }: Desk, path: string): string {
  return disk.state(path) === undefined ? path : disk.realPath(path).replaceAll('\\', '/');
}

async function takeSeeded(desk: Desk, folder: string): Promise<void> {
  const row = await findWritten(desk.store, folder);
  if (row !== undefined) await takeFolder(desk, folder, { after: () => dropLine(desk, row) });
}

/** Git would see a folder, whatever line we write. */
class NotIgnored extends Error {}

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
