import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import { contextOf } from '../../catalog/internals.ts';
import type { InventoryEntry } from '../../catalog/network/inventory.ts';
import { forgetPosture } from '../../catalog/readiness/posture.ts';
import { requirementsOf } from '../../catalog/readiness/requirements.ts';
import type { ReadableCatalog } from '../../catalog/types.ts';
import { collectionOf } from '../../catalog/view/owned.ts';
import { entryIn, openInventory, withMembers } from './entries.ts';

export interface InventoryAcceptOptions {
  /** The collection's id once more: nobody accepts what a whole tree shows by a slip. */
  readonly confirm: string;
  /** Says what would change and writes nothing. Default false. */
  readonly dryRun?: boolean;
}

/** What became of the members of a collection when the evidence of all of them was accepted. */
export interface InventoryAccept {
  readonly collection: string;
  /** The inventory. */
  readonly path: string;
  readonly written: boolean;
  /** Members whose requirements are now what their text shows, `reviewed_by: "evidence"`. */
  readonly accepted: readonly { readonly id: string; readonly requirements: readonly string[] }[];
  /** A person has reviewed these bytes: that stays. */
  readonly kept: readonly string[];
  /** Their text shows nothing that is needed. That is no evidence that nothing is, so they stay unknown. */
  readonly without_evidence: readonly string[];
  readonly refused: readonly { readonly id: string; readonly reason: string }[];
}

/**
 * Takes what the members of a collection show that they need for reviewed, unread, and writes down that it was. Throws
 * INVALID_ARGUMENT where `confirm` is not the collection's id, COLLECTION_NOT_FOUND, BROKEN_FILE.
 */
export async function acceptEvidence(
  catalog: ReadableCatalog,
  collection: string,
  options: InventoryAcceptOptions,
): Promise<InventoryAccept> {
  const tree = collectionOf(catalog, collection);
  if (options.confirm !== tree.id) {
    const message = `To accept what all of ${tree.id} shows, give its id once more: ${quoteValue(options.confirm)} is not it.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  const evidence = await catalog.view({ audience: 'owner' }).readinessEvidence(undefined, { collection });
  const proposed = new Map(evidence.map((one) => [one.id, requirementsOf(one)]));
  const file = await openInventory(contextOf(catalog).disk, { tree });
  const report = {
    accepted: [] as { id: string; requirements: readonly string[] }[],
    kept: [] as string[],
    without_evidence: [] as string[],
    refused: [] as { id: string; reason: string }[],
  };
  const entries: [string, InventoryEntry][] = [];
  for (const { skill, digest } of tree.digests()) {
    const requirements = proposed.get(skill.id) ?? [];
    const before = entryIn(file.inventory, skill);
    const isSame = before?.digest === digest;
    if (digest === undefined)
      report.refused.push({ id: skill.id, reason: 'it has no digest: a link, or a file that cannot be read' });
    else if (isSame && before?.requirements !== undefined && before.reviewed_by === undefined)
      report.kept.push(skill.id);
    else if (requirements.length === 0) report.without_evidence.push(skill.id);
    else {
      report.accepted.push({ id: skill.id, requirements });
      entries.push([skill.path, acceptedEntry(isSame ? before : undefined, digest, requirements)]);
    }
  }
  const { written } = await file.write(
    entries.length === 0 ? file.inventory : withMembers(file.inventory, tree.id, entries),
    options.dryRun === true,
  );
  if (written) forgetPosture(contextOf(catalog));
  return { collection: tree.id, path: file.path, written, ...report };
}

/** A mode that was reviewed with other bytes does not come along. */
function acceptedEntry(
  still: InventoryEntry | undefined,
  digest: string,
  requirements: readonly string[],
): InventoryEntry {
  const { mode = 'unknown', domains = [], note } = still ?? {};
  return { mode, domains, digest, ...(note === undefined ? {} : { note }), requirements, reviewed_by: 'evidence' };
}
