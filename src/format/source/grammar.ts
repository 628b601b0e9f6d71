import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import { isArchiveName } from './archive-name.ts';
import { gitUrlFault, isLoopback, isNodePackageName, parseUrl, refFault, sourcePathFault } from './checks.ts';

/** A folder of a repository, at a branch, tag, commit or range of tags; none: what the repository shows first. */
export interface GitSource {
  readonly type: 'git';
  readonly url: string;
  /** Folder in it; absent: the whole repository. */
  readonly path?: string;
  readonly ref?: string;
  /** A range of versions, `^1.2`, over tags such as `v1.4.0`. */
  readonly range?: string;
}

/** Where skills can come from. */
export type Source =
  | GitSource
  | { readonly type: 'folder'; readonly path: string }
  | { readonly type: 'archive'; readonly path: string }
  | { readonly type: 'archive-url'; readonly url: string }
  | { readonly type: 'index'; readonly url: string }
  | { readonly type: 'package'; readonly name: string };

const FORMS =
  'owner/repo[/path][@ref], a repository’s https, git@ or file:// address, ./folder, an archive, or an index.json';

function unusable(text: string, why: string): SkillficheError {
  const message = `The source ${quoteValue(text)} cannot be used: ${why}. A source is ${FORMS}.`;
  return new SkillficheError('INVALID_ARGUMENT', message);
}

const SHORT_HOSTS: Readonly<Record<string, string>> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  codeberg: 'https://codeberg.org/',
  bitbucket: 'https://bitbucket.org/',
};
/** Hosts where a bare address is a repository. */
const REPOSITORY_HOSTS = /^(?:www\.)?(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org)$|^git[.-]/i;

const OWNER_AND_REPO = /^(?:www\.)?(?:github\.com|codeberg\.org|bitbucket\.org)$/;

/** Reads what a person typed or a file names. Throws INVALID_ARGUMENT for what is no source, or no safe one. */
export function parseSource(text: string): Source {
  const given = text.trim();
  if (given === '') throw unusable(text, 'it is empty');
  if (given.startsWith('-')) throw unusable(text, 'it begins like an option');
  if (/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/u.test(given))
    throw unusable(text, 'it holds a control character');
  if (/^(?:[./\\~]|[A-Za-z]:[\\/])/.test(given)) return localSource(given);
  if (given.startsWith('package:') || given.startsWith('npm:'))
    return packageSource(text, given.slice(given.indexOf(':') + 1));
  if (/^[a-z][a-z0-9+.-]*::/i.test(given)) throw unusable(text, 'it names a helper that git would start');
  const short = /^(github|gitlab|codeberg|bitbucket):(?!\/)(.*)$/.exec(given);
  if (short !== null) return shortSource(text, short[2] ?? '', SHORT_HOSTS[short[1] ?? ''] ?? '');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(given)) return urlSource(text, given);
  if (/^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+:/.test(given)) return scpSource(text, given);
  if (isArchiveName(given)) return { type: 'archive', path: given };
  return shortSource(text, given, 'https://github.com/');
}

function localSource(path: string): Source {
  return isArchiveName(path) ? { type: 'archive', path } : { type: 'folder', path };
}

function packageSource(text: string, name: string): Source {
  if (!isNodePackageName(name)) throw unusable(text, 'that is no name of a package');
  return { type: 'package', name };
}

/** `rest` and what stands behind `#`, or behind the first `@` that begins no part of it. */
function splitRef(given: string): { readonly rest: string; readonly ref: string | undefined } {
  const hash = given.indexOf('#');
  if (hash >= 0) return { rest: given.slice(0, hash), ref: given.slice(hash + 1) };
  const at = /[^/:]@/.exec(given);
  return at === null
    ? { rest: given, ref: undefined }
    : { rest: given.slice(0, at.index + 1), ref: given.slice(at.index + 2) };
}

/** A range rather than a name: only what no name of git looks like, so that a tag `1.2` is a tag. */
const RANGE = /^(?:[\^~<>=*]|\d+(?:\.\d+)?\.[xX*]$|\d+\.[xX*]$)|\|\|/;

function gitSource(text: string, url: string, path: string | undefined, ref: string | undefined): GitSource {
  const urlFault = gitUrlFault(url);
  if (urlFault !== undefined) throw unusable(text, urlFault);
  const folder = path?.replace(/^\/+|\/+$/g, '');
  const fault = folder === undefined || folder === '' ? undefined : sourcePathFault(folder);
  if (fault !== undefined) throw unusable(text, `of its folder, ${fault}`);
  const head = { type: 'git' as const, url, ...(folder === undefined || folder === '' ? {} : { path: folder }) };
  if (ref === undefined) return head;
  if (RANGE.test(ref)) return { ...head, range: ref };
  const bad = refFault(ref);
  if (bad !== undefined) throw unusable(text, `of the name behind @ or #, ${bad}`);
  return { ...head, ref };
}

function shortSource(text: string, given: string, base: string): GitSource {
  const { rest, ref } = splitRef(given);
  const [owner = '', repo = '', ...path] = rest.replace(/\/+$/, '').split('/');
  const isName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name);
  if (!isName(owner) || !/^[A-Za-z0-9._-]+$/.test(repo) || /^\.{1,2}$/.test(repo)) {
    throw unusable(
      text,
      repo === '' ? 'a folder is written ./folder, a repository owner/repo' : 'that is no owner/repo',
    );
  }
  return gitSource(text, `${base}${owner}/${repo.replace(/\.git$/, '')}`, path.join('/'), ref);
}

function scpSource(text: string, given: string): GitSource {
  const colon = given.indexOf(':');
  const { rest, ref } = splitRef(given.slice(colon + 1));
  const inside = splitAfterGit(rest);
  return gitSource(text, given.slice(0, colon + 1) + inside.repository, inside.path, ref);
}

/** `x.git/skills/a` is the folder `skills/a` of `x.git`. */
function splitAfterGit(path: string): { readonly repository: string; readonly path: string | undefined } {
  const end = /\.git(?=\/.)/.exec(path);
  if (end === null) return { repository: path, path: undefined };
  return { repository: path.slice(0, end.index + 4), path: path.slice(end.index + 5) };
}

function urlSource(text: string, given: string): Source {
  const url = parseUrl(given);
  if (url === undefined) throw unusable(text, 'it is no address');
  const { protocol, hostname, pathname } = url;
  const isWeb = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  if (
    isWeb &&
    (pathname.endsWith('.json') || ((pathname === '/' || pathname === '') && !REPOSITORY_HOSTS.test(hostname)))
  ) {
    const fault = gitUrlFault(given);
    if (fault !== undefined) throw unusable(text, fault);
    return {
      type: 'index',
      url: pathname.endsWith('.json') ? given : new URL('/.well-known/agent-skills/index.json', url).href,
    };
  }
  if (isWeb && isArchiveName(pathname)) {
    const fault = gitUrlFault(given);
    if (fault !== undefined) throw unusable(text, fault);
    return { type: 'archive-url', url: given };
  }
  // What a browser shows of a folder: host/owner/repo/tree/REF/path.
  const shown = isWeb
    ? /^\/([^/]+\/.+?)\/(?:-\/)?(?:tree|blob|src\/(?:branch|tag|commit))\/([^/]+)(?:\/(.*))?$/.exec(pathname)
    : null;
  if (shown !== null) {
    const folder = decodeURIComponent(shown[3] ?? '').replace(/(?:^|\/)SKILL\.md$/i, '');
    return gitSource(text, `${url.origin}/${shown[1]}`, folder, decodeURIComponent(shown[2] ?? ''));
  }
  const start = given.indexOf('://') + 3;
  const slash = given.indexOf('/', start);
  if (slash < 0) throw unusable(text, 'it names a host and no repository');
  const { rest, ref } = splitRef(given.slice(slash));
  const inside = splitAfterGit(rest.replace(/\/+$/, ''));
  // Of these hosts it is known that two names make a repository; GitLab has groups in groups.
  if (isWeb && OWNER_AND_REPO.test(hostname) && inside.path === undefined) {
    const [, owner = '', repo = '', ...path] = inside.repository.split('/');
    return gitSource(text, `${url.origin}/${owner}${repo === '' ? '' : `/${repo}`}`, path.join('/'), ref);
  }
  return gitSource(text, given.slice(0, slash) + inside.repository, inside.path, ref);
}

/** A source as one line that `parseSource` reads again. */
export function formatSource(source: Source): string {
  switch (source.type) {
    case 'git': {
      const { url, path, ref, range } = source;
      const github = /^https:\/\/github\.com\/([^/]+\/[^/]+?)(?:\.git)?$/.exec(url)?.[1];
      const folder = path === undefined ? '' : `/${path}`;
      const name = ref ?? range;
      const base = github ?? (folder === '' || url.endsWith('.git') ? url : `${url}.git`);
      return `${base}${folder}${name === undefined ? '' : `#${name}`}`;
    }
    case 'package':
      return `package:${source.name}`;
    case 'folder':
    case 'archive':
      return source.path;
    default:
      return source.url;
  }
}

/** The same repository however its address is written: `github.com/owner/repo`. */
export function repositoryKey(url: string): string {
  const scp = /^(?:[^@/]+@)?([^:/]+):(?!\/\/)(.*)$/.exec(url);
  const web = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]+@)?([^/]*)(\/.*)?$/i.exec(url);
  const [host, path] = web !== null ? [web[1] ?? '', web[2] ?? ''] : [scp?.[1] ?? '', scp?.[2] ?? url];
  const key = `${host.toLowerCase()}/${path.replace(/^\/+/, '')}`.replace(/\/+$/, '').replace(/\.git$/, '');
  // GitHub knows no case in names.
  return /^(?:www\.)?github\.com\//.test(key) ? key.replace(/^www\./, '').toLowerCase() : key;
}
