import { readJson } from '../../base/json.ts';
import { repositoryKey } from '../../format/source/grammar.ts';
import { readCacheFile, writeCacheFile } from '../../io/disk/cache-file.ts';

/** What was noticed of sources, beside the store: nothing of it is needed to know what is installed. */
interface SeenFile {
  readonly version: 1;
  /** When a commit was first seen here, ISO 8601, by `repository commit`. */
  readonly first: Record<string, string>;
  /** The commit at which a package was found to be what it is, by id. */
  readonly same: Record<string, string>;
}

export interface Seen {
  /** When this commit was first seen, which may be now. */
  firstSeen(url: string, commit: string): Date;
  /** The package is the same at this commit. */
  noteSame(id: string, commit: string): void;
  isSame(id: string, commit: string): boolean;
  /** Where it cannot be written, what was noticed is noticed again. */
  save(): void;
}

const MAX_COMMITS = 10_000;

/** A record that cannot be read is none: then every commit is as new as can be, which only holds updates longer. */
export function openSeen(folder: string, now: Date): Seen {
  const path = `${folder}/sources.json`;
  const { first, same } = readSeen(path);
  let isChanged = false;
  return {
    firstSeen(url, commit) {
      const key = `${repositoryKey(url)} ${commit}`;
      const known = first.get(key);
      // A clock that was ahead and went back: what was seen later than now was seen now.
      if (known !== undefined && Date.parse(known) <= now.getTime()) return new Date(known);
      first.set(key, now.toISOString());
      isChanged = true;
      return now;
    },
    noteSame(id, commit) {
      if (same.get(id) === commit) return;
      same.set(id, commit);
      isChanged = true;
    },
    isSame: (id, commit) => same.get(id) === commit,
    save() {
      if (!isChanged) return;
      const kept = [...first].slice(-MAX_COMMITS);
      const file: SeenFile = { version: 1, first: Object.fromEntries(kept), same: Object.fromEntries(same) };
      writeCacheFile(path, () => Buffer.from(`${JSON.stringify(file, undefined, 2)}\n`));
    },
  };
}

function readSeen(path: string): { readonly first: Map<string, string>; readonly same: Map<string, string> } {
  const bytes = readCacheFile(path);
  const reading = bytes === undefined ? undefined : readJson(bytes.toString('utf8'));
  const value = reading !== undefined && 'value' in reading ? (reading.value as Partial<SeenFile> | null) : undefined;
  const texts = (record: unknown): Map<string, string> =>
    new Map(
      Object.entries(typeof record === 'object' && record !== null ? record : {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    );
  return { first: texts(value?.first), same: texts(value?.same) };
}
