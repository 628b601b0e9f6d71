/** A child of a folder of a root; `.` is the root's own. */
export function childPath(folder: string, name: string): string {
  return folder === '.' ? name : `${folder}/${name}`;
}

/** A path of the root, counted from a folder of it. */
export function relativeTo(folder: string, path: string): string {
  if (folder === path) return '.';
  return folder === '.' ? path : path.slice(folder.length + 1);
}

/** Whether a reference names a place on disk rather than a skill: it starts with `.`, `/`, `~` or a drive letter. */
export function isPathRef(ref: string): boolean {
  return /^(?:[./\\~]|[A-Za-z]:[/\\])/.test(ref);
}
