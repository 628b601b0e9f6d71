/** Extensions of programs where PATHEXT is not set. */
const DEFAULT_PATH_EXTENSIONS: readonly string[] = ['.com', '.exe', '.bat', '.cmd'];

/** Windows calls the variable `Path` as often as `PATH`, and means the same. */
export function readVariable(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  isWindows: boolean,
): string | undefined {
  if (Object.hasOwn(env, name)) return env[name];
  if (!isWindows) return undefined;
  const key = Object.keys(env).find((one) => one.toUpperCase() === name.toUpperCase());
  return key === undefined ? undefined : env[key];
}

/** Windows entries stand between `;` and may be quoted; then a `;` belongs to the folder's name. */
function splitWindows(path: string): string[] {
  return (path.match(/(?:"[^"]*"?|[^;"])+/g) ?? []).map((entry) => entry.replaceAll('"', '').trim());
}

/**
 * The folders programs are looked for in, in order, once each; undefined where there is no path to tell. Only absolute
 * ones count: what a relative or an empty entry leads to depends on where an agent stands when it starts the program.
 */
export function searchFolders(path: string | undefined, isWindows: boolean): string[] | undefined {
  if (path === undefined) return undefined;
  const entries = isWindows ? splitWindows(path) : path.split(':');
  const folders = entries.filter((entry) => (isWindows ? /^(?:[A-Za-z]:[\\/]|[\\/]{2})/ : /^\//).test(entry));
  return [...new Set(folders.map((folder) => (folder.length > 1 ? folder.replace(/[\\/]+$/, '') || '/' : folder)))];
}

/** The file names a program may have: its own on POSIX, with each extension of PATHEXT on Windows. */
export function programNames(name: string, pathExt: string | undefined, isWindows: boolean): string[] {
  if (!isWindows) return [name];
  const given = (pathExt ?? '').split(';').map((one) => one.trim().toLowerCase());
  const extensions = given.some((one) => one !== '') ? given.filter((one) => one !== '') : DEFAULT_PATH_EXTENSIONS;
  const hasExtension = extensions.some((extension) => name.toLowerCase().endsWith(extension));
  return [...(hasExtension ? [name] : []), ...extensions.map((extension) => name + extension)];
}
