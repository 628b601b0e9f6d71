import { admit } from '../accept.ts';
import { activate, type NewVersion } from '../activate.ts';
import { checkCollisions } from '../collisions.ts';
import { readFullTree } from '../content.ts';
import type { Desk } from '../desk.ts';
import { type FullTree, treeOf } from '../folder.ts';
import { type MergeSide, mergeTrees } from '../merge.ts';
import { listVersions, nextNumber, type StoredPackage, type StoredVersion } from '../packages.ts';
import type { ChangeReport, PackageSource } from '../types.ts';
import { emptyReport } from './report.ts';
import { changeOf, saveEdits, swapPlan } from './rollback.ts';

export interface UpdateOptions {
  /** Who has what both sides changed; the edits are saved as a version first. Default: a conflict, and nothing changes. */
  readonly take?: MergeSide;
  readonly note?: string;
  /** Rules of the gate whose findings are taken as warnings; written into the log and the lock. */
  readonly accept?: readonly string[];
  readonly dryRun?: boolean;
}

/**
 * Takes a newer state of a package from its source. The new version is the source's, byte for byte; edits of the owner,
 * published or not, are merged into the folder, which is then `modified`. A conflict changes nothing.
 */
export async function updatePackage(
  desk: Desk,
  one: StoredPackage,
  source: PackageSource,
  options: UpdateOptions = {},
): Promise<ChangeReport> {
  const { store } = desk;
  const dryRun = options.dryRun === true;
  const gated = await admit(desk, one.kind, one.slug, await source.files(), options);
  const findings = [...gated.findings, ...checkCollisions(await desk.bundled(), gated.name, one.slug)];
  if (findings.some(({ severity }) => severity === 'error')) {
    return { ...emptyReport(dryRun), refused: [{ id: one.id, findings }] };
  }
  const theirs = treeOf(one.kind, gated.files);
  const base = await baseOf(desk, one);
  const { disk, saved } = await saveEdits(desk, one, options.take === undefined);
  if (base?.tree === theirs.tree) {
    return { ...emptyReport(dryRun), unchanged: [{ id: one.id, ...(one.active && { version: one.active.number }) }] };
  }
  const ours = disk?.content;
  const merged = await merge(desk, one, base, ours, theirs, options.take);
  if (merged.conflicts.length > 0) {
    return { ...emptyReport(dryRun), conflicts: [{ id: one.id, files: merged.conflicts }] };
  }
  const isKept = merged.content.tree !== theirs.tree;
  // What is taken over in the merge needs no version of its own; what gives way does.
  const isSaved = saved !== undefined && options.take !== undefined;
  const first = await nextNumber(store, one.key);
  const { name, members } = gated;
  const version: NewVersion = {
    number: isSaved ? first + 1 : first,
    content: theirs,
    name,
    members,
    came_by: 'install',
    source: source.source,
    ...(options.note === undefined ? {} : { note: options.note }),
  };
  const to = { number: version.number, digest: theirs.digest };
  await store.onStep('read');
  if (!dryRun) {
    await activate(store, {
      plan: swapPlan(desk, one, 'update', to, merged.content, disk?.old),
      versions: isSaved && saved !== undefined ? [saved, version] : [version],
      view: merged.content,
      accepted: gated.accepted,
      ...(disk === undefined ? {} : { listing: disk.listing }),
    });
  }
  const change = changeOf(one, to, isSaved ? saved : undefined);
  return { ...emptyReport(dryRun), changed: [isKept ? { ...change, modified: true } : change] };
}

/** What the owner's edits began from: the last version that came from the source, up to the active one. */
async function baseOf(desk: Desk, one: StoredPackage): Promise<StoredVersion | undefined> {
  const active = one.active?.number ?? 0;
  const versions = await listVersions(desk.store, one.key);
  return versions.find(({ number, came_by }) => number <= active && came_by === 'install') ?? one.active;
}

async function merge(
  desk: Desk,
  one: StoredPackage,
  base: StoredVersion | undefined,
  ours: FullTree | undefined,
  theirs: FullTree,
  take: MergeSide | undefined,
) {
  // A folder that is gone has no edits, and one that is as it came needs no reading of what it came from.
  if (ours === undefined || base === undefined || ours.tree === base.tree) return { content: theirs, conflicts: [] };
  return mergeTrees(one.kind, await readFullTree(desk.store.db.shared, base), ours, theirs, take);
}
