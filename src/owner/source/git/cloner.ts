/** One file, link or submodule of a commit's tree. */
export interface RepoEntry {
  /** `/`-separated, as the tree spells it; bytes that are no UTF-8 are replacement characters. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'submodule';
  readonly executable: boolean;
  /** Name of its content. */
  readonly oid: string;
  /** Bytes; 0 for a submodule. */
  readonly size: number;
}

/** Branches and tags of a repository, as it shows them now. */
export interface RemoteRefs {
  /** Name of the branch it shows first, where it tells. */
  readonly head: string | undefined;
  readonly headCommit: string | undefined;
  readonly branches: ReadonlyMap<string, string>;
  /** The commit each tag stands for, whatever object the tag is. */
  readonly tags: ReadonlyMap<string, string>;
}

/** What became of a commit that we know: part of the new one's history, or not any more. */
export type History = 'ancestor' | 'unrelated' | 'gone';

/** One commit, fetched and not checked out. */
export interface FetchedRepo {
  readonly commit: string;
  /** Every file of the tree, in the tree's order. */
  list(): Promise<readonly RepoEntry[]>;
  /** The bytes of these, by `oid`. */
  read(entries: readonly RepoEntry[]): Promise<ReadonlyMap<string, Buffer>>;
  /** Removes what was fetched. */
  close(): void;
}

/** How repositories are reached. Given, so that tests and other hosts may bring their own; ours is `git`. */
export interface RepoCloner {
  refs(url: string): Promise<RemoteRefs>;
  fetch(url: string, commit: string): Promise<FetchedRepo>;
  /** Whether `known` is part of the history of `commit`. Fetches commits alone. */
  history(url: string, known: string, commit: string): Promise<History>;
}
