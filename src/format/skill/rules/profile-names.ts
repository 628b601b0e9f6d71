/**
 * Whose eyes a skill is checked with. `lenient`: what we read. `strict`: what we would write, see the gate.
 * `agentskills`, `claude`, `codex`: what those readers accept.
 */
export const PROFILES = ['lenient', 'strict', 'agentskills', 'claude', 'codex'] as const;
export type Profile = (typeof PROFILES)[number];
/** The profiles that are another reader's, and look at SKILL.md alone. */
export type ForeignProfile = Exclude<Profile, 'lenient' | 'strict'>;
