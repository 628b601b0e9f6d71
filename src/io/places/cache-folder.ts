import { platform } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { homeFolder } from './home.ts';

/**
 * Where snapshots are kept: the user's cache folder, as the platform names it (XDG first, where it is set). `undefined`
 * where there is no home to keep it in: then there is no cache.
 */
export function defaultCacheFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const xdg = env['XDG_CACHE_HOME'];
  // The XDG rules say that a relative path is to be ignored.
  if (xdg?.startsWith('/')) return join(xdg, 'skillfiche');
  const local = env['LOCALAPPDATA'];
  if (platform() === 'win32' && local && isAbsolute(local)) return join(local, 'skillfiche', 'cache');
  const home = homeFolder(env);
  if (home === undefined) return undefined;
  if (platform() === 'darwin') return join(home, 'Library', 'Caches', 'skillfiche');
  return join(home, '.cache', 'skillfiche');
}
