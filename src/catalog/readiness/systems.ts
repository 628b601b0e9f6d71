import { isList, isMap } from '../../base/field-value.ts';
import type { FieldValue } from '../../base/types.ts';
import { type KeyPlace, nothingAt, type Requirement, required, unverifiable } from './requirement.ts';
import { describe, isNothing, splitList } from './value.ts';

/** What people call systems → what Node calls them. */
const PLATFORMS: ReadonlyMap<string, string> = new Map([
  ['darwin', 'darwin'],
  ['macos', 'darwin'],
  ['mac', 'darwin'],
  ['macosx', 'darwin'],
  ['osx', 'darwin'],
  ['linux', 'linux'],
  ['win32', 'win32'],
  ['win64', 'win32'],
  ['windows', 'win32'],
  ['win', 'win32'],
  ['freebsd', 'freebsd'],
  ['openbsd', 'openbsd'],
  ['netbsd', 'netbsd'],
  ['sunos', 'sunos'],
  ['aix', 'aix'],
  ['android', 'android'],
  ['ios', 'ios'],
]);

/** Kinds of Linux. On another system the need is missing; on Linux we do not look which kind it is, so it is unverifiable. */
const LINUX_KINDS: ReadonlySet<string> = new Set(
  'ubuntu debian fedora centos rhel redhat arch archlinux alpine opensuse suse nixos raspbian raspberrypi wsl wsl2'.split(
    ' ',
  ),
);

const UNIX: readonly string[] = ['darwin', 'linux', 'freebsd', 'openbsd', 'netbsd', 'sunos', 'aix'];
const ANY: ReadonlySet<string> = new Set(['any', 'all', '*', 'crossplatform', 'anyos', 'universal']);

type System =
  | { readonly any: true }
  | { readonly platforms: readonly string[]; readonly version: boolean }
  | { readonly open: string };

function system(text: string): System {
  const [, word = '', version] = /^(.*?)\s*((?:[<>=~^]|\bv?\d+(?:\.\d+)*\+?)[^a-z]*)?$/i.exec(text) ?? [];
  for (const [key, versioned] of [
    [text, false],
    [word, version !== undefined],
  ] as const) {
    const name = key.toLowerCase().replace(/[\s_-]/g, '');
    if (ANY.has(name)) return { any: true };
    if (name === 'unix' || name === 'posix') return { platforms: UNIX, version: versioned };
    const platform = PLATFORMS.get(name);
    if (platform !== undefined) return { platforms: [platform], version: versioned };
    if (LINUX_KINDS.has(name)) return { open: name };
  }
  return { open: text };
}

/** On which platform an alternative that is not exact may hold; `undefined` = nobody knows. */
export function platformOfKind(open: string): string | undefined {
  return LINUX_KINDS.has(open) ? 'linux' : undefined;
}

/** True for words that name an operating system; `platforms` lists agents more often than systems. */
function namesSystem(text: string): boolean {
  const found = system(text);
  return !('open' in found) || LINUX_KINDS.has(found.open);
}

function textsOf(value: FieldValue): string[] {
  if (typeof value === 'string') return splitList(value).flatMap((one) => one.split(/\s*[|/]\s*|\s+(?:or|and)\s+/i));
  if (isList(value)) return value.flatMap((item) => (isMap(item) ? [describe(item)] : textsOf(item)));
  return value === null ? [] : [describe(value)];
}

/** `os: [darwin, linux]`, `os: "macOS, Windows"`: any one of them will do. `undefined`: it says nothing. */
export function readSystems(value: FieldValue, place: KeyPlace): Requirement[] | undefined {
  if (value === null || value === '') return undefined;
  if (isNothing(value)) return [];
  if (isList(value) && value.some((item) => item === null)) return [nothingAt('os', place)];
  const texts = textsOf(value).filter((text) => text !== '');
  const systems = texts.map(system);
  if (texts.length === 0 || systems.some((one) => 'any' in one)) return [];
  const names = [...new Set(systems.flatMap((one) => ('platforms' in one ? one.platforms : [])))];
  // A kind of Linux beside `linux` adds nothing.
  const isNew = (open: string) => !(LINUX_KINDS.has(open) && names.includes('linux'));
  const open = [...new Set(systems.flatMap((one) => ('open' in one && isNew(one.open) ? [one.open] : [])))];
  const found = required('os', names, place, open);
  // A version cannot be judged, the system it belongs to can.
  const versions = texts.filter((_, index) => {
    const one = systems[index];
    return one !== undefined && 'platforms' in one && one.version;
  });
  return [found, ...versions.map((text) => unverifiable(`os:${text}`, 'version', place))];
}

/** Whether any word in a list names an operating system. */
export function listsSystems(value: FieldValue): boolean {
  return textsOf(value).some(namesSystem);
}

/** `platforms: [...]`: systems where every word is one, else the names of agents, which nobody here can check. */
export function readPlatforms(value: FieldValue, place: KeyPlace): Requirement[] | undefined {
  if (value === null || value === '') return undefined;
  const texts = textsOf(value);
  if (texts.every(namesSystem)) return readSystems(value, place);
  return [unverifiable(`platforms:${texts.join('|')}`, 'agent', place)];
}
