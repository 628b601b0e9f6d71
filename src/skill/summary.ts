import type { DeclaredFields, Finding } from '../base/types.ts';

/** What a catalog keeps of one SKILL.md. */
export interface SkillSummary {
  /** As declared, trimmed. Absent where there is none: the folder's name stands in. */
  readonly name?: string;
  /** Trimmed, line breaks as YAML reads them; empty where the frontmatter has none. */
  readonly description: string;
  readonly declared?: DeclaredFields;
  readonly findings: readonly Finding[];
  /** True when fields had to be recovered: a strict YAML reader would refuse this frontmatter. */
  readonly recovered: boolean;
}

export function summarizeFast(_bytes: Buffer): SkillSummary | undefined {
  return undefined;
}
