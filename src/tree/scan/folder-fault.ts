import type { Walk } from './walk.ts';
import type { FolderTask, WalkLimits } from './walk-types.ts';

/** Says why a folder could not be read; `cause` is the name of the system's error. */
export function sayFolderFault(walk: Walk, task: FolderTask, cause: string): void {
  if (task.path.includes('\uFFFD') && cause === 'ENOENT') {
    const message = `The folder's name is not UTF-8, so it cannot be opened; what is in it is not listed.`;
    walk.say(task.scope, 'scan/name-not-utf8', task.path, message, 'Rename the folder.');
  } else if (cause === 'ENOENT' && walk.scopes[task.scope]?.folder === task.path && task.path !== '.') {
    const message = `The tree of collection "${walk.scopes[task.scope]?.id}" is not there; it has no members.`;
    walk.say(task.scope, 'scan/unreadable', task.path, message, 'Make the folder, or mend "tree" in COLLECTION.json.');
  } else {
    const message = `The folder cannot be read (${cause}); skills in it are not listed.`;
    walk.say(task.scope, 'scan/unreadable', task.path, message, 'Check owner and permissions, then scan again.');
  }
}

/** Says that a limit keeps the walk out of a folder. */
export function sayLimit(walk: Walk, task: FolderTask, which: keyof WalkLimits, what: string): void {
  const message = `The root has ${what}: this folder and those after it were not visited.`;
  walk.say(
    task.scope,
    'scan/limit-reached',
    task.path,
    message,
    `Raise limits.${which} where the catalog is opened, or in the file that --config names.`,
  );
}
