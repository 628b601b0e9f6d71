import { type OptionKeys, requireOptions } from '../base/options.ts';
import type { Ask } from '../io/net/ask.ts';
import type { RepoCloner } from '../owner/source/git/cloner.ts';
import type { SourceWorld } from '../owner/source/opened.ts';
import type { ImportOptions } from '../owner/source/verbs/from-lock.ts';
import type { InstallOptions } from '../owner/source/verbs/install.ts';
import type { RestoreOptions } from '../owner/source/verbs/restore.ts';
import type { SourceUpdateOptions } from '../owner/source/verbs/update.ts';
import type { Desk } from '../owner/store/desk.ts';
import type { SourceVerbs, WorkspaceOptions } from './workspace-types.ts';

const ALLOW = { allow: true } as const;
const INSTALL_KEYS: OptionKeys<InstallOptions> = {
  ...ALLOW,
  skills: true,
  all: true,
  asCollection: true,
  choose: true,
  review: true,
  reviewed: true,
  place: true,
  into: true,
  as: true,
  note: true,
  enabled: true,
  accept: true,
  dryRun: true,
  onProgress: true,
};
const IMPORT_KEYS: OptionKeys<ImportOptions> = {
  ...ALLOW,
  acceptMoved: true,
  place: true,
  into: true,
  note: true,
  enabled: true,
  accept: true,
  dryRun: true,
};
const UPDATE_KEYS: OptionKeys<SourceUpdateOptions> = {
  ...ALLOW,
  take: true,
  note: true,
  accept: true,
  dryRun: true,
  minAgeMs: true,
  minAgeExcept: true,
  acceptRewritten: true,
  prune: true,
  review: true,
  reviewed: true,
};
const RESTORE_KEYS: OptionKeys<RestoreOptions> = { ...ALLOW, lock: true, accept: true, dryRun: true };

type GetDesk = (forReading?: boolean) => Promise<Desk>;

/** Everything that reaches for a source is loaded when a verb is called. */
export function sourceVerbs(
  getDesk: GetDesk,
  options: WorkspaceOptions,
  where: Omit<SourceWorld, 'cloner' | 'ask'>,
): SourceVerbs {
  let made: SourceWorld | undefined;
  const world = async (): Promise<SourceWorld> => {
    made ??= { ...where, cloner: await clonerOf(options), ask: await askOf(options) };
    return made;
  };
  return {
    async list(source, policy = {}) {
      requireOptions(policy, 'list', ALLOW);
      const { listSource } = await import('../owner/source/verbs/install.ts');
      return listSource(await world(), source, policy);
    },
    async install(source, given = {}) {
      requireOptions(given, 'install', INSTALL_KEYS);
      const { installFrom } = await import('../owner/source/verbs/install.ts');
      return installFrom(await getDesk(), await world(), source, given);
    },
    async installFromLock(file, given = {}) {
      requireOptions(given, 'installFromLock', IMPORT_KEYS);
      const { installFromLock } = await import('../owner/source/verbs/from-lock.ts');
      return installFromLock(await getDesk(), await world(), file, given);
    },
    async outdated(refs) {
      const { findOutdated } = await import('../owner/source/verbs/outdated.ts');
      return findOutdated(await getDesk(true), await world(), refs);
    },
    async update(refs, given = {}) {
      requireOptions(given, 'update', UPDATE_KEYS);
      const { updateFrom } = await import('../owner/source/verbs/update.ts');
      return updateFrom(await getDesk(), await world(), refs, given);
    },
    async restore(given = {}) {
      requireOptions(given, 'restore', RESTORE_KEYS);
      const { restoreLocks } = await import('../owner/source/verbs/restore.ts');
      return restoreLocks(await getDesk(), await world(), given);
    },
    async audit() {
      const { auditPackages } = await import('../owner/source/verbs/audit.ts');
      return auditPackages(await getDesk(true));
    },
    async checkLocks(file) {
      const { checkLocks } = await import('../owner/source/verbs/audit.ts');
      return checkLocks(await getDesk(true), file);
    },
    async exportLock(format, place) {
      const { exportLock } = await import('../owner/source/verbs/export-lock.ts');
      return exportLock(await getDesk(true), format, place);
    },
  };
}

async function clonerOf({ cloner, env }: WorkspaceOptions): Promise<RepoCloner> {
  if (cloner !== undefined) return cloner;
  const { createGitCloner } = await import('../owner/source/git/git-cloner.ts');
  const { createRun } = await import('../io/process/run.ts');
  return createGitCloner({ run: createRun(env === undefined ? {} : { env }) });
}

async function askOf({ fetch }: WorkspaceOptions): Promise<Ask> {
  const { createAsk } = await import('../io/net/ask.ts');
  return createAsk(fetch);
}
