import { join } from 'node:path';
import { errnoOf } from '../base/errors.ts';
import { readJson } from '../base/json.ts';
import { asRecord } from '../base/record.ts';
import { createDisk, type Disk, type FolderEntry } from '../io/disk/disk.ts';

const MAX_PLAN_BYTES = 1024 * 1024;
/** A folder that was written to so lately may be written to again under the same time. */
const YOUNG_MS = 50;
/** Where the store shows skills. */
const SWAPPED = /(?:^|[\\/])\.agents[\\/]skills(?:[\\/]|$)/;
/** Looks at what somebody is at work on. */
const TRIES = 5;

/** A change under way as readers need it: the folder it swaps, and where the one before it is kept meanwhile. */
interface Swap {
  readonly folder: string;
  readonly aside: string;
  /** Something is replaced; else it is being added. */
  readonly isOld: boolean;
}

export interface SettledDisk extends Disk {
  /** Looks whether changes were begun or ended since the last look. Cost: one `stat`. */
  look(): void;
  /** Whether a change is begun and not ended: by a process that is at it, or one that was stopped. */
  readonly isDisturbed: boolean;
  /** Another text once a change was begun or ended. */
  readonly stamp: string;
}

/** Where a path is to be read: in its own place, in the folder that is kept, or nowhere, since it is not there yet. */
interface Where {
  readonly path: string;
  readonly is: 'there' | 'kept' | 'not-yet';
}

/**
 * The disk as it is between changes of the store: a skill whose folder is being swapped, or whose swap was stopped, is
 * read as it was before, from the folder that is kept aside; one that is being added is not there yet. `data` is the
 * store's folder, `roots` are those that will be read. Writes nothing, and needs no store.
 */
export function settledDisk(data: string, roots: readonly string[], disk: Disk = createDisk()): SettledDisk {
  const intents = join(data, 'intents');
  let swaps: readonly Swap[] = [];
  let stamp = '-';
  let isYoung = true;
  let isDisturbed = false;

  /** Whether something was begun or ended since the last look, or may have been. */
  const look = (): boolean => {
    const found = disk.stat(intents);
    const now = found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.ctimeMs}`;
    if (now === stamp && !isYoung) return false;
    stamp = now;
    const plans = found === undefined ? [] : readPlans(disk, intents);
    isDisturbed = plans.length > 0;
    swaps = plans.flatMap(swapOf).flatMap((swap) => [swap, ...bySeenPaths(disk, swap, roots)]);
    // A plan that is being written, and a folder written to twice in one tick of its clock, do not show in its times.
    isYoung =
      plans.includes(undefined) ||
      (found !== undefined && Date.now() - Math.max(found.mtimeMs, found.ctimeMs) < YOUNG_MS);
    return true;
  };

  const whereIs = (path: string): Where => {
    const swap = swaps.find(({ folder }) => path === folder || path.startsWith(`${folder}/`));
    if (swap === undefined) return { path, is: 'there' };
    const { folder, aside } = swap;
    if (disk.stat(`${aside}/old`)?.kind === 'folder')
      return { path: `${aside}/old${path.slice(folder.length)}`, is: 'kept' };
    return isArriving(disk, swap) ? { path: `${aside}/not-yet`, is: 'not-yet' } : { path, is: 'there' };
  };

  /** A folder that went from under us may have been swapped: then it is looked for again. */
  const reading = <T>(path: string, read: (path: string) => T): T => {
    if (swaps.length > 0) look();
    for (let tries = 0; ; tries++) {
      try {
        return read(whereIs(path).path);
      } catch (error) {
        if (errnoOf(error) !== 'ENOENT' || tries === TRIES || !look()) throw error;
      }
    }
  };
  // Perf: only folders of skills are swapped. In any other tree nothing is looked for beside what is read.
  const linked = roots.filter((root) => !SWAPPED.test(root) && SWAPPED.test(realOf(disk, root) ?? ''));
  const mayBeSwapped = (path: string): boolean =>
    swaps.length > 0 || SWAPPED.test(path) || linked.some((root) => path === root || path.startsWith(`${root}/`));
  const swapsIn = (path: string): readonly Swap[] =>
    swaps.filter(({ folder }) => folder.slice(0, folder.lastIndexOf('/')) === path);

  look();
  return {
    look: () => void look(),
    get isDisturbed() {
      return isDisturbed;
    },
    get stamp() {
      return stamp;
    },
    stat(path) {
      if (swaps.length > 0) look();
      else {
        // Perf: a warm start asks this for every skill, and hardly ever is one being swapped.
        const plain = disk.stat(path);
        if (plain !== undefined || !mayBeSwapped(path)) return plain;
      }
      let found = disk.stat(whereIs(path).path);
      for (let tries = 0; found === undefined && tries < TRIES && mayBeSwapped(path) && look(); tries++)
        found = disk.stat(whereIs(path).path);
      // Its list of names is not the one on disk, and is to be read again whatever its times say then.
      return found === undefined || swapsIn(path).length === 0 ? found : { ...found, mtimeMs: 0 };
    },
    readFolder(path) {
      let place = '';
      const list = (): FolderEntry[] =>
        reading(path, (at) => {
          place = at;
          return disk.readFolder(at);
        });
      let entries = list();
      // A kept folder is emptied once its change has ended.
      if (!mayBeSwapped(path)) return entries;
      for (let tries = 0; tries < TRIES && (look() || whereIs(path).path !== place); tries++) entries = list();
      const here = swapsIn(path);
      if (here.length === 0) return entries;
      const names = new Map(entries.map((entry) => [entry.name, entry]));
      for (const { folder } of here) {
        const name = folder.slice(folder.lastIndexOf('/') + 1);
        const { path: at, is } = whereIs(folder);
        if (is === 'not-yet') names.delete(name);
        else if (is === 'kept' || disk.stat(at)?.kind === 'folder') names.set(name, { name, kind: 'folder' });
      }
      return [...names.values()];
    },
    realPath(path) {
      const real = reading(path, (place) => disk.realPath(place));
      const swap = swaps.find(({ folder }) => path === folder || path.startsWith(`${folder}/`));
      if (swap === undefined || whereIs(path).is !== 'kept') return real;
      const kept = disk.realPath(`${swap.aside}/old`);
      if (real !== kept && !real.startsWith(`${kept}/`)) return real;
      const slash = swap.folder.lastIndexOf('/');
      return `${disk.realPath(swap.folder.slice(0, slash))}${swap.folder.slice(slash)}${real.slice(kept.length)}`;
    },
    readLink: (path) => reading(path, (place) => disk.readLink(place)),
    readFile: (path, limit) => reading(path, (place) => disk.readFile(place, limit)),
    readHead: (path, length) => reading(path, (place) => disk.readHead(place, length)),
    hashFile: (path) => reading(path, (place) => disk.hashFile(place)),
  };
}

/** The same swap by the paths under which roots that were reached through links show it. */
function bySeenPaths(disk: Disk, { folder, ...swap }: Swap, roots: readonly string[]): Swap[] {
  const slash = folder.lastIndexOf('/');
  const real = realOf(disk, folder.slice(0, slash));
  if (real === undefined) return [];
  return roots.flatMap((root) => {
    const top = realOf(disk, root);
    if (top === undefined || (real !== top && !real.startsWith(`${top}/`))) return [];
    const seen = `${root}${real.slice(top.length)}${folder.slice(slash)}`;
    return seen === folder ? [] : [{ folder: seen, ...swap }];
  });
}

function realOf(disk: Disk, path: string): string | undefined {
  try {
    return disk.realPath(path);
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return undefined;
  }
}

/** Its own folder is built and swapped in, and nothing was there before. */
function isArriving(disk: Disk, { folder, aside, isOld }: Swap): boolean {
  if (isOld) return false;
  const shown = disk.stat(folder);
  if (shown === undefined || disk.stat(`${aside}/new`) !== undefined) return false;
  try {
    return disk.readFolder(aside).some(({ name }) => name.startsWith('is-') && name.endsWith(`-${shown.ino}`));
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    return false;
  }
}

function readPlans(disk: Disk, intents: string): unknown[] {
  try {
    return disk.readFolder(intents).map(({ name }) => {
      const reading = readJson(readText(disk, `${intents}/${name}`));
      return 'value' in reading ? reading.value : undefined;
    });
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'ENOTDIR') throw error;
    return [];
  }
}

function swapOf(plan: unknown): Swap[] {
  const { folder, aside, old } = asRecord(plan) ?? {};
  return typeof folder === 'string' && typeof aside === 'string' ? [{ folder, aside, isOld: old !== undefined }] : [];
}

/** Of a plan that ended meanwhile: nothing. */
function readText(disk: Disk, path: string): string {
  try {
    return disk.readFile(path, MAX_PLAN_BYTES).bytes.toString('utf8');
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    return '';
  }
}
