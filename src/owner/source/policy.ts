import { SkillficheError } from '../../base/errors.ts';
import { countSlips } from '../../base/nearest.ts';
import { quoteValue } from '../../base/text.ts';
import { repositoryKey, type Source } from '../../format/source/grammar.ts';

/** Where skills may come from. Absent: anywhere. */
export interface SourcePolicy {
  /** `owner/*`, `owner/repo` (of GitHub), `host/path`, `host/*`; folders and archives of this machine by `local`. */
  readonly allow?: readonly string[];
}

/** Whether a list of such entries names a source. */
export function isNamedBy(source: Source, entries: readonly string[] | undefined): boolean {
  return entries?.some((entry) => fits(policyKey(source), entry)) === true;
}

/** What a policy calls a source: `github.com/owner/repo`, a host, or `local`. */
export function policyKey(source: Source): string {
  switch (source.type) {
    case 'git':
      return repositoryKey(source.url);
    case 'index':
    case 'archive-url':
      return `${new URL(source.url).host}${new URL(source.url).pathname}`;
    case 'package':
      return `package/${source.name}`;
    default:
      return 'local';
  }
}

/** Throws SOURCE_REFUSED for a source that the policy leaves out. Asked before anything is reached. */
export function requireAllowed(source: Source, { allow }: SourcePolicy): void {
  if (allow === undefined) return;
  const key = policyKey(source);
  if (allow.some((entry) => fits(key, entry))) return;
  const shown = allow.length === 0 ? 'none' : allow.slice(0, 5).join(', ');
  const message = `${quoteValue(key)} is not among the sources your configuration allows (${shown}). Add it under "sources": {"allow": […]}, or choose another.`;
  throw new SkillficheError('SOURCE_REFUSED', message, { reason: 'policy' });
}

function fits(key: string, entry: string): boolean {
  const isGithub = /^[A-Za-z0-9][\w-]*\/(?:\*|[\w.-]+)$/.test(entry) && !/^[^/]*\.[^/]*\//.test(entry);
  const full =
    isGithub && entry !== 'local' && !entry.startsWith('package/') ? `github.com/${entry.toLowerCase()}` : entry;
  return full.endsWith('/*') ? key.startsWith(full.slice(0, -1)) : key === full.replace(/\.git$/, '');
}

/** The one of `known` that this name could be taken for, though it is another: a slip or two away. */
export function looksLike(name: string, known: Iterable<string>): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  for (const other of known) {
    if (other === name || plain(name).length < 4) continue;
    if (plain(other) === plain(name) || countSlips(plain(name), plain(other)) === 1) return other;
  }
  return undefined;
}
