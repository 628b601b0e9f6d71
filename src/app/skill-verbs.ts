import { SkillficheError } from '../base/errors.ts';
import { canonicalName } from '../base/text.ts';
import type { FolderDisk } from '../io/disk/folder-disk.ts';
import { type Desk, placesOf } from '../owner/store/desk.ts';
import { pathSource } from '../owner/store/folder-source.ts';
import { findPackage, listPackages, type StoredPackage } from '../owner/store/packages.ts';
import { packageId, packageKey, requireSlug, skillsFolder } from '../owner/store/place.ts';
import { findProposal, listProposals } from '../owner/store/proposals.ts';
import { turnSwitches } from '../owner/store/switches.ts';
import type { PackageSource } from '../owner/store/types.ts';
import { addPackages } from '../owner/store/verbs/add.ts';
import { storeDiff, storeHistory } from '../owner/store/verbs/history.ts';
import { initPackage } from '../owner/store/verbs/init.ts';
import { proposePackage } from '../owner/store/verbs/propose.ts';
import { publishPackage } from '../owner/store/verbs/publish.ts';
import { purgePackage, removePackage, rollbackPackage, viewFolderOf } from '../owner/store/verbs/rollback.ts';
import { storeStatus } from '../owner/store/verbs/status.ts';
import { syncViews } from '../owner/store/verbs/sync.ts';
import { updatePackage } from '../owner/store/verbs/update.ts';
import type { AuthorVerbs } from './author-verbs.ts';
import type { SkillVerbs } from './workspace-types.ts';

type GetDesk = (forReading?: boolean) => Promise<Desk>;
interface Surroundings {
  readonly disk: FolderDisk;
  readonly home: string;
  readonly cwd: string;
}

export function skillVerbs(getDesk: GetDesk, { disk, cwd, home }: Surroundings): Omit<SkillVerbs, keyof AuthorVerbs> {
  const find = async (desk: Desk, ref: string): Promise<StoredPackage> =>
    findPackage(await listPackages(desk.store, placesOf(desk)), ref);
  return {
    async add(source, options) {
      const sources = typeof source === 'string' ? [pathSource(disk, pathOf(source, cwd, home))] : [source].flat();
      if (options?.as !== undefined && sources.length !== 1) {
        throw new SkillficheError('INVALID_ARGUMENT', `--as names one skill, and there are ${sources.length}.`);
      }
      return addPackages(await getDesk(), sources as readonly PackageSource[], options);
    },
    async update(ref, source, options) {
      const desk = await getDesk();
      return updatePackage(desk, await find(desk, ref), source, options);
    },
    async publish(ref, options) {
      const desk = await getDesk();
      const one = await findOrAdopt(desk, ref);
      return publishPackage(desk, one, viewFolderOf(desk, one), options);
    },
    async rollback(ref, options) {
      const desk = await getDesk();
      return rollbackPackage(desk, await find(desk, ref), options?.to, options);
    },
    async remove(ref, options) {
      const desk = await getDesk();
      const one = await find(desk, ref);
      // There is no folder to take away: what was only proposed is thrown away whole.
      const isProposal = findProposal(await listProposals(desk), one.id) !== undefined;
      return isProposal ? purgePackage(desk, one, options) : removePackage(desk, one, options);
    },
    async purge(ref, options) {
      const desk = await getDesk();
      return purgePackage(desk, await find(desk, ref), options);
    },
    async sync(options) {
      return syncViews(await getDesk(), options);
    },
    async init(name, options) {
      return initPackage(await getDesk(), name, options);
    },
    async propose(draft, options) {
      return proposePackage(await getDesk(), draft, options);
    },
    async history(ref) {
      const desk = await getDesk(true);
      return storeHistory(desk.store, await find(desk, ref));
    },
    async diff(ref, options = {}) {
      const desk = await getDesk(true);
      return storeDiff(desk.store, await find(desk, ref), options.from, options.to);
    },
    async enable(refs, options = {}) {
      const desk = await getDesk();
      const { taken, others } = await takeProposals(desk, refs, find, options.dryRun === true);
      const report = await turnSwitches(desk, await targetsOf(desk, others), true, options);
      return taken.length === 0 ? report : { ...report, changed: [...taken, ...report.changed] };
    },
    async disable(refs, options = {}) {
      const desk = await getDesk();
      return turnSwitches(desk, await targetsOf(desk, refs), false, options);
    },
    async status() {
      return storeStatus(await getDesk(true));
    },
  };
}

/** Proposals among what is to be switched on become active, by the gate and the checks of a rollback. */
async function takeProposals(
  desk: Desk,
  refs: readonly string[],
  find: (desk: Desk, ref: string) => Promise<StoredPackage>,
  dryRun: boolean,
): Promise<{ readonly taken: readonly string[]; readonly others: readonly string[] }> {
  const proposals = await listProposals(desk);
  const packages = proposals.length === 0 ? [] : await listPackages(desk.store, placesOf(desk));
  const taken: string[] = [];
  const others: string[] = [];
  for (const ref of refs) {
    // A name that is in use by now means what uses it; the proposal has its id.
    const isInUse = packages.some(({ slug, active }) => slug === ref && active !== undefined);
    const proposal = isInUse ? undefined : findProposal(proposals, ref);
    if (proposal === undefined) {
      others.push(ref);
      continue;
    }
    const { refused } = await rollbackPackage(desk, await find(desk, proposal.id), proposal.version, { dryRun });
    const [why] = refused.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error'));
    if (why !== undefined) {
      const message = `${proposal.id} was proposed and cannot be taken in: ${why.message}`;
      throw new SkillficheError('GATE_REFUSED', message, { reason: why.code });
    }
    taken.push(proposal.id);
  }
  return { taken, others };
}

function pathOf(given: string, cwd: string, home: string): string {
  const path = given === '~' || given.startsWith('~/') ? `${home}${given.slice(1)}` : given;
  return path.startsWith('/') || /^[A-Za-z]:/.test(path) ? path : `${cwd}/${path}`;
}

/** A package of the store, or a folder among the skills of a place that nobody has published yet. */
async function findOrAdopt(desk: Desk, ref: string): Promise<StoredPackage> {
  const packages = await listPackages(desk.store, placesOf(desk));
  for (const place of placesOf(desk)) {
    const slug = ref.startsWith(`${place.name}:`) ? ref.slice(place.name.length + 1) : ref;
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(slug)) continue;
    if (packages.some((one) => one.place.key === place.key && one.slug === slug)) break;
    const folder = `${skillsFolder(desk.store.disk, place)}/${slug}`;
    if (desk.store.disk.state(folder)?.kind !== 'folder') continue;
    requireSlug(slug);
    const kind = desk.store.disk.state(`${folder}/COLLECTION.json`)?.kind === 'file' ? 'collection' : 'skill';
    return { key: packageKey(place, slug), id: packageId(place, slug), place, slug, kind, revision: 0 };
  }
  return findPackage(packages, ref);
}

/** Ids and `<scope>:*` of what is to be switched: a package of the store by any of its names, else as it is given. */
async function targetsOf(desk: Desk, refs: readonly string[]): Promise<string[]> {
  const packages = await listPackages(desk.store, placesOf(desk));
  return refs.map((ref) => {
    if (ref.includes(':')) return ref;
    const found = packages.filter(
      (one) => one.slug === ref || canonicalName(one.active?.name ?? '') === canonicalName(ref),
    );
    const [first] = found;
    if (first !== undefined) return first.kind === 'collection' ? `${first.slug}:*` : first.id;
    // A collection's id: everything in it.
    return `${ref}:*`;
  });
}
