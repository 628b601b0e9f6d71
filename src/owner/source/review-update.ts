import { unifiedDiff } from '../../base/diff.ts';
import { cutTo } from '../../base/text.ts';
import { readFullTree } from '../store/content.ts';
import type { Desk } from '../store/desk.ts';
import { type FullTree, treeOf } from '../store/folder.ts';
import { listVersions } from '../store/packages.ts';
import type { PackageSource } from '../store/types.ts';
import { capabilitiesOf, compareCapabilities } from './capabilities.ts';
import type { UpdateReview } from './review.ts';
import type { TrackedPackage } from './tracked.ts';

const MAX_DIFF_CHARACTERS = 200_000;

/** What the newer state of a package changes, to be shown before it is taken. */
export async function reviewUpdate(
  desk: Desk,
  tracked: TrackedPackage,
  source: PackageSource,
  latest: string,
  movedTo: string | undefined,
): Promise<UpdateReview> {
  const { one, commit } = tracked;
  const versions = await listVersions(desk.store, one.key);
  const active = one.active?.number ?? 0;
  const base = versions.find(({ number, came_by }) => number <= active && came_by === 'install') ?? one.active;
  const before = base === undefined ? undefined : await readFullTree(desk.store.db.shared, base);
  const files = await source.files();
  const after = treeOf(one.kind, files);
  const changed = compareTrees(before, after);
  const old =
    before === undefined
      ? []
      : before.files.map(({ path, sha256, executable }) => ({
          path,
          executable,
          kind: 'file' as const,
          bytes: before.bytes.get(sha256) ?? new Uint8Array(),
        }));
  const touched = new Set(changed.map(({ path }) => path));
  // Of a collection only what changed is read again: the rest could do the same before.
  const only = <T extends { readonly path: string }>(all: readonly T[]): T[] =>
    one.kind === 'skill' ? [...all] : all.filter(({ path }) => touched.has(path));
  return {
    id: one.id,
    url: tracked.source.url,
    from: commit,
    to: latest,
    digest: after.digest,
    capabilities: compareCapabilities(capabilitiesOf(only(old)), capabilitiesOf(only(files))),
    files: changed,
    ...(one.kind === 'collection' ? { members: membersOf(changed, before, after) } : {}),
    ...(movedTo === undefined ? {} : { moved_to: movedTo }),
    diff: cutTo(changed.map(({ path }) => diffOf(path, before, after)).join(''), MAX_DIFF_CHARACTERS),
  };
}

function compareTrees(before: FullTree | undefined, after: FullTree): UpdateReview['files'] {
  const old = new Map((before?.files ?? []).map((file) => [file.path, file]));
  const now = new Map(after.files.map((file) => [file.path, file]));
  const changed: UpdateReview['files'][number][] = [];
  for (const path of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const [a, b] = [old.get(path), now.get(path)];
    if (a === undefined) changed.push({ path, change: 'added' });
    else if (b === undefined) changed.push({ path, change: 'removed' });
    else if (a.sha256 !== b.sha256) changed.push({ path, change: 'changed' });
    else if (a.executable !== b.executable) changed.push({ path, change: 'mode' });
  }
  return changed;
}

function membersOf(
  changed: UpdateReview['files'],
  before: FullTree | undefined,
  after: FullTree,
): NonNullable<UpdateReview['members']> {
  const heads = (tree: FullTree | undefined): Set<string> =>
    new Set(
      (tree?.files ?? [])
        .filter(({ path }) => path.endsWith('/SKILL.md'))
        .map(({ path }) => path.slice('tree/'.length, -'/SKILL.md'.length)),
    );
  const [old, now] = [heads(before), heads(after)];
  const touched = (member: string): boolean => changed.some(({ path }) => path.startsWith(`tree/${member}/`));
  return {
    added: [...now].filter((member) => !old.has(member)),
    removed: [...old].filter((member) => !now.has(member)),
    changed: [...now].filter((member) => old.has(member) && touched(member)),
  };
}

function diffOf(path: string, before: FullTree | undefined, after: FullTree): string {
  const textOf = (tree: FullTree | undefined): string | undefined => {
    const file = tree?.files.find((one) => one.path === path);
    const bytes = file === undefined ? new Uint8Array() : (tree?.bytes.get(file.sha256) ?? new Uint8Array());
    return bytes.includes(0) ? undefined : Buffer.from(bytes).toString('utf8');
  };
  const [a, b] = [textOf(before), textOf(after)];
  return a === undefined || b === undefined ? `Binary file ${path} differs\n` : unifiedDiff(path, a, b);
}
