import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { errnoOf } from '../../base/errors.ts';
import { ANOTHER_MACHINE, type MachineFacts } from './facts.ts';
import { type PackageDisk, packageFinders } from './packages.ts';
import { programNames, readVariable, searchFolders } from './search-path.ts';

/** What stands at a path. `program`: a regular file this user may start. */
export type PathState = 'program' | 'file' | 'folder' | 'other' | 'absent' | 'unreadable';

export interface MachineOptions {
  /** Default: this machine's. With another platform's name its rules hold, and its disk is looked at as given. */
  readonly platform?: string;
  /** Default: the environment of this process. `PATH`, `PATHEXT` and the home folder are taken from it. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly path?: string;
  readonly pathExt?: string;
  /** Where a search for packages of Node starts. PATH is never read from here. Default: the working directory. */
  readonly cwd?: string;
  readonly home?: string;
  /** Default: the real disk. */
  readonly look?: (path: string) => PathState;
  /** The disk that packages are looked up on. Default: the real one, or none where `look` is given. */
  readonly packages?: PackageDisk;
  /** The name of another machine: then nothing is checked. */
  readonly target?: string;
}

function lookOnDisk(path: string): PathState {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'absent';
    if (stats.isDirectory()) return 'folder';
    if (!stats.isFile()) return 'other';
  } catch (error) {
    // EACCES, ELOOP, ENAMETOOLONG ...: something may be there; it is not ours to use.
    return errnoOf(error) === 'ENOTDIR' ? 'absent' : 'unreadable';
  }
  try {
    accessSync(path, constants.X_OK);
    return 'program';
  } catch {
    return 'file';
  }
}

/** From so many programs on, the folders of PATH are listed once instead of asked for each: a list costs some twenty looks. */
const LISTED_FROM = 24;

/** The names in a folder, as any disk would compare them; `undefined` where it may not be listed. */
function listNames(folder: string): ReadonlySet<string> | undefined {
  try {
    return new Set(readdirSync(folder).map(foldName));
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === 'UNKNOWN') throw error;
    return cause === 'ENOENT' || cause === 'ENOTDIR' ? new Set() : undefined;
  }
}

/** Equal for names that some disk takes for one. */
const foldName = (name: string): string => name.normalize('NFC').toLowerCase();

/** Whoever looks at another disk has not said what packages it has. */
const NO_DISK: PackageDisk = { list: () => undefined, read: () => undefined, real: (path) => path };

function remember<T>(ask: (key: string) => T): (key: string) => T {
  const answers = new Map<string, T>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined || answers.has(key)) return known as T;
    const answer = ask(key);
    answers.set(key, answer);
    return answer;
  };
}

/**
 * Facts about this machine, looked up when asked for and once each. No process is started, no socket opened.
 * Make one for a catalog: programs installed later show in the next.
 */
export function gatherMachine(options: MachineOptions = {}): MachineFacts {
  if (options.target !== undefined) return ANOTHER_MACHINE;
  const platform = options.platform ?? process.platform;
  const isWindows = platform === 'win32';
  const env = options.env ?? process.env;
  const cwd = options.cwd ?? process.cwd();
  const look = options.look ?? lookOnDisk;
  const home = options.home ?? readVariable(env, isWindows ? 'USERPROFILE' : 'HOME', isWindows) ?? homedir();
  const pathExt = options.pathExt ?? readVariable(env, 'PATHEXT', isWindows);
  const folders = searchFolders(options.path ?? readVariable(env, 'PATH', isWindows), isWindows);
  const fromHome = (path: string) => path.replace(/^(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%)(?=[\\/])/, () => home);

  const isProgram = (path: string): boolean => {
    const found = look(path);
    // A bundle of macOS is a folder that is started like a program.
    return found === 'program' || (isWindows && found === 'file') || (found === 'folder' && path.endsWith('.app'));
  };

  const listed = remember(listNames);
  let asked = 0;
  /** False: no file of this name is there. Else it has to be looked at. */
  const mayHold = (folder: string, name: string): boolean =>
    asked < LISTED_FROM || options.look !== undefined || listed(folder)?.has(foldName(name)) !== false;

  const which = (name: string): string[] =>
    (folders ?? []).flatMap((folder) =>
      programNames(name, pathExt, isWindows)
        .map((one) => `${folder}/${one}`)
        .filter(isProgram)
        .slice(0, 1),
    );
  const disk = options.packages ?? (options.look === undefined ? undefined : NO_DISK);
  const finders = packageFinders({ env, home, cwd, isWindows, which, ...(disk === undefined ? {} : { disk }) });

  return {
    here: true,
    platform,
    hasProgram: remember((name) => {
      const names = programNames(name, pathExt, isWindows);
      if (/[\\/]/.test(name)) return names.some((one) => isProgram(fromHome(one)));
      asked++;
      return folders?.some((folder) => names.some((one) => mayHold(folder, one) && isProgram(`${folder}/${one}`)));
    }),
    hasVariable: remember((name) => {
      const value = readVariable(env, name, isWindows);
      return value !== undefined && value !== '';
    }),
    hasFile: remember((path) => {
      const found = look(fromHome(path));
      return found === 'unreadable' ? undefined : found !== 'absent';
    }),
    packageVersions: (language, name) => finders[language](name),
  };
}
