import { SkillficheError } from '../../base/errors.ts';
import { INVENTORY_FILE } from '../../base/file-names.ts';
import { cutTo, quoteValue, toOneLine } from '../../base/text.ts';
import type { LockSource } from '../../format/lock/lock.ts';
import { type CatalogContext, contextOf } from '../internals.ts';
import { loadInventories } from '../network/inventories.ts';
import type { NetworkAnswer } from '../network/inventory.ts';
import type { InventoryOnDisk } from '../network/inventory-file.ts';
import { proverOf } from '../network/proof.ts';
import { loadPosture } from '../readiness/posture.ts';
import { type CatalogScope, folderOf } from '../rows/build.ts';
import { filesAboutTree } from '../rows/own-files.ts';
import { rowOfId, rowsIn, type SkillAt, scopeOfRow, skillAt } from '../rows/rows.ts';
import type { ReadableCatalog } from '../types.ts';

// What an owner's verbs know of a catalog: trees and skills by their names. Row numbers end here.

export type { SkillAt } from '../rows/rows.ts';

/** A tree that an owner keeps: a collection, or the ordinary skills of a root. */
export interface OwnedTree {
  readonly id: string;
  readonly kind: 'root' | 'collection';
  /** Absolute folders: of its skills, of its marker (else the same), and of the root it lies in. */
  readonly folder: string;
  readonly markerFolder: string;
  readonly rootFolder: string;
  /** Number of its skills. */
  readonly count: number;
  /** Where the marker says that it was copied from. */
  readonly source: LockSource | undefined;
  /** Names at the top of `folder` that are about the tree, not of it. */
  readonly except: ReadonlySet<string>;
  /** The network inventory that speaks of it, read when asked. */
  inventory(): Promise<InventoryOnDisk>;
  /** In order of path. */
  skills(): SkillAt[];
  /** How each of them uses the network, in the same order. `isStale`: its requirements were reviewed with other bytes. */
  network(): Promise<{ readonly skill: SkillAt; readonly answer: NetworkAnswer; readonly isStale: boolean }[]>;
  /** The digest of each one's files as they are now; `undefined` where it has none. */
  digests(): { readonly skill: SkillAt; readonly digest: string | undefined }[];
}

/** One skill of a tree, with what an owner may ask about it. */
export interface OwnedSkill extends SkillAt {
  readonly tree: OwnedTree;
  network(): Promise<NetworkAnswer>;
  digest(): string | undefined;
}

/** Every tree of the catalog, in order of id. */
export function allTrees(catalog: ReadableCatalog): OwnedTree[] {
  const context = contextOf(catalog);
  return context.data.scopes.map((scope) => ownedTree(context, scope));
}

/** Every collection, in order of id. For the owner of the trees, not for a view. */
export function allCollections(catalog: ReadableCatalog): OwnedTree[] {
  return allTrees(catalog).filter(({ kind }) => kind === 'collection');
}

/** The collections with these ids; every one where the list is empty. Throws INVALID_ARGUMENT, COLLECTION_NOT_FOUND. */
export function collectionsOf(catalog: ReadableCatalog, ids: readonly string[]): OwnedTree[] {
  if (!Array.isArray(ids)) {
    throw new SkillficheError('INVALID_ARGUMENT', `collections must be a list of ids, not ${quoteValue(ids)}.`);
  }
  return ids.length === 0 ? allCollections(catalog) : ids.map((id) => collectionOf(catalog, id));
}

/** The collection with this id. Throws COLLECTION_NOT_FOUND. */
export function collectionOf(catalog: ReadableCatalog, id: string): OwnedTree {
  const collections = allCollections(catalog);
  const collection = collections.find((one) => one.id === id);
  if (collection !== undefined) return collection;
  const suggestions = collections.slice(0, 3).map((one) => one.id);
  const others =
    suggestions.length === 0
      ? 'There is no collection.'
      : `There is ${suggestions.join(', ')}${collections.length > 3 ? ' ...' : ''}.`;
  const shown = cutTo(toOneLine(String(id)), 80);
  throw new SkillficheError('COLLECTION_NOT_FOUND', `No collection has the id "${shown}". ${others}`, { suggestions });
}

/** The skill with this id, which an entry of a view has. Throws SKILL_NOT_FOUND. */
export function skillOf(catalog: ReadableCatalog, id: string): OwnedSkill {
  const context = contextOf(catalog);
  const row = rowOfId(context.data, id);
  if (row === undefined) throw new SkillficheError('SKILL_NOT_FOUND', `No skill has the id ${quoteValue(id)}.`);
  const scope = scopeOfRow(context.data, row);
  return {
    ...skillAt(scope, row),
    tree: ownedTree(context, scope),
    network: async () => (await loadPosture(context)).networkAnswer(row),
    digest: () => proverOf(context)(row),
  };
}

function ownedTree(context: CatalogContext, scope: CatalogScope): OwnedTree {
  const { root, table, index, collection } = scope;
  const record = table.header.scopes[index];
  const folder = record?.folder ?? '.';
  const source = collection?.source;
  return {
    id: scope.id,
    kind: collection === undefined ? 'root' : 'collection',
    folder: folderOf(root, folder),
    markerFolder: folderOf(root, record?.marker_folder ?? folder),
    rootFolder: root.path,
    count: scope.count,
    source:
      source === undefined
        ? undefined
        : { url: source.url, ...(source.commit === undefined ? {} : { commit: source.commit }) },
    except: filesAboutTree(scope),
    inventory: async () =>
      (await loadInventories(context)).get(table) ?? { path: folderOf(root, INVENTORY_FILE), diagnostics: [] },
    skills: () => rowsIn(scope).map((row) => skillAt(scope, row)),
    async network() {
      const posture = await loadPosture(context);
      return rowsIn(scope).map((row) => ({
        skill: skillAt(scope, row),
        answer: posture.networkAnswer(row),
        isStale: posture.isReviewStale(row),
      }));
    },
    digests() {
      const prove = proverOf(context);
      return rowsIn(scope).map((row) => ({ skill: skillAt(scope, row), digest: prove(row) }));
    },
  };
}
