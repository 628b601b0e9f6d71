import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeTree } from './tree.ts';

/** Whether a program is here, told without starting it by a shell. */
export function hasTool(name: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(name, args.length > 0 ? args : ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export const hasGit: boolean = hasTool('git');

/** What a repository holds at a path: text, a script, a link or somebody else's commit. */
export type RepoFile =
  | string
  | Uint8Array
  | { readonly script: string }
  | { readonly link: string }
  | { readonly submodule: string };

export interface TestRepo {
  /** The bare repository's folder. */
  readonly path: string;
  /** Its `file://` address. */
  readonly url: string;
  git(args: readonly string[], stdin?: string | Uint8Array): string;
  /** Commits exactly these files, on a branch, after `parent` (default: the branch's last; `null`: none). The commit. */
  commit(files: Readonly<Record<string, RepoFile>>, options?: CommitOptions): string;
}

export interface CommitOptions {
  readonly branch?: string;
  readonly parent?: string | null;
  readonly message?: string;
  /** Seconds since 1970. */
  readonly at?: number;
}

const ENV = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

/** A bare repository in a temporary folder, by git's own import: any name, any mode, 100,000 files in a second. */
export function makeRepo(options: { readonly format?: 'sha1' | 'sha256' } = {}): TestRepo {
  const path = join(makeTree({}), 'upstream.git');
  mkdirSync(path);
  const git = (args: readonly string[], stdin?: string | Uint8Array): string =>
    execFileSync('git', [`--git-dir=${path}`, ...args], {
      env: ENV,
      input: stdin ?? '',
      maxBuffer: 1 << 28,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
      .toString()
      .trim();
  git(['init', '--quiet', '--bare', '--initial-branch=main', `--object-format=${options.format ?? 'sha1'}`, path]);
  let clock = 1_700_000_000;
  return {
    path,
    url: `file://${path}`,
    git,
    commit(files, { branch = 'main', parent, message = 'change', at = clock++ } = {}) {
      const parts: (string | Uint8Array)[] = [];
      const data = (bytes: string | Uint8Array): void => {
        parts.push(`data ${Buffer.byteLength(bytes)}\n`, bytes, '\n');
      };
      parts.push(`commit refs/heads/${branch}\n`, `committer Test <test@example.org> ${at} +0000\n`);
      data(message);
      const from = parent === undefined ? lastOf(git, branch) : (parent ?? undefined);
      if (from !== undefined) parts.push(`from ${from}\n`, 'deleteall\n');
      for (const [name, file] of Object.entries(files)) {
        const quoted = `"${name.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
        if (typeof file === 'object' && 'submodule' in file) {
          parts.push(`M 160000 ${file.submodule} ${quoted}\n`);
          continue;
        }
        const isPlain = typeof file === 'string' || file instanceof Uint8Array;
        const mode = isPlain ? '100644' : 'link' in file ? '120000' : '100755';
        parts.push(`M ${mode} inline ${quoted}\n`);
        data(isPlain ? file : 'link' in file ? file.link : file.script);
      }
      if (parent === null) git(['update-ref', '-d', `refs/heads/${branch}`]);
      git(['fast-import', '--quiet', '--force'], Buffer.concat(parts.map((part) => Buffer.from(part))));
      return git(['rev-parse', `refs/heads/${branch}`]);
    },
  };
}

function lastOf(git: TestRepo['git'], branch: string): string | undefined {
  return git(['for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`]) || undefined;
}
