import { isList, isMap, own, type ValueMap } from '../../base/field-value.ts';
import type { FieldValue } from '../../base/types.ts';
import { type KeyPlace, nothingAt, optionally, type Requirement, required, unverifiable } from './requirement.ts';
import { describe, isNothing, isTrue, remarkSays, splitAlternatives, splitList } from './value.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** One entry of `env`: a name, alternatives, or a name with a remark (`X (optional, …)`, `X: what it is`). */
export function variable(text: string, place: KeyPlace): Requirement[] {
  if (text === '') return [];
  if (isTrue(text)) return [unverifiable(`env:${text}`, 'form', place)];
  const alternatives = splitAlternatives(text).map((one) => one.replace(/^\$\{?(\w+)\}?$/, '$1'));
  if (alternatives.length > 0 && alternatives.every((one) => NAME.test(one))) {
    return [required('env', [...new Set(alternatives)], place)];
  }
  const [, name, remark = ''] = /^([A-Za-z_][A-Za-z0-9_]*)\s*([-–—:：(（].*)$/su.exec(text) ?? [];
  if (name === undefined) return [unverifiable(`env:${text}`, 'form', place)];
  const says = remarkSays(remark);
  if (says === 'conditional') return [unverifiable(`env:${text}`, 'conditional', place)];
  return [required('env', [name], says === 'optional' ? optionally(place) : place)];
}

const NAME_KEYS: readonly string[] = ['name', 'env', 'key', 'var', 'variable', 'id'];

/** What a map says about the need for its variable. A default, or the word "optional", means it runs without. */
function needOf(spec: ValueMap, place: KeyPlace): KeyPlace {
  const flag = own(spec, 'required');
  if (typeof flag === 'string' && flag !== '') {
    return isNothing(flag) || remarkSays(flag) !== undefined ? optionally(place) : place;
  }
  const optional = own(spec, 'optional');
  if (typeof optional === 'string') return isTrue(optional) ? optionally(place) : place;
  const told = ['description', 'purpose', 'label', 'note'].map((key) => describe(own(spec, key) ?? '')).join(' ');
  const fallback = own(spec, 'default') ?? own(spec, 'defaultValue');
  return (fallback !== undefined && fallback !== '') || /\boptional\b|可选|可選/iu.test(told)
    ? optionally(place)
    : place;
}

function fromMap(map: ValueMap, place: KeyPlace): Requirement[] {
  const key = NAME_KEYS.find((one) => typeof own(map, one) === 'string');
  if (key !== undefined) return variable(describe(own(map, key) ?? '').trim(), needOf(map, place));
  return Object.entries(map).flatMap(([name, spec]) => {
    if (name === 'required' && typeof spec === 'object') return readVariables(spec, place) ?? [];
    if (name === 'optional' && typeof spec === 'object') return readVariables(spec, optionally(place)) ?? [];
    if (isMap(spec)) return variable(name, needOf(spec, place));
    if (isList(spec)) return [unverifiable(`env:${describe({ [name]: spec })}`, 'form', place)];
    const isOptional = isNothing(spec) || (typeof spec === 'string' && /\boptional\b|可选|可選/iu.test(spec));
    return variable(name.trim(), isOptional ? optionally(place) : place);
  });
}

/** `env`: every variable is needed. Only whether it is set is ever asked. `undefined`: it says nothing. */
export function readVariables(value: FieldValue, place: KeyPlace): Requirement[] | undefined {
  if (value === null || value === '') return undefined;
  if (isNothing(value)) return [];
  if (typeof value === 'string') return splitList(value).flatMap((one) => variable(one, place));
  if (isList(value)) {
    return value.flatMap((item) => {
      if (typeof item === 'string') return variable(item.trim(), place);
      if (isMap(item)) return fromMap(item, place);
      return [item === null ? nothingAt('env', place) : unverifiable(`env:${describe(item)}`, 'form', place)];
    });
  }
  return fromMap(value as ValueMap, place);
}
