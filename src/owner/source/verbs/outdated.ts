import type { Desk } from '../../store/desk.ts';
import type { SourceWorld } from '../opened.ts';
import { openSeen } from '../seen.ts';
import { newestOf, trackedPackages } from '../tracked.ts';

export interface OutdatedPackage {
  readonly id: string;
  readonly url: string;
  readonly ref?: string;
  readonly range?: string;
  /** What is installed. */
  readonly commit: string;
  /** What its branch, tag or range means now. */
  readonly latest: string;
  /** It follows a tag, and somebody let the tag name another commit. */
  readonly tag_moved?: true;
}

export interface OutdatedReport {
  /** Only those whose source went on. */
  readonly skills: readonly OutdatedPackage[];
  readonly collections: readonly OutdatedPackage[];
  readonly current: number;
  /** Not asked, since they came from a folder, an archive or an index. */
  readonly not_followed: readonly string[];
  /** Sources that gave no answer, and why. */
  readonly unreachable: readonly { readonly id: string; readonly url: string; readonly why: string }[];
}

/** What has a newer commit. Changes nothing that is installed; each repository is asked once. */
export async function findOutdated(desk: Desk, world: SourceWorld, refs?: readonly string[]): Promise<OutdatedReport> {
  const { followed, others } = await trackedPackages(desk, refs);
  const seen = openSeen(desk.store.folder, desk.store.now());
  const found: { readonly kind: string; readonly row: OutdatedPackage }[] = [];
  const unreachable: { id: string; url: string; why: string }[] = [];
  let current = 0;
  for (const { tracked, latest, tagMoved, why } of await newestOf(world, followed)) {
    const { one, source, commit } = tracked;
    const { url, ref, range } = source;
    if (latest === undefined) {
      unreachable.push({ id: one.id, url, why: why ?? '' });
      continue;
    }
    seen.firstSeen(url, latest);
    if (latest === commit || seen.isSame(one.id, latest)) {
      current++;
      continue;
    }
    const row = {
      id: one.id,
      url,
      ...(ref === undefined ? {} : { ref }),
      ...(range === undefined ? {} : { range }),
      commit,
      latest,
    };
    found.push({ kind: one.kind, row: tagMoved ? { ...row, tag_moved: true } : row });
  }
  if (!desk.store.db.readOnly) seen.save();
  const of = (kind: string): OutdatedPackage[] => found.filter((one) => one.kind === kind).map(({ row }) => row);
  return {
    skills: of('skill'),
    collections: of('collection'),
    current,
    not_followed: others.map(({ id }) => id),
    unreachable,
  };
}
