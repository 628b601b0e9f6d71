import { errnoOf } from '../../../base/errors.ts';
import { MAX_SKILL_BYTES } from '../../../base/limits.ts';
import type { CatalogContext } from '../../internals.ts';
import { skillAt } from '../../rows/rows.ts';
import type { Selection } from '../../rows/selection.ts';

/** The bytes of a SKILL.md as they are now, valid until the next read; undefined where it cannot be read any more. */
export function readSkillBytes(context: CatalogContext, selection: Selection, row: number): Buffer | undefined {
  const { folder, file } = skillAt(selection.scopeOf(row), row);
  try {
    return context.disk.readFile(`${folder}/${file}`, MAX_SKILL_BYTES).bytes;
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return undefined;
  }
}
