import { homedir, platform } from 'node:os';
import { join } from 'node:path';

/** Where snapshots are kept: the user's cache folder, as the platform names it (XDG first, where it is set). */
export function defaultCacheFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const xdg = env['XDG_CACHE_HOME'];
  // The XDG rules say that a relative path is to be ignored.
  if (xdg?.startsWith('/')) return join(xdg, 'skillfiche');
  const local = env['LOCALAPPDATA'];
  if (platform() === 'win32' && local) return join(local, 'skillfiche', 'cache');
  const home = env['HOME'] || homedir();
  if (platform() === 'darwin') return join(home, 'Library', 'Caches', 'skillfiche');
  return join(home, '.cache', 'skillfiche');
}
