import { isList, isMap } from '../../../base/field-value.ts';
import { toOneLine } from '../../../base/text.ts';
import type { FieldValue } from '../../../base/types.ts';
import { keyFacts } from '../vocabulary/vocabulary.ts';

/** What the fields say about when a skill applies; those of `metadata` where the top level says nothing. */
export function triggersOf(fields: readonly { readonly key: string; readonly value: FieldValue }[]): string[] {
  const top: string[] = [];
  let metadata: FieldValue = null;
  for (const { key, value } of fields) {
    if (key === 'metadata') metadata = value;
    else if (keyFacts(key).isTrigger) top.push(...textsIn(value));
  }
  if (top.length > 0 || !isMap(metadata)) return top;
  for (const key in metadata) if (keyFacts(key).isTrigger) top.push(...textsIn(metadata[key] ?? null));
  return top;
}

function textsIn(value: FieldValue): string[] {
  if (isList(value)) {
    const items = value.filter((item) => typeof item === 'string').map(toOneLine);
    const said = items.filter((item) => item !== '').join('; ');
    return said === '' ? [] : [said];
  }
  const said = typeof value === 'string' ? toOneLine(value) : '';
  return said === '' ? [] : [said];
}

/** A description, and behind it when the skill applies: one reads on as the other, in lines, pages and search. */
export function withTriggers(description: string, triggers: readonly string[]): string {
  return triggers.reduce((text, trigger) => {
    if (text === '' || text.includes(trigger)) return text === '' ? trigger : text;
    return `${text}${/[.!?:;\u2026\u3002\uFF01\uFF1F]$/u.test(text) ? ' ' : ' - '}${trigger}`;
  }, description);
}
