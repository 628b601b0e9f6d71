import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { errnoOf } from '../../base/errors.ts';
import { temporaryName } from '../../base/file-names.ts';
import { makeFolders } from './make-folders.ts';
import { isRunning } from './running.ts';

/** The right to do one piece of work that others would do too. It only saves work: what is written must be right without it. */
export interface WorkLock {
  /** Says that the work goes on; to be called at least every few seconds. */
  renew(): void;
  release(): void;
}

/** A lock that nobody renewed for so long belongs to a process that hangs, or to a machine that is gone. */
const STALE_MS = 15_000;
const RENEW_MS = 1_000;
const FIRST_WAIT_MS = 20;
const MOST_WAIT_MS = 250;

/**
 * Waits until nobody else has the lock at `path`, and takes it. A dead holder's is taken over at once, one that is not
 * renewed after fifteen seconds. Where no lock can be written, the work is done without: then it does nothing.
 */
export async function takeWorkLock(path: string): Promise<WorkLock> {
  const token = JSON.stringify({ pid: process.pid, host: hostname(), at: process.hrtime.bigint().toString() });
  // Else "there already" could speak of a file where the folder should be, and that never goes away.
  if (!quietly(() => makeFolders(dirname(path)))) return NO_LOCK;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(MOST_WAIT_MS, wait * 2)) {
    try {
      writeFileSync(path, token, { flag: 'wx', mode: 0o600 });
      return lockOf(path, token);
    } catch (error) {
      if (errnoOf(error) === 'UNKNOWN') throw error;
      if (errnoOf(error) !== 'EEXIST') return NO_LOCK;
    }
    if (!takeAway(path)) await setTimeout(wait);
  }
}

const NO_LOCK: WorkLock = {
  renew: () => undefined,
  release: () => undefined,
};

function lockOf(path: string, token: string): WorkLock {
  let renewed = Date.now();
  return {
    renew() {
      if (Date.now() - renewed < RENEW_MS) return;
      renewed = Date.now();
      if (readOr(path) === token) quietly(() => utimesSync(path, new Date(), new Date()));
    },
    release() {
      if (readOr(path) === token) quietly(() => rmSync(path, { force: true }));
    },
  };
}

/** Takes a stale lock away. False: it is in good hands. */
function takeAway(path: string): boolean {
  const seen = readOr(path);
  if (seen === undefined) return true;
  if (!isStale(path, seen)) return false;
  const aside = join(dirname(path), temporaryName(basename(path), process.pid));
  return quietly(() => {
    renameSync(path, aside);
    // Somebody else may have been quicker, and this be a new one: it goes back.
    if (readOr(aside) !== seen) linkSync(aside, path);
    rmSync(aside, { force: true });
  });
}

function isStale(path: string, token: string): boolean {
  let age = 0;
  if (
    !quietly(() => {
      age = Date.now() - statSync(path).mtimeMs;
    })
  )
    return true;
  if (age > STALE_MS) return true;
  const holder = /^\{"pid":(\d+),"host":("(?:[^"\\]|\\.)*")/.exec(token);
  return holder !== null && holder[2] === JSON.stringify(hostname()) && !isRunning(Number(holder[1]));
}

function readOr(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return undefined;
  }
}

/** False where the file system refuses. */
function quietly(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return false;
  }
}
