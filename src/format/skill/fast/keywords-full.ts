import type { Fences } from '../read/fence.ts';
import { lastField } from '../read/field.ts';
import { readFields } from '../read/fields.ts';
import { joinKeywords } from './keywords.ts';

/** The keywords of a SKILL.md in one line, whatever its frontmatter looks like. Never throws. */
export function keywordsFull(text: string, fences: Fences): string {
  if (fences.state === 'missing') return '';
  const { fields } = readFields(text.slice(fences.content, fences.closing), fences.contentLine);
  return joinKeywords((key) => lastField(fields, key)?.value);
}
