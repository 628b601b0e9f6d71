import { unifiedDiff } from '../../base/diff.ts';
import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { InventoryEntry, NetworkInventory } from '../../catalog/network/inventory.ts';
import { readInventoryBytes } from '../../catalog/network/inventory-file.ts';
import type { OwnedSkill, OwnedTree } from '../../catalog/view/owned.ts';
import type { Disk } from '../../io/disk/disk.ts';
import { replaceInventory, writeInventory } from './write.ts';

/** The inventory of a tree, read to be written. */
export interface OpenInventory {
  readonly path: string;
  readonly inventory: NetworkInventory;
  /**
   * Writes the next one whole, if the file still has the bytes that were read. Nothing is written on a dry run, and
   * where nothing changes.
   */
  write(next: NetworkInventory, dryRun: boolean): Promise<{ readonly diff: string; readonly written: boolean }>;
}

/** Throws BROKEN_FILE for an inventory that cannot be used: a review in it would get lost. */
export async function openInventory(
  disk: Disk,
  { tree }: { readonly tree: Pick<OwnedTree, 'inventory'> },
): Promise<OpenInventory> {
  const { path, diagnostics } = await tree.inventory();
  const broken = diagnostics.find(({ severity }) => severity === 'error');
  if (broken !== undefined)
    throw new SkillficheError('BROKEN_FILE', `Not reviewed: ${broken.message}`, { paths: [path] });
  const bytes = readInventoryBytes(disk, path);
  const text = bytes?.toString('utf8') ?? '';
  const inventory: NetworkInventory =
    bytes === undefined ? { schema_version: 1 } : JSON.parse(text.replace(/^\uFEFF/, ''));
  return {
    path,
    inventory,
    async write(next, dryRun) {
      const same = JSON.stringify(inventory) === JSON.stringify(next);
      const written = !same && !dryRun;
      const newText = same ? text : `${JSON.stringify(next, undefined, indentOf(text))}\n`;
      if (written && bytes === undefined) await writeInventory(path, newText);
      else if (written && bytes !== undefined) await replaceInventory(path, bytes, newText);
      return { diff: unifiedDiff(path, text, newText), written };
    },
  };
}

function own<T>(of: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return of !== undefined && Object.hasOwn(of, key) ? of[key] : undefined;
}

type At = Pick<OwnedSkill, 'id' | 'path' | 'collection'>;

export function entryIn(inventory: NetworkInventory, { collection, path }: At): InventoryEntry | undefined {
  return collection === undefined
    ? own(inventory.skills, path)
    : own(own(inventory.collections, collection)?.members, path);
}

/**
 * The inventory with the entry in its place. The network mode of an entry has effect only in a collection that is declared
 * reviewed, so a review of the network declares it; requirements hold by their digest alone.
 */
export function withEntry(
  old: NetworkInventory,
  skill: At,
  entry: InventoryEntry,
  isNetwork: boolean,
): NetworkInventory {
  const { collection, path } = skill;
  const schema_version = entry.requirements === undefined ? old.schema_version : 2;
  if (collection === undefined) return { ...old, schema_version, skills: { ...old.skills, [path]: entry } };
  const listed = own(old.collections, collection);
  const others = Object.entries(listed?.members ?? {}).filter(
    ([other, { mode }]) => other !== path && mode !== 'unknown',
  );
  if (isNetwork && listed?.declaration === 'legacy' && others.length > 0) {
    const [first] = others.map(([other]) => other);
    throw changedMember(
      skill,
      `${collection} is declared legacy, and entries of others, such as ${quoteValue(first)}, would come into force unseen: ` +
        'set its "declaration" to "reviewed" once they are, or their modes to "unknown"',
    );
  }
  const declaration = isNetwork ? ('reviewed' as const) : (listed?.declaration ?? ('legacy' as const));
  const members = { ...listed?.members, [path]: entry };
  return {
    ...old,
    schema_version,
    collections: { ...old.collections, [collection]: { ...listed, declaration, members } },
  };
}

/** The inventory with the requirements of many members of one collection. */
export function withMembers(
  old: NetworkInventory,
  collection: string,
  entries: readonly (readonly [path: string, entry: InventoryEntry])[],
): NetworkInventory {
  const listed = own(old.collections, collection);
  const members = { ...listed?.members, ...Object.fromEntries(entries) };
  const whole = { ...listed, declaration: listed?.declaration ?? ('legacy' as const), members };
  return { ...old, schema_version: 2, collections: { ...old.collections, [collection]: whole } };
}

export function changedMember({ id }: Pick<At, 'id'>, why: string): SkillficheError {
  return new SkillficheError('EDIT_REFUSED', `Not reviewed: ${id}: ${why}.`, { reason: 'no-effect' });
}

/** The file's own indentation, two blanks for a new one. */
function indentOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
}
