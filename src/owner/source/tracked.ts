import { SkillficheError } from '../../base/errors.ts';
import { isCommit } from '../../format/source/checks.ts';
import { type GitSource, repositoryKey } from '../../format/source/grammar.ts';
import { type Desk, placesOf } from '../store/desk.ts';
import { findPackage, listPackages, listVersions, type StoredPackage } from '../store/packages.ts';
import { chooseCommit } from './git/choose.ts';
import type { RemoteRefs } from './git/cloner.ts';
import type { SourceWorld } from './opened.ts';

/** A package that follows a repository. */
export interface TrackedPackage {
  readonly one: StoredPackage;
  readonly source: GitSource;
  /** The commit it was fetched at. */
  readonly commit: string;
  readonly originalName: string | undefined;
  /** It was installed at a commit, by its name: nothing is newer than that. */
  readonly isFixed: boolean;
}

/** Packages that came from repositories, and those that came from elsewhere, which cannot be asked. */
export interface Tracked {
  readonly followed: readonly TrackedPackage[];
  readonly others: readonly StoredPackage[];
}

export async function trackedPackages(desk: Desk, refs?: readonly string[]): Promise<Tracked> {
  const all = (await listPackages(desk.store, placesOf(desk))).filter(({ active }) => active !== undefined);
  const chosen = refs === undefined ? all : refs.map((ref) => findPackage(all, ref));
  const followed: TrackedPackage[] = [];
  const others: StoredPackage[] = [];
  for (const one of new Set(chosen)) {
    const tracked = await trackedOf(desk, one);
    if (tracked === undefined) others.push(one);
    else followed.push(tracked);
  }
  return { followed, others };
}

async function trackedOf(desk: Desk, one: StoredPackage): Promise<TrackedPackage | undefined> {
  const active = one.active?.number ?? 0;
  const versions = await listVersions(desk.store, one.key);
  const fetched = versions.find(
    ({ number, came_by, source }) => number <= active && came_by === 'install' && source !== undefined,
  );
  const source = fetched?.source as
    | (GitSource & { readonly commit?: string; readonly original_name?: string })
    | undefined;
  if (source === undefined || source.type !== 'git' || source.commit === undefined) return undefined;
  const { url, path, ref, range, commit, original_name: originalName } = source;
  return {
    one,
    source: {
      type: 'git',
      url,
      ...(path === undefined ? {} : { path }),
      ...(ref === undefined ? {} : { ref }),
      ...(range === undefined ? {} : { range }),
    },
    commit,
    originalName,
    isFixed: range === undefined && ref !== undefined && isCommit(ref),
  };
}

/** The newest commit of what a package follows, or why it cannot be said. */
export interface Newest {
  readonly tracked: TrackedPackage;
  readonly latest?: string;
  readonly ref?: string;
  /** It follows a tag, and the tag names another commit now. */
  readonly tagMoved: boolean;
  readonly why?: string;
}

/** Asks every repository once, however many packages come from it. */
export async function newestOf(world: SourceWorld, followed: readonly TrackedPackage[]): Promise<readonly Newest[]> {
  const asked = new Map<string, Promise<RemoteRefs | SkillficheError>>();
  const refsOf = (url: string): Promise<RemoteRefs | SkillficheError> => {
    const key = repositoryKey(url);
    const answer = asked.get(key) ?? world.cloner.refs(url).catch(asFailure);
    asked.set(key, answer);
    return answer;
  };
  return Promise.all(
    followed.map(async (tracked): Promise<Newest> => {
      if (tracked.isFixed) return { tracked, latest: tracked.commit, tagMoved: false };
      const refs = await refsOf(tracked.source.url);
      if (refs instanceof SkillficheError) return { tracked, tagMoved: false, why: refs.message };
      try {
        const { commit, ref } = chooseCommit(tracked.source, refs);
        const followsTag =
          tracked.source.ref !== undefined &&
          tracked.source.range === undefined &&
          refs.tags.has(tracked.source.ref.replace(/^refs\/tags\//, ''));
        return {
          tracked,
          latest: commit,
          ...(ref === undefined ? {} : { ref }),
          tagMoved: followsTag && commit !== tracked.commit,
        };
      } catch (error) {
        return { tracked, tagMoved: false, why: asFailure(error).message };
      }
    }),
  );
}

function asFailure(error: unknown): SkillficheError {
  if (error instanceof SkillficheError) return error;
  throw error;
}
