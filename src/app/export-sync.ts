import { SkillficheError } from '../base/errors.ts';
import type { Desk } from '../owner/store/desk.ts';
import type { LostMember } from '../owner/store/level-rows.ts';
import type { ChangeReport } from '../owner/store/types.ts';
import type { ExportReport } from '../owner/target/types.ts';
import type { SkillVerbs, SourceVerbs } from './workspace-types.ts';

/** What a change did to copies in other tools' folders, or why nothing could be done. */
export interface ExportsSynced {
  readonly report?: ExportReport;
  /** Mentions of a skill that was removed: its levels give it to nobody. `purge` takes them off, and says so. */
  readonly levels?: readonly (LostMember & { readonly forgotten: boolean })[];
  /** One sentence: the change itself is done all the same. */
  readonly failure?: string;
}

type Told = (synced: ExportsSynced) => void;
type GetDesk = (forReading?: boolean) => Promise<Desk>;

/** What is looked at beside the copies. */
interface Look<T> {
  /** Ids whose update the person has reviewed. */
  readonly renew?: (report: T) => readonly string[];
  /** Packages that went, and whether for good. */
  readonly lost?: (report: T) => readonly string[];
  readonly isForGood?: boolean;
}

const changedIds = (report: ChangeReport): readonly string[] => report.changed.map(({ id }) => id);

/** Ends a change with a look at the copies of skills and the levels that name them; it never fails the change. */
export function exportSync(getDesk: GetDesk, told: Told) {
  const after = async <T>(act: () => Promise<T>, look: Look<T> = {}): Promise<T> => {
    const result = await act();
    try {
      const desk = await getDesk();
      const levels = await lostMembers(desk, look.lost?.(result) ?? [], look.isForGood === true);
      const any = await desk.store.db.local.selectFrom('exports').select('folder').limit(1).executeTakeFirst();
      if (any === undefined && levels.length === 0) return result;
      const { syncCopies } = await import('./sync-copies.ts');
      const report = await syncCopies(desk, { renew: look.renew?.(result) ?? [] });
      told({ report, ...(levels.length === 0 ? {} : { levels }) });
    } catch (error) {
      const failure = error instanceof SkillficheError || error instanceof Error ? error.message : String(error);
      told({ failure });
    }
    return result;
  };
  return {
    skills(verbs: SkillVerbs): SkillVerbs {
      return {
        ...verbs,
        add: (source, options) =>
          options?.dryRun === true ? verbs.add(source, options) : after(() => verbs.add(source, options)),
        update: (ref, source, options) =>
          options?.dryRun === true
            ? verbs.update(ref, source, options)
            : after(() => verbs.update(ref, source, options), { renew: changedIds }),
        rollback: (ref, options) =>
          options?.dryRun === true ? verbs.rollback(ref, options) : after(() => verbs.rollback(ref, options)),
        remove: (ref, options) =>
          options?.dryRun === true
            ? verbs.remove(ref, options)
            : after(() => verbs.remove(ref, options), { lost: changedIds }),
        purge: (ref, options) =>
          options?.dryRun === true
            ? verbs.purge(ref, options)
            : after(() => verbs.purge(ref, options), { lost: changedIds, isForGood: true }),
        disable: (refs, options) =>
          options?.dryRun === true ? verbs.disable(refs, options) : after(() => verbs.disable(refs, options)),
      };
    },
    sources(verbs: SourceVerbs): SourceVerbs {
      return {
        ...verbs,
        install: (source, options) =>
          options?.dryRun === true ? verbs.install(source, options) : after(() => verbs.install(source, options)),
        update: (refs, options) =>
          options?.dryRun === true
            ? verbs.update(refs, options)
            : after(() => verbs.update(refs, options), { renew: (report) => report.changed.map(({ id }) => id) }),
        restore: (options) => (options?.dryRun === true ? verbs.restore(options) : after(() => verbs.restore(options))),
      };
    },
  };
}

async function lostMembers(desk: Desk, packages: readonly string[], isForGood: boolean) {
  if (packages.length === 0) return [];
  const { forgetMembers, levelsNaming, logLost } = await import('../owner/store/level-rows.ts');
  const lost = await levelsNaming(desk.store, packages);
  await logLost(desk.store, lost);
  if (isForGood) await forgetMembers(desk.store, lost);
  return lost.map((one) => ({ ...one, forgotten: isForGood }));
}
