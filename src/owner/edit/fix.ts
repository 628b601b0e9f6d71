import type { DiagnosticCode } from '../../base/codes.ts';
import { SkillficheError } from '../../base/errors.ts';
import type { ValidatedSkill } from '../../catalog/view/validate.ts';
import type { EditFileOptions, FileEdit } from './file.ts';

/** A file that a repair was proposed for and not made in. */
export interface NotFixed {
  readonly path: string;
  /** Why: what the file's place or its state does not allow. */
  readonly reason: string;
  readonly message: string;
}

export interface Fixes {
  /** Files that were repaired, or on a dry run would be. */
  readonly fixes: readonly FileEdit[];
  readonly not_fixed: readonly NotFixed[];
}

/** Findings that quotes mend. */
const FIXABLE: ReadonlySet<DiagnosticCode> = new Set(['yaml/unquoted-colon', 'yaml/comment-in-value']);

/** Whether what was found is mended by quotes. */
export function isFixable({ diagnostics }: ValidatedSkill): boolean {
  return diagnostics.some(({ code }) => FIXABLE.has(code));
}

/** Makes the safe repairs in the files whose findings propose them. What may not be edited is listed, not an error. */
export async function fixSkills(
  paths: readonly string[],
  options: Omit<EditFileOptions, 'shownAs'> & { readonly shownAs: (path: string) => string },
): Promise<Fixes> {
  const { fixSkillFile } = await import('./file.ts');
  const fixes: FileEdit[] = [];
  const notFixed: NotFixed[] = [];
  for (const path of new Set(paths)) {
    try {
      const fix = await fixSkillFile(path, { ...options, shownAs: options.shownAs(path) });
      if (fix.changed) fixes.push(fix);
    } catch (error) {
      if (!(error instanceof SkillficheError) || error.code === 'INTERNAL') throw error;
      notFixed.push({ path, reason: error.reason ?? error.code, message: error.message });
    }
  }
  return { fixes, not_fixed: notFixed };
}
