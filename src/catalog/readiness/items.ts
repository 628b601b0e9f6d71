import type { FieldValue } from '../../base/types.ts';
import { readPaths } from './paths.ts';
import { program, readAnyPrograms } from './programs.ts';
import { type KeyPlace, nothingAt, type Requirement, required, unverifiable } from './requirement.ts';
import { readSystems } from './systems.ts';
import { splitAlternatives, splitList } from './value.ts';
import { variable } from './variables.ts';
import { type PackageLanguage, readPackageSpec } from './version-range.ts';

/** `bin:jq`, `any-bin:curl|wget`, `env:API_KEY`, `os:linux|darwin`, `file:~/x`, `gpu`, `python:pysam>=0.22`, `r:DESeq2`, `node:sharp`. `undefined`: none of these. */
function word(text: string, place: KeyPlace): Requirement[] | undefined {
  if (/^gpu$/i.test(text)) return [required('gpu', [], place)];
  const [, kind, rest] = /^(bin|any-?bin|env|any-?env|os|file|python|r|node):(.+)$/is.exec(text) ?? [];
  if (kind === undefined || rest === undefined) return undefined;
  switch (kind.toLowerCase().replace('-', '')) {
    case 'bin':
      return program(rest, place);
    case 'anybin':
      return readAnyPrograms(splitAlternatives(rest), place);
    case 'os':
      return readSystems(rest, place);
    case 'python':
    case 'r':
    case 'node':
      return packages(kind.toLowerCase() as PackageLanguage, rest, place);
    case 'file':
      return readPaths([rest], 'file', place);
    default:
      return variable(rest, place);
  }
}

/** `python:pysam>=0.22`, `python:pypdf|pymupdf`: any one of them. A range that is not understood is never taken as met. */
function packages(language: PackageLanguage, text: string, place: KeyPlace): Requirement[] {
  const names = splitAlternatives(text);
  const isClear = names.length > 0 && names.every((one) => readPackageSpec(language, one) !== undefined);
  return [isClear ? required(language, names, place) : unverifiable(`${language}:${text}`, 'form', place)];
}

/** Items of a list; a comma inside a range (`python:numpy>=1,<2`) does not end one. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (const piece of splitList(text)) {
    const last = found.at(-1);
    if (last !== undefined && /^(?:[<>=!~^]=?|==)\s*\d/.test(piece) && /(?:^|\s)(?:python|r|node):\S+$/i.test(last))
      found[found.length - 1] = `${last},${piece.replace(/\s/g, '')}`;
    else found.push(piece);
  }
  return found;
}

/** One text: words that each say a requirement, or prose that nobody can check (what it spells out is still taken). */
export function requirementsInText(text: string, place: KeyPlace): Requirement[] {
  const found: Requirement[] = [];
  const rest: string[] = [];
  for (const piece of pieces(text)) {
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
  place: KeyPlace,
  readMap: (value: FieldValue, place: KeyPlace) => Requirement[] | undefined,
): Requirement[] | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value === 'string') return requirementsInText(value, place);
  if (!Array.isArray(value)) return readMap(value, place);
  return value.flatMap((item: FieldValue) =>
    item === null ? [nothingAt('item', place)] : (readItems(item, place, readMap) ?? []),
  );
}
