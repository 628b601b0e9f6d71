import { platform } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { homeFolder } from './home.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Where the store is kept: `SKILLFICHE_DATA`, else the user's data folder as the platform names it (XDG first, where it is
 * set). `undefined` where there is no home to keep it in.
 */
export function defaultDataFolder(
  env: Env = process.env,
  home: string | undefined = homeFolder(env),
): string | undefined {
  const given = env['SKILLFICHE_DATA'];
  if (given) return resolve(given);
  const xdg = env['XDG_DATA_HOME'];
  // The XDG rules say that a relative path is to be ignored.
  if (xdg?.startsWith('/')) return join(xdg, 'skillfiche');
  const local = env['LOCALAPPDATA'];
  if (platform() === 'win32' && local && isAbsolute(local)) return join(local, 'skillfiche', 'data');
  if (home === undefined) return undefined;
  if (platform() === 'darwin') return join(home, 'Library', 'Application Support', 'skillfiche');
  return join(home, '.local', 'share', 'skillfiche');
}
