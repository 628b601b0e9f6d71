import { isList, isMap, own, type ValueMap } from '../../base/field-value.ts';
import type { FieldValue } from '../../base/types.ts';
import { isCheckablePath } from './paths.ts';
import { type KeyPlace, nothingAt, optionally, type Requirement, required, unverifiable } from './requirement.ts';
import { describe, isNothing, isTrue, remarkSays, splitAlternatives, splitList } from './value.ts';

const NAME = /^[\p{L}\p{N}_@.][\p{L}\p{N}_.+@-]*$/u;
/** `python3>=3.10`, `node 18+`, `bash>=4.0`: the program, and a version nobody asks for. */
const VERSIONED =
  /^([\p{L}\p{N}_.+-]*?[\p{L}_][\p{L}\p{N}_.-]*)(?:\s*(?:[<>=~^!]=?|==)\s*v?\d\S*|\s+v?\d[\d.]*(?:\+|\.x)?)$/u;

function isProgram(text: string): boolean {
  return NAME.test(text) || (isCheckablePath(text) && /^[/~]|^[A-Za-z]:/.test(text));
}

/** One entry of `bins`, with everything people write beside and inside it. */
export function program(text: string, place: KeyPlace): Requirement[] {
  // A truth value says that something is needed, and not what.
  if (isTrue(text)) return [unverifiable(`bin:${text}`, 'form', place)];
  const [, bare = text, remark = ''] = /^(.+?)\s*[(（](.*)[)）]\s*$/s.exec(text) ?? [];
  const says = remarkSays(remark);
  const here = says === 'optional' ? optionally(place) : place;
  if (says === 'conditional') return [unverifiable(`bin:${text}`, 'conditional', here)];
  const alternatives = splitAlternatives(bare);
  if (alternatives.length === 0) return [];
  const names: string[] = [];
  const open: string[] = [];
  const versions: string[] = [];
  for (const one of alternatives) {
    const versioned = VERSIONED.exec(one)?.[1];
    if (isProgram(one)) names.push(one);
    else if (versioned !== undefined) {
      names.push(versioned);
      versions.push(one);
    } else open.push(one);
  }
  if (names.length === 0) return [unverifiable(`bin:${text}`, 'form', here)];
  return [
    required('bin', [...new Set(names)], here, open),
    ...versions.map((one) => unverifiable(`bin:${one}`, 'version', here)),
  ];
}

const NAME_KEYS: readonly string[] = ['name', 'bin', 'binary', 'command', 'cmd', 'executable'];

function isOptional(spec: ValueMap): boolean {
  const flag = own(spec, 'required');
  if (flag !== undefined && flag !== null)
    return isNothing(flag) || (typeof flag === 'string' && remarkSays(flag) === 'optional');
  return isTrue(own(spec, 'optional'));
}

/** A program given as a map: `{name, label}`, `{required, optional}`, or names with what is said about each. */
function fromMap(map: ValueMap, place: KeyPlace): Requirement[] {
  const key = NAME_KEYS.find((one) => typeof own(map, one) === 'string');
  if (key !== undefined) {
    const here = isOptional(map) ? optionally(place) : place;
    const version = own(map, 'version') ?? own(map, 'minVersion') ?? own(map, 'min_version');
    const name = describe(own(map, key) ?? '');
    const found = program(name, here);
    return typeof version === 'string' ? [...found, unverifiable(`bin:${name} ${version}`, 'version', here)] : found;
  }
  return Object.entries(map).flatMap(([name, spec]) => {
    if (name === 'required') return readPrograms(spec, place) ?? [];
    if (name === 'optional') return readPrograms(spec, optionally(place)) ?? [];
    if (isMap(spec)) return fromMap({ ...spec, name }, place);
    if (isList(spec)) return [unverifiable(`bin:${describe({ [name]: spec })}`, 'form', place)];
    if (isNothing(spec)) return program(name, optionally(place));
    if (typeof spec === 'string' && /^\s*[<>=~^v]*\s*\d/.test(spec)) return fromMap({ name, version: spec }, place);
    return program(name, typeof spec === 'string' && remarkSays(spec) === 'optional' ? optionally(place) : place);
  });
}

/** `bins`: every program is needed. `undefined`: it says nothing. */
export function readPrograms(value: FieldValue, place: KeyPlace): Requirement[] | undefined {
  if (value === null || value === '') return undefined;
  if (isNothing(value)) return [];
  if (typeof value === 'string') return splitList(value).flatMap((one) => program(one, place));
  if (isList(value)) {
    return value.flatMap((item) => {
      if (typeof item === 'string') return program(item.trim(), place);
      if (isMap(item)) return fromMap(item, place);
      return [item === null ? nothingAt('bin', place) : unverifiable(`bin:${describe(item)}`, 'form', place)];
    });
  }
  return fromMap(value as ValueMap, place);
}

/** `anyBins`: one of the programs will do. */
export function readAnyPrograms(value: FieldValue, place: KeyPlace): Requirement[] | undefined {
  const each = readPrograms(value, place);
  if (each === undefined || each.length === 0) return each;
  const names = [...new Set(each.flatMap((one) => one.names))];
  // Only what names no program by itself: a version beside its program is no alternative.
  const open = each
    .filter((one) => one.kind === 'unverifiable' && one.doubt !== 'version')
    .map((one) => one.text.replace(/^bin:/, ''));
  const versions = each.filter((one) => one.doubt === 'version');
  if (names.length === 0) return [unverifiable(`any-bin:${open.join('|')}`, 'form', place)];
  return [required('bin', names, place, [...open, ...each.flatMap((one) => one.open ?? [])]), ...versions];
}
