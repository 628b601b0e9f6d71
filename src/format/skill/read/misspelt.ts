/** True when one word becomes the other by at most two slips: a letter missing, added, changed, or two swapped. */
export function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2 || a === b) return a === b;
  let previous: number[] = [];
  let current = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const beforePrevious = previous;
    previous = current;
    current = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(changed, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (beforePrevious[j - 2] ?? best) + 1);
      current.push(best);
    }
  }
  return (current[b.length] ?? 3) <= 2;
}

/** The key that was most likely meant as `wanted`: spelt otherwise, in other case, or with two slips. */
export function findMisspelt<T extends { readonly key: string }>(keys: readonly T[], wanted: string): T | undefined {
  return keys.find(({ key }) => key !== wanted && isNear(key.toLowerCase(), wanted));
}
