import type { FieldValue } from '../../base/types.ts';
import { readPaths } from './paths.ts';
import { program, readAnyPrograms } from './programs.ts';
import { type Place, type Requirement, required, unverifiable } from './requirement.ts';
import { readSystems } from './systems.ts';
import { splitAlternatives, splitList } from './value.ts';
import { variable } from './variables.ts';

/** `bin:jq`, `any-bin:curl|wget`, `env:API_KEY`, `os:linux|darwin`, `file:~/x`, `gpu`. `undefined`: none of these. */
function word(text: string, place: Place): Requirement[] | undefined {
  if (/^gpu$/i.test(text)) return [required('gpu', [], place)];
  const [, kind, rest] = /^(bin|any-?bin|env|any-?env|os|file):(.+)$/is.exec(text) ?? [];
  if (kind === undefined || rest === undefined) return undefined;
  switch (kind.toLowerCase().replace('-', '')) {
    case 'bin':
      return program(rest, place);
    case 'anybin':
      return readAnyPrograms(splitAlternatives(rest), place);
    case 'os':
      return readSystems(rest, place);
    case 'file':
      return readPaths([rest], 'file', place);
    default:
      return variable(rest, place);
  }
}

/** One text: words that each say a requirement, or prose that nobody can check (what it spells out is still taken). */
export function readText(text: string, place: Place): Requirement[] {
  const found: Requirement[] = [];
  const rest: string[] = [];
  for (const piece of splitList(text)) {
    const words = piece.split(/\s+/).map((one) => ({ one, read: word(one, place) }));
    const isProse = words.some(({ read }) => read === undefined);
    const whole = isProse ? word(piece, place) : undefined;
    // In prose, "gpu" may stand in "no gpu needed"; a word with its kind before it says what it means.
    const taken = words.filter(({ one, read }) => read !== undefined && !(isProse && /^gpu$/i.test(one)));
    found.push(...(whole ?? taken.flatMap(({ read }) => read ?? [])));
    if (isProse && whole === undefined) rest.push(piece);
  }
  if (rest.length > 0) found.push(unverifiable(rest.join(', '), /\s/.test(rest.join(' ')) ? 'prose' : 'form', place));
  return found;
}

/** A list of items, or their text. `undefined`: it says nothing. Items that are maps are left to `readMap`. */
export function readItems(
  value: FieldValue,
  place: Place,
  readMap: (value: FieldValue, place: Place) => Requirement[] | undefined,
): Requirement[] | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value === 'string') return readText(value, place);
  if (!Array.isArray(value)) return readMap(value, place);
  return value.flatMap((item: FieldValue) => readItems(item, place, readMap) ?? []);
}
