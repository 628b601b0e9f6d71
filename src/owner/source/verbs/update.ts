import { diagnostic } from '../../../base/diagnostic.ts';
import { SkillficheError } from '../../../base/errors.ts';
import { canonicalName } from '../../../base/text.ts';
import type { Diagnostic } from '../../../base/types.ts';
import { requireAcceptable } from '../../store/accept.ts';
import type { Desk } from '../../store/desk.ts';
import type { ChangeReport, PackageSource } from '../../store/types.ts';
import { emptyReport } from '../../store/verbs/report.ts';
import { removePackage } from '../../store/verbs/rollback.ts';
import { type UpdateOptions as StoreUpdate, updatePackage } from '../../store/verbs/update.ts';
import { withLocks } from '../behind.ts';
import { discoverSkills, type SkillInSource } from '../discover.ts';
import { requireLocks } from '../lockfile.ts';
import { openGit } from '../open.ts';
import type { OpenedSource, SourceWorld } from '../opened.ts';
import { collectionPackage, skillPackage } from '../packages.ts';
import { isNamedBy, requireAllowed, type SourcePolicy } from '../policy.ts';
import { requireReviewed, type UpdateReview } from '../review.ts';
import { reviewUpdate } from '../review-update.ts';
import { openSeen, type Seen } from '../seen.ts';
import { type Newest, newestOf, type TrackedPackage, trackedPackages } from '../tracked.ts';

export interface SourceUpdateOptions extends StoreUpdate, SourcePolicy {
  /** Milliseconds since we first saw a commit before it is taken. */
  readonly minAgeMs?: number;
  /** Sources whose commits need no age, in the words of `allow`: your own, for one. */
  readonly minAgeExcept?: readonly string[];
  /** Takes a commit also where history was rewritten, or cannot be proved. Default false. */
  readonly acceptRewritten?: boolean;
  /** Removes what upstream no longer has; versions stay. Default: it is said, and stays. */
  readonly prune?: boolean;
  /** Shown each change before it is made. False: it is not made. */
  readonly review?: (review: UpdateReview) => Promise<boolean>;
  /** Digests that a review showed: the first package that would become anything else ends it with STALE_VERSION. */
  readonly reviewed?: readonly string[];
}

export interface SourceUpdateReport extends ChangeReport {
  /** Newer, but not long enough known. */
  readonly held: readonly { readonly id: string; readonly commit: string; readonly until: string }[];
  /** Upstream has no such skill any more. */
  readonly gone: readonly { readonly id: string; readonly path: string }[];
  /** Upstream moved the skill, and we followed. */
  readonly moved: readonly { readonly id: string; readonly from: string; readonly to: string }[];
  /** Shown, and not wanted. */
  readonly declined: readonly string[];
  readonly unreachable: readonly { readonly id: string; readonly url: string; readonly why: string }[];
  readonly locks: readonly string[];
}

interface Draft {
  readonly report: {
    -readonly [key in keyof SourceUpdateReport]: SourceUpdateReport[key] extends readonly (infer T)[]
      ? T[]
      : SourceUpdateReport[key];
  };
}

/** Takes the newer state of packages from their repositories: never more packages than were asked for, or installed. */
export async function updateFrom(
  desk: Desk,
  world: SourceWorld,
  refs: readonly string[] | undefined,
  options: SourceUpdateOptions = {},
): Promise<SourceUpdateReport> {
  const dryRun = options.dryRun === true;
  const draft: Draft = {
    report: {
      ...mutable(emptyReport(dryRun)),
      held: [],
      gone: [],
      moved: [],
      declined: [],
      unreachable: [],
      locks: [],
    },
  };
  requireAcceptable(options.accept);
  requireLocks(desk);
  const { followed, others } = await trackedPackages(desk, refs);
  for (const { id, active } of others) draft.report.unchanged.push({ id, ...(active && { version: active.number }) });
  for (const { source } of followed) requireAllowed(source, options);
  const seen = openSeen(desk.store.folder, desk.store.now());
  const groups = new Map<string, Newest[]>();
  for (const newest of await newestOf(world, followed)) {
    const { tracked, latest, why } = newest;
    const { one, source, commit } = tracked;
    if (latest === undefined) draft.report.unreachable.push({ id: one.id, url: source.url, why: why ?? '' });
    else if (latest === commit || seen.isSame(one.id, latest))
      draft.report.unchanged.push({ id: one.id, ...(one.active && { version: one.active.number }) });
    else {
      const key = `${latest} ${source.url}`;
      groups.set(key, [...(groups.get(key) ?? []), newest]);
    }
  }
  const act = async (): Promise<void> => {
    for (const group of groups.values()) await updateGroup(desk, world, group, seen, options, draft);
    seen.save();
  };
  if (dryRun) await act();
  else draft.report.locks.push(...(await withLocks(desk, act, () => draft.report.changed.map(({ id }) => id))).locks);
  return draft.report;
}

function mutable(report: ChangeReport) {
  const { changed, unchanged, conflicts, refused, dry_run } = report;
  return {
    changed: [...changed],
    unchanged: [...unchanged],
    conflicts: [...conflicts],
    refused: [...refused],
    dry_run,
  };
}

/** Packages of one repository that go to one commit: fetched once. */
async function updateGroup(
  desk: Desk,
  world: SourceWorld,
  group: readonly Newest[],
  seen: Seen,
  options: SourceUpdateOptions,
  draft: Draft,
): Promise<void> {
  const [{ tracked: first, latest = '' } = { tracked: undefined }] = group;
  if (first === undefined) return;
  const { url } = first.source;
  const age = desk.store.now().getTime() - seen.firstSeen(url, latest).getTime();
  const minAgeMs = isNamedBy(first.source, options.minAgeExcept) ? 0 : (options.minAgeMs ?? 0);
  if (age < minAgeMs) {
    const until = new Date(desk.store.now().getTime() + minAgeMs - age).toISOString();
    for (const { tracked } of group) draft.report.held.push({ id: tracked.one.id, commit: latest, until });
    return;
  }
  const allowed: Newest[] = [];
  for (const newest of group) {
    const fault = options.acceptRewritten === true ? undefined : await historyFault(world, newest);
    if (fault === undefined) allowed.push(newest);
    else draft.report.refused.push({ id: newest.tracked.one.id, findings: [fault] });
  }
  if (allowed.length === 0) return;
  let opened: OpenedSource;
  try {
    const { path: _, ...whole } = first.source;
    opened = await openGit(world, whole, latest);
  } catch (error) {
    if (!(error instanceof SkillficheError)) throw error;
    for (const { tracked } of allowed) draft.report.unreachable.push({ id: tracked.one.id, url, why: error.message });
    return;
  }
  try {
    const found = await discoverSkills(opened);
    for (const newest of allowed) await updateOne(desk, opened, found, newest, seen, options, draft);
  } finally {
    opened.close();
  }
}

/** A commit that no longer leads to the newest one: somebody rewrote history, or the address is another's now. */
async function historyFault(
  world: SourceWorld,
  { tracked, latest = '', tagMoved }: Newest,
): Promise<Diagnostic | undefined> {
  const { source, commit, one } = tracked;
  const say = (what: string): Diagnostic => {
    const tag = tagMoved ? ` The tag ${source.ref} was moved.` : '';
    const message = `${source.url}: ${what}${tag} Nothing was taken.`;
    const hint = 'Look at who owns the repository now. --accept-rewritten takes the new history all the same.';
    return diagnostic('source/history-rewritten', one.id, message, { hint });
  };
  try {
    const history = await world.cloner.history(source.url, commit, latest);
    if (history === 'ancestor') return undefined;
    if (history === 'gone')
      return say(
        `the commit that is installed (${commit.slice(0, 12)}) is not there any more: history was replaced, or the repository changed hands.`,
      );
    return say(
      `the commit that is installed (${commit.slice(0, 12)}) is no part of the history of ${latest.slice(0, 12)}: it was rewritten.`,
    );
  } catch (error) {
    if (!(error instanceof SkillficheError)) throw error;
    return say(`it cannot be proved that ${latest.slice(0, 12)} follows ${commit.slice(0, 12)} (${error.message})`);
  }
}

async function updateOne(
  desk: Desk,
  opened: OpenedSource,
  found: readonly SkillInSource[],
  newest: Newest,
  seen: Seen,
  options: SourceUpdateOptions,
  draft: Draft,
): Promise<void> {
  const { tracked, latest = '' } = newest;
  const { one } = tracked;
  const { report } = draft;
  const next = nextPackage(opened, found, newest);
  if (next === undefined) {
    if (options.prune === true)
      report.changed.push(...(await removePackage(desk, one, options.dryRun === true ? { dryRun: true } : {})).changed);
    else report.gone.push({ id: one.id, path: tracked.source.path ?? '.' });
    return;
  }
  const { source, movedTo } = next;
  if (options.review !== undefined || options.reviewed !== undefined) {
    const review = await reviewUpdate(desk, tracked, source, latest, movedTo);
    if (review.files.length > 0) {
      requireReviewed(one.id, review.digest, options.reviewed);
      if (options.review !== undefined && !(await options.review(review))) {
        report.declined.push(one.id);
        return;
      }
    }
  }
  const { take, note, accept, dryRun } = options;
  const done = await updatePackage(desk, one, source, {
    ...(take && { take }),
    ...(note !== undefined && { note }),
    ...(accept && { accept }),
    ...(dryRun !== undefined && { dryRun }),
  });
  report.changed.push(...done.changed);
  report.unchanged.push(...done.unchanged);
  report.conflicts.push(...done.conflicts);
  report.refused.push(...done.refused);
  if (done.unchanged.length > 0) seen.noteSame(one.id, latest);
  if (movedTo !== undefined && done.changed.length > 0)
    report.moved.push({ id: one.id, from: tracked.source.path ?? '.', to: movedTo });
}

/** The package as the newest commit has it; followed where it was moved and there is no doubt; absent: upstream has none. */
function nextPackage(
  opened: OpenedSource,
  found: readonly SkillInSource[],
  { tracked, ref }: Newest,
): { readonly source: PackageSource; readonly movedTo?: string } | undefined {
  const { one, source, originalName } = tracked;
  const path = source.path ?? '.';
  const at = { ...opened, below: path, source: { ...opened.source, ...refOf(tracked, ref) } };
  if (one.kind === 'collection') {
    const inside = found.filter((skill) => path === '.' || skill.path === path || skill.path.startsWith(`${path}/`));
    return inside.length === 0 ? undefined : { source: collectionPackage(at, inside, one.slug) };
  }
  const name = originalName === undefined ? undefined : one.slug;
  const same = found.find((skill) => skill.path === path);
  if (same !== undefined) return { source: skillPackage(at, same, name) };
  const wanted = canonicalName(originalName ?? one.active?.name ?? one.slug);
  const [moved, other] = found.filter((skill) => canonicalName(skill.name) === wanted);
  return moved === undefined || other !== undefined
    ? undefined
    : { source: skillPackage(at, moved, name), movedTo: moved.path };
}

function refOf(
  { source }: TrackedPackage,
  ref: string | undefined,
): { readonly ref?: string; readonly range?: string } {
  if (source.range !== undefined) return { range: source.range, ...(ref === undefined ? {} : { ref }) };
  return source.ref === undefined ? {} : { ref: source.ref };
}
