import { SkillficheError } from '../../../base/errors.ts';
import { canonicalName } from '../../../base/text.ts';
import { readForeignLock } from '../../../format/source/foreign/read.ts';
import type { ForeignSkill } from '../../../format/source/foreign/shapes.ts';
import { formatSource } from '../../../format/source/grammar.ts';
import { requireAcceptable } from '../../store/accept.ts';
import type { Desk } from '../../store/desk.ts';
import type { AddReport, PackageSource } from '../../store/types.ts';
import { type AddOptions, addPackages } from '../../store/verbs/add.ts';
import { withLocks } from '../behind.ts';
import { discoverSkills } from '../discover.ts';
import { isAsNoted } from '../hashes.ts';
import { requireLockable } from '../lockfile.ts';
import { openGit, openSource } from '../open.ts';
import { absolutePath } from '../open-folder.ts';
import { forLocked, type OpenedSource, type SourceWorld } from '../opened.ts';
import { skillPackage } from '../packages.ts';
import { requireAllowed, type SourcePolicy } from '../policy.ts';

export interface ImportOptions
  extends Pick<AddOptions, 'place' | 'into' | 'enabled' | 'accept' | 'dryRun' | 'note'>,
    SourcePolicy {
  /** Takes what is there now where it is not what the other tool noted, or where that cannot be told. Default false. */
  readonly acceptMoved?: boolean;
}

export interface ImportReport extends AddReport {
  /** Whose file it was. */
  readonly format: string;
  /** Entries that were not taken, and why. */
  readonly skipped: readonly { readonly name: string; readonly why: string }[];
  /** Taken without a proof that they are what was installed before. */
  readonly unproven: readonly string[];
  readonly locks: readonly string[];
}

/** Takes in what another tool's lock names, at the commits it names; what has moved since is said, and not taken unasked. */
export async function installFromLock(
  desk: Desk,
  world: SourceWorld,
  file: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const path = absolutePath(world, file);
  const state = world.disk.state(path);
  if (state === undefined) throw new SkillficheError('UNREADABLE', `There is nothing at ${path}.`, { paths: [path] });
  const { format, skills, unusable } = await readForeignLock(world.disk.readFile(path).bytes.toString('utf8'), path);
  requireAcceptable(options.accept);
  const { allow, acceptMoved = false, ...add } = options;
  const skipped = unusable.map(({ name, why }) => ({ name, why }));
  const unproven: string[] = [];
  const reports: AddReport[] = [];
  const groups = new Map<string, ForeignSkill[]>();
  for (const skill of skills) {
    const { source, commit } = skill;
    const key = source.type === 'git' ? `${source.url} ${commit ?? source.ref ?? ''}` : formatSource(source);
    groups.set(key, [...(groups.get(key) ?? []), skill]);
  }
  const takeAll = async (): Promise<void> => {
    for (const group of groups.values()) {
      const [first] = group;
      if (first === undefined) continue;
      let opened: OpenedSource | undefined;
      try {
        requireAllowed(first.source, allow === undefined ? {} : { allow });
        opened = await openFor(forLocked(world, allow !== undefined), first);
        requireLockable(opened.source);
        const found = await discoverSkills({ ...opened, below: '.' });
        for (const skill of group) {
          const made = packageFor(opened, found, skill);
          if (typeof made === 'string') skipped.push({ name: skill.name, why: made });
          else {
            const proof = skill.commit !== undefined ? true : isAsNoted(await made.files(), skill.hash);
            if (proof !== true && !acceptMoved) {
              const what =
                proof === false
                  ? 'it has moved since: its bytes are not those that were noted'
                  : 'the lock names no commit, so nobody can tell whether it is what was installed';
              skipped.push({ name: skill.name, why: `${what}. --accept-moved takes it as it is now.` });
              continue;
            }
            if (proof !== true) unproven.push(skill.name);
            reports.push(await addPackages(desk, [made], { ...add, cameBy: 'install' }));
          }
        }
      } catch (error) {
        if (!(error instanceof SkillficheError)) throw error;
        for (const { name } of group) skipped.push({ name, why: error.message });
      } finally {
        opened?.close();
      }
    }
  };
  const allAdded = (): AddReport['added'] => reports.flatMap(({ added }) => added);
  const dryRun = options.dryRun === true;
  let locks: readonly string[] = [];
  if (dryRun || options.into !== undefined) await takeAll();
  else ({ locks } = await withLocks(desk, takeAll, () => allAdded().map(({ id }) => id)));
  const added = allAdded();
  return { format, added, refused: reports.flatMap((one) => one.refused), dry_run: dryRun, skipped, unproven, locks };
}

async function openFor(world: SourceWorld, { source, commit }: ForeignSkill): Promise<OpenedSource> {
  if (source.type !== 'git') return openSource(world, source);
  const { path: _, ...whole } = source;
  return openGit(world, whole, commit);
}

function packageFor(
  opened: OpenedSource,
  found: Awaited<ReturnType<typeof discoverSkills>>,
  { source, name }: ForeignSkill,
): PackageSource | string {
  const path = source.type === 'git' ? source.path : undefined;
  const at = path === undefined ? undefined : found.find((skill) => skill.path === path);
  if (at !== undefined) return { ...skillPackage(opened, at), slug: at.slug };
  const [named, other] = found.filter(
    (skill) => canonicalName(skill.name) === canonicalName(name) || skill.slug === name,
  );
  if (named === undefined)
    return path === undefined ? 'the source has no skill of that name' : `the source has no skill at ${path}`;
  return other === undefined ? skillPackage(opened, named) : 'the source has several skills of that name';
}
