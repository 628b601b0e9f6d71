import { isList, isMap, own } from '../../../base/field-value.ts';
import type { FieldValue } from '../../../base/types.ts';
import type { Fences } from '../read/fence.ts';
import { once } from '../vocabulary/once.ts';
import { KEYWORD_KEYS, keyFacts } from '../vocabulary/vocabulary.ts';
import { cursorOver, hasNextKey, readKey } from './cursor.ts';
import { readValue } from './value.ts';

const MAY_HAVE_KEYWORDS: () => RegExp = once(() => new RegExp(`\\b(?:${KEYWORD_KEYS().join('|')})\\b["']?\\s*:`));
const WANTED = { isWanted: true, path: undefined, depth: 0 } as const;
const UNWANTED = { isWanted: false, path: undefined, depth: 0 } as const;

/** The keywords of a SKILL.md in one line, without a YAML parser. Undefined: it declines, and `keywordsFull` must be asked. */
export function keywordsFast(text: string, fences: Fences): string | undefined {
  if (fences.state === 'missing') return '';
  if (fences.second !== undefined) return undefined;
  const header = text.slice(fences.content, fences.closing);
  if (!MAY_HAVE_KEYWORDS().test(header)) return '';
  const bytes = Buffer.from(header.endsWith('\n') ? header : `${header}\n`);
  const cursor = cursorOver(bytes, 0, bytes.length);
  if (cursor === undefined) return undefined;
  const fields = new Map<string, FieldValue>();
  let hasNext = hasNextKey(cursor, 0);
  while (hasNext === true) {
    const key = readKey(cursor);
    if (key === undefined || fields.has(key) || keyFacts(key).meant !== undefined) return undefined;
    const isWanted = key === 'metadata' || KEYWORD_KEYS().includes(key);
    const value = readValue(cursor, 0, isWanted ? WANTED : UNWANTED);
    if (value === undefined) return undefined;
    fields.set(key, isWanted ? value : null);
    hasNext = hasNextKey(cursor, 0);
  }
  return hasNext === undefined ? undefined : joinKeywords((key) => fields.get(key));
}

/** The words of all keyword fields, the field at the top before that below `metadata`. */
export function joinKeywords(read: (key: string) => FieldValue | undefined): string {
  const metadata = read('metadata');
  const words = KEYWORD_KEYS().map((key) => {
    const top = flatten(read(key));
    return top !== '' || !isMap(metadata) ? top : flatten(own(metadata, key));
  });
  return words.filter(Boolean).join(', ');
}

function flatten(value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return (isList(value) ? value : Object.values(value)).map(flatten).filter(Boolean).join(', ');
}
