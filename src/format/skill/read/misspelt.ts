import { countSlips } from '../../../base/nearest.ts';

/** True when one word becomes the other by at most two slips: a letter missing, added, changed, or two swapped. */
export function isNear(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= 2 && countSlips(a, b) <= 2;
}

/** The key that was most likely meant as `wanted`: spelt otherwise, in other case, or with two slips. */
export function findMisspelt<T extends { readonly key: string }>(keys: readonly T[], wanted: string): T | undefined {
  return keys.find(({ key }) => key !== wanted && isNear(key.toLowerCase(), wanted));
}
