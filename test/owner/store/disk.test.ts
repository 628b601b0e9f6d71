import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Workspace } from '../../../src/app/workspace-types.ts';
import { createFolderDisk, type FolderDisk } from '../../../src/io/disk/folder-disk.ts';
import type { StoreStep } from '../../../src/owner/store/world.ts';
import { skillText } from '../../support/tree.ts';
import { snapshot } from './stopped.ts';
import { makePlace, openPlace, type Place, readAll, sourceOf, write } from './support.ts';

const V1 = { 'SKILL.md': skillText('deploy', 'One.'), 'scripts/a.sh': 'echo 1\n' };
const V2 = { 'SKILL.md': skillText('deploy', 'Two.'), 'scripts/b/c.sh': 'echo 2\n' };
const skillOf = ({ project }: Pick<Place, 'project'>): string => join(project, '.agents/skills/deploy');

/** A disk on which the `at`-th call that needs room, or a rename, fails with `code`. */
function failing(at: number, code: string): { readonly disk: FolderDisk; readonly calls: () => number } {
  const disk = createFolderDisk();
  let calls = 0;
  const guard = <A extends readonly unknown[], R>(call: (...given: A) => R) => {
    return (...given: A): R => {
      // The lock of the place follows what the store has done; whoever keeps locks tests how.
      if (/\/project(?:\/[.]?skillfiche[^/]*)?$/.test(String(given[0]))) return call(...given);
      calls++;
      if (calls === at) throw Object.assign(new Error(code), { code });
      return call(...given);
    };
  };
  return {
    calls: () => calls,
    disk: {
      ...disk,
      makeFile: guard(disk.makeFile),
      makeFolder: guard(disk.makeFolder),
      ensureFolder: guard(disk.ensureFolder),
    },
  };
}

async function beginWith(verb: 'add' | 'update' | 'rollback' | 'remove'): Promise<Place> {
  const place = await makePlace();
  mkdirSync(join(place.data, 'intents'), { recursive: true });
  if (verb === 'add') return place;
  await place.workspace.skills.add(sourceOf('deploy', V1));
  write(join(skillOf(place), 'scripts/a.sh'), 'echo edited\n');
  if (verb !== 'update') await place.workspace.skills.publish('deploy');
  return place;
}

const DO: Readonly<Record<'add' | 'update' | 'rollback' | 'remove', (one: Workspace) => Promise<unknown>>> = {
  add: ({ skills }) => skills.add(sourceOf('deploy', V1)),
  update: ({ skills }) => skills.update('deploy', sourceOf('deploy', { ...V2, 'scripts/a.sh': 'echo 1\n' })),
  rollback: ({ skills }) => skills.rollback('deploy'),
  remove: ({ skills }) => skills.remove('deploy'),
};

describe.each(['ENOSPC', 'EROFS'])('a disk that says %s at any call', (code) => {
  it.each(['add', 'update', 'rollback', 'remove'] as const)(
    'changes nothing in %s, says so, and lets it be done later',
    async (verb) => {
      for (let at = 1; ; at++) {
        const place = await beginWith(verb);
        const before = await snapshot(place);
        await place.workspace.close();
        const { disk, calls } = failing(at, code);
        const poor = await openPlace(place.base, { disk });
        let error: unknown;
        try {
          await DO[verb](poor.workspace);
        } catch (caught) {
          error = caught;
        }
        if (calls() < at) {
          expect(error).toBeUndefined();
          expect(at).toBeGreaterThan(2);
          return;
        }
        expect(error, `call ${at}`).toMatchObject({ code: 'NOT_WRITABLE', reason: code });
        await poor.workspace.close();
        const again = await openPlace(place.base);
        expect(await snapshot(again), `call ${at}`).toEqual(before);
        await DO[verb](again.workspace);
        expect(await again.workspace.store.doctor()).toMatchObject({ ok: true });
        await again.workspace.close();
      }
    },
  );
});

/** Mounts a small disk of its own; `undefined` where that is not allowed. */
function mountSmall(folder: string, size: string): boolean {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
  if (status === 0) onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return status === 0;
}
const canMount = ((): boolean => {
  if (process.getuid?.() !== 0) return false;
  const { status } = spawnSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
  return status === 0;
})();

describe.skipIf(!canMount)('a real small disk (needs root, to mount one)', () => {
  it('that is full: nothing is lost, and with room again the same command succeeds', async () => {
    const { base, data, workspace } = await makePlace({ 'data/x': null });
    await workspace.close();
    rmSync(join(data, 'x'), { recursive: true });
    if (!mountSmall(data, '600k')) return;
    const { skills, store } = (await openPlace(base)).workspace;
    await skills.add(sourceOf('deploy', V1));
    writeFileSync(join(data, 'filler'), '');
    let full = false;
    while (!full) {
      try {
        writeFileSync(join(data, 'filler'), Buffer.alloc(4096), { flag: 'a' });
      } catch {
        full = true;
      }
    }
    const big = { ...V2, 'big.txt': 'x'.repeat(200_000) };
    await expect(skills.update('deploy', sourceOf('deploy', big))).rejects.toMatchObject({ code: 'NOT_WRITABLE' });
    expect((await skills.history('deploy')).versions).toHaveLength(1);
    rmSync(join(data, 'filler'));
    expect(await skills.update('deploy', sourceOf('deploy', V2))).toMatchObject({ changed: [{ version: 2 }] });
    expect(await store.doctor()).toMatchObject({ ok: true });
  });

  it('that may only be read: it is read, and every change says why not', async () => {
    const { base, data, workspace } = await makePlace({ 'data/x': null });
    await workspace.close();
    if (!mountSmall(data, '2m')) return;
    const first = await openPlace(base);
    await first.workspace.skills.add(sourceOf('deploy', V1));
    await first.workspace.close();
    execFileSync('mount', ['--bind', data, data]);
    onTestFinished(() => void spawnSync('umount', ['-l', data]));
    execFileSync('mount', ['-o', 'remount,bind,ro', data]);
    const { workspace: reading } = await openPlace(base);
    expect(await reading.skills.status()).toMatchObject({ skills: [{ version: 1, modified: false }] });
    expect((await reading.skills.history('deploy')).versions).toHaveLength(1);
    await expect(reading.skills.disable(['deploy'])).rejects.toMatchObject({ code: 'NOT_WRITABLE' });
    await expect(reading.skills.remove('deploy')).rejects.toMatchObject({ code: 'NOT_WRITABLE' });
    expect(readdirSync(skillOf(first))).toEqual(['SKILL.md', 'scripts']);
  });
});

describe('a folder that is another one between check and swap', () => {
  const between = async (step: StoreStep, act: (place: Place) => void, verb: 'add' | 'update') => {
    const place = await beginWith(verb);
    await place.workspace.close();
    let isDone = false;
    const onStep = (now: StoreStep): void => {
      if (now !== step || isDone) return;
      isDone = true;
      act(place);
    };
    const next = await openPlace(place.base, { onStep });
    await expect(DO[verb](next.workspace)).rejects.toMatchObject({ code: 'FILE_CHANGED' });
    expect(isDone).toBe(true);
    expect(readdirSync(join(place.project, '.agents')).filter((name) => name.startsWith('.'))).toEqual([]);
    return { ...place, workspace: next.workspace };
  };

  it('a link in its place is left, and what it leads to is untouched', async () => {
    const place = await between(
      'filled',
      (one) => {
        write(join(one.base, 'elsewhere/SKILL.md'), 'of somebody else');
        renameSync(skillOf(one), join(one.base, 'moved'));
        symlinkSync(join(one.base, 'elsewhere'), skillOf(one));
      },
      'update',
    );
    expect(readAll(join(place.base, 'elsewhere'))).toEqual({ 'SKILL.md': 'of somebody else' });
    expect(statSync(skillOf(place)).isDirectory()).toBe(true);
    expect(await place.workspace.skills.status()).toMatchObject({ skills: [{ version: 1, modified: true }] });
  });

  it('a link above it is not written through', async () => {
    const place = await between(
      'filled',
      (one) => {
        mkdirSync(join(one.base, 'elsewhere'));
        renameSync(join(one.project, '.agents/skills'), join(one.base, 'moved'));
        symlinkSync(join(one.base, 'elsewhere'), join(one.project, '.agents/skills'));
      },
      'update',
    );
    expect(readdirSync(join(place.base, 'elsewhere'))).toEqual([]);
  });

  it('an edit made meanwhile is kept', async () => {
    const place = await between('filled', (one) => write(join(skillOf(one), 'SKILL.md'), 'just now'), 'update');
    expect(readFileSync(join(skillOf(place), 'SKILL.md'), 'utf8')).toBe('just now');
  });

  it('a folder that somebody made meanwhile is theirs', async () => {
    const place = await between('filled', (one) => write(join(skillOf(one), 'mine.txt'), 'theirs'), 'add');
    expect(readAll(skillOf(place))).toEqual({ 'mine.txt': 'theirs' });
    expect(await place.workspace.skills.status()).toMatchObject({ skills: [], collections: [] });
  });

  it('a linked .agents is refused, and --into is named', async () => {
    const place = await makePlace({ 'elsewhere/x': null });
    symlinkSync(join(place.base, 'elsewhere'), join(place.project, '.agents'));
    await expect(place.workspace.skills.add(sourceOf('deploy', V1))).rejects.toMatchObject({
      code: 'NOT_WRITABLE',
      message: expect.stringContaining('--into'),
    });
    const into = join(place.base, 'elsewhere/skills');
    await place.workspace.skills.add(sourceOf('deploy', V1), { into });
    expect(readAll(join(place.base, 'elsewhere'))).toEqual({
      'skills/deploy/SKILL.md': V1['SKILL.md'],
      'skills/deploy/scripts/a.sh': V1['scripts/a.sh'],
      x: null,
    });
  });
});

describe("the store's file", () => {
  const Database = createRequire(import.meta.url)('libsql') as new (
    file: string,
  ) => {
    exec(sql: string): void;
    close(): void;
  };

  it('cut anywhere is said to be damaged, or is read as it was; folders stay', async () => {
    const place = await beginWith('rollback');
    const { base, data } = place;
    await place.workspace.close();
    const file = join(data, 'store.db');
    const bytes = readFileSync(file);
    for (const name of ['store.db-wal', 'store.db-shm']) rmSync(join(data, name), { force: true });
    const before = readAll(skillOf(place));
    for (const part of [0.9, 0.5, 0.3, 0.1, 0.02, 0.001]) {
      writeFileSync(file, bytes);
      truncateSync(file, Math.floor(bytes.length * part));
      const { workspace } = await openPlace(base);
      await expect(workspace.skills.rollback('deploy', { to: 1 }), String(part)).rejects.toMatchObject({
        code: 'STORE_BROKEN',
      });
      await workspace.close();
      expect(readAll(skillOf(place))).toEqual(before);
    }
    writeFileSync(file, 'something else altogether, and long enough to be looked at'.repeat(20));
    const { workspace } = await openPlace(base);
    await expect(workspace.skills.status()).rejects.toMatchObject({
      code: 'STORE_BROKEN',
      message: expect.stringContaining(file),
    });
  });

  it('from a newer version is refused, and not a byte of it changes', async () => {
    const { base, data, workspace } = await beginWith('rollback');
    await workspace.close();
    const file = join(data, 'store.db');
    const newer = new Database(file);
    newer.exec('pragma user_version = 99');
    newer.close();
    const before = readFileSync(file);
    const { workspace: next } = await openPlace(base);
    await expect(next.skills.status()).rejects.toMatchObject({ code: 'STORE_NEWER' });
    await expect(next.skills.remove('deploy')).rejects.toMatchObject({ code: 'STORE_NEWER' });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('locked by another process is waited for, then said to be busy; reading goes on', async () => {
    const { base, data, workspace } = await beginWith('rollback');
    await workspace.close();
    const other = new Database(join(data, 'store.db'));
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    const { workspace: next } = await openPlace(base, { waitMs: 300 });
    expect(await next.skills.history('deploy')).toMatchObject({ versions: [{ number: 2 }, { number: 1 }] });
    await expect(next.skills.rollback('deploy')).rejects.toMatchObject({ code: 'STORE_BUSY' });
    other.exec('rollback');
    expect(await next.skills.rollback('deploy')).toMatchObject({ changed: [{ version: 1 }] });
  });

  it('that was put back from a copy is picked up by who had the old one open', async () => {
    const place = await beginWith('rollback');
    const { workspace, base, data } = place;
    await workspace.store.backup(join(base, 'copy.db'));
    await expect(workspace.store.backup(join(base, 'copy.db'))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await workspace.skills.rollback('deploy');
    expect(await workspace.skills.history('deploy')).toMatchObject({ versions: [{ active: false }, { active: true }] });
    for (const name of ['store.db-wal', 'store.db-shm']) rmSync(join(data, name), { force: true });
    renameSync(join(base, 'copy.db'), join(data, 'store.db'));
    expect(await workspace.skills.history('deploy')).toMatchObject({ versions: [{ active: true }, { active: false }] });
    await workspace.close();
    expect(await workspace.skills.status()).toMatchObject({ skills: [{ version: 2 }] });
  });

  it('whose content was changed is found out by doctor, and is never written to a folder', async () => {
    const place = await beginWith('rollback');
    await place.workspace.close();
    const other = new Database(join(place.data, 'store.db'));
    other.exec("update blobs set bytes = x'00' where size = 7");
    other.close();
    const { workspace } = await openPlace(place.base);
    expect(await workspace.store.doctor()).toMatchObject({ ok: false });
    await expect(workspace.skills.rollback('deploy', { to: 1 })).rejects.toMatchObject({ code: 'STORE_BROKEN' });
    expect(await workspace.skills.status()).toMatchObject({ skills: [{ version: 2, modified: false }] });
  });
});
