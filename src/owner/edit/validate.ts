import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';
import { contextOf } from '../../catalog/internals.ts';
import type { ReadableCatalog, SkillEntry } from '../../catalog/types.ts';
import { shownBy } from '../../catalog/view/shown.ts';
import { type ValidatedSkill, validateSkills } from '../../catalog/view/validate.ts';
import { PROFILES, type Profile } from '../../format/skill/rules/profile-names.ts';
import { guardOf, type WriteOptions } from './edit.ts';
import { type Fixes, fixSkills, isFixable } from './fix.ts';

/** Which skills are checked, and how. */
export interface ValidateOptions extends WriteOptions {
  /** Ids or names. Default: every skill that `view` shows, and what is wrong beside the skills. */
  readonly refs?: readonly string[];
  /**
   * Whose rules: `lenient` (default) warns of what agents read all the same; `strict` is the gate that our own skills
   * pass, and looks at every file; `agentskills`, `claude` and `codex` are what those readers accept of SKILL.md.
   */
  readonly profile?: Profile;
  /** Puts quotes around text that a colon or ` #` breaks: the repairs that keep every word. Default false. */
  readonly fix?: boolean;
  /** Given each skill as it is checked, in place of `skills` in the report, which then is empty: nothing grows with their number. */
  readonly onSkill?: (skill: ValidatedSkill) => void;
  /** Called after each skill, with those checked so far and how many there are. */
  readonly onProgress?: (skills: number, total: number) => void;
}

/** What checking found, and with `fix` what was mended. */
export interface ValidateReport extends Partial<Fixes> {
  readonly checked: number;
  /** Skills without a finding of severity error. */
  readonly valid: number;
  /** As they are now: after the fixes, where some were made. Empty with `onSkill`. */
  readonly skills: readonly ValidatedSkill[];
  /** What no skill carries: markers, files that are no skill. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks the skills of a catalog, and mends on request. Cost: one read a file, two where something was mended. */
export async function validateCatalog(
  catalog: ReadableCatalog,
  options: ValidateOptions = {},
): Promise<ValidateReport> {
  const { refs, profile = 'lenient', fix = false, dryRun = false, shownAs = (path) => path, onProgress } = options;
  if (!PROFILES.includes(profile)) {
    const known = PROFILES.join(', ');
    throw new SkillficheError('INVALID_ARGUMENT', `There is no profile ${quoteValue(profile)}. There are ${known}.`);
  }
  if (refs !== undefined && !Array.isArray(refs)) {
    throw new SkillficheError('INVALID_ARGUMENT', `refs must be a list of ids or names, not ${quoteValue(refs)}.`);
  }
  if (dryRun && !fix) {
    throw new SkillficheError('INVALID_ARGUMENT', 'A dry run goes with fix: validate alone never writes.');
  }
  const view = options.view ?? catalog.view({ audience: 'owner' });
  const named: SkillEntry[] = [];
  for (const ref of refs ?? []) named.push(await view.resolve(ref));
  const all = shownBy(view);
  const skills = refs === undefined ? all : { count: () => named.length, skills: () => named };
  const { onSkill } = options;
  let seen = { checked: 0, valid: 0, skills: [] as ValidatedSkill[], fixable: [] as string[] };
  const check = async (isLast: boolean): Promise<void> => {
    seen = { checked: 0, valid: 0, skills: [], fixable: [] };
    await validateSkills(catalog, skills, { profile, onProgress }, (skill) => {
      seen.checked++;
      if (skill.valid) seen.valid++;
      if (isFixable(skill)) seen.fixable.push(skill.path);
      if (onSkill === undefined) seen.skills.push(skill);
      else if (isLast) onSkill(skill);
    });
  };
  await check(!fix);
  let fixes: Fixes | undefined;
  if (fix) {
    const guard = guardOf(contextOf(catalog), options.guard);
    fixes = await fixSkills(seen.fixable, { dryRun, guard, shownAs });
    if (onSkill !== undefined || fixes.fixes.some(({ written }) => written)) await check(true);
  }
  return {
    checked: seen.checked,
    valid: seen.valid,
    skills: seen.skills,
    diagnostics: refs === undefined ? all.looseDiagnostics() : [],
    ...fixes,
  };
}
