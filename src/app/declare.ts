import { type OptionKeys, requireOptions } from '../base/options.ts';
import type { DeclaredSkill, DeclareOptions } from '../owner/declare/declare.ts';

const KEYS: OptionKeys<DeclareOptions> = { reservedPrefixes: true, disk: true };

/**
 * Checks the skill in `folder` by the strict rules of the gate and returns its frozen record, whose files are checked
 * again whenever they are read. Throws GATE_REFUSED with the first findings, UNREADABLE where a file cannot be read.
 */
export async function declareSkill(folder: string, options: DeclareOptions = {}): Promise<DeclaredSkill> {
  requireOptions(options, 'declareSkill', KEYS);
  return (await import('../owner/declare/declare.ts')).declareSkill(folder, options);
}

/** The same for every folder with a SKILL.md right below `folder`, in order of name. */
export async function declareSkills(folder: string, options: DeclareOptions = {}): Promise<readonly DeclaredSkill[]> {
  requireOptions(options, 'declareSkills', KEYS);
  return (await import('../owner/declare/declare.ts')).declareSkills(folder, options);
}
