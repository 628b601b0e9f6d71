import { SkillficheError } from '../../../base/errors.ts';
import { type Admitted, admit } from '../accept.ts';
import { activate, type NewVersion } from '../activate.ts';
import { checkCollisions } from '../collisions.ts';
import type { Desk } from '../desk.ts';
import { type FolderListing, type FullTree, listFolder, readEntries, treeOf, wentAway } from '../folder.ts';
import { nextNumber, type StoredPackage } from '../packages.ts';
import { type Plan, planHead } from '../plan.ts';
import type { CameBy, ChangeReport } from '../types.ts';
import { emptyReport } from './report.ts';

export interface PublishOptions {
  readonly note?: string;
  readonly cameBy?: CameBy;
  /** Rules of the gate whose findings are taken as warnings; written into the log. */
  readonly accept?: readonly string[];
  readonly dryRun?: boolean;
}

/** What lies in a folder, and what the gate says of it. */
export interface DiskState {
  readonly folder: string;
  readonly listing: FolderListing;
  readonly content: FullTree;
  readonly gated: Admitted;
  readonly old: { readonly dev: number; readonly ino: number };
}

/** Reads the folder that shows a package. Throws UNREADABLE where there is none. */
export async function readDisk(
  desk: Desk,
  one: Pick<StoredPackage, 'kind' | 'slug'>,
  folder: string,
  accept?: readonly string[],
  wasSeen: boolean = false,
): Promise<DiskState> {
  const { disk } = desk.store;
  const state = disk.state(folder);
  const listing = listFolder(disk, folder, one.kind);
  if (state === undefined || listing === undefined) {
    if (wasSeen || state !== undefined) throw wentAway(folder);
    throw new SkillficheError(
      'UNREADABLE',
      `There is no folder ${folder}. \`skillfiche sync\` puts the active version there.`,
      {
        paths: [folder],
      },
    );
  }
  const gated = await admit(desk, one.kind, one.slug, readEntries(disk, folder, listing), { accept });
  return { folder, listing, gated, content: treeOf(one.kind, gated.files), old: { dev: state.dev, ino: state.ino } };
}

/** What lies on disk becomes the next version, and the active one. The folder is not touched. */
export async function publishPackage(
  desk: Desk,
  one: StoredPackage,
  folder: string,
  options: PublishOptions = {},
): Promise<ChangeReport> {
  const { store } = desk;
  const dryRun = options.dryRun === true;
  const state = await readDisk(desk, one, folder, options.accept);
  const { content, gated } = state;
  await store.onStep('read');
  const findings = [...gated.findings, ...checkCollisions(await desk.bundled(), gated.name, one.slug)];
  if (findings.some(({ severity }) => severity === 'error')) {
    return { ...emptyReport(dryRun), refused: [{ id: one.id, findings }] };
  }
  if (one.active?.tree === content.tree) {
    return { ...emptyReport(dryRun), unchanged: [{ id: one.id, version: one.active.number }] };
  }
  const number = await nextNumber(store, one.key);
  if (!dryRun) {
    const version = versionOf(number, state, options);
    const plan = planFor(desk, one, 'publish', folder, version);
    await activate(store, { plan, versions: [version], accepted: gated.accepted });
  }
  const from = one.active?.number;
  return {
    ...emptyReport(dryRun),
    changed: [{ id: one.id, ...(from === undefined ? {} : { from }), version: number, digest: content.digest }],
  };
}

export function versionOf(
  number: number,
  { content, gated }: Pick<DiskState, 'content' | 'gated'>,
  { cameBy = 'publish', note }: PublishOptions,
): NewVersion {
  const { name, members } = gated;
  return { number, content, name, members, came_by: cameBy, ...(note === undefined ? {} : { note }) };
}

/** The plan of a change that leaves the folder as it is. */
export function planFor(desk: Desk, one: StoredPackage, verb: string, folder: string, version: NewVersion): Plan {
  const { digest, tree } = version.content;
  return { ...planHead(desk.mark, one, verb, folder), to: version.number, digest, tree };
}
