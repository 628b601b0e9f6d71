import { diagnostic } from '../../../base/diagnostic.ts';
import { SkillficheError } from '../../../base/errors.ts';
import type { Diagnostic } from '../../../base/types.ts';
import { admit } from '../../store/accept.ts';
import { readFullTree } from '../../store/content.ts';
import { type Desk, placesOf } from '../../store/desk.ts';
import { listPackages, type StoredPackage } from '../../store/packages.ts';
import { readDisk } from '../../store/verbs/publish.ts';
import { viewFolderOf } from '../../store/verbs/rollback.ts';
import { lookAt } from '../../store/verbs/status.ts';
import { lockedOf } from '../lockfile.ts';
import { type LockEntry, readLocks } from './restore.ts';

export interface AuditedPackage {
  readonly id: string;
  /** Where it lies. */
  readonly folder: string;
  /** Of the gate, and of what differs from version and lock. Paths are relative to the folder. */
  readonly findings: readonly Diagnostic[];
}

export interface AuditReport {
  readonly packages: readonly AuditedPackage[];
  /** What a lock names and is not installed. */
  readonly missing: readonly { readonly id: string; readonly finding: Diagnostic }[];
  readonly checked: number;
  /** True without a finding of severity error. */
  readonly ok: boolean;
}

/** What a lock says against what is installed. Nothing is fetched, nothing written. */
export interface LockCheck {
  readonly ok: boolean;
  readonly checked: number;
  readonly findings: readonly Diagnostic[];
  /** Locks that were read; none: nothing was ever installed from elsewhere, or somebody deleted them. */
  readonly locks: readonly string[];
}

export async function checkLocks(desk: Desk, path?: string): Promise<LockCheck> {
  const { entries, locks } = await readLocks(desk, path, true);
  const packages = await listPackages(desk.store, placesOf(desk));
  const findings: Diagnostic[] = [];
  for (const entry of entries)
    findings.push(
      ...(await compareEntry(
        desk,
        entry,
        packages.find(({ id }) => id === entry.id),
      )),
    );
  const places = new Set(entries.map(({ place }) => place.key));
  // Without any lock there is none to stand in, which is a difference too.
  const isAny = path === undefined && locks.length === 0;
  for (const one of packages) {
    if (
      one.active?.came_by !== 'install' ||
      !(isAny || places.has(one.place.key)) ||
      entries.some(({ id }) => id === one.id)
    )
      continue;
    const hint = 'Another tool, or another person, changed the lock. `skillfiche restore` does not remove it.';
    findings.push(diagnostic('source/not-in-lock', one.id, `${one.id} is installed and stands in no lock.`, { hint }));
  }
  return { ok: findings.every(({ severity }) => severity !== 'error'), checked: entries.length, findings, locks };
}

async function compareEntry(desk: Desk, entry: LockEntry, one: StoredPackage | undefined): Promise<Diagnostic[]> {
  const { active } = one ?? {};
  if (one === undefined || active === undefined) {
    const hint = '`skillfiche restore` installs it.';
    return [
      diagnostic('source/not-installed', entry.id, `The lock names ${entry.id}, and it is not installed.`, { hint }),
    ];
  }
  const now = await lockedOf(desk, one);
  if (now?.digest !== entry.locked.digest) {
    const hint = '`skillfiche restore` makes it what the lock says.';
    const message = `${entry.id} is ${now?.digest ?? 'from no source'}, and the lock says ${entry.locked.digest}.`;
    return [diagnostic('source/not-as-locked', entry.id, message, { hint })];
  }
  const { modified, stale, tree } = await lookAt(desk.store, one, active);
  if (stale || tree === undefined) {
    return [
      diagnostic('source/not-installed', entry.id, `The folder of ${entry.id} is not the active version.`, {
        hint: '`skillfiche sync` puts it there.',
      }),
    ];
  }
  if (!modified) return [];
  const hint = '`skillfiche diff` shows how; `skillfiche publish` keeps it as a version.';
  return [diagnostic('source/modified', entry.id, `${entry.id} was edited after it was installed.`, { hint })];
}

/** The gate again over everything installed, what lies on disk against its version, and the locks against both. */
export async function auditPackages(desk: Desk): Promise<AuditReport> {
  const packages = (await listPackages(desk.store, placesOf(desk))).filter(({ active }) => active !== undefined);
  const lockFindings = (await checkLocks(desk)).findings;
  const audited: AuditedPackage[] = [];
  for (const one of packages) {
    const findings = [
      ...(await gateAgain(desk, one)),
      ...lockFindings.filter(({ path }) => path === one.id).map((found) => ({ ...found, path: '.' })),
    ];
    audited.push({ id: one.id, folder: viewFolderOf(desk, one), findings });
  }
  const missing = lockFindings
    .filter(({ path }) => !packages.some(({ id }) => id === path))
    .map((found) => ({ id: found.path, finding: found }));
  const ok = [...audited.flatMap(({ findings }) => findings), ...missing.map(({ finding }) => finding)].every(
    ({ severity }) => severity !== 'error',
  );
  return { packages: audited, missing, checked: packages.length, ok };
}

async function gateAgain(desk: Desk, one: StoredPackage): Promise<readonly Diagnostic[]> {
  const { active } = one;
  try {
    if (desk.store.disk.state(viewFolderOf(desk, one)) !== undefined)
      return (await readDisk(desk, one, viewFolderOf(desk, one))).gated.findings;
    if (active === undefined) return [];
    const full = await readFullTree(desk.store.db.shared, active);
    const files = full.files.map(({ path, sha256, executable }) => ({
      path,
      executable,
      kind: 'file' as const,
      bytes: full.bytes.get(sha256) ?? new Uint8Array(),
    }));
    return (await admit(desk, one.kind, one.slug, files)).findings;
  } catch (error) {
    // One that cannot be read keeps no other from being looked at.
    if (!(error instanceof SkillficheError)) throw error;
    return [diagnostic('scan/unreadable', '.', error.message)];
  }
}
