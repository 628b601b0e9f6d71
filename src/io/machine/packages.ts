import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { errnoOf } from '../../base/errors.ts';
import { readVariable } from './search-path.ts';

/** What is asked of the disk to find packages. No process is started. */
export interface PackageDisk {
  /** Names in a folder; `undefined` for none there, `false` for one that cannot be read. */
  list(folder: string): readonly string[] | undefined | false;
  /** The beginning of a file; `undefined` for none, or none that can be read. */
  read(file: string): string | undefined;
  /** Where links lead to; the path itself where it leads nowhere. */
  real(path: string): string;
}

/** Versions of one package, an entry for each environment that has it; empty: no environment has it. */
export type PackageVersions = readonly string[];

/** Looks up a package by its name. `undefined`: no environment of the language is found, or one cannot be read. */
export type FindPackage = (name: string) => PackageVersions | undefined;

export interface PackageFinders {
  readonly python: FindPackage;
  readonly r: FindPackage;
  readonly node: FindPackage;
}

export interface PackagePlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  readonly isWindows: boolean;
  /** The paths of a program on PATH, the first the one that is started. */
  readonly which: (name: string) => readonly string[];
  readonly disk?: PackageDisk;
}

/** A DESCRIPTION or a package.json says its version near the top. */
const MAX_HEAD_BYTES = 64 * 1024;

const onDisk: PackageDisk = {
  list(folder) {
    try {
      return readdirSync(folder);
    } catch (error) {
      return /^(?:ENOENT|ENOTDIR)$/.test(errnoOf(error)) ? undefined : false;
    }
  },
  read(file) {
    try {
      const { size } = statSync(file);
      return size > MAX_HEAD_BYTES ? undefined : readFileSync(file, 'utf8');
    } catch (error) {
      if (errnoOf(error) === 'UNKNOWN') throw error;
      return undefined;
    }
  },
  real(path) {
    try {
      return realpathSync(path);
    } catch (error) {
      if (errnoOf(error) === 'UNKNOWN') throw error;
      return path;
    }
  },
};

/** Finders of packages, each of which looks for its environments when it is first asked. */
export function packageFinders(places: PackagePlaces): PackageFinders {
  const disk = places.disk ?? onDisk;
  return {
    python: lazily(() => pythonFinder(places, disk)),
    r: lazily(() => rFinder(places, disk)),
    node: lazily(() => nodeFinder(places, disk)),
  };
}

function lazily(make: () => FindPackage): FindPackage {
  let made: FindPackage | undefined;
  const answers = new Map<string, PackageVersions | undefined>();
  return (name) => {
    made ??= make();
    if (!answers.has(name)) answers.set(name, made(name));
    return answers.get(name);
  };
}

const parent = (path: string): string => path.replace(/[\\/]+[^\\/]*$/, '') || '/';
const listed = (env: PackagePlaces['env'], name: string, isWindows: boolean): string[] =>
  (readVariable(env, name, isWindows) ?? '').split(isWindows ? ';' : ':').filter((one) => one !== '');

/** Folders that exist, once each by where they lead, and whether any of them cannot be read. */
function openFolders(
  folders: readonly string[],
  disk: PackageDisk,
): { readonly open: ReadonlyMap<string, readonly string[]>; readonly isPartial: boolean } {
  const open = new Map<string, readonly string[]>();
  let isPartial = false;
  for (const folder of folders) {
    const names = disk.list(folder);
    if (names === false) isPartial = true;
    else if (names !== undefined) open.set(disk.real(folder), names);
  }
  return { open, isPartial };
}

/** https://packaging.python.org/en/latest/specifications/name-normalization/ */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/**
 * The interpreter that is started. A shim of pyenv starts the one whose version is named in the environment, in a
 * `.python-version` from the working folder up, or in pyenv's own file; other shims cannot be followed.
 */
function interpreterOf(
  paths: readonly string[],
  { env, cwd, isWindows }: Pick<PackagePlaces, 'env' | 'cwd' | 'isWindows'>,
  disk: PackageDisk,
): { readonly program: string | undefined; readonly isShim: boolean } {
  for (const path of paths) {
    if (!/[\\/]shims[\\/][^\\/]+$/.test(path)) return { program: path, isShim: false };
    const root = parent(parent(path));
    const versions = disk.list(`${root}/versions`);
    if (!versions) return { program: undefined, isShim: true };
    const said =
      readVariable(env, 'PYENV_VERSION', isWindows) ??
      versionFileAbove(cwd, disk) ??
      disk.read(`${root}/version`) ??
      'system';
    const [first = 'system'] = said.trim().split(/[\s:]+/);
    if (first === 'system') continue;
    // `3.11` stands for the newest 3.11.
    const version = versions.includes(first)
      ? first
      : versions
          .filter((one) => one.startsWith(`${first}.`))
          .sort()
          .at(-1);
    return {
      program: version === undefined ? undefined : `${root}/versions/${version}/bin/python3`,
      isShim: version === undefined,
    };
  }
  return { program: undefined, isShim: false };
}

function versionFileAbove(cwd: string, disk: PackageDisk): string | undefined {
  for (let folder = cwd; ; folder = parent(folder)) {
    const text = disk.read(`${folder === '/' ? '' : folder}/.python-version`);
    if (text !== undefined || parent(folder) === folder) return text;
  }
}

function pythonFinder({ env, home, cwd, isWindows, which }: PackagePlaces, disk: PackageDisk): FindPackage {
  const prefixes = new Set<string>();
  for (const name of ['VIRTUAL_ENV', 'CONDA_PREFIX']) {
    const prefix = readVariable(env, name, isWindows);
    if (prefix !== undefined && prefix !== '') prefixes.add(prefix);
  }
  let sharesSystem = prefixes.size === 0;
  let isUnclear = false;
  for (const name of ['python3', 'python']) {
    const { program, isShim } = interpreterOf(which(name), { env, cwd, isWindows }, disk);
    isUnclear ||= isShim;
    if (program === undefined) continue;
    const prefix = isWindows ? parent(program).replace(/[\\/]Scripts$/i, '') : parent(parent(program));
    prefixes.add(prefix);
    // The settings of a virtual environment stand beside its bin/; it sees the system's packages only if they say so.
    const settings = disk.read(`${prefix}/pyvenv.cfg`);
    const isShared = settings === undefined || /^include-system-site-packages\s*=\s*true/im.test(settings);
    sharesSystem ||= settings === undefined;
    if (isShared) prefixes.add(parent(parent(disk.real(program))));
  }
  if (prefixes.size === 0) return () => undefined;
  const folders = listed(env, 'PYTHONPATH', isWindows);
  let hasLibrary = false;
  for (const prefix of prefixes) {
    if (isWindows) folders.push(`${prefix}/Lib/site-packages`);
    for (const lib of [`${prefix}/lib`, `${prefix}/lib64`, `${prefix}/local/lib`]) {
      for (const name of disk.list(lib) || []) {
        hasLibrary ||= /^python3\.\d/.test(name);
        if (/^python3(?:\.\d+t?)?$/.test(name))
          folders.push(`${lib}/${name}/site-packages`, `${lib}/${name}/dist-packages`);
      }
    }
  }
  // What a user installed beside the system's interpreter.
  if (sharesSystem)
    for (const name of disk.list(`${home}/.local/lib`) || []) folders.push(`${home}/.local/lib/${name}/site-packages`);
  const { open, isPartial } = openFolders(folders, disk);
  // An interpreter with its own library, and nothing installed, is an environment too.
  if (open.size === 0 && !hasLibrary) return () => undefined;
  const found = new Map<string, string[]>();
  for (const names of open.values()) {
    for (const name of names) {
      const [, distribution, version = ''] =
        /^(.+?)-(\d[^-]*)(?:-.*)?\.(?:dist-info|egg-info)$/.exec(name) ?? /^(.+)\.egg-(?:info|link)$/.exec(name) ?? [];
      if (distribution === undefined) continue;
      const key = plainName(distribution);
      found.set(key, [...(found.get(key) ?? []), version]);
    }
  }
  return (name) => found.get(plainName(name)) ?? (isPartial || isUnclear ? undefined : []);
}

function rFinder({ env, home, isWindows, which }: PackagePlaces, disk: PackageDisk): FindPackage {
  const program = which('Rscript')[0] ?? which('R')[0];
  const conda = readVariable(env, 'CONDA_PREFIX', isWindows);
  const rHome = readVariable(env, 'R_HOME', isWindows);
  const named = ['R_LIBS', 'R_LIBS_USER', 'R_LIBS_SITE'].flatMap((name) => listed(env, name, isWindows));
  if (program === undefined && named.length === 0 && rHome === undefined) return () => undefined;
  const folders = named.map((folder) => folder.replace(/^~(?=\/)/, home));
  if (rHome !== undefined) folders.push(`${rHome}/library`);
  if (conda !== undefined) folders.push(`${conda}/lib/R/library`);
  for (const path of program === undefined ? [] : [program, disk.real(program)]) {
    const prefix = parent(parent(path));
    for (const folder of [
      'library',
      'lib/R/library',
      'lib64/R/library',
      'lib/R/site-library',
      'local/lib/R/site-library',
      'share/R/library',
      'Resources/library',
    ]) {
      folders.push(`${prefix}/${folder}`);
    }
  }
  // ~/R/x86_64-pc-linux-gnu-library/4.3, ~/Library/R/arm64/4.3/library
  for (const base of [`${home}/R`, `${home}/Library/R`]) {
    for (const kind of disk.list(base) || []) {
      for (const version of disk.list(`${base}/${kind}`) || []) {
        folders.push(`${base}/${kind}/${version}`, `${base}/${kind}/${version}/library`);
      }
    }
  }
  folders.push('/Library/Frameworks/R.framework/Resources/library');
  const { open, isPartial } = openFolders(folders, disk);
  if (open.size === 0) return () => undefined;
  const byName = new Map<string, string[]>();
  for (const [folder, names] of open) {
    for (const name of names) {
      const key = name.toLowerCase();
      byName.set(key, [...(byName.get(key) ?? []), `${folder}/${name}`]);
    }
  }
  return (name) => {
    // Requirements are told in lower case too, and no two packages of R differ in case alone.
    const versions = (byName.get(name.toLowerCase()) ?? []).flatMap((folder) => {
      const version = /^Version:\s*(\S+)/m.exec(disk.read(`${folder}/DESCRIPTION`) ?? '')?.[1];
      return version === undefined ? [] : [version];
    });
    return versions.length === 0 && isPartial ? undefined : versions;
  };
}

function nodeFinder({ env, cwd, isWindows, which }: PackagePlaces, disk: PackageDisk): FindPackage {
  const program = which('node')[0] ?? which('bun')[0];
  if (program === undefined) return () => undefined;
  const folders = listed(env, 'NODE_PATH', isWindows);
  for (const path of [program, disk.real(program)]) {
    folders.push(isWindows ? `${parent(path)}/node_modules` : `${parent(parent(path))}/lib/node_modules`);
  }
  for (let folder = cwd; ; folder = parent(folder)) {
    folders.push(`${folder === '/' ? '' : folder}/node_modules`);
    if (parent(folder) === folder) break;
  }
  return (name) =>
    [...new Set(folders.map((folder) => disk.real(`${folder}/${name}`)))].flatMap((folder) => {
      const version = /"version"\s*:\s*"([^"]+)"/.exec(disk.read(`${folder}/package.json`) ?? '')?.[1];
      return version === undefined ? [] : [version];
    });
}
