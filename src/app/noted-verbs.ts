import type { Desk } from '../owner/store/desk.ts';
import type { ChangeReport, PackageSource } from '../owner/store/types.ts';
import type { SkillVerbs } from './workspace-types.ts';

/**
 * The store's verbs, with the locks of the places following what they change. A lock that cannot be read, or a source
 * that no lock could hold, stops a verb before it does anything.
 */
export function notedVerbs(verbs: SkillVerbs, getDesk: (forReading?: boolean) => Promise<Desk>): SkillVerbs {
  const noted = async <T>(
    act: () => Promise<T>,
    idsOf: (report: T) => readonly string[],
    isNoted: boolean,
    sources: readonly PackageSource[] = [],
  ): Promise<T> => {
    const { requireLockable, requireLocks } = await import('../owner/source/lockfile.ts');
    const desk = await getDesk();
    requireLocks(desk);
    for (const { source } of sources) requireLockable(source);
    if (!isNoted) return act();
    const { withLocks } = await import('../owner/source/behind.ts');
    return (await withLocks(desk, act, idsOf)).report;
  };
  const changed = (
    act: () => Promise<ChangeReport>,
    options: { readonly dryRun?: boolean } | undefined,
    sources?: readonly PackageSource[],
  ): Promise<ChangeReport> =>
    noted(act, (report) => report.changed.map(({ id }) => id), options?.dryRun !== true, sources);
  return {
    ...verbs,
    add: (source, options) =>
      noted(
        () => verbs.add(source, options),
        (report) => report.added.map(({ id }) => id),
        options?.dryRun !== true && options?.into === undefined,
        typeof source === 'string' ? [] : ([source].flat() as readonly PackageSource[]),
      ),
    update: (ref, source, options) => changed(() => verbs.update(ref, source, options), options, [source]),
    rollback: (ref, options) => changed(() => verbs.rollback(ref, options), options),
    remove: (ref, options) => changed(() => verbs.remove(ref, options), options),
    purge: (ref, options) => changed(() => verbs.purge(ref, options), options),
  };
}
