import type { Fences } from '../read/fence.ts';
import { lastField } from '../read/field.ts';
import { readSkillText } from '../read/reading.ts';
import { joinKeywords } from './keywords.ts';

/** The keywords of a SKILL.md in one line, whatever its frontmatter looks like. Never throws. */
export function keywordsFull(text: string, fences: Fences): string {
  if (fences.state === 'missing') return '';
  const { fields } = readSkillText(text, fences);
  return joinKeywords((key) => lastField(fields, key)?.value);
}
