import { homedir, platform } from 'node:os';
import { posix, win32 } from 'node:path';
import { errnoOf } from '../../base/errors.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The person's home folder. `undefined` where the variables name no absolute path, or the system knows none (a container
 * that runs as a number): then nothing of ours is kept, rather than beside whatever is the working folder.
 */
export function homeFolder(env: Env = process.env): string | undefined {
  const { isAbsolute, resolve } = platform() === 'win32' ? win32 : posix;
  const said = env['HOME'] || env['USERPROFILE'] || (env['HOME'] === undefined ? systemHome() : undefined);
  return said !== undefined && isAbsolute(said) ? resolve(said) : undefined;
}

function systemHome(): string | undefined {
  try {
    return homedir();
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return undefined;
  }
}
