import { isList, isMap, own, type ValueMap } from '../../base/field-value.ts';
import type { FieldValue } from '../../base/types.ts';
import { type Asks, type Need, needOf } from '../../format/skill/vocabulary/needs.ts';
import { plainKey } from '../../format/skill/vocabulary/spelling.ts';
import { readItems } from './items.ts';
import { readPaths } from './paths.ts';
import { readAnyPrograms, readPrograms } from './programs.ts';
import { type KeyPlace, optionally, placeBelow, type Requirement, required, unverifiable } from './requirement.ts';
import { listsSystems, readPlatforms, readSystems } from './systems.ts';
import { describe, isNothing, isTrue } from './value.ts';
import { readVariables } from './variables.ts';

/** Reads what stands under one key. `undefined`: it says nothing. */
type Reader = (value: FieldValue, place: KeyPlace) => Requirement[] | undefined;

/** A need in words nobody can check, one for each thing named. */
function other(key: string, doubt: 'agent' | 'package' | 'form'): Reader {
  return (value, place) => {
    if (value === null || value === '') return undefined;
    if (isTrue(value)) return [unverifiable(key, doubt, place)];
    if (isNothing(value)) return [];
    const items = isList(value) ? value : [value];
    return items.map((item) => {
      const text = describe(item);
      return unverifiable(`${key}:${text}`, doubt === 'form' && /\s/.test(text.trim()) ? 'prose' : doubt, place);
    });
  };
}

/** `python: ">=3.10"`: a program whose version nobody asks for; `python: [pandas]`: packages. */
function runtime(key: string, programs: readonly string[]): Reader {
  return (value, place) => {
    if (value === null || value === '') return undefined;
    if (isTrue(value)) return [required('bin', programs, place)];
    if (typeof value === 'string' && /^[\s<>=~^v]*\d[\w.\s,<>=*+]*$/.test(value)) {
      return [
        required('bin', programs, place),
        unverifiable(`${key}${/^\d/.test(value) ? ' ' : ''}${value}`, 'version', place),
      ];
    }
    return isList(value)
      ? value.map((item) => unverifiable(`${key}:${describe(item)}`, 'package', place))
      : other(key, 'form')(value, place);
  };
}

const readGpu: Reader = (value, place) => {
  if (value === null || value === '') return undefined;
  if (isNothing(value)) return [];
  const gpu = required('gpu', [], place);
  return isTrue(value) ? [gpu] : [gpu, unverifiable(`gpu:${describe(value)}`, 'form', place)];
};

/** Commands with a description each are what a skill gives, not what it needs. */
function areOffered(value: FieldValue): boolean {
  return (
    isList(value) && value.length > 0 && value.every((item) => isMap(item) && own(item, 'description') !== undefined)
  );
}

/** One reader for each thing that the vocabulary says a key asks for. */
const READERS: Readonly<Record<Asks, (key: string) => Reader>> = {
  items: () => readRequires,
  programs: () => readPrograms,
  'any-program': () => readAnyPrograms,
  commands: (key) => (value, place) => (areOffered(value) ? undefined : other(key, 'form')(value, place)),
  variables: () => readVariables,
  systems: () => readSystems,
  platforms: () => readPlatforms,
  settings: () => (value, place) => readPaths(value, 'config', place),
  block: () => (value, place) => (isMap(value) ? readBlock(value, place, false) : undefined),
  files: () => (value, place) => readPaths(value, 'file', place),
  gpu: () => readGpu,
  python: () => runtime('python', ['python3', 'python']),
  node: () => runtime('node', ['node']),
  agent: (key) => other(key, 'agent'),
  package: (key) => other(key, 'package'),
  other: (key) => other(key, 'form'),
};

function readNeed(key: string, need: Need, value: FieldValue, place: KeyPlace): Requirement[] | undefined {
  return READERS[need.asks](key)(value, need.isOptional ? optionally(place) : place);
}

/** What stands under several keys. Beside needs that are written out, one that is not is in doubt. */
export function joinNeeds(
  reads: readonly { readonly read: Requirement[] | undefined; readonly empty?: Requirement | undefined }[],
): Requirement[] | undefined {
  if (reads.every(({ read }) => read === undefined)) return undefined;
  return reads.flatMap(({ read, empty }) => read ?? empty ?? []);
}

/** A key that states a need and says nothing of it. */
export function emptyNeed(
  key: string,
  value: FieldValue,
  place: KeyPlace,
  isInRequires: boolean,
): Requirement | undefined {
  const need = value === null ? needOf(key, isInRequires) : undefined;
  return need === undefined ? undefined : unverifiable(key, 'empty', need.isOptional ? optionally(place) : place);
}

/** `requires`: everything in it is a requirement, understood or not. `undefined`: it says nothing. */
export function readRequires(value: FieldValue, place: KeyPlace): Requirement[] | undefined {
  if (!isMap(value)) return readItems(value, place, readRequires);
  const entries = Object.entries(value);
  const reads = entries.flatMap(([key, item]) => {
    const there = placeBelow(place, key);
    const need = needOf(key, true);
    // A remedy, not a requirement.
    if (plainKey(key) === 'install' || need === undefined) return [];
    return [{ read: readNeed(key, need, item, there), empty: emptyNeed(key, item, there, true) }];
  });
  // `requires: {}` declares that nothing is needed; `requires: {bins: }` is a list somebody forgot to write.
  return reads.length === 0 ? (entries.length === 0 ? [] : undefined) : joinNeeds(reads);
}

/** What stands under one key outside `requires`. `undefined`: the key states no need, or says nothing. */
export function readOwn(key: string, value: FieldValue, place: KeyPlace, lifts: boolean): Requirement[] | undefined {
  const need = needOf(key, false);
  if (need === undefined || value === null || value === '') return undefined;
  if (need.asks === 'block') return isMap(value) ? readBlock(value, place, lifts) : undefined;
  // Outside `requires`, a list of agents says where a skill was tried, not what the machine must have.
  if (need.asks === 'platforms' && !listsSystems(value)) return undefined;
  return readNeed(key, need, value, place);
}

/**
 * The keys of a vendor's block, of `metadata` or of the top level that state needs, beside anything else.
 * `always: true` in a vendor's block lifts what it requires; its `os` stays, as in the agent the key comes from.
 */
export function readBlock(map: ValueMap, place: KeyPlace, lifts: boolean): Requirement[] | undefined {
  return joinNeeds(
    Object.entries(map).map(([key, value]) => {
      const there = placeBelow(place, key);
      const here: KeyPlace = lifts && plainKey(key) !== 'os' ? { ...there, need: 'lifted' } : there;
      return { read: readOwn(key, value, here, lifts), empty: emptyNeed(key, value, here, false) };
    }),
  );
}
