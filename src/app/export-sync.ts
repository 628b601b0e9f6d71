import { SkillficheError } from '../base/errors.ts';
import type { Desk } from '../owner/store/desk.ts';
import type { ExportReport } from '../owner/target/types.ts';
import type { SkillVerbs, SourceVerbs } from './workspace-types.ts';

/** What a change did to copies in other tools' folders, or why nothing could be done. */
export interface ExportsSynced {
  readonly report?: ExportReport;
  /** One sentence: the change itself is done all the same. */
  readonly failure?: string;
}

type Told = (synced: ExportsSynced) => void;
type GetDesk = (forReading?: boolean) => Promise<Desk>;

/** Ends a change with a look at the copies of skills; it never fails the change. */
export function exportSync(getDesk: GetDesk, told: Told) {
  const after = async <T>(act: () => Promise<T>, renewOf: (report: T) => readonly string[] = () => []): Promise<T> => {
    const result = await act();
    try {
      const desk = await getDesk();
      const any = await desk.store.db.local.selectFrom('exports').select('folder').limit(1).executeTakeFirst();
      if (any === undefined) return result;
      const { syncExports } = await import('../owner/target/sync.ts');
      told({ report: await syncExports(desk, { renew: renewOf(result) }) });
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
            : after(
                () => verbs.update(ref, source, options),
                (report) => report.changed.map(({ id }) => id),
              ),
        rollback: (ref, options) =>
          options?.dryRun === true ? verbs.rollback(ref, options) : after(() => verbs.rollback(ref, options)),
        remove: (ref, options) =>
          options?.dryRun === true ? verbs.remove(ref, options) : after(() => verbs.remove(ref, options)),
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
            : after(
                () => verbs.update(refs, options),
                (report) => report.changed.map(({ id }) => id),
              ),
      };
    },
  };
}
