import { diagnostic } from '../../../base/diagnostic.ts';
import { SkillficheError } from '../../../base/errors.ts';
import type { Diagnostic } from '../../../base/types.ts';
import type { GitSource, Source } from '../../../format/source/grammar.ts';
import {
  formatInstallLock,
  type InstallLock,
  type LockedPackage,
  mergeLocks,
  mergeSides,
  readInstallLock,
} from '../../../format/source/lock.ts';
import { requireAcceptable } from '../../store/accept.ts';
import { type Desk, placesOf } from '../../store/desk.ts';
import { treeOf } from '../../store/folder.ts';
import { passGate } from '../../store/gate.ts';
import { listPackages, listVersions, type StoredPackage } from '../../store/packages.ts';
import { type Place, packageId } from '../../store/place.ts';
import type { ChangeReport, PackageKind, PackageSource } from '../../store/types.ts';
import { addPackages } from '../../store/verbs/add.ts';
import { emptyReport } from '../../store/verbs/report.ts';
import { rollbackPackage } from '../../store/verbs/rollback.ts';
import { lookAt } from '../../store/verbs/status.ts';
import { updatePackage } from '../../store/verbs/update.ts';
import { discoverSkills } from '../discover.ts';
import { lockedOf, readLockBytes, requireLockable, skillsLockPathOf, writeLock } from '../lockfile.ts';
import { openGit, openSource } from '../open.ts';
import { forLocked, type OpenedSource, type SourceWorld } from '../opened.ts';
import { collectionPackage, skillPackage } from '../packages.ts';
import { requireAllowed, type SourcePolicy } from '../policy.ts';

export interface RestoreOptions extends SourcePolicy {
  /** Another lock than those of the places; what it names goes where packages go by default. */
  readonly lock?: string;
  /** Rules of the gate whose findings are taken as warnings: that a lock says somebody accepted them is not enough. */
  readonly accept?: readonly string[];
  readonly dryRun?: boolean;
}

export interface RestoreReport extends ChangeReport {
  /** Installed from somewhere, and in no lock: they stay. */
  readonly extra: readonly string[];
  /** Locks whose two sides of a merge were joined. */
  readonly mended: readonly string[];
  /** Locks that were read; none: there is none, and nothing to restore. */
  readonly locks: readonly string[];
  /** True when everything is as the locks say. */
  readonly ok: boolean;
}

/** One entry of a lock, and where it belongs. */
export interface LockEntry {
  readonly id: string;
  readonly slug: string;
  readonly kind: PackageKind;
  readonly place: Place;
  readonly locked: LockedPackage;
}

/** Makes what is installed what the locks say, from the very commits they name; or says what differs. */
export async function restoreLocks(
  desk: Desk,
  world: SourceWorld,
  options: RestoreOptions = {},
): Promise<RestoreReport> {
  const dryRun = options.dryRun === true;
  requireAcceptable(options.accept);
  const { entries, mended, locks } = await readLocks(desk, options.lock, dryRun);
  const report = {
    ...emptyReport(dryRun),
    changed: [] as ChangeReport['changed'][number][],
    unchanged: [] as ChangeReport['unchanged'][number][],
    conflicts: [] as ChangeReport['conflicts'][number][],
    refused: [] as ChangeReport['refused'][number][],
  };
  const wanted: { readonly entry: LockEntry; readonly one: StoredPackage | undefined }[] = [];
  const packages = await listPackages(desk.store, placesOf(desk));
  for (const entry of entries) {
    const one = packages.find(({ id }) => id === entry.id);
    const done = one?.active === undefined ? undefined : await settleHere(desk, one, entry, dryRun);
    if (done === undefined) wanted.push({ entry, one: one?.active === undefined ? undefined : one });
    else {
      report.changed.push(...done.changed);
      report.unchanged.push(...done.unchanged);
      report.refused.push(...done.refused);
    }
  }
  const groups = new Map<string, (typeof wanted)[number][]>();
  for (const one of wanted) {
    const { type, url = '', commit = '' } = one.entry.locked.source;
    const key = `${type} ${url} ${commit}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  for (const group of groups.values()) {
    const outcomes = await restoreGroup(desk, world, group, options);
    for (const { changed, conflicts, refused } of outcomes) {
      report.changed.push(...changed);
      report.conflicts.push(...conflicts);
      report.refused.push(...refused);
    }
  }
  const named = new Set(entries.map(({ id }) => id));
  const places = new Set(entries.map(({ place }) => place.key));
  const extra =
    options.lock === undefined
      ? packages
          .filter((one) => one.active?.came_by === 'install' && places.has(one.place.key) && !named.has(one.id))
          .map(({ id }) => id)
      : [];
  return { ...report, extra, mended, locks, ok: report.refused.length + report.conflicts.length === 0 };
}

/** Every entry of the locks, those of the project first. An unfinished merge is joined where its sides allow. */
export async function readLocks(
  desk: Desk,
  path: string | undefined,
  dryRun: boolean,
): Promise<{
  readonly entries: readonly LockEntry[];
  readonly mended: readonly string[];
  readonly locks: readonly string[];
}> {
  const { disk } = desk.store;
  const mended: string[] = [];
  const locks: string[] = [];
  const entries: LockEntry[] = [];
  const files =
    path === undefined
      ? placesOf(desk).map((place) => ({ place, file: skillsLockPathOf(place) }))
      : [{ place: desk.project ?? desk.personal, file: path }];
  for (const { place, file } of files) {
    const bytes = readLockBytes(disk, file);
    if (bytes === undefined) {
      if (path !== undefined)
        throw new SkillficheError('UNREADABLE', `There is no lock at ${file}.`, { paths: [file] });
      continue;
    }
    locks.push(file);
    const text = bytes.toString('utf8');
    const sides = mergeSides(text);
    let lock: InstallLock;
    if (sides === undefined) lock = readInstallLock(text, file);
    else {
      const joined = mergeLocks(readInstallLock(sides.ours, file), readInstallLock(sides.theirs, file));
      if (joined.contradictions.length > 0) {
        const message = `The lock ${file} has an unfinished merge whose sides pin ${joined.contradictions.join(', ')} differently. Choose one side of each in the file, then restore again.`;
        throw new SkillficheError('BROKEN_FILE', message, { paths: [file], reason: 'merge' });
      }
      lock = joined.lock;
      if (!dryRun && !(await writeLock(disk, file, Buffer.from(formatInstallLock(lock)), bytes))) {
        throw new SkillficheError('UNREADABLE', `${file} was written to by somebody else meanwhile. Try again.`, {
          paths: [file],
        });
      }
      mended.push(file);
    }
    for (const [kind, list] of [
      ['skill', lock.skills],
      ['collection', lock.collections],
    ] as const) {
      for (const [slug, locked] of Object.entries(list))
        entries.push({ id: packageId(place, slug), slug, kind, place, locked });
    }
  }
  return { entries, mended, locks };
}

/** What needs no fetching: it is as locked, or an earlier version of the store is. */
async function settleHere(
  desk: Desk,
  one: StoredPackage,
  entry: LockEntry,
  dryRun: boolean,
): Promise<ChangeReport | undefined> {
  const { active } = one;
  if (active === undefined) return undefined;
  const now = await lockedOf(desk, one);
  const isThere = now?.digest === entry.locked.digest;
  const { stale, tree } = await lookAt(desk.store, one, active);
  if (isThere && !stale && tree !== undefined)
    return { ...emptyReport(dryRun), unchanged: [{ id: one.id, version: active.number }] };
  if (isThere) return rollbackPackage(desk, one, active.number, { dryRun });
  const known = (await listVersions(desk.store, one.key)).find(({ digest }) => digest === entry.locked.digest);
  return known === undefined ? undefined : rollbackPackage(desk, one, known.number, { dryRun });
}

interface Wanted {
  readonly entry: LockEntry;
  readonly one: StoredPackage | undefined;
}

async function restoreGroup(
  desk: Desk,
  world: SourceWorld,
  group: readonly Wanted[],
  options: RestoreOptions,
): Promise<ChangeReport[]> {
  const dryRun = options.dryRun === true;
  const fail = (why: string, hint: string, code: Diagnostic['code'] = 'source/not-fetchable'): ChangeReport[] =>
    group.map(({ entry }) => ({
      ...emptyReport(dryRun),
      refused: [{ id: entry.id, findings: [diagnostic(code, entry.slug, why, { hint })] }],
    }));
  const [first] = group;
  if (first === undefined) return [];
  const source = sourceOf(first.entry.locked);
  if (source === undefined) {
    return fail(
      `${first.entry.slug} came from ${first.entry.locked.source.type === 'folder' ? 'a folder' : 'an archive'}, which cannot be fetched.`,
      'Add it again from where it lies, or bring the store along.',
    );
  }
  let opened: OpenedSource;
  try {
    requireAllowed(source, options);
    const { commit } = first.entry.locked.source;
    opened =
      source.type === 'git'
        ? await openGit(world, source, commit)
        : await openSource(forLocked(world, options.allow !== undefined), source);
    requireLockable(opened.source);
  } catch (error) {
    if (!(error instanceof SkillficheError)) throw error;
    return fail(error.message, 'The lock pins it; another copy of the repository can be named in the lock.');
  }
  try {
    const found = await discoverSkills(opened);
    const reports: ChangeReport[] = [];
    for (const wanted of group) reports.push(await restoreOne(desk, opened, found, wanted, options));
    return reports;
  } finally {
    opened.close();
  }
}

/** What a lock's source says as one that can be reached; a folder and a local archive cannot. */
function sourceOf({ source }: LockedPackage): Source | undefined {
  const { type, url } = source;
  if (url === undefined) return undefined;
  if (type === 'git') return { type, url } satisfies GitSource;
  if (type === 'index') return { type, url };
  if (type === 'package') return { type, name: url.replace(/^package:/, '') };
  return type === 'archive' ? { type: 'archive-url', url } : undefined;
}

async function restoreOne(
  desk: Desk,
  opened: OpenedSource,
  found: Awaited<ReturnType<typeof discoverSkills>>,
  { entry, one }: Wanted,
  { accept, dryRun = false }: RestoreOptions,
): Promise<ChangeReport> {
  const refuse = (why: string, hint: string): ChangeReport => ({
    ...emptyReport(dryRun),
    refused: [{ id: entry.id, findings: [diagnostic('source/not-as-locked', entry.slug, why, { hint })] }],
  });
  const { ref, range, path = '.', commit } = entry.locked.source;
  const at = {
    ...opened,
    below: path,
    source: {
      ...opened.source,
      ...(ref === undefined ? {} : { ref }),
      ...(range === undefined ? {} : { range }),
      ...(commit === undefined ? {} : { commit }),
    },
  };
  const skill = found.find((candidate) => candidate.path === path);
  const inside = found.filter((candidate) => path === '.' || candidate.path.startsWith(`${path}/`));
  const renamed = entry.locked.original_name === undefined ? undefined : entry.slug;
  const made: PackageSource | undefined =
    entry.kind === 'collection'
      ? inside.length === 0
        ? undefined
        : collectionPackage(at, inside, entry.slug)
      : skill && { ...skillPackage(at, skill, renamed), slug: entry.slug };
  if (made === undefined)
    return refuse(
      `${opened.source.url} has no skill at ${path} in what the lock names.`,
      'Somebody edited the lock, or the source is another one now.',
    );
  const gated = await passGate(desk.gate, entry.kind, entry.slug, await made.files());
  const { digest } = treeOf(entry.kind, gated.files);
  if (digest !== entry.locked.digest) {
    return refuse(
      `${opened.source.url} gives other bytes than the lock pins: ${digest} instead of ${entry.locked.digest}.`,
      'Nothing was written. Look at what changed before you install it anew.',
    );
  }
  const taken = { dryRun, ...(accept === undefined ? {} : { accept }) };
  if (one !== undefined) return updatePackage(desk, one, made, taken);
  const { added, refused } = await addPackages(desk, [made], { place: entry.place.name, cameBy: 'install', ...taken });
  return {
    ...emptyReport(dryRun),
    changed: added.map(({ id, version, digest: its }) => ({ id, version, digest: its })),
    refused: refused.map(({ findings }) => ({ id: entry.id, findings })),
  };
}
