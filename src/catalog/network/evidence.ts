import { compareCodePoints } from '../../base/text.ts';

/** A host that a URL in code names, and the 1-based lines it stands on. */
export interface HostEvidence {
  readonly host: string;
  readonly lines: readonly number[];
}

/** A command that uses the network, and where it stands. */
export interface CommandEvidence {
  readonly command: string;
  readonly line: number;
}

/** What in a file may want the network: a reading aid for whoever reviews a skill. It changes no mode. */
export interface NetworkEvidence {
  readonly hosts: readonly HostEvidence[];
  readonly commands: readonly CommandEvidence[];
}

/** Where a command may begin: after the start of a line, a prompt, `sudo`, a pipe or another command. */
const START = String.raw`(?:^|[;&|({\`"'$!%]|\b(?:sudo|then|do|else|time|exec|xargs|RUN)\s)\s*`;

const COMMANDS: readonly (readonly [command: string, pattern: RegExp])[] = [
  ...['curl', 'wget', 'aria2c', 'scp', 'sftp', 'ssh', 'rsync', 'prefetch', 'fasterq-dump', 'npx', 'uvx', 'bunx'].map(
    (name) => [name, new RegExp(String.raw`${START}${name}(?=\s)`)] as const,
  ),
  ['git clone', /\bgit\s+(?:-C\s+\S+\s+)?(?:-\S+\s+)*clone\b/],
  ['git fetch', /\bgit\s+(?:-C\s+\S+\s+)?(?:-\S+\s+)*(?:fetch|pull|push|ls-remote)\b/],
  ['pip install', /\b(?:pip3?|pipx|uv\s+pip|uv\s+tool)\s+install\b|\buv\s+(?:add|sync)\b/],
  ['conda install', /\b(?:conda|mamba|micromamba)\s+(?:install|create|env\s+create|update)\b/],
  ['npm install', /\b(?:npm|pnpm|yarn|bun)\s+(?:install|i|ci|add)\b/],
  [
    'apt install',
    /\b(?:apt|apt-get|dnf|yum|apk|pacman|zypper|brew|choco|winget)\s+(?:-\S+\s+)*(?:install|add|update|upgrade|-S)/,
  ],
  ['cargo install', /\bcargo\s+(?:install|add)\b/],
  ['go install', /\bgo\s+(?:install|get)\s/],
  ['gem install', /\bgem\s+install\b/],
  ['install.packages', /\b(?:install\.packages|BiocManager::install|install_github|devtools::install|pak::pak)\s*\(/],
  ['docker pull', /\b(?:docker|podman|singularity|apptainer)\s+(?:pull|run|build)\b/],
  ['aws s3', /\baws\s+s3\b|\bgsutil\s+(?:cp|rsync|ls)\b|\baz\s+storage\b/],
  [
    'requests',
    /\b(?:requests|httpx|aiohttp)\.(?:get|post|put|patch|delete|head|request|Session|ClientSession|Client|AsyncClient)\b/,
  ],
  ['urllib', /\burllib\.request\b|\burlopen\s*\(|\burlretrieve\s*\(/],
  ['fetch', /(?<![\w.])fetch\s*\((?!\s*\))/],
  ['download.file', /\bdownload\.file\s*\(/],
];

const URL = /\b(?:https?|ftps?|wss?|git|ssh|s3|gs):\/\/([^\s/?#"'`<>()\\[\]{}|]+)/gi;

/** The host of a URL's authority, without user, port or trailing dots; `undefined` for a template such as `$HOST`. */
function hostOf(authority: string): string | undefined {
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/[.,;:!*]+$/, '')
    .toLowerCase();
  return /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?$/u.test(host) ? host : undefined;
}

/** For each line, what of it is code: all in a program; in Markdown the fenced blocks, and in prose what stands in backticks. */
function codeOf(lines: readonly string[], isMarkdown: boolean): readonly string[] {
  if (!isMarkdown) return lines;
  let fence: string | undefined;
  return lines.map((line) => {
    const mark = /^ {0,3}(?:[-*+]\s+|\d+[.)]\s+|>\s*)*\s*(`{3,}|~{3,})(.*)$/.exec(line);
    const run = mark?.[1];
    if (run === undefined) return fence !== undefined ? line : inBackticks(line);
    if (fence === undefined) fence = run;
    else if (run[0] === fence[0] && run.length >= fence.length && mark?.[2]?.trim() === '') fence = undefined;
    return '';
  });
}

/** The code spans of a line of prose. With doubled backticks in it, everything from the first to the last: more, not less. */
function inBackticks(line: string): string {
  const first = line.indexOf('`');
  const last = line.lastIndexOf('`');
  if (first === last) return '';
  if (line.includes('``')) return line.slice(first, last);
  const spans = line.split('`').filter((_, index) => index % 2 === 1);
  return spans.map((span) => `\`${span}\``).join(' ');
}

/** Longer lines are data or minified code; what stands further right is not read. */
const MAX_LINE_CHARACTERS = 4_000;

/**
 * Hosts of URLs and network commands in the code of one file, with 1-based lines: hosts by name, commands by line.
 * In Markdown fenced blocks and code spans are code. Pure; nothing is resolved or fetched.
 */
export function findEvidence(text: string, isMarkdown: boolean): NetworkEvidence {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.slice(0, MAX_LINE_CHARACTERS));
  const hosts = new Map<string, number[]>();
  const commands: CommandEvidence[] = [];
  codeOf(lines, isMarkdown).forEach((line, index) => {
    for (const [, authority = ''] of line.matchAll(URL)) {
      const host = hostOf(authority);
      if (host === undefined) continue;
      const seen = hosts.get(host) ?? [];
      if (seen.at(-1) !== index + 1) seen.push(index + 1);
      hosts.set(host, seen);
    }
    for (const [command, pattern] of COMMANDS) if (pattern.test(line)) commands.push({ command, line: index + 1 });
  });
  const sorted = [...hosts].sort(([a], [b]) => compareCodePoints(a, b));
  return { hosts: sorted.map(([host, at]) => ({ host, lines: at })), commands };
}
