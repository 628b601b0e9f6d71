import { isList, isMap, own, type ValueMap } from '../../base/field-value.ts';
import type { FieldValue } from '../../base/types.ts';
import { type KeyPlace, nothingAt, optionally, type Requirement, required, unverifiable } from './requirement.ts';
import { describe, isNothing, isTrue, remarkSays, splitList } from './value.ts';

/** Asking for `\\host\share` opens a connection to that host on some systems. */
function isShare(text: string): boolean {
  return /^[\\/]{2}/.test(text);
}

/** A path that means the same wherever it is read: from the root, a drive, or the user's home. */
export function isCheckablePath(text: string): boolean {
  if (isShare(text) || /[\p{Cc}*?<>|"]/u.test(text)) return false;
  if (!/^(?:\/|~[\\/]|\$HOME[\\/]|\$\{HOME\}[\\/]|%USERPROFILE%[\\/]|[A-Za-z]:[\\/])/.test(text)) return false;
  return !/[${}%]/.test(text.replace(/^(?:\$HOME|\$\{HOME\}|%USERPROFILE%)/, ''));
}

/** One entry of `config` or `files`. `key` names the list, for what turns out not to be a path. */
export function path(text: string, key: string, place: KeyPlace): Requirement[] {
  const [, bare = text, remark = ''] = /^(.+?)\s+[(（](.*)[)）]\s*$/s.exec(text) ?? [];
  const here = remarkSays(remark) === 'optional' ? optionally(place) : place;
  if (bare === '') return [];
  if (isCheckablePath(bare)) return [required('file', [bare], here)];
  const doubt = isShare(bare)
    ? 'share'
    : /^[\w-]+(?:\.[\w-]+)+$/.test(bare) && key === 'config' && !/\.(?:json5?|ya?ml|toml|ini|env|conf|cfg)$/i.test(bare)
      ? 'setting'
      : /^\.{1,2}[\\/]|^[\w.-]+(?:[\\/]|\.\w+$)/.test(bare)
        ? 'relative'
        : 'form';
  return [unverifiable(`${key}:${bare}`, doubt, here)];
}

function fromMap(map: ValueMap, key: string, place: KeyPlace): Requirement[] {
  const found = ['path', 'file', 'name', 'key'].find((one) => typeof own(map, one) === 'string');
  if (found !== undefined) {
    const here = isTrue(own(map, 'optional')) || isNothing(own(map, 'required')) ? optionally(place) : place;
    return path(describe(own(map, found) ?? '').trim(), key, here);
  }
  return Object.entries(map).flatMap(([name, spec]) => {
    if (name === 'required') return readPaths(spec, key, place) ?? [];
    if (name === 'optional') return readPaths(spec, key, optionally(place)) ?? [];
    return [unverifiable(`${key}:${describe({ [name]: spec })}`, 'form', place)];
  });
}

/** `config`, `files`: paths that must exist, settings of an agent, or maps that hold one. `undefined`: it says nothing. */
export function readPaths(value: FieldValue, key: string, place: KeyPlace): Requirement[] | undefined {
  if (value === null || value === '') return undefined;
  if (isNothing(value)) return [];
  if (typeof value === 'string') return splitList(value).flatMap((one) => path(one, key, place));
  if (isList(value)) {
    return value.flatMap((item) => {
      if (typeof item === 'string') return path(item.trim(), key, place);
      if (isMap(item)) return fromMap(item, key, place);
      return [item === null ? nothingAt(key, place) : unverifiable(`${key}:${describe(item)}`, 'form', place)];
    });
  }
  return fromMap(value as ValueMap, key, place);
}
