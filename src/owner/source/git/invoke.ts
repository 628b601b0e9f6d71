import { SkillficheError } from '../../../base/errors.ts';
import { quoteValue } from '../../../base/text.ts';
import { gitUrlFault, isCommit } from '../../../format/source/checks.ts';
import { lastComplaint, type Run, type RunRequest, type RunResult } from '../../../io/process/run.ts';

/**
 * What no configuration, ours, the person's or a repository's, may turn on again. Hooks, housekeeping and watchers are
 * programs; submodules are other people's addresses.
 */
const SETTINGS: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.askPass=',
  'core.attributesFile=/dev/null',
  'core.commitGraph=false',
  'credential.interactive=false',
  'fetch.recurseSubmodules=false',
  'fetch.writeCommitGraph=false',
  'fetch.unpackLimit=1',
  'fetch.fsckObjects=false',
  'submodule.recurse=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'advice.detachedHead=false',
  'pack.threads=1',
];

/** Keys, proxies and certificates are the person's; without them no private repository could be read. */
const KEPT: readonly string[] = [
  'SSH_AUTH_SOCK',
  'XDG_CONFIG_HOME',
  'HTTPS_PROXY',
  'https_proxy',
  'ALL_PROXY',
  'all_proxy',
  'NO_PROXY',
  'no_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_SSL_CAINFO',
];

/** The transports this address may use, whatever a configuration rewrites it to. */
function protocolsFor(url: string | undefined): string {
  if (url === undefined) return 'none';
  if (/^file:/i.test(url)) return 'file';
  return /^http:/i.test(url) ? 'http' : 'https:ssh';
}

/** One call of git. `url`: the repository it may talk to; absent: none. */
export interface GitCall
  extends Pick<RunRequest, 'stdin' | 'onOutput' | 'maxOutputBytes' | 'timeoutMs' | 'watch' | 'signal'> {
  readonly url?: string;
  /** The bare repository it works in. */
  readonly repository?: string;
}

export async function callGit(run: Run, args: readonly string[], call: GitCall = {}): Promise<RunResult> {
  const { url, repository, ...rest } = call;
  if (url !== undefined) requireUrl(url);
  const where = repository === undefined ? [] : [`--git-dir=${repository}`];
  return run({
    ...rest,
    program: 'git',
    args: [...where, '--no-replace-objects', '--literal-pathspecs', ...SETTINGS.flatMap((one) => ['-c', one]), ...args],
    keep: KEPT,
    env: {
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: '',
      // Ssh asks nobody either: it has no terminal, and starts no window for a password.
      SSH_ASKPASS_REQUIRE: 'never',
      GIT_ALLOW_PROTOCOL: protocolsFor(url),
      GIT_PROTOCOL_FROM_USER: '0',
      GIT_NO_LAZY_FETCH: '1',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_LFS_SKIP_SMUDGE: '1',
      // No repository around us is meant, and no folder above the one named.
      GIT_CEILING_DIRECTORIES: '/',
      GCM_INTERACTIVE: 'never',
    },
  });
}

/** The last gate before an address becomes an argument: it may come from a file that somebody else wrote. */
export function requireUrl(url: string): void {
  const fault = gitUrlFault(url);
  if (fault === undefined) return;
  throw new SkillficheError('INVALID_ARGUMENT', `The address ${quoteValue(url)} is not handed to git: ${fault}.`);
}

export function requireCommit(commit: string): void {
  if (isCommit(commit)) return;
  throw new SkillficheError('INVALID_ARGUMENT', `${quoteValue(commit)} is no full name of a commit.`);
}

/** Why the repository could not be had, in git's own words. */
export function unavailable(url: string, result: RunResult): SkillficheError {
  const why = lastComplaint(result.stderr).replace(/^(?:fatal|error): /, '') || `git ended with ${result.code}`;
  const message = `${url} could not be fetched: ${why.replace(/\.$/, '')}. Is the address right, and may you read it?`;
  return new SkillficheError('SOURCE_UNAVAILABLE', message);
}
