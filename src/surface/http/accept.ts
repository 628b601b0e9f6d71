/** Media ranges that a client takes, with how much it wants each. */
function rangesOf(header: string): readonly { readonly range: string; readonly quality: number }[] {
  return header.split(',').flatMap((part) => {
    const [range = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    if (!/^[^\s/]+\/[^\s/]+$/u.test(range)) return [];
    const given = parameters.find((one) => one.startsWith('q='))?.slice(2);
    const quality = given === undefined ? 1 : Number(given);
    return [{ range, quality: Number.isFinite(quality) ? Math.min(1, Math.max(0, quality)) : 0 }];
  });
}

/** The type that a client wants most; of equals the first. Nothing asked for: the first. `undefined`: it takes none of them. */
export function chooseType(header: string | undefined, offered: readonly string[]): string | undefined {
  if (header === undefined || header.trim() === '') return offered[0];
  const ranges = rangesOf(header);
  const qualityOf = (type: string): number => {
    const group = `${type.slice(0, type.indexOf('/'))}/*`;
    // The most exact range decides, also where it says no.
    for (const wanted of [type, group, '*/*']) {
      const found = ranges.find(({ range }) => range === wanted);
      if (found !== undefined) return found.quality;
    }
    return 0;
  };
  let best: { readonly type: string; readonly quality: number } | undefined;
  for (const type of offered) {
    const quality = qualityOf(type);
    if (quality > 0 && (best === undefined || quality > best.quality)) best = { type, quality };
  }
  return best?.type;
}
