import { join } from 'node:path';
import { SkillficheError } from '../../../base/errors.ts';
import {
  MAX_FETCH_MS,
  MAX_FETCHED_BYTES,
  MAX_HISTORY_BYTES,
  MAX_REPOSITORY_FILES,
  MAX_UNPACKED_BYTES,
} from '../../../base/limits.ts';
import { createScratch, type Scratch } from '../../../io/disk/scratch.ts';
import type { Run } from '../../../io/process/run.ts';
import type { FetchedRepo, History, RepoCloner, RepoEntry } from './cloner.ts';
import { callGit, requireCommit, unavailable } from './invoke.ts';
import { createBatchReader, parseRefs, parseTree } from './parse.ts';

export interface GitLimits {
  /** Milliseconds that one fetch may take. */
  readonly fetchMs: number;
  /** Bytes that one fetch may put on disk. */
  readonly fetchedBytes: number;
  readonly files: number;
  /** Bytes read out of one repository. */
  readonly readBytes: number;
}

const LIMITS: GitLimits = {
  fetchMs: MAX_FETCH_MS,
  fetchedBytes: MAX_FETCHED_BYTES,
  files: MAX_REPOSITORY_FILES,
  readBytes: MAX_UNPACKED_BYTES,
};

export interface GitClonerOptions {
  readonly run: Run;
  readonly limits?: Partial<GitLimits>;
  readonly signal?: AbortSignal;
}

/**
 * Repositories by the `git` on PATH: bare, the one commit, nothing checked out. So hooks, filters, line ends, links and
 * the case of names never get a turn, and what is read are the bytes that were committed.
 */
export function createGitCloner({ run, limits: given, signal }: GitClonerOptions): RepoCloner {
  const limits = { ...LIMITS, ...given };
  const cancel = signal === undefined ? {} : { signal };

  const init = async (commit: string): Promise<Scratch> => {
    const scratch = createScratch();
    try {
      const format = commit.length === 64 ? ['--object-format=sha256'] : [];
      const made = await callGit(
        run,
        ['init', '--quiet', '--bare', '--template=', ...format, join(scratch.path, 'r')],
        cancel,
      );
      if (made.code !== 0) throw unavailable('a repository of our own', made);
      return scratch;
    } catch (error) {
      scratch.remove();
      throw error;
    }
  };

  const fetchInto = async (scratch: Scratch, url: string, commit: string, how: readonly string[], most: number) => {
    const args = [
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-recurse-submodules',
      '--no-write-fetch-head',
      '--no-auto-gc',
      ...how,
    ];
    return callGit(run, [...args, '--', url, `${commit}:refs/skillfiche/${commit}`], {
      ...cancel,
      url,
      repository: join(scratch.path, 'r'),
      timeoutMs: limits.fetchMs,
      watch: () => (scratch.bytes() > most ? `it fetched more than ${most} bytes` : undefined),
    });
  };

  return {
    async refs(url) {
      const result = await callGit(
        run,
        ['ls-remote', '--quiet', '--symref', '--', url, 'HEAD', 'refs/heads/*', 'refs/tags/*'],
        { ...cancel, url, timeoutMs: limits.fetchMs },
      );
      if (result.code !== 0) throw unavailable(url, result);
      return parseRefs(result.stdout.toString('utf8'));
    },

    async fetch(url, commit) {
      requireCommit(commit);
      const scratch = await init(commit);
      try {
        const result = await fetchInto(scratch, url, commit, ['--depth=1'], limits.fetchedBytes);
        if (result.code !== 0) throw unavailable(url, result);
        // What came within one look of the watcher.
        if (scratch.bytes() > limits.fetchedBytes) {
          throw refused('too-large', `one commit of it has more than ${limits.fetchedBytes} bytes`);
        }
        return openFetched(run, scratch, commit, limits, cancel);
      } catch (error) {
        scratch.remove();
        throw error;
      }
    },

    async history(url, known, commit): Promise<History> {
      requireCommit(known);
      requireCommit(commit);
      if (known === commit) return 'ancestor';
      const scratch = await init(commit);
      const repository = join(scratch.path, 'r');
      const commitsOnly = ['--filter=tree:0'];
      try {
        const result = await fetchInto(scratch, url, commit, commitsOnly, MAX_HISTORY_BYTES);
        if (result.code !== 0) throw unavailable(url, result);
        const isThere = await callGit(run, ['cat-file', '-e', known], { ...cancel, repository });
        if (isThere.code === 0) {
          const found = await callGit(run, ['merge-base', '--is-ancestor', known, commit], { ...cancel, repository });
          return found.code === 0 ? 'ancestor' : 'unrelated';
        }
        const old = await fetchInto(scratch, url, known, commitsOnly, MAX_HISTORY_BYTES);
        return old.code === 0 ? 'unrelated' : 'gone';
      } finally {
        scratch.remove();
      }
    },
  };
}

function openFetched(
  run: Run,
  scratch: Scratch,
  commit: string,
  limits: GitLimits,
  cancel: { readonly signal?: AbortSignal },
): FetchedRepo {
  const repository = join(scratch.path, 'r');
  return {
    commit,
    close: () => scratch.remove(),
    async list() {
      const result = await callGit(run, ['ls-tree', '-r', '-z', '-l', '--full-tree', commit], {
        ...cancel,
        repository,
      });
      if (result.code !== 0) throw unavailable('the fetched commit', result);
      const entries = parseTree(result.stdout);
      if (entries.length > limits.files) {
        throw refused('too-many-files', `the repository has ${entries.length} files; ${limits.files} are allowed`);
      }
      return entries;
    },
    async read(entries) {
      const wanted = new Map<string, RepoEntry>();
      for (const entry of entries) if (entry.kind !== 'submodule') wanted.set(entry.oid, entry);
      const total = [...wanted.values()].reduce((sum, entry) => sum + entry.size, 0);
      if (total > limits.readBytes) {
        throw refused('too-large', `what is wanted of it has ${total} bytes; ${limits.readBytes} are allowed`);
      }
      const reader = createBatchReader();
      const result = await callGit(run, ['cat-file', '--batch', '--buffer'], {
        ...cancel,
        repository,
        stdin: [...wanted.keys()].map((oid) => `${oid}\n`).join(''),
        onOutput: (chunk) => reader.take(chunk),
      });
      if (result.code !== 0) throw unavailable('the fetched commit', result);
      const objects = reader.end();
      // All of it or nothing: part of a skill is not what somebody reviewed.
      if (objects.size !== wanted.size) throw refused('incomplete', 'git did not hand out every file');
      return objects;
    },
  };
}

function refused(reason: string, why: string): SkillficheError {
  return new SkillficheError('SOURCE_REFUSED', `The repository is refused: ${why}.`, { reason });
}
