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
 * The folders programs are looked for in, in order, once each. As a shell does it, an empty entry of a POSIX path means
 * the working directory, and a relative one starts there; Windows skips empty ones.
 */
export function searchFolders(path: string | undefined, cwd: string, isWindows: boolean): string[] {
  if (path === undefined || path === '') return [];
  const entries = isWindows ? splitWindows(path).filter((entry) => entry !== '') : path.split(':');
  const folders = entries.map((entry) => {
    const isAbsolute = isWindows ? /^(?:[A-Za-z]:)?[\\/]/.test(entry) : entry.startsWith('/');
    if (isAbsolute) return entry;
    return entry === '' || entry === '.' ? cwd : `${cwd}/${entry}`;
  });
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
