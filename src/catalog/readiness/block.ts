import { isList, isMap, type ValueMap } from '../../base/field-value.ts';
import type { FieldValue } from '../../base/types.ts';
import { readItems } from './items.ts';
import { readPaths } from './paths.ts';
import { readAnyPrograms, readPrograms } from './programs.ts';
import { optionally, type Place, placeOf, type Requirement, required, unverifiable } from './requirement.ts';
import { listsSystems, readPlatforms, readSystems } from './systems.ts';
import { describe, isNothing, isTrue, plainKey } from './value.ts';
import { readVariables } from './variables.ts';

/** Reads what stands under one key. `undefined`: it says nothing. */
type Reader = (value: FieldValue, place: Place) => Requirement[] | undefined;

/** What a key asks of an agent or of a language's packages: understood, and beyond what a look at the disk can tell. */
const AGENT_KEYS =
  /^(?:skills?|dependsonskills|dependson|mcp|mcpservers?|tools?|capabilities|plugins?|permissions?|modelfeatures|services?)$/;
const PACKAGE_KEYS = /^(?:pips?|pythonpackages?|packages?|npm|dependencies|pythondeps|modules?)$/;

/** A need in words nobody can check, one for each thing named. */
function readOther(key: string, value: FieldValue, place: Place): Requirement[] {
  const plain = plainKey(key);
  const doubt = AGENT_KEYS.test(plain) ? 'agent' : PACKAGE_KEYS.test(plain) ? 'package' : 'form';
  if (value === null || value === '' || isTrue(value)) return [unverifiable(key, doubt, place)];
  if (isNothing(value)) return [];
  const items = isList(value) ? value : [value];
  return items.map((item) => {
    const text = describe(item);
    return unverifiable(`${key}:${text}`, doubt === 'form' && /\s/.test(text.trim()) ? 'prose' : doubt, place);
  });
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
      : readOther(key, value, place);
  };
}

const readGpu: Reader = (value, place) => {
  if (value === null || value === '') return undefined;
  if (isNothing(value)) return [];
  const gpu = required('gpu', [], place);
  return isTrue(value) ? [gpu] : [gpu, unverifiable(`gpu:${describe(value)}`, 'form', place)];
};

function readerOf(key: string): Reader | undefined {
  const plain = plainKey(key);
  switch (plain.replace(/^required/, '')) {
    case 'bins':
    case 'bin':
    case 'binaries':
    case 'binary':
    case 'commands':
    case 'executables':
      return readPrograms;
    case 'anybins':
    case 'anybin':
      return readAnyPrograms;
    case 'env':
    case 'envs':
    case 'envvar':
    case 'envvars':
    case 'environment':
    case 'environmentvariables':
    case 'primaryenv':
      return readVariables;
    case 'os':
      return readSystems;
    case 'platform':
    case 'platforms':
      return readPlatforms;
    case 'config':
    case 'configpath':
    case 'configpaths':
    case 'configfiles':
      return (value, place) => readPaths(value, 'config', place);
    case 'file':
    case 'files':
    case 'path':
    case 'paths':
      return (value, place) => readPaths(value, 'file', place);
    case 'gpu':
      return readGpu;
    case 'python':
      return runtime('python', ['python3', 'python']);
    case 'node':
    case 'nodejs':
      return runtime('node', ['node']);
    default:
      return undefined;
  }
}

/** `optionalEnv`, `env_optional`, `binaries_optional` are the same lists, where nothing is needed. */
function optionalKey(key: string): string | undefined {
  const plain = plainKey(key);
  const rest = plain.replace(/^optional|optional$/, '');
  return rest === plain ? undefined : rest;
}

function readKey(key: string, value: FieldValue, place: Place): Requirement[] | undefined {
  const optional = optionalKey(key);
  if (optional === '') return readRequires(value, optionally(place));
  const reader = readerOf(optional ?? key);
  const here = optional === undefined ? place : optionally(place);
  return reader === undefined ? readOther(key, value, here) : reader(value, here);
}

/** `requires`: everything in it is a requirement, understood or not. `undefined`: it says nothing. */
export function readRequires(value: FieldValue, place: Place): Requirement[] | undefined {
  if (!isMap(value)) return readItems(value, place, readRequires);
  const entries = Object.entries(value);
  // A remedy, not a requirement.
  const read = entries
    .filter(([key]) => plainKey(key) !== 'install')
    .map(([key, item]) => readKey(key, item, placeOf(place, key)));
  // `requires: {}` declares that nothing is needed; `requires: {bins: }` is a list somebody forgot to write.
  return entries.length > 0 && read.every((one) => one === undefined) ? undefined : read.flatMap((one) => one ?? []);
}

/** The keys outside `requires` that state needs; beside them stand display keys, settings, remedies. */
const SAYS_NEEDS =
  /^(?:requires|requirements|os|platforms?|(?:required|optional)?(?:bins?|binaries|binary|anybins|envs?|envvars?)|optional|secrets|credentials|primarycredential|dependencies|dependson|dependsonskills|runtime|python|node|gpu|pip|pythonpackages|compatibility)$/;

/** What stands under one key outside `requires`. `undefined`: the key states no need, or says nothing. */
export function readOwn(key: string, value: FieldValue, place: Place, lifts: boolean): Requirement[] | undefined {
  const plain = plainKey(key);
  // Settings that a skill has; some name the variables it needs among them.
  if (plain === 'config') return isMap(value) ? readBlock(value, place, lifts) : undefined;
  if (!SAYS_NEEDS.test(plain) || value === null || value === '') return undefined;
  // Outside `requires`, a list of agents says where a skill was tried, not what the machine must have.
  if (/^platforms?$/.test(plain) && !listsSystems(value)) return undefined;
  return plain === 'requires' || plain === 'requirements' ? readRequires(value, place) : readKey(key, value, place);
}

/**
 * The keys of a vendor's block, of `metadata` or of the top level that state needs, beside anything else.
 * `always: true` in a vendor's block lifts what it requires; its `os` stays, as in the agent the key comes from.
 */
export function readBlock(map: ValueMap, place: Place, lifts: boolean): Requirement[] | undefined {
  let declared = false;
  const found: Requirement[] = [];
  for (const [key, value] of Object.entries(map)) {
    const there = placeOf(place, key);
    const here: Place = lifts && plainKey(key) !== 'os' ? { ...there, need: 'lifted' } : there;
    const read = readOwn(key, value, here, lifts);
    if (read === undefined) continue;
    declared = true;
    found.push(...read);
  }
  return declared ? found : undefined;
}
