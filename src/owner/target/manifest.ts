import type { ProcessMark } from '../../io/disk/running.ts';
import type { ExportsTable } from '../store/sql/tables.ts';
import type { Store } from '../store/world.ts';
import type { ExportRow } from './types.ts';

/** Where the skill lies that a folder was made from. */
export interface ExportSource {
  readonly folder: string;
  readonly kind: 'skill' | 'collection';
  readonly hints?: true;
  /** How a folded collection is reached, where somebody said so. */
  readonly command?: string;
  /** What its digest was last read under, so that it need not be read again; see `digestNow`. */
  readonly stamp?: string;
  /** Key of the project it was exported in: whose switches count. */
  readonly project?: string;
}

/** What a seeded session wrote down beside its folders. */
export interface SessionNote {
  /** The working folder it was seeded for. */
  readonly cwd: string;
  /** Whose folder it is; absent in notes of before there was a choice. */
  readonly agent?: string;
  /** The file of lines that git ignores, and the line that is there for this folder; absent outside of repositories. */
  readonly exclude?: { readonly file: string; readonly line: string };
}

/** A change of one folder under way: enough to finish it or take it back. */
export interface Pending {
  readonly verb: 'put' | 'take';
  readonly nonce: string;
  /** `new`, `old` and `gone` lie in it. */
  readonly aside: string;
  readonly mark: ProcessMark;
  /** What was written down before; absent: nothing was. */
  readonly before?: Written;
}

/** One folder of ours. */
export interface Written {
  readonly folder: string;
  readonly tool: string;
  readonly id: string;
  readonly digest: string;
  readonly version?: number;
  readonly follow: boolean;
  readonly at: string;
  readonly nonce: string;
  readonly tree: string;
  readonly source: ExportSource;
  /** Folders above it that we made, the outermost first. */
  readonly made: readonly string[];
  readonly session?: SessionNote;
  readonly pending?: Pending;
}

type Columns = Pick<Written, 'folder' | 'tool' | 'id' | 'digest' | 'version' | 'follow' | 'at'>;
type Detail = Omit<Written, keyof Columns>;

function toWritten(row: ExportsTable): Written {
  const { folder, tool, id, digest, version, follow, at, detail } = row;
  return {
    folder,
    tool,
    id,
    digest,
    ...(version === null ? {} : { version: Number(version) }),
    follow: Number(follow) !== 0,
    at,
    ...(JSON.parse(detail ?? '{}') as Detail),
  };
}

function toRow({ folder, tool, id, digest, version, follow, at, ...detail }: Written): ExportsTable {
  return {
    folder,
    tool,
    id,
    digest,
    version: version ?? null,
    follow: follow ? 1 : 0,
    at,
    detail: JSON.stringify(detail),
  };
}

/** Every folder this machine wrote, in order of path. */
export async function listWritten(store: Store): Promise<Written[]> {
  const rows = await store.db.local.selectFrom('exports').selectAll().orderBy('folder').execute();
  return rows.map(toWritten);
}

export async function findWritten(store: Store, folder: string): Promise<Written | undefined> {
  const row = await store.db.local.selectFrom('exports').selectAll().where('folder', '=', folder).executeTakeFirst();
  return row === undefined ? undefined : toWritten(row);
}

/** Writes a row in place of the one that was read. `false`: it is another one now. */
export async function replaceWritten(store: Store, before: Written | undefined, after: Written): Promise<boolean> {
  const row = toRow(after);
  return store.db.local.transaction().execute(async (tx) => {
    const found = await tx.selectFrom('exports').selectAll().where('folder', '=', row.folder).executeTakeFirst();
    if ((found?.detail ?? undefined) !== (before === undefined ? undefined : (toRow(before).detail ?? undefined))) {
      return false;
    }
    if (found === undefined) await tx.insertInto('exports').values(row).execute();
    else await tx.updateTable('exports').set(row).where('folder', '=', row.folder).execute();
    return true;
  });
}

export async function saveWritten(store: Store, after: Written): Promise<void> {
  await store.db.local.updateTable('exports').set(toRow(after)).where('folder', '=', after.folder).execute();
}

export async function forgetWritten(store: Store, folder: string): Promise<void> {
  await store.db.local.deleteFrom('exports').where('folder', '=', folder).execute();
}

export function exportRowOf({ id, folder, tool, digest, version, follow, at }: Written): ExportRow {
  return { id, path: folder, tool, digest, ...(version === undefined ? {} : { version }), follow, at };
}
