import { homedir, platform } from 'node:os';
import { join, resolve } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Where the store is kept: `SKILLFICHE_DATA`, else the user's data folder as the platform names it (XDG first, where it is set). */
export function defaultDataFolder(env: Env = process.env, home?: string): string {
  const given = env['SKILLFICHE_DATA'];
  if (given) return resolve(given);
  const xdg = env['XDG_DATA_HOME'];
  // The XDG rules say that a relative path is to be ignored.
  if (xdg?.startsWith('/')) return join(xdg, 'skillfiche');
  const local = env['LOCALAPPDATA'];
  if (platform() === 'win32' && local) return join(local, 'skillfiche', 'data');
  const own = home ?? (env['HOME'] || env['USERPROFILE'] || homedir());
  if (platform() === 'darwin') return join(own, 'Library', 'Application Support', 'skillfiche');
  return join(own, '.local', 'share', 'skillfiche');
}
