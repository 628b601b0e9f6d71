import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { errnoOf } from '../../base/errors.ts';

/** A process such that another with the same number is told apart, where the system can tell. */
export interface ProcessMark {
  readonly host: string;
  readonly pid: number;
  /** When it began, in the system's own ticks; absent where that is not to be had. */
  readonly began?: string;
}

/** What /proc says of a process, where there is one: its state and when it began. The name before them may hold blanks. */
function procFields(pid: number): { readonly state: string; readonly began: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', began: fields[19] ?? '' };
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return undefined;
  }
}

export function ownMark(): ProcessMark {
  const began = procFields(process.pid)?.began;
  return { host: hostname(), pid: process.pid, ...(began === undefined ? {} : { began }) };
}

/** Whether a process of this number runs on this machine, whichever it is. */
export function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ESRCH') return false;
    // EPERM: somebody else's, but there.
    if (errnoOf(error) !== 'EPERM') throw error;
    return true;
  }
}

/** Whether the very process still runs. One of another machine counts as running: nobody here can tell. */
export function isAlive(mark: ProcessMark): boolean {
  if (mark.host !== hostname()) return true;
  if (!isRunning(mark.pid)) return false;
  const found = procFields(mark.pid);
  if (found === undefined) return true;
  // One that has ended and waits to be noticed does nothing any more.
  if (found.state === 'Z' || found.state === 'X') return false;
  return mark.began === undefined || found.began === mark.began;
}
