import { openCatalog } from '../../src/app/open-catalog.ts';
import type { Catalog } from '../../src/app/types.ts';
import type { Root } from '../../src/base/types.ts';
import type { OpenOptions } from '../../src/catalog/internals.ts';
import { buildCatalog, type CatalogData } from '../../src/catalog/rows/build.ts';
import type { FolderEntry } from '../../src/io/disk/disk.ts';
import { scanRoot } from '../../src/tree/scan/scan.ts';
import { type MemoryDisk, type MemoryEntry, memoryDisk } from './memory-disk.ts';
import { skillText } from './tree.ts';

/** Entries of one root, relative to it. */
export type RootTree = Readonly<Record<string, MemoryEntry>>;

export interface PlantedRoot extends Partial<Root> {
  readonly tree: RootTree;
}

/** A marker that fits. */
export function markerText(id: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ schema_version: 1, id, prompt_line: `${id}: {count} recipes.`, ...more });
}

/** Skills in folders of their own, by path below the root: `{'a/deploy': 'deploy'}` names the skill in a/deploy. */
export function skills(names: Readonly<Record<string, string>>): RootTree {
  return Object.fromEntries(Object.entries(names).map(([path, name]) => [`${path}/SKILL.md`, skillText(name)]));
}

/** Roots on a disk in memory: the first is `/r0`. Ids default to the kind, kinds to `project`. */
export function plantRoots(
  roots: readonly PlantedRoot[],
  shuffle?: (entries: FolderEntry[]) => FolderEntry[],
): { readonly disk: MemoryDisk; readonly roots: readonly Root[] } {
  const placed = roots.map(({ tree, ...root }, at) => {
    const kind = root.kind ?? 'project';
    return {
      tree,
      root: { id: root.id ?? kind, kind, path: `/r${at}`, ...(root.rank === undefined ? {} : { rank: root.rank }) },
    };
  });
  const entries = placed.flatMap(({ tree, root }) => [
    [root.path, null] as const,
    ...Object.entries(tree).map(([path, entry]) => [`${root.path}/${path}`, entry] as const),
  ]);
  return { disk: memoryDisk(Object.fromEntries(entries), shuffle), roots: placed.map(({ root }) => root) };
}

/** Scans roots on a disk in memory and joins them. */
export async function plantCatalog(
  planted: readonly PlantedRoot[],
  shuffle?: (entries: FolderEntry[]) => FolderEntry[],
): Promise<CatalogData> {
  const { disk, roots } = plantRoots(planted, shuffle);
  const tables = [];
  for (const root of roots) tables.push((await scanRoot(root, { disk })).table);
  return buildCatalog(roots, tables);
}

/** The same, opened as a caller of the library opens it. */
export async function openPlanted(
  planted: readonly PlantedRoot[],
  options: Partial<OpenOptions> = {},
): Promise<Catalog> {
  return openCatalog({ ...plantRoots(planted), cache: false, sliceMs: 0, ...options });
}
