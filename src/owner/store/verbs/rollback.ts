import { SkillficheError } from '../../../base/errors.ts';
import type { PackageFile } from '../../../format/package/file.ts';
import { admit } from '../accept.ts';
import { activate, type NewVersion } from '../activate.ts';
import { checkCollisions } from '../collisions.ts';
import { dropUnused, readFullTree } from '../content.ts';
import type { Desk } from '../desk.ts';
import { type FullTree, isJunk } from '../folder.ts';
import { nextNumber, type StoredPackage, type StoredVersion } from '../packages.ts';
import { asideOf, missingAbove, skillsFolder } from '../place.ts';
import { type Plan, planHead } from '../plan.ts';
import { noteReached } from '../purged.ts';
import type { ChangedPackage, ChangeReport } from '../types.ts';
import { findVersion } from './history.ts';
import { type DiskState, readDisk, versionOf } from './publish.ts';
import { emptyReport } from './report.ts';
import { lookAt } from './status.ts';

export interface ChangeOptions {
  /** Edits that lie on disk are thrown away instead of saved as a version first. Default false. */
  readonly discard?: boolean;
  readonly dryRun?: boolean;
}

/** The folder that shows a package on this machine, or would. */
export function viewFolderOf(desk: Desk, one: StoredPackage): string {
  return one.view?.folder ?? `${skillsFolder(desk.store.disk, one.place)}/${one.slug}`;
}

/** A plan of a change that swaps the folder, from what is there now to `to`. */
export function swapPlan(
  desk: Desk,
  one: StoredPackage,
  verb: string,
  to: Pick<StoredVersion, 'number' | 'digest'> | undefined,
  view: FullTree | undefined,
  old: Plan['old'],
): Plan {
  const folder = viewFolderOf(desk, one);
  const head = planHead(desk.mark, one, verb, folder);
  return {
    ...head,
    aside: asideOf(folder, head.nonce),
    made: missingAbove(desk.store.disk, folder),
    ...(to === undefined ? {} : { to: to.number, digest: to.digest }),
    ...(view === undefined ? {} : { tree: view.tree }),
    ...(old === undefined ? {} : { old }),
  };
}

/** What lies on disk, where that is something; and, when it is no version, the one it is to be saved as. */
export async function saveEdits(
  desk: Desk,
  one: StoredPackage,
  discard: boolean = false,
): Promise<{ disk?: DiskState; saved?: NewVersion }> {
  const { store } = desk;
  const folder = viewFolderOf(desk, one);
  const state = store.disk.state(folder);
  if (state === undefined) return {};
  if (state.kind !== 'folder') {
    throw new SkillficheError(
      'UNREADABLE',
      `${folder} is not a folder any more. Move it away first; the versions are safe.`,
      {
        paths: [folder],
      },
    );
  }
  if (one.view === undefined) {
    throw new SkillficheError('NAME_TAKEN', `${folder} is there, and the store did not write it. Move it away first.`, {
      paths: [folder],
    });
  }
  const disk = await readDisk(desk, one, folder, undefined, true);
  const isModified = one.active === undefined || (await lookAt(store, one, one.active)).modified;
  if (!isModified || discard) return { disk };
  const wrong = disk.gated.findings.find(({ severity }) => severity === 'error');
  if (wrong !== undefined) {
    const message = `${one.id} was edited, and what lies there cannot be saved as a version: ${wrong.path}: ${wrong.message} Mend it, or let the edits go with --discard.`;
    throw new SkillficheError('GATE_REFUSED', message, { reason: wrong.code, paths: [folder] });
  }
  const number = await nextNumber(store, one.key);
  return { disk, saved: versionOf(number, disk, { cameBy: 'edit', note: 'What lay on disk.' }) };
}

/** Makes an earlier version the active one. The gate and both collision checks judge it anew. Edits are saved first. */
export async function rollbackPackage(
  desk: Desk,
  one: StoredPackage,
  to: number | undefined,
  options: ChangeOptions = {},
): Promise<ChangeReport> {
  const { store } = desk;
  const dryRun = options.dryRun === true;
  const target = await findVersion(store, one, to ?? earlierThan(one));
  const content = await readFullTree(store.db.shared, target);
  const gated = await admit(desk, one.kind, one.slug, filesOf(content));
  const findings = [...gated.findings, ...checkCollisions(await desk.bundled(), target.name, one.slug)];
  if (findings.some(({ severity }) => severity === 'error')) {
    return { ...emptyReport(dryRun), refused: [{ id: one.id, findings }] };
  }
  const { disk, saved } = await saveEdits(desk, one, options.discard);
  if (saved === undefined && disk?.content.tree === content.tree && one.active?.number === target.number) {
    return { ...emptyReport(dryRun), unchanged: [{ id: one.id, version: target.number }] };
  }
  await store.onStep('read');
  if (!dryRun) {
    await activate(store, {
      plan: swapPlan(desk, one, 'rollback', target, content, disk?.old),
      versions: saved === undefined ? [] : [saved],
      view: content,
      ...(disk === undefined ? {} : { listing: disk.listing }),
    });
  }
  return { ...emptyReport(dryRun), changed: [changeOf(one, target, saved)] };
}

function earlierThan(one: StoredPackage): number {
  const number = one.active?.number ?? 0;
  if (number > 1) return number - 1;
  throw new SkillficheError(
    'VERSION_NOT_FOUND',
    `${one.id} has no earlier version. \`skillfiche history ${one.id}\` lists them.`,
  );
}

export function filesOf({ files, bytes }: FullTree): PackageFile[] {
  return files.map(({ path, sha256, executable }) => ({
    path,
    bytes: bytes.get(sha256) ?? new Uint8Array(),
    executable,
    kind: 'file',
  }));
}

export function changeOf(
  one: StoredPackage,
  to: Pick<StoredVersion, 'number' | 'digest'> | undefined,
  saved: NewVersion | undefined,
): ChangedPackage {
  return {
    id: one.id,
    ...(one.active === undefined ? {} : { from: one.active.number }),
    ...(to === undefined ? {} : { version: to.number, digest: to.digest }),
    ...(saved === undefined ? {} : { saved: saved.number }),
  };
}

/** Takes the folder away; the versions stay, edits saved first. */
export async function removePackage(
  desk: Desk,
  one: StoredPackage,
  options: ChangeOptions = {},
): Promise<ChangeReport> {
  const dryRun = options.dryRun === true;
  if (one.active === undefined) return { ...emptyReport(dryRun), unchanged: [{ id: one.id }] };
  const { disk, saved } = await saveEdits(desk, one, options.discard);
  const kept = (disk?.listing.unversioned ?? []).filter((path) => !isJunk(path.slice(path.lastIndexOf('/') + 1)));
  if (kept.length > 0) {
    const some = kept.slice(0, 3).join(', ');
    const message = `${one.id} holds what no version keeps (${some}). Move it away first; nothing was removed.`;
    throw new SkillficheError('FILE_CHANGED', message, { reason: 'unversioned', paths: kept.slice(0, 3) });
  }
  await desk.store.onStep('read');
  if (!dryRun) {
    await activate(desk.store, {
      plan: swapPlan(desk, one, 'remove', undefined, undefined, disk?.old),
      versions: saved === undefined ? [] : [saved],
      ...(disk === undefined ? {} : { listing: disk.listing }),
    });
  }
  return { ...emptyReport(dryRun), changed: [changeOf(one, undefined, saved)] };
}

/** Forgets a removed package: every version of it, and the bytes nobody else has. Only the log remembers that it was. */
export async function purgePackage(desk: Desk, one: StoredPackage, options: ChangeOptions = {}): Promise<ChangeReport> {
  const dryRun = options.dryRun === true;
  const { store } = desk;
  if (one.active !== undefined) {
    const message = `${one.id} is in use, at version ${one.active.number}. \`skillfiche remove ${one.id}\` first; then purge forgets its versions.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  if (!dryRun) {
    await store.db.shared.transaction().execute(async (tx) => {
      const row = await tx.selectFrom('active').select('revision').where('package', '=', one.key).executeTakeFirst();
      if (Number(row?.revision ?? 0) !== one.revision) {
        throw new SkillficheError('STALE_VERSION', `${one.id} was changed by somebody else. Nothing was purged.`);
      }
      const number = (await nextNumber(store, one.key, tx)) - 1;
      await noteReached(tx, one.key, { revision: one.revision, number });
      await tx.deleteFrom('active').where('package', '=', one.key).execute();
      await tx.deleteFrom('versions').where('package', '=', one.key).execute();
      await tx.deleteFrom('packages').where('package', '=', one.key).execute();
      await dropUnused(tx);
      const at = store.now().toISOString();
      const nothing = { version: null, digest: null, intent: null, detail: null };
      await tx
        .insertInto('events')
        .values({ at, person: store.person, verb: 'purge', package: one.key, ...nothing })
        .execute();
    });
  }
  return { ...emptyReport(dryRun), changed: [{ id: one.id }] };
}
