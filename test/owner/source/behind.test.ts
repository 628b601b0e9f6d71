import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import { createFolderDisk } from '../../../src/io/disk/folder-disk.ts';
import { skillText } from '../../support/tree.ts';
import { makePlace, openPlace, sourceOf, write } from '../store/support.ts';

async function failure(promise: Promise<unknown>): Promise<SkillficheError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SkillficheError)) throw new Error(`no SkillficheError but ${String(error)}`);
  return error;
}

const LOCK = 'skillfiche.lock.json';
const source = (slug: string) => sourceOf(slug, { 'SKILL.md': skillText(slug) });
const slugsIn = (project: string): string[] =>
  Object.keys((JSON.parse(readFileSync(join(project, LOCK), 'utf8')) as { skills: object }).skills);

describe('a lock that cannot follow a change', () => {
  it('leaves the change made, says so, and is written by the next command', async () => {
    const place = await makePlace();
    const { project, data, base } = place;
    // Made a folder after the lock was looked at and before it is written.
    const workspace = (
      await openPlace(base, {
        onStep: (step) => {
          if (step === 'committed' && !existsSync(join(project, LOCK))) mkdirSync(join(project, LOCK));
        },
      })
    ).workspace;
    const error = await failure(workspace.skills.add(source('deploy')));
    expect(error.reason).toBe('lock-behind');
    expect(error.message).toContain('project:deploy: the change was made');
    expect(existsSync(join(project, '.agents/skills/deploy/SKILL.md'))).toBe(true);
    expect(await workspace.store.doctor()).toMatchObject({ ok: false });
    expect((await workspace.store.doctor()).checks.at(-1)).toMatchObject({ name: 'locks', ok: false });
    rmSync(join(project, LOCK), { recursive: true });
    expect((await place.workspace.skills.status()).skills.map(({ id }) => id)).toEqual(['project:deploy']);
    expect(slugsIn(project)).toEqual(['deploy']);
    expect(readdirSync(join(data, 'locks-behind'))).toEqual([]);
    expect(await place.workspace.sources.checkLocks()).toMatchObject({ ok: true, findings: [] });
    expect(await place.workspace.store.doctor()).toMatchObject({ ok: true });
  });

  it('has the first of several where the second could not be written', async () => {
    const disk = createFolderDisk();
    const { workspace, project } = await makePlace(
      {},
      {
        disk: {
          ...disk,
          makeFile(path, bytes, executable) {
            if (path.includes('/new/') && Buffer.from(bytes).includes('name: second')) {
              throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
            }
            disk.makeFile(path, bytes, executable);
          },
        },
      },
    );
    const error = await failure(workspace.skills.add([source('first'), source('second')]));
    expect(error.code).toBe('NOT_WRITABLE');
    expect(slugsIn(project)).toEqual(['first']);
  });

  it('is never given a source that would make it unreadable', async () => {
    const { workspace, project } = await makePlace();
    for (const commit of ['main', 'abc123', '--upload-pack=x', undefined]) {
      const { commit: _, ...rest } = source('deploy').source;
      const bad = { ...source('deploy'), source: { ...rest, ...(commit === undefined ? {} : { commit }) } };
      expect((await failure(workspace.skills.add(bad))).code).toBe('INVALID_ARGUMENT');
    }
    expect((await workspace.skills.status()).skills).toEqual([]);
    expect(existsSync(join(project, LOCK))).toBe(false);
    await workspace.skills.add(source('deploy'));
    const moved = { ...source('deploy'), source: { type: 'git', url: 'https://example.org/x.git', commit: 'v1' } };
    expect((await failure(workspace.skills.update('deploy', moved))).code).toBe('INVALID_ARGUMENT');
    expect(await workspace.sources.checkLocks()).toMatchObject({ ok: true });
  });

  it('names no package that is a path', async () => {
    const { workspace, project } = await makePlace();
    await workspace.skills.add(source('deploy'));
    const file = join(project, LOCK);
    const text = readFileSync(file, 'utf8');
    const hostile = text.replace(
      /"source": \{[^}]*\}/,
      '"source": {"type":"package","url":"package:../../../outside"}',
    );
    expect(hostile).not.toBe(text);
    writeFileSync(file, hostile);
    const error = await failure(workspace.sources.restore());
    expect([error.code, error.message]).toEqual(['BROKEN_FILE', expect.stringContaining('no name of a package')]);
  });
});

describe('a collection in the store', () => {
  it('takes in no link beside its skills', async () => {
    const { workspace, project } = await makePlace();
    const folder = join(project, '.agents/skills/lab');
    write(join(folder, 'COLLECTION.json'), '{"schema_version":1,"id":"lab","prompt_line":"x","tree":"tree"}');
    write(join(folder, 'tree/one/SKILL.md'), skillText('one'));
    symlinkSync('/etc/passwd', join(folder, 'tree/README.md'));
    const report = await workspace.skills.publish('lab');
    expect(report.changed).toEqual([]);
    expect(report.refused[0]?.findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'package/link', path: 'tree/README.md' },
    ]);
    rmSync(join(folder, 'tree/README.md'));
    expect((await workspace.skills.publish('lab')).changed).toMatchObject([{ version: 1 }]);
  });
});

describe('a doctor of a store that cannot be opened', () => {
  it.each([
    ['cut', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 50))],
    ['something else', (file: string) => writeFileSync(file, 'no database at all, and long enough to be read as one')],
  ])('says what is wrong: it is %s', async (_what, harm) => {
    const place = await makePlace();
    await place.workspace.skills.add(source('deploy'));
    await place.workspace.close();
    harm(join(place.data, 'store.db'));
    const { workspace } = await openPlace(place.base);
    const report = await workspace.store.doctor();
    expect(report).toMatchObject({ ok: false, store: join(place.data, 'store.db') });
    expect(report.checks[0]).toMatchObject({ name: 'file', ok: false, hint: expect.stringContaining('backup') });
  });

  it.skipIf(process.getuid?.() === 0)('says that it may not be read (needs another user than root)', async () => {
    const place = await makePlace();
    await place.workspace.skills.add(source('deploy'));
    await place.workspace.close();
    chmodSync(join(place.data, 'store.db'), 0);
    const { workspace } = await openPlace(place.base);
    expect(await workspace.store.doctor()).toMatchObject({ ok: false });
  });
});
