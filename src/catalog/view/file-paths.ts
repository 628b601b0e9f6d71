import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { compareCodePoints, toOneLine } from '../../base/text.ts';
import type { StampedFile } from '../../tree/files/files.ts';
import type { SkillEntry } from '../types.ts';

/** A path as readers are shown it, whichever way its letters are composed. */
export function shownPath({ path }: StampedFile): string {
  return toOneLine(path).normalize();
}

export function onlyOne<T>(items: readonly T[], isMeant: (item: T) => boolean): T | undefined {
  const meant = items.filter(isMeant);
  return meant.length === 1 ? meant[0] : undefined;
}

/** At most three listed paths: those that end like the wanted one, else the first. */
export function nearestPaths(paths: readonly string[], wanted: string): string[] {
  const last = (wanted.split(/[/\\]/).pop() ?? '').toLowerCase();
  const close = paths.filter((path) => last !== '' && path.toLowerCase().includes(last));
  return [...(close.length > 0 ? close : paths)].sort(compareCodePoints).slice(0, 3);
}

export function unreadable(entry: SkillEntry, path: string, cause: unknown): SkillficheError {
  const message = `${path} of ${entry.id} cannot be read (${errnoOf(cause)}). Check that it is still there and may be read.`;
  return new SkillficheError('UNREADABLE', message, { cause });
}
