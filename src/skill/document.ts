import type { Finding } from '../base/types.ts';
import { splitFences } from './fence.ts';

export interface SkillDocument {
  readonly body: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly findings: readonly Finding[];
}

export function readSkillDocument(text: string): SkillDocument {
  return { body: text.slice(splitFences(text).body), frontmatter: {}, findings: [] };
}
