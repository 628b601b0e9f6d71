import { canonicalName } from '../../base/text.ts';
import { FLAG_MODEL_ONLY, FLAG_SIDECAR, FLAG_USER_ONLY } from '../../tree/table/format.ts';
import { folderOf } from '../rows/build.ts';
import type { Selection } from '../rows/selection.ts';
import type { SkillEntry } from '../types.ts';

/** A row as the public record. `names` are the namesakes of (at least) this row's name. */
export function entryOf(selection: Selection, row: number, names: ReadonlyMap<string, readonly number[]>): SkillEntry {
  const scope = selection.scopeOf(row);
  const { table } = scope;
  const at = row - scope.base;
  const name = table.name(at);
  const standing = selection.standing(row, names.get(canonicalName(name)) ?? [row]);
  return Object.freeze({
    id: selection.id(row),
    scope: scope.id,
    ...(scope.collection === undefined ? {} : { collection: scope.id }),
    root: scope.root.id,
    path: table.path(at),
    name,
    description: selection.description(row),
    folder: folderOf(scope.root, table.folder(at)),
    file: table.file(at),
    size: table.skillSize[at] ?? 0,
    sha256: table.sha256(at),
    recovered: table.recovered(at),
    ...(scope.collection?.source === undefined ? {} : { source: scope.collection.source }),
    ...(table.flag(at, FLAG_SIDECAR) ? { sidecar: true as const } : {}),
    ...(table.flag(at, FLAG_USER_ONLY) ? { user_only: true as const } : {}),
    ...(table.flag(at, FLAG_MODEL_ONLY) ? { model_only: true as const } : {}),
    ...(standing.kind === 'shadowed' ? { shadowed_by: selection.id(standing.by) } : {}),
  });
}
