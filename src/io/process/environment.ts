import { isAbsolute } from 'node:path';
import { readVariable } from '../machine/search-path.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a program gets of our environment: where things are, and nothing that tells it what to do. */
const KEPT: readonly string[] = [
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SYSTEMROOT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
];

/** Only absolute folders: a relative entry of PATH would start what lies in the working folder. */
export function programFolders(env: Environment, isWindows: boolean): string[] {
  const path = readVariable(env, 'PATH', isWindows) ?? '';
  return path.split(isWindows ? ';' : ':').filter((folder) => isAbsolute(folder));
}

/** The environment of a program: the kept names, those it was asked to keep, what it was given, and a plain locale. */
export function cleanEnvironment(
  env: Environment,
  isWindows: boolean,
  keep: readonly string[],
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const name of [...KEPT, ...keep]) {
    const value = readVariable(env, name, isWindows);
    if (value !== undefined) clean[name] = value;
  }
  const path = programFolders(env, isWindows).join(isWindows ? ';' : ':');
  return { ...clean, PATH: path, LC_ALL: 'C.UTF-8', ...given };
}
