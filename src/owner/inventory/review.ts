import { unifiedDiff } from '../../base/diff.ts';
import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { NetworkMode } from '../../base/types.ts';
import { contextOf } from '../../catalog/internals.ts';
import { networkStatement } from '../../catalog/network/capability.ts';
import type { InventoryEntry, NetworkInventory } from '../../catalog/network/inventory.ts';
import { readInventoryBytes, replaceInventory, writeInventory } from '../../catalog/network/inventory-file.ts';
import { forgetPosture } from '../../catalog/readiness/posture.ts';
import type { ReadableCatalog, SkillEntry } from '../../catalog/types.ts';
import { type OwnedSkill, skillOf } from '../../catalog/view/owned.ts';
import { readEvidence, type SkillEvidence } from './evidence.ts';

/** What a person found out about one skill. */
export interface InventoryReviewOptions {
  /** `unknown` takes an earlier review back. */
  readonly mode: NetworkMode;
  /** Host names it asks, such as `api.example.org` or `*.example.org`. Default: none named. */
  readonly domains?: readonly string[];
  readonly note?: string;
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
  /** What speaks for and against it. */
  readonly evidence: Pick<SkillEvidence, 'files' | 'unread'>;
}

/** Writes the entry of one skill into the inventory of its root, and makes the inventory where there is none. */
export async function reviewSkill(
  catalog: ReadableCatalog,
  ref: string,
  options: InventoryReviewOptions,
): Promise<InventoryReview> {
  const entry = await catalog.view().resolve(ref);
  const context = contextOf(catalog);
  const skill = skillOf(catalog, entry.id);
  const written = readReview(options, skill.digest(), entry);
  if ((await skill.network()).reason === 'frontmatter') {
    throw refused(entry, 'its own frontmatter says how it uses the network, and that comes first: edit it there');
  }
  const { path, diagnostics } = skill.tree.inventory();
  const broken = diagnostics.find(({ severity }) => severity === 'error');
  if (broken !== undefined)
    throw new SkillficheError('BROKEN_FILE', `Not reviewed: ${broken.message}`, { paths: [path] });
  const bytes = readInventoryBytes(context.disk, path);
  const text = bytes?.toString('utf8') ?? '';
  const old: NetworkInventory = bytes === undefined ? { schema_version: 1 } : JSON.parse(text.replace(/^\uFEFF/, ''));
  const { inventory, before } = withEntry(old, skill, written);
  const same = JSON.stringify(before) === JSON.stringify(written) && JSON.stringify(old) === JSON.stringify(inventory);
  const next = same ? text : `${JSON.stringify(inventory, undefined, indentationOf(text))}\n`;
  const isWriting = !same && options.dryRun !== true;
  if (isWriting && bytes === undefined) await writeInventory(path, next);
  else if (isWriting && bytes !== undefined) await replaceInventory(path, bytes, next);
  if (isWriting) forgetPosture(context);
  return {
    id: entry.id,
    path,
    diff: unifiedDiff(path, text, next),
    written: isWriting,
    entry: written,
    ...(before === undefined ? {} : { before }),
    evidence: readEvidence(catalog, entry),
  };
}

/** An entry that the reader of inventories takes as it is meant. */
function readReview(options: InventoryReviewOptions, digest: string | undefined, { id }: SkillEntry): InventoryEntry {
  const { mode, domains = [], note } = options;
  if (!Array.isArray(domains)) {
    throw new SkillficheError('INVALID_ARGUMENT', `domains must be a list of host names, not ${quoteValue(domains)}.`);
  }
  const { problem } = networkStatement(mode, domains);
  if (problem !== undefined) throw new SkillficheError('INVALID_ARGUMENT', `This is no review: ${problem}.`);
  if (digest === undefined) {
    const message = `${id} has no digest a review could be bound to: a link or a file that cannot be read is among its files.`;
    throw new SkillficheError('EDIT_REFUSED', `Not reviewed: ${message}`, { reason: 'no-digest' });
  }
  return { mode, domains: [...domains], digest, ...(note === undefined ? {} : { note }) };
}

/** The inventory with the entry in its place. An entry has effect only in a collection that is declared reviewed. */
function withEntry(
  old: NetworkInventory,
  skill: OwnedSkill,
  written: InventoryEntry,
): { readonly inventory: NetworkInventory; readonly before: InventoryEntry | undefined } {
  const own = <T>(of: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
    of !== undefined && Object.hasOwn(of, key) ? of[key] : undefined;
  const { collection } = skill;
  if (collection === undefined) {
    const before = own(old.skills, skill.path);
    return { inventory: { ...old, skills: { ...old.skills, [skill.path]: written } }, before };
  }
  const listed = own(old.collections, collection);
  const others = Object.entries(listed?.members ?? {}).filter(
    ([path, { mode }]) => path !== skill.path && mode !== 'unknown',
  );
  if (listed?.declaration === 'legacy' && others.length > 0) {
    const [first] = others.map(([path]) => path);
    throw refused(
      skill,
      `${collection} is declared legacy, and entries of others, such as ${quoteValue(first)}, would come into force unseen: ` +
        'set its "declaration" to "reviewed" once they are, or their modes to "unknown"',
    );
  }
  const reviewed = {
    ...listed,
    declaration: 'reviewed' as const,
    members: { ...listed?.members, [skill.path]: written },
  };
  return {
    inventory: { ...old, collections: { ...old.collections, [collection]: reviewed } },
    before: own(listed?.members, skill.path),
  };
}

function refused({ id }: Pick<SkillEntry, 'id'>, why: string): SkillficheError {
  return new SkillficheError('EDIT_REFUSED', `Not reviewed: ${id}: ${why}.`, { reason: 'no-effect' });
}

/** The file's own indentation, two blanks for a new one. */
function indentationOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
}
