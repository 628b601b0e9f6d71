import type { Desk } from '../store/desk.ts';
import { emptyExport, note } from '../target/export.ts';
import { absolutePath, realFolder, type TargetWorld } from '../target/folder.ts';
import { listWritten, type Written } from '../target/manifest.ts';
import { takeFolder } from '../target/put.ts';
import { settleAll } from '../target/settle.ts';
import type { ExportReport } from '../target/types.ts';
import { hasLine, removeLine, requireWritable } from './exclude.ts';

export interface UnseedOptions {
  readonly cwd: string;
  readonly discard?: boolean;
  readonly dryRun?: boolean;
}

/** Removes what `seedSession` put there, and its lines, unless another seeded worktree of the repository needs them. */
export async function unseedSession(desk: Desk, world: TargetWorld, options: UnseedOptions): Promise<ExportReport> {
  const { disk } = desk.store;
  const cwd = realFolder(disk, absolutePath(world, options.cwd), false);
  const rows = (await settleAll(desk.store, await listWritten(desk.store))).filter(
    ({ session }) => session?.cwd === cwd,
  );
  for (const { session } of rows)
    if (session?.exclude !== undefined && hasLine(disk, session.exclude.file, session.exclude.line))
      requireWritable(disk, session.exclude.file);
  const draft = emptyExport(options.dryRun === true);
  for (const row of rows) {
    const how = { dryRun: options.dryRun === true, discard: options.discard === true };
    const after = (): Promise<void> => dropLine(desk, row);
    note(draft, { id: row.id, path: row.folder }, await takeFolder(desk, row.folder, { ...how, after }));
  }
  return draft;
}

/** Takes the line of a folder away, unless another folder that is there needs it. */
export async function dropLine(desk: Desk, { folder, session }: Written): Promise<void> {
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
