/** Milliseconds of `7d`, `12h`, `30m`; `undefined` for what is no length of time. */
export function parseAge(text: string): number | undefined {
  const match = /^(\d{1,6})\s*(d|h|m)$/.exec(text.trim());
  if (match === null) return undefined;
  const unit = match[2] === 'd' ? 86_400_000 : match[2] === 'h' ? 3_600_000 : 60_000;
  return Number(match[1]) * unit;
}
