import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { NetworkMode } from '../../base/types.ts';
import { contextOf } from '../../catalog/internals.ts';
import { networkStatement } from '../../catalog/network/capability.ts';
import type { InventoryEntry } from '../../catalog/network/inventory.ts';
import type { NeedList, SkillNeeds } from '../../catalog/readiness/evidence/needs.ts';
import { forgetPosture } from '../../catalog/readiness/posture.ts';
import { parseReviewed, requirementsOf } from '../../catalog/readiness/requirements.ts';
import type { ReadableCatalog, SkillEntry } from '../../catalog/types.ts';
import { skillOf } from '../../catalog/view/owned.ts';
import { changedMember, entryIn, openInventory, withEntry } from './entries.ts';
import { readEvidence, type SkillEvidence } from './evidence.ts';

/** What a person found out about one skill. With neither `mode` nor `requirements` nothing is written: it is a proposal. */
export interface InventoryReviewOptions {
  /** How it uses the network; `unknown` takes an earlier review back. Default: what was reviewed of these bytes stays. */
  readonly mode?: NetworkMode;
  /** Host names it asks, such as `api.example.org` or `*.example.org`. Default: none named. */
  readonly domains?: readonly string[];
  readonly note?: string;
  /**
   * What it needs, such as `bin:samtools` or `python:pysam>=0.22`; an empty list: nothing. `evidence`: what its text
   * shows, as `proposed` lists it. `null` takes an earlier review back. Default: what was reviewed of these bytes stays.
   */
  readonly requirements?: readonly string[] | 'evidence' | null;
  /** Says what would change and writes nothing. Default false. */
  readonly dryRun?: boolean;
}

export interface InventoryReview {
  readonly id: string;
  /** The inventory, and what changes in it: empty when it says so already. */
  readonly path: string;
  readonly diff: string;
  readonly written: boolean;
  /** What is written down, and what stood there before. `digest` is that of the skill's files as they are now. */
  readonly entry: InventoryEntry;
  readonly before?: InventoryEntry;
  /** What speaks for and against its network mode. */
  readonly evidence: Pick<SkillEvidence, 'files' | 'unread'>;
  /** What its commands and code show that it needs, and that as requirements. */
  readonly needs: SkillNeeds;
  readonly proposed: readonly string[];
}

/** Writes the entry of one skill into the inventory of its root, and makes the inventory where there is none. */
export async function reviewSkill(
  catalog: ReadableCatalog,
  ref: string,
  options: InventoryReviewOptions,
): Promise<InventoryReview> {
  const view = catalog.view({ audience: 'owner' });
  const entry = await view.resolve(ref);
  const skill = skillOf(catalog, entry.id);
  if (options.mode !== undefined && (await skill.network()).reason === 'frontmatter') {
    throw changedMember(entry, 'its own frontmatter says how it uses the network, and that comes first: edit it there');
  }
  const [found] = await view.readinessEvidence([entry.id]);
  const { needs, optional } = found ?? { needs: NO_NEEDS, optional: NO_NEEDS };
  const proposed = requirementsOf({ needs });
  const file = await openInventory(contextOf(catalog).disk, skill);
  const before = entryIn(file.inventory, skill);
  const isProposal = options.mode === undefined && options.requirements === undefined;
  if (isProposal && (options.domains !== undefined || options.note !== undefined)) {
    throw new SkillficheError(
      'INVALID_ARGUMENT',
      'domains and a note belong to a review: give a mode or requirements.',
    );
  }
  const reviewed = isProposal
    ? (before ?? { mode: 'unknown' as const })
    : readReview(options, proposed, skill.digest(), before, entry);
  const next = isProposal ? file.inventory : withEntry(file.inventory, skill, reviewed, options.mode !== undefined);
  const { diff, written } = await file.write(next, options.dryRun === true);
  if (written) forgetPosture(contextOf(catalog));
  return {
    id: entry.id,
    path: file.path,
    diff,
    written,
    entry: reviewed,
    ...(before === undefined ? {} : { before }),
    evidence: readEvidence(catalog, entry),
    needs: { needs, optional },
    proposed,
  };
}

const NO_NEEDS: NeedList = { programs: [], python: [], r: [], node: [], env: [] };

/** An entry that the reader of inventories takes as it is meant. What was reviewed of other bytes is not carried over. */
function readReview(
  options: InventoryReviewOptions,
  proposed: readonly string[],
  digest: string | undefined,
  before: InventoryEntry | undefined,
  { id }: SkillEntry,
): InventoryEntry {
  if (digest === undefined) {
    const message = `${id} has no digest a review could be bound to: a link or a file that cannot be read is among its files.`;
    throw new SkillficheError('EDIT_REFUSED', `Not reviewed: ${message}`, { reason: 'no-digest' });
  }
  const still = before?.digest === digest || before?.digest === undefined ? before : undefined;
  const requirements = readRequirements(options.requirements, proposed);
  const isAccepted = requirements === undefined && options.requirements !== null && still?.reviewed_by === 'evidence';
  const kept = options.requirements === undefined ? still?.requirements : undefined;
  return {
    ...networkOf(options, still),
    digest,
    ...noteOf(options, still),
    ...((requirements ?? kept) === undefined ? {} : { requirements: requirements ?? kept ?? [] }),
    ...(isAccepted && kept !== undefined ? { reviewed_by: 'evidence' as const } : {}),
  };
}

function networkOf(
  { mode, domains }: InventoryReviewOptions,
  still: InventoryEntry | undefined,
): Pick<InventoryEntry, 'mode'> & { readonly domains: readonly string[] } {
  if (domains !== undefined && !Array.isArray(domains)) {
    throw new SkillficheError('INVALID_ARGUMENT', `domains must be a list of host names, not ${quoteValue(domains)}.`);
  }
  if (mode === undefined) {
    if (domains !== undefined) {
      throw new SkillficheError('INVALID_ARGUMENT', 'domains say which hosts a mode means: give the mode too.');
    }
    return { mode: still?.mode ?? 'unknown', domains: still?.domains ?? [] };
  }
  const { problem } = networkStatement(mode, domains ?? []);
  if (problem !== undefined) throw new SkillficheError('INVALID_ARGUMENT', `This is no review: ${problem}.`);
  return { mode, domains: [...(domains ?? [])] };
}

function noteOf({ mode, note }: InventoryReviewOptions, still: InventoryEntry | undefined): { readonly note?: string } {
  const said = note ?? (mode === undefined ? still?.note : undefined);
  return said === undefined ? {} : { note: said };
}

/** Requirements in our own spelling: what nobody could check is no review. */
function readRequirements(
  given: InventoryReviewOptions['requirements'],
  proposed: readonly string[],
): readonly string[] | undefined {
  if (given === undefined || given === null) return undefined;
  if (given === 'evidence') return proposed;
  if (!Array.isArray(given) || given.some((one) => typeof one !== 'string')) {
    const message = `requirements must be a list such as ["bin:jq"], "evidence" or null, not ${quoteValue(given)}.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  for (const text of given) {
    const read = parseReviewed([text]);
    if (read.length > 0 && read.every((one) => one.kind !== 'unverifiable')) continue;
    const message = `${quoteValue(text)} is no requirement that can be checked: write bin:NAME, any-bin:A|B, python:NAME, r:NAME, node:NAME, env:NAME, os:NAME, file:PATH or gpu.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  return [...new Set(given)];
}
