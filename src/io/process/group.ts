import { readFileSync } from 'node:fs';
import { errnoOf } from '../../base/errors.ts';

/** Processes that run for us now, by id. */
const running = new Set<number>();

/** Ends a process and those it started. One that is gone already is no failure. */
export function endGroup(pid: number): void {
  try {
    // A negative id names the group that the process leads; Windows has none.
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    if (!['ESRCH', 'EPERM'].includes(errnoOf(error))) throw error;
  }
}

function endAll(): void {
  for (const pid of running) endGroup(pid);
}

function passOn(signal: NodeJS.Signals): void {
  endAll();
  process.kill(process.pid, signal);
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Holds a process to our life: it leads a group of its own, so that all it starts can be ended with it, and for that
 * reason a terminal's interrupt does not reach it by itself. The result lets go.
 */
export function holdGroup(pid: number): () => void {
  if (running.size === 0) {
    process.once('exit', endAll);
    for (const signal of SIGNALS) process.once(signal, passOn);
  }
  running.add(pid);
  return () => {
    running.delete(pid);
    if (running.size > 0) return;
    process.off('exit', endAll);
    for (const signal of SIGNALS) process.off(signal, passOn);
  };
}

const PAGE_BYTES = 4096;

/** Bytes of memory that a process and all it started hold; 0 where the system does not tell. */
export function memoryOf(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const read = (name: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8');
    } catch (error) {
      // It ended in between.
      if (errnoOf(error) === 'UNKNOWN') throw error;
      return '';
    }
  };
  const pages = Number(read('statm').split(' ')[1] ?? 0);
  const children = read(`task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return children.reduce((sum, child) => sum + memoryOf(child), pages * PAGE_BYTES);
}
