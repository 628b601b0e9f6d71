/**
 * The candidates that `wanted` may have been meant as, the nearest first: those within a third of its length in slips
 * (a character missing, added, changed, or two swapped), and those that begin or end with it. Case does not count.
 */
export function nearest(wanted: string, candidates: readonly string[], limit: number): string[] {
  const word = wanted.toLowerCase();
  if (word === '') return [];
  const most = Math.max(1, Math.floor(word.length / 3));
  const scored = candidates.flatMap((candidate, at) => {
    const other = candidate.toLowerCase();
    const slips = Math.abs(word.length - other.length) > most ? Number.POSITIVE_INFINITY : countSlips(word, other);
    const isPart = word.length > 2 && (other.startsWith(word) || other.endsWith(word));
    return slips <= most || isPart ? [{ candidate, at, score: Math.min(slips, isPart ? most : slips) }] : [];
  });
  scored.sort((a, b) => a.score - b.score || a.at - b.at);
  return scored.slice(0, limit).map(({ candidate }) => candidate);
}

/** Optimal string alignment: how many slips (a character missing, added, changed, or two swapped) turn `a` into `b`. */
export function countSlips(a: string, b: string): number {
  let before: number[] = [];
  let previous: number[] = [];
  let current = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    [before, previous, current] = [previous, current, [i]];
    for (let j = 1; j <= b.length; j++) {
      const changed = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(changed, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      current.push(best);
    }
  }
  return current[b.length] ?? 0;
}
