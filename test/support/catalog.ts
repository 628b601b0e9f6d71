import type { Root } from '../../src/base/types.ts';
import { buildCatalog, type CatalogData } from '../../src/catalog/build.ts';
import type { FolderEntry } from '../../src/scan/disk.ts';
import { scanRoot } from '../../src/scan/scan.ts';
import { type MemoryEntry, memoryDisk } from './memory-disk.ts';
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

/** Scans roots on a disk in memory and joins them. Ids default to the kind, kinds to `project`. */
export async function plantCatalog(
  roots: readonly PlantedRoot[],
  shuffle?: (entries: FolderEntry[]) => FolderEntry[],
): Promise<CatalogData> {
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
  const disk = memoryDisk(Object.fromEntries(entries), shuffle);
  const tables = [];
  for (const { root } of placed) tables.push((await scanRoot(root, { disk })).table);
  return buildCatalog(
    placed.map(({ root }) => root),
    tables,
  );
}
