import ignore, { type Ignore } from 'ignore';
import { errnoOf } from '../../base/errors.ts';
import { IGNORE_FILE } from '../../base/file-names.ts';
import { childPath, relativeTo } from '../../base/paths.ts';
import { staysInside } from './single-files.ts';
import type { Walk } from './walk.ts';

/** Bytes of an ignore file. The longest list of patterns anybody keeps is a few kilobytes. */
const MAX_IGNORE_BYTES = 256 * 1024;

/** The patterns of the folders on the way, the outermost first; of two that say something the inner one counts. */
export interface IgnoreRules {
  readonly folder: string;
  readonly rules: Ignore;
  readonly outer: IgnoreRules | undefined;
}

/**
 * The rules that hold below a folder with an ignore file. `'unreadable'` where it cannot be read: what it was to leave
 * out is not known then, so that nothing below may be shown.
 */
export function readIgnoreFile(
  walk: Walk,
  scope: number,
  folder: string,
  outer: IgnoreRules | undefined,
): IgnoreRules | 'unreadable' {
  const path = childPath(folder, IGNORE_FILE);
  const absolute = walk.absolute(path);
  const refuse = (why: string): 'unreadable' => {
    const message = `${IGNORE_FILE} ${why}, so it is not known what it leaves out: no skill in this folder is listed.`;
    walk.say(scope, 'scan/unreadable', path, message, 'Make it a readable file, or remove it.');
    return 'unreadable';
  };
  try {
    const stamp = walk.host.disk.stat(absolute);
    walk.watch(path, stamp);
    if (stamp?.kind !== 'file') return refuse('is no regular file');
    if (!staysInside(walk, absolute)) return refuse('is a link that leaves the root');
    if (stamp.size > MAX_IGNORE_BYTES) return refuse(`has more than ${MAX_IGNORE_BYTES} bytes`);
    const text = walk.host.disk.readFile(absolute, MAX_IGNORE_BYTES).bytes.toString('utf8');
    return { folder, rules: ignore({ ignorecase: false }).add(text.replace(/^\uFEFF/, '')), outer };
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    walk.watch(path, undefined);
    return refuse(`cannot be read (${errnoOf(error)})`);
  }
}

/** Whether a path is left out; a folder ends in a slash. */
export function isIgnored(rules: IgnoreRules | undefined, path: string): boolean {
  for (let at = rules; at !== undefined; at = at.outer) {
    const own = relativeTo(at.folder, path);
    const { ignored, unignored } = at.rules.test(own);
    // What is looked at lies in folders that are not left out: a pattern that only means one of these was overruled.
    const above = /^(.+\/)[^/]+\/?$/.exec(own)?.[1];
    if (ignored && above !== undefined && at.rules.ignores(above)) continue;
    if (ignored || unignored) return ignored;
  }
  return false;
}
