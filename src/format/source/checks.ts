import { pathFault } from '../package/paths.ts';

/** A full name of a commit: sha1 or sha256. */
export function isCommit(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/**
 * Why a text cannot name a branch, tag or commit, or `undefined`. The rules are git's own for names, and no name that a
 * program could read as an option.
 */
export function refFault(ref: string): string | undefined {
  if (ref === '') return 'it is empty';
  if (ref.length > 250) return 'it is too long';
  if (ref.startsWith('-')) return 'programs would read it as an option';
  if (/[\u0000-\u0020\u007F-\u009F]/u.test(ref)) return 'it holds a blank or a control character';
  if (/[~^:?*[\\]/.test(ref) || ref.includes('..') || ref.includes('@{'))
    return 'it holds what git does not allow in names';
  if (ref.startsWith('/') || ref.endsWith('/') || ref.includes('//') || ref.endsWith('.'))
    return 'it is no name of git';
  const parts = ref.split('/');
  if (parts.some((part) => part.startsWith('.') || part.endsWith('.lock'))) return 'it is no name of git';
  return undefined;
}

/** Why a folder of a repository cannot be what a source names, or `undefined`. `.` is the repository itself. */
export function sourcePathFault(path: string): string | undefined {
  return path === '.' ? undefined : pathFault(path);
}

/** What package managers call a package, and never a path. */
export function isNodePackageName(name: string): boolean {
  return /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/i.test(name);
}

/** Hosts that mean this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

const OPAQUE = /^[a-z][a-z0-9+.-]*::/i;
const SCP = /^(?:[A-Za-z0-9._-]+@)?[A-Za-z0-9][A-Za-z0-9.-]*:(?![\\/]{2})/;

/**
 * Why an address must not be handed to git, or `undefined`: https, ssh (also as `git@host:path`) and file, no helper of
 * a transport, no password, nothing that reads as an option.
 */
export function gitUrlFault(url: string): string | undefined {
  if (url === '') return 'it is empty';
  if (url.startsWith('-')) return 'programs would read it as an option';
  if (/[\u0000-\u0020\u007F-\u009F]/u.test(url)) return 'it holds a blank or a control character';
  if (OPAQUE.test(url)) return 'it names a helper that git would start';
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) {
    if (!SCP.test(url)) return 'it is no address';
    // The host and the path are handed to ssh and to the shell of the other side.
    return /:-/.test(url) || /['"`$;|&<>()]/.test(url) ? 'it holds what a shell would obey' : undefined;
  }
  const parsed = parseUrl(url);
  if (parsed === undefined) return 'it is no address';
  const { protocol, username, password, hostname } = parsed;
  if (password !== '') return 'it holds a password, and what is noted of a source is for everybody to read';
  if (protocol === 'file:') return hostname === '' ? undefined : 'a file has no host';
  if (hostname === '' || hostname.startsWith('-')) return 'it names no host';
  if (protocol === 'ssh:')
    return username.startsWith('-') || /^\/*-/.test(parsed.pathname)
      ? 'programs would read a part of it as an option'
      : undefined;
  if (protocol === 'http:' && isLoopback(hostname)) return undefined;
  if (protocol !== 'https:') return `${protocol.replace(/:$/, '')} is not used: https, ssh and file are`;
  return username === '' ? undefined : 'it holds a name or token; let git’s own credential helper know it';
}

export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
