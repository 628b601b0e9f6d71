import { diagnostic } from '../../../base/diagnostic.ts';
import { quoteValue } from '../../../base/text.ts';
import type { Diagnostic } from '../../../base/types.ts';
import { admit } from '../accept.ts';
import { activate } from '../activate.ts';
import { checkCollisions } from '../collisions.ts';
import { type Desk, placeFor } from '../desk.ts';
import { type FullTree, treeOf } from '../folder.ts';
import type { Gated } from '../gate.ts';
import { listPackages, nextNumber, type StoredPackage } from '../packages.ts';
import { asideOf, missingAbove, type Place, packageId, packageKey, requireSlug, skillsFolder } from '../place.ts';
import { newNonce, type Plan } from '../plan.ts';
import { turnSwitches } from '../switches.ts';
import type { AddedPackage, AddReport, CameBy, PackageSource, PlaceName, RefusedPackage } from '../types.ts';

export interface AddOptions {
  readonly place?: PlaceName;
  /** Another folder of skills than `.agents/skills` of the place. */
  readonly into?: string;
  /** Name of the folder, where the source's own is taken or wrong. Only with one source. */
  readonly as?: string;
  readonly note?: string;
  readonly cameBy?: CameBy;
  /** `own`: written by us or a library, so every rule of the format refuses. Default `foreign`. */
  readonly origin?: 'own' | 'foreign';
  /** False: arrives switched off, until its owner turns it on. Default true. */
  readonly enabled?: boolean;
  /** Rules of the gate whose findings are taken as warnings; written into the log and the lock. */
  readonly accept?: readonly string[];
  readonly dryRun?: boolean;
  /** Called before each package with those done so far; what it throws ends the work there, and what is done stays. */
  readonly onProgress?: (done: number, total: number) => void | Promise<void>;
}

/** Takes packages in: each by itself, so that a bad one keeps no other out. */
export async function addPackages(
  desk: Desk,
  sources: readonly PackageSource[],
  options: AddOptions = {},
): Promise<AddReport> {
  const place = placeFor(desk, options.place);
  const folder = skillsFolder(desk.store.disk, place, options.into);
  const added: AddedPackage[] = [];
  const refused: RefusedPackage[] = [];
  for (const source of sources) {
    await options.onProgress?.(added.length + refused.length, sources.length);
    const slug = requireSlug(options.as ?? source.slug);
    const outcome = await addOne(desk, source, slug, place, `${folder}/${slug}`, options);
    if ('findings' in outcome && !('id' in outcome)) refused.push(outcome);
    else added.push(outcome);
  }
  return { added, refused, dry_run: options.dryRun === true };
}

async function addOne(
  desk: Desk,
  source: PackageSource,
  slug: string,
  place: Place,
  folder: string,
  options: AddOptions,
): Promise<AddedPackage | RefusedPackage> {
  const { store } = desk;
  const files = await source.files();
  const gated = await admit(desk, source.kind, slug, files, options);
  const known = (await listPackages(store, [place])).find((one) => one.slug === slug);
  const findings = [
    ...gated.findings,
    ...checkCollisions(await desk.bundled(), gated.name, slug),
    ...takenFindings(desk, known, packageId(place, slug), folder),
  ];
  if (findings.some(({ severity }) => severity === 'error')) return { path: source.source.path ?? slug, findings };
  const content = treeOf(source.kind, gated.files);
  const number = await nextNumber(store, packageKey(place, slug));
  const id = packageId(place, slug);
  await store.onStep('read');
  if (options.dryRun !== true) {
    // Before the folder is there: what is to arrive switched off is never seen switched on.
    if (options.enabled === false) await turnSwitches(desk, [id], false, {});
    const plan = planOf(desk, { source, slug, place, folder, number, content, revision: known?.revision ?? 0 });
    await activate(store, {
      plan,
      versions: [versionOf(number, content, gated, source, options)],
      view: content,
      accepted: gated.accepted,
    });
  }
  return { id, slug, version: number, digest: content.digest, folder, findings: gated.findings };
}

function takenFindings(desk: Desk, known: StoredPackage | undefined, id: string, folder: string): Diagnostic[] {
  if (known?.active !== undefined) {
    const message = `${id} is there already, at version ${known.active.number}.`;
    const hint = `Use \`skillfiche update ${id}\`, or take this one in under another name with --as NAME.`;
    return [diagnostic('store/taken', folder, message, { hint })];
  }
  if (desk.store.disk.state(folder) === undefined) return [];
  const message = `${quoteValue(folder)} is there already, and the store did not write it.`;
  const hint = `\`skillfiche publish ${id}\` puts it under the store as it is; or take this one in with --as NAME.`;
  return [diagnostic('store/taken', folder, message, { hint })];
}

interface Placed {
  readonly source: Pick<PackageSource, 'kind'>;
  readonly slug: string;
  readonly place: Place;
  readonly folder: string;
  readonly number: number;
  readonly content: FullTree;
  readonly revision: number;
}

function planOf(desk: Desk, { source, slug, place, folder, number, content, revision }: Placed): Plan {
  const nonce = newNonce();
  return {
    nonce,
    verb: 'add',
    package: packageKey(place, slug),
    place: place.key,
    slug,
    kind: source.kind,
    folder,
    aside: asideOf(folder, nonce),
    made: missingAbove(desk.store.disk, folder),
    revision,
    to: number,
    digest: content.digest,
    tree: content.tree,
    mark: desk.mark,
  };
}

function versionOf(
  number: number,
  content: FullTree,
  { name, members }: Gated,
  { source }: PackageSource,
  { cameBy = 'install', note }: AddOptions,
) {
  return { number, content, name, members, came_by: cameBy, source, ...(note === undefined ? {} : { note }) };
}
