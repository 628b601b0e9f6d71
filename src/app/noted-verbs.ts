import type { Desk } from '../owner/store/desk.ts';
import type { ChangeReport } from '../owner/store/types.ts';
import type { SkillVerbs } from './workspace-types.ts';

/**
 * The store's verbs, with the locks of the places following what they change. A lock that cannot be read stops a verb
 * before it does anything.
 */
export function notedVerbs(verbs: SkillVerbs, getDesk: (forReading?: boolean) => Promise<Desk>): SkillVerbs {
  const noted = async <T>(
    act: () => Promise<T>,
    idsOf: (report: T) => readonly string[],
    isDry: (report: T) => boolean,
  ): Promise<T> => {
    const { noteInLocks, requireLocks } = await import('../owner/source/lockfile.ts');
    requireLocks(await getDesk());
    const report = await act();
    if (!isDry(report)) await noteInLocks(await getDesk(), idsOf(report));
    return report;
  };
  const changed = (act: () => Promise<ChangeReport>): Promise<ChangeReport> =>
    noted(
      act,
      (report) => report.changed.map(({ id }) => id),
      (report) => report.dry_run || report.changed.length === 0,
    );
  return {
    ...verbs,
    add: (source, options) =>
      noted(
        () => verbs.add(source, options),
        (report) => report.added.map(({ id }) => id),
        (report) => report.dry_run || report.added.length === 0 || options?.into !== undefined,
      ),
    update: (ref, source, options) => changed(() => verbs.update(ref, source, options)),
    rollback: (ref, options) => changed(() => verbs.rollback(ref, options)),
    remove: (ref, options) => changed(() => verbs.remove(ref, options)),
    purge: (ref, options) => changed(() => verbs.purge(ref, options)),
  };
}
