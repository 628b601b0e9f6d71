import { SkillficheError } from '../../../base/errors.ts';
import { parseSource } from '../../../format/source/grammar.ts';
import type { LockedSource } from '../../../format/source/lock.ts';
import { requireAcceptable } from '../../store/accept.ts';
import { type Desk, placesOf } from '../../store/desk.ts';
import { treeOf } from '../../store/folder.ts';
import { listPackages } from '../../store/packages.ts';
import { requireSlug } from '../../store/place.ts';
import type { AddReport, PackageSource } from '../../store/types.ts';
import { type AddOptions, addPackages } from '../../store/verbs/add.ts';
import { withLocks } from '../behind.ts';
import { capabilitiesOf } from '../capabilities.ts';
import { discoverSkills, type SkillInSource } from '../discover.ts';
import { requireLockable, requireLocks } from '../lockfile.ts';
import { openSource } from '../open.ts';
import type { OpenedSource, SourceWorld } from '../opened.ts';
import { type CollectionPackage, collectionPackage, skillPackage, type UnlockedPackage } from '../packages.ts';
import { looksLike, requireAllowed, type SourcePolicy } from '../policy.ts';
import { requireReviewed, reviewPackage, type SourceReview } from '../review.ts';
import { choiceNeeded, selectSkills } from '../select.ts';

export interface InstallOptions extends Omit<AddOptions, 'cameBy' | 'origin'>, SourcePolicy {
  /** Names, folders or paths in the source. Absent, and one skill is there: that. */
  readonly skills?: readonly string[];
  /** Every skill by itself. */
  readonly all?: boolean;
  /** The whole tree as one pinned collection of this id. */
  readonly asCollection?: string;
  /** Asked when there are several and nothing says which. The paths chosen; none: nothing is taken in. */
  readonly choose?: (found: readonly SkillInSource[]) => Promise<readonly string[]>;
  /** Shown what would come, before anything is written. False: nothing is. Default: no question. */
  readonly review?: (review: SourceReview) => Promise<boolean>;
  /** Digests that a review showed: anything else is refused with STALE_VERSION, before anything is written. */
  readonly reviewed?: readonly string[];
}

export interface InstallReport extends AddReport {
  readonly source: LockedSource;
  /** Of a collection: what its tree had that is not kept. */
  readonly left_out: readonly UnlockedPackage[];
  /** Entries of an index that cannot be used. */
  readonly unusable: readonly { readonly name: string; readonly why: string }[];
  /** Skills that those taken in name as needed, and that are not here. `offered`: the source has it. */
  readonly needs: readonly { readonly name: string; readonly by: string; readonly offered: boolean }[];
  /** Lock files that were written. */
  readonly locks: readonly string[];
}

/** What is in a source, without taking anything in. */
export interface SourceListing {
  readonly source: LockedSource;
  readonly skills: readonly Pick<SkillInSource, 'path' | 'name' | 'description' | 'slug'>[];
  readonly unusable: OpenedSource['unusable'];
}

export async function listSource(world: SourceWorld, given: string, policy: SourcePolicy = {}): Promise<SourceListing> {
  return withSource(world, given, policy, async (opened) => {
    const skills = await discoverSkills(opened);
    const { url, ...rest } = opened.source;
    return {
      source: { ...rest, url },
      skills: skills.map(({ path, name, description, slug }) => ({ path, name, description, slug })),
      unusable: opened.unusable,
    };
  });
}

async function withSource<T>(
  world: SourceWorld,
  given: string,
  policy: SourcePolicy,
  use: (opened: OpenedSource) => Promise<T>,
): Promise<T> {
  requireClear(world, given);
  const source = parseSource(given);
  requireAllowed(source, policy);
  const opened = await openSource(world, source);
  try {
    return await use(opened);
  } finally {
    opened.close();
  }
}

/** `owner/repo` may have been meant as a folder that is here; nobody is asked about it on the network by mistake. */
function requireClear(world: SourceWorld, given: string): void {
  const word = given.trim();
  if (!/^[A-Za-z0-9][\w.-]*(?:\/[\w.-]+)*$/.test(word) || world.disk.state(`${world.cwd}/${word}`)?.kind !== 'folder')
    return;
  const message = `${JSON.stringify(word)} is a folder here: say ./${word}.${word.includes('/') ? ` For the repository, say github:${word}.` : ''}`;
  throw new SkillficheError('INVALID_ARGUMENT', message, { reason: 'choice', suggestions: [`./${word}`] });
}

/** Fetches a source and takes skills of it in, each by itself; the bytes that are reviewed are those that are taken. */
export async function installFrom(
  desk: Desk,
  world: SourceWorld,
  given: string,
  options: InstallOptions = {},
): Promise<InstallReport> {
  const { skills, all, asCollection, choose, review, reviewed, allow, as, ...add } = options;
  const ways = [skills !== undefined, all === true, asCollection !== undefined].filter(Boolean).length;
  if (ways > 1)
    throw new SkillficheError('INVALID_ARGUMENT', 'Of --skill, --all and --as-collection, one can be said.');
  if (as !== undefined && (all === true || asCollection !== undefined)) {
    throw new SkillficheError('INVALID_ARGUMENT', '--as names one skill; a collection is named by --as-collection.');
  }
  requireAcceptable(add.accept);
  if (as !== undefined) requireSlug(as);
  if (add.into === undefined) requireLocks(desk);
  return withSource(world, given, allow === undefined ? {} : { allow }, async (opened) => {
    const found = await discoverSkills(opened);
    if (found.length === 0) throw noSkill(given, opened);
    const chosen =
      asCollection !== undefined ? found : await chooseSkills(given, found, opened, { skills, all, choose });
    if (as !== undefined && chosen.length !== 1) {
      throw new SkillficheError('INVALID_ARGUMENT', `--as names one skill, and there are ${chosen.length}.`);
    }
    const packages: readonly (PackageSource | CollectionPackage)[] =
      asCollection !== undefined
        ? [collectionPackage(opened, found, requireId(asCollection))]
        : chosen.map((skill) => skillPackage(opened, skill, as));
    const head = {
      source: opened.source,
      left_out: packages.flatMap((one) => ('leftOut' in one ? one.leftOut : [])),
      unusable: opened.unusable,
    };
    const nothing: InstallReport = {
      ...head,
      added: [],
      refused: [],
      dry_run: add.dryRun === true,
      needs: [],
      locks: [],
    };
    if (packages.length === 0) return nothing;
    if (reviewed !== undefined) {
      for (const one of packages) requireReviewed(one.slug, treeOf(one.kind, await one.files()).digest, reviewed);
    }
    if (review !== undefined) {
      const shown = await reviewAll(desk, opened, packages, add);
      if (!(await review(shown))) return nothing;
    }
    for (const { source } of packages) requireLockable(source);
    const act = (): Promise<AddReport> => addPackages(desk, packages, { ...add, cameBy: 'install' });
    const { report, locks } =
      add.dryRun === true || add.into !== undefined
        ? { report: await act(), locks: [] }
        : await withLocks(desk, act, ({ added }) => added.map(({ id }) => id));
    return { ...head, ...report, needs: await needsOf(desk, packages, found), locks };
  });
}

function requireId(id: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,62}$/.test(id)) return requireSlug(id);
  throw new SkillficheError(
    'INVALID_ARGUMENT',
    `${JSON.stringify(id)} cannot be a collection's id: lower-case letters, digits, "_" and "-", at most 63.`,
  );
}

function noSkill(given: string, { unusable, below, source }: OpenedSource): SkillficheError {
  const [bad] = unusable;
  if (bad !== undefined) {
    return new SkillficheError('SOURCE_REFUSED', `No skill of ${given} can be used. ${bad.name}: ${bad.why}`, {
      reason: 'unusable',
    });
  }
  const where = below === '.' ? given : `the folder ${below} of ${source.url}`;
  return new SkillficheError('SKILL_NOT_FOUND', `There is no SKILL.md in ${where}.`);
}

async function chooseSkills(
  given: string,
  found: readonly SkillInSource[],
  opened: OpenedSource,
  {
    skills,
    all,
    choose,
  }: {
    readonly skills: readonly string[] | undefined;
    readonly all: boolean | undefined;
    readonly choose: InstallOptions['choose'];
  },
): Promise<readonly SkillInSource[]> {
  if (skills !== undefined) return selectSkills(found, skills);
  // A skill at the top is what the source is; those below it are others.
  const top = found.find(({ path }) => path === opened.below);
  if (all === true || found.length === 1) return found;
  if (top !== undefined) return [top];
  if (choose === undefined) throw choiceNeeded(found, given);
  const paths = new Set(await choose(found));
  return found.filter(({ path }) => paths.has(path));
}

async function reviewAll(
  desk: Desk,
  opened: OpenedSource,
  packages: readonly PackageSource[],
  options: AddOptions,
): Promise<SourceReview> {
  const installed = await listPackages(desk.store, placesOf(desk));
  const names = installed.flatMap(({ slug, active }) => (active === undefined ? [] : [slug]));
  const reviewed = [];
  for (const one of packages) {
    const { added, refused } = await addPackages(desk, [one], { ...options, dryRun: true });
    const findings = [...added, ...refused].flatMap((outcome) => outcome.findings);
    reviewed.push(
      await reviewPackage(one, { refused: refused.length > 0, findings, looksLike: looksLike(one.slug, names) }),
    );
  }
  return { source: opened.source, packages: reviewed };
}

async function needsOf(
  desk: Desk,
  packages: readonly PackageSource[],
  found: readonly SkillInSource[],
): Promise<InstallReport['needs']> {
  if (packages.some(({ kind }) => kind === 'collection')) return [];
  const here = new Set(
    (await listPackages(desk.store, placesOf(desk))).flatMap(({ slug, active }) =>
      active === undefined ? [] : [slug, active.name],
    ),
  );
  const needs: { name: string; by: string; offered: boolean }[] = [];
  for (const one of packages) {
    for (const name of capabilitiesOf(await one.files()).needs) {
      if (here.has(name) || packages.some(({ slug }) => slug === name)) continue;
      needs.push({ name, by: one.slug, offered: found.some((skill) => skill.slug === name || skill.name === name) });
    }
  }
  return needs;
}
