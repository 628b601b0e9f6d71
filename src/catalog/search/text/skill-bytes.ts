import { errnoOf } from '../../../base/errors.ts';
import { MAX_SKILL_BYTES } from '../../../base/limits.ts';
import type { CatalogContext } from '../../internals.ts';
import { folderOf } from '../../rows/build.ts';
import type { Selection } from '../../rows/selection.ts';

/** The bytes of a SKILL.md as they are now, valid until the next read; undefined where it cannot be read any more. */
export function readSkillBytes(context: CatalogContext, selection: Selection, row: number): Buffer | undefined {
  const scope = selection.scopeOf(row);
  const at = row - scope.base;
  const path = `${folderOf(scope.root, scope.table.folder(at))}/${scope.table.file(at)}`;
  try {
    return context.disk.readFile(path, MAX_SKILL_BYTES).bytes;
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return undefined;
  }
}
