import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeWorkLock } from '../../../src/io/disk/work-lock.ts';
import { makeTree } from '../../support/tree.ts';

describe('the right to do a piece of work', () => {
  const place = (): string => join(makeTree({}), 'cache', 'work.lock');

  it('is one process’s at a time, and the next one’s when it is given back', async () => {
    const path = place();
    const first = await takeWorkLock(path);
    let isSecond = false;
    const second = takeWorkLock(path).then((lock) => {
      isSecond = true;
      return lock;
    });
    await new Promise((done) => setTimeout(done, 120));
    expect(isSecond).toBe(false);
    first.release();
    (await second).release();
    expect(existsSync(path)).toBe(false);
  });

  it('is taken over at once from a process that was killed', async () => {
    const path = place();
    (await takeWorkLock(path)).release();
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const own = await takeWorkLock(path);
    const token = readFileSync(path, 'utf8').replace(/"pid":\d+/, `"pid":${holder.pid}`);
    own.release();
    writeFileSync(path, token);
    let isTaken = false;
    const next = takeWorkLock(path).then((lock) => {
      isTaken = true;
      return lock;
    });
    await new Promise((done) => setTimeout(done, 150));
    expect(isTaken).toBe(false);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    (await next).release();
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it('is taken over from a holder that has not been heard of', async () => {
    const path = place();
    await takeWorkLock(path);
    const long = new Date(Date.now() - 60_000);
    utimesSync(path, long, long);
    const next = await takeWorkLock(path);
    next.release();
    expect(existsSync(path)).toBe(false);
  });

  it('is done without where nothing can be written', async () => {
    const tree = makeTree({ file: 'no folder' });
    const lock = await takeWorkLock(join(tree, 'file', 'work.lock'));
    lock.renew();
    lock.release();
    expect(readFileSync(join(tree, 'file'), 'utf8')).toBe('no folder');
  });
});
