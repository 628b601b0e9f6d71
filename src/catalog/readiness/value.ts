import { isList, MAX_NESTING, own, type ValueMap } from '../../base/field-value.ts';
import type { FieldValue } from '../../base/types.ts';

export function isTrue(value: FieldValue | undefined): boolean {
  return typeof value === 'string' && /^(?:true|yes)$/i.test(value.trim());
}

/** A value that says "no such need": `false`, `none`, `n/a`. */
export function isNothing(value: FieldValue | undefined): boolean {
  return typeof value === 'string' && /^(?:false|no|none|n\/a|null|nil|-)$/i.test(value.trim());
}

/** A value as one readable text: names where there are names, else keys and values. */
export function describe(value: FieldValue, depth: number = 0): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (depth >= MAX_NESTING) return '…';
  if (isList(value)) return value.map((item) => describe(item, depth + 1)).join(', ');
  const map = value as ValueMap;
  const name = own(map, 'name') ?? own(map, 'id');
  if (typeof name === 'string' && name !== '') return name;
  return Object.entries(map)
    .map(([key, item]) => `${key} ${describe(item, depth + 1)}`.trim())
    .join(', ');
}

/** Parts between commas, semicolons or line ends that stand outside brackets; empty ones are left out. */
export function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of text) {
    if ('([{（'.includes(character)) depth++;
    else if (')]}）'.includes(character)) depth = Math.max(0, depth - 1);
    if (depth === 0 && /[,;\n、，；]/.test(character)) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  parts.push(part);
  return parts.map((one) => one.trim()).filter((one) => one !== '');
}

/** `a|b`, `a||b`, `a or b` as their alternatives; a text without any is its only one. */
export function splitAlternatives(text: string): string[] {
  return text
    .split(/\s*\|\|?\s*|\s+or\s+/i)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

const OPTIONAL = /\boptional(?:ly)?\b|\brecommended\b|\bdefaults?\b|可选|可選|选填|非必/iu;
const CONDITIONAL = /\b(?:if|when|only|unless|either|depending)\b|如果|仅/iu;

/** What a remark beside a name (`X (optional, …)`, `X - required when …`) says about the need for it. */
export function remarkSays(remark: string): 'optional' | 'conditional' | undefined {
  if (OPTIONAL.test(remark)) return 'optional';
  return CONDITIONAL.test(remark) ? 'conditional' : undefined;
}
