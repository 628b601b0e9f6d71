import type { SkillTable } from '../table/table.ts';

/**
 * Whether two of the tables reach into one place: their roots and what the links in them lead to, one below or equal to
 * another's. Cost: a sort of these few, so that whoever has roots apart pays nothing more.
 */
export function shareFolders(tables: readonly SkillTable[]): boolean {
  if (tables.length < 2) return false;
  const places: { readonly path: string; readonly table: SkillTable }[] = [];
  for (const table of tables) {
    if (table.skills + table.header.diagnostics === 0 || table.header.missing !== undefined) continue;
    places.push({ path: `${table.header.real_path.replace(/\/$/, '')}/`, table });
    for (const [, real] of table.header.links ?? []) places.push({ path: `${real}/`, table });
  }
  places.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  // What lies below a place follows it, so the open ones are those above the one looked at.
  const open: typeof places = [];
  for (const place of places) {
    while (open.length > 0 && !place.path.startsWith(open.at(-1)?.path ?? '')) open.pop();
    if (open.some(({ table }) => table !== place.table)) return true;
    open.push(place);
  }
  return false;
}
