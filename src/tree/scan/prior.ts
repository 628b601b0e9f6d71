import type { Stamp } from '../../io/disk/disk.ts';
import type { SkillTable } from '../table/table.ts';
import type { TableDiagnostic } from '../table/types.ts';
import type { TableCheck } from './check.ts';
import { type Listing, unpackListing } from './listing.ts';
import type { FoundSkill } from './walk-types.ts';

/** What an earlier table still vouches for. */
export interface Prior {
  readonly table: SkillTable;
  folder(path: string): { readonly listing: Listing; readonly stamp: Stamp } | undefined;
  skill(found: FoundSkill): { readonly row: number; readonly diagnostics: readonly TableDiagnostic[] } | undefined;
}

/** The part of `table` that a check of its stamps vouches for. */
export function priorOf(table: SkillTable, check: TableCheck): Prior {
  const folders = new Map<string, number>();
  for (let watch = 0; watch < table.watches; watch++) {
    if (table.watchKind[watch] === 0 && !check.watches.has(watch)) folders.set(table.watchPath(watch), watch);
  }
  const skills = new Map<string, number>();
  for (let row = 0; row < table.skills; row++) if (!check.skills.has(row)) skills.set(table.folder(row), row);
  let byRow: Map<number, TableDiagnostic[]> | undefined;
  const diagnosticsOf = (row: number): readonly TableDiagnostic[] => {
    if (byRow === undefined) {
      byRow = new Map();
      for (const one of table.diagnostics()) {
        if (one.skill === undefined) continue;
        const list = byRow.get(one.skill);
        if (list === undefined) byRow.set(one.skill, [one]);
        else list.push(one);
      }
    }
    return byRow.get(row) ?? [];
  };
  return {
    table,
    folder(path) {
      const watch = folders.get(path);
      const stamp = watch === undefined ? undefined : table.watchStamp(watch);
      if (watch === undefined || stamp === undefined) return undefined;
      return { listing: unpackListing(table.watchListing(watch)), stamp };
    },
    skill(found) {
      const row = skills.get(found.folder);
      if (row === undefined || table.file(row) !== found.file) return undefined;
      return { row, diagnostics: diagnosticsOf(row) };
    },
  };
}
