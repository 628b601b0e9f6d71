import { createHash } from 'node:crypto';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import { SkillficheError } from '../../../src/base/errors.ts';
import { MAX_REPLY_CHARACTERS } from '../../../src/base/limits.ts';
import type { View } from '../../../src/catalog/types.ts';
import { markerText, openPlanted, type RootTree, skills } from '../../support/catalog.ts';
import { makeTree, skillText, type TreeEntry } from '../../support/tree.ts';

const failureOf = async (run: Promise<unknown>): Promise<SkillficheError> => {
  try {
    await run;
  } catch (error) {
    if (error instanceof SkillficheError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};
const viewOf = async (tree: RootTree): Promise<View> => (await openPlanted([{ tree }])).view();
const viewOnDisk = async (entries: Record<string, TreeEntry>): Promise<{ view: View; folder: string }> => {
  const folder = makeTree(entries);
  return {
    folder,
    view: (await openCatalog({ roots: [{ id: 'p', kind: 'project', path: folder }], cache: false })).view(),
  };
};
const sha = (text: string | Uint8Array): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

describe('a loaded skill', () => {
  const text =
    '---\nname: msa\ndescription: Aligns.\nversion: 1.10\n---\n\n    code first\n\nText.\n---\nnot a fence\n\n\n';

  it('has its body exactly, its digest, and every file', async () => {
    const view = await viewOf({
      'bio/COLLECTION.json': markerText('bio'),
      'bio/align/msa/SKILL.md': text,
      'bio/align/msa/scripts/run.py': 'print(1)\n',
      'bio/align/msa/data/x.bin': Buffer.from([0, 1, 2]),
      'bio/align/msa/.hidden/notes': '',
    });
    const skill = await view.loadSkill('MSA');
    expect(skill).toMatchObject({
      id: 'bio:align/msa',
      name: 'msa',
      description: 'Aligns.',
      collection: 'bio',
      folder: '/r0/bio/align/msa',
      digest: sha(text),
      left_out: [],
    });
    expect(skill.body).toBe('\n    code first\n\nText.\n---\nnot a fence\n\n\n');
    expect(skill.files).toEqual([
      { path: '.hidden/notes', kind: 'text', size: 0 },
      { path: 'SKILL.md', kind: 'text', size: text.length },
      { path: 'data/x.bin', kind: 'binary', size: 3 },
      { path: 'scripts/run.py', kind: 'text', size: 9 },
    ]);
  });

  it.each([
    ['no frontmatter', 'Just text.\n', 'Just text.\n'],
    ['CRLF', '---\r\nname: a\r\n---\r\nA\r\nB', 'A\r\nB'],
    ['a byte-order mark', '\uFEFF---\nname: a\n---\nA', 'A'],
    ['no body', '---\nname: a\n---', ''],
  ])('with %s has the body that is there', async (_, given, body) => {
    expect((await (await viewOf({ 'a/SKILL.md': given })).loadSkill('project:a')).body).toBe(body);
  });

  it('says where it stands when another has its name', async () => {
    const view = await viewOf({ 'a/SKILL.md': skillText('same'), 'b/SKILL.md': skillText('same') });
    expect(await view.loadSkill('project:b')).toMatchObject({ id: 'project:b', shadowed_by: 'project:a' });
    expect(await view.loadSkill('same')).toMatchObject({ id: 'project:a' });
  });

  it('brings its own diagnostics, and those of no other', async () => {
    const view = await viewOf({ 'a/SKILL.md': '---\nname: a\ndescription: Plan: it\n---\n', 'b/SKILL.md': 'nothing' });
    const { diagnostics } = await view.loadSkill('a');
    expect(diagnostics.length).toBeGreaterThan(0);
    for (const one of diagnostics) expect(one.path).toBe('/r0/a/SKILL.md');
  });

  it('is what is on disk now, and is not there when it is gone', async () => {
    const { view, folder } = await viewOnDisk({ 'a/SKILL.md': skillText('a', 'A.', 'Old.\n') });
    writeFileSync(join(folder, 'a/SKILL.md'), skillText('a', 'A.', 'New.\n'));
    expect((await view.loadSkill('a')).body).toBe('\nNew.\n');
    rmSync(join(folder, 'a'), { recursive: true });
    expect(await failureOf(view.loadSkill('a'))).toMatchObject({
      code: 'UNREADABLE',
      message: 'SKILL.md of p:a cannot be read (ENOENT). Check that it is still there and may be read.',
    });
  });

  it('loads although one of its files cannot be read; that file is named', async () => {
    const view = await viewOf({
      ...skills({ a: 'a' }),
      'a/secret.md': { fails: 'EACCES' },
      'a/locked': { folderFails: 'EPERM' },
      'a/l': { link: '/r0' },
      'a/node_modules/x': 'y',
    });
    expect((await view.loadSkill('a')).left_out).toEqual([
      { path: 'l', reason: 'link' },
      { path: 'locked', reason: 'unreadable', cause: 'EPERM' },
      { path: 'node_modules', reason: 'pruned' },
      { path: 'secret.md', reason: 'unreadable', cause: 'EACCES' },
    ]);
    const reply = await view.replySkill('a');
    expect(reply.note).toBe('In its folder but not served: l (link), locked (unreadable), secret.md (unreadable).\n');
  });
});

describe('a skill in the own folder of its scope', () => {
  const tree: RootTree = {
    'SKILL.md': skillText('top'),
    'notes.md': 'Mine.',
    'other/SKILL.md': skillText('other'),
    'other/secret.md': 'Theirs.',
    'c/COLLECTION.json': markerText('c'),
    'c/SKILL.md': skillText('own'),
    'c/m/SKILL.md': skillText('m'),
    'c/ref.md': 'Own.',
    'bad/COLLECTION.json': '{',
    'bad/m/SKILL.md': skillText('broken'),
    'bad/ref.md': 'Broken.',
    'lost/SKILL.md': '',
    'lost/ref.md': 'Lost.',
    'c/lost/SKILL.md': 'a\0b',
    'c/lost/ref.md': 'Lost.',
  };

  it('has no file of another skill, whatever is asked for', async () => {
    const catalog = await openPlanted([{ tree }]);
    for (const view of [catalog.view(), catalog.view({ only: ['project:.', 'c:.'] })]) {
      expect((await view.loadSkill('project:.')).files.map((file) => file.path)).toEqual(['SKILL.md', 'notes.md']);
      expect((await view.loadSkill('c:.')).files.map((file) => file.path)).toEqual(['SKILL.md', 'ref.md']);
      for (const path of [
        'other/SKILL.md',
        'other/secret.md',
        'c/m/SKILL.md',
        'c/ref.md',
        'bad/m/SKILL.md',
        'bad/ref.md',
        'lost/ref.md',
      ]) {
        expect(await failureOf(view.readSkillFile('project:.', path))).toMatchObject({ code: 'FILE_NOT_FOUND' });
        expect(await failureOf(view.readBytes('project:.', path))).toMatchObject({ code: 'FILE_NOT_FOUND' });
      }
    }
  });
});

describe('what an agent gets', () => {
  it('is framed, with the way to each file', async () => {
    const view = await viewOf({ 'a/SKILL.md': skillText('a', 'A.', '# Do\n'), 'a/ref/x.md': 'X' });
    const reply = await view.replySkill('a');
    const mark = /mark="([0-9a-f]{16})"/.exec(reply.text)?.[1];
    expect(reply.text).toBe(
      `<skill_content name="a" id="project:a" mark="${mark}">\n\n# Do\n</skill_content mark="${mark}">\n`,
    );
    expect(reply.note).toBe(
      'Files of this skill; read one with read_skill_file(name="project:a", path=...):\n- ref/x.md (text, 1 bytes)\n',
    );
    expect(reply).toMatchObject({ id: 'project:a', name: 'a', offset: 0, digest: expect.stringMatching(/^sha256:/) });
    expect(reply).not.toHaveProperty('next_offset');
  });

  it('is cleaned, while the loaded body is not', async () => {
    const view = await viewOf({ 'a/SKILL.md': skillText('a', 'A.', 'x\u202Ey\u001B[2J\r\n') });
    expect((await view.replySkill('a')).text).toContain('\nxy[2J\n<');
    expect((await view.loadSkill('a')).body).toBe('\nx\u202Ey\u001B[2J\r\n');
  });

  it('comes in pages that join to the whole body', async () => {
    const body = Array.from({ length: 5_000 }, (_, at) => `line ${at} 😀`).join('\n');
    const view = await viewOf({ 'a/SKILL.md': skillText('a', 'A.', body) });
    let joined = '';
    let offset: number | undefined = 0;
    let pages = 0;
    while (offset !== undefined) {
      const reply: Awaited<ReturnType<View['replySkill']>> = await view.replySkill('a', offset);
      const [, inner = ''] =
        /^<skill_content [^\n]*>\n([\s\S]*?)\n?<\/skill_content mark="[0-9a-f]+">\n/.exec(reply.text) ?? [];
      expect(Array.from(inner).length).toBeLessThanOrEqual(MAX_REPLY_CHARACTERS);
      joined += inner;
      offset = reply.next_offset;
      if (offset !== undefined) expect(reply.note).toContain(`Go on with offset=${offset}.`);
      pages++;
    }
    expect(joined).toBe(`\n${body}`);
    expect(pages).toBe(Math.ceil(Array.from(`\n${body}`).length / MAX_REPLY_CHARACTERS));
  });

  it('is an empty page past the end, and an error before the beginning', async () => {
    const view = await viewOf(skills({ a: 'a' }));
    expect((await view.replySkill('a', 1e9)).note).toContain('This is the last page.');
    for (const offset of [-1, 0.5])
      expect(await failureOf(view.replySkill('a', offset))).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('a file of a skill', () => {
  const tree: RootTree = {
    ...skills({ a: 'a', b: 'b' }),
    'a/ref/x.md': 'A\u202Eb\r\n',
    'a/data.bin': Buffer.from([0xff, 0, 1]),
    'a/latin.txt': Buffer.from([0x63, 0xe9]),
    'a/out': { link: '../b/SKILL.md' },
    'a/outside': { link: '/etc/hosts' },
  };

  it('is served cleaned, and byte for byte to whoever asks for bytes', async () => {
    const view = await viewOf(tree);
    expect(await view.readSkillFile('a', 'ref/x.md')).toEqual({
      id: 'project:a',
      path: 'ref/x.md',
      kind: 'text',
      size: 7,
      digest: sha('A\u202Eb\r\n'),
      text: 'Ab\n',
      offset: 0,
    });
    expect(Buffer.from(await view.readBytes('a', './ref/x.md')).toString()).toBe('A\u202Eb\r\n');
  });

  it('that is binary has no text', async () => {
    const page = await (await viewOf(tree)).readSkillFile('a', 'data.bin');
    expect(page).toMatchObject({ kind: 'binary', size: 3 });
    expect(page).not.toHaveProperty('text');
    expect(await (await viewOf(tree)).readSkillFile('a', 'latin.txt')).toMatchObject({ kind: 'binary' });
  });

  it.each([
    '../b/SKILL.md',
    'ref/../../b/SKILL.md',
    '%2e%2e/b/SKILL.md',
    '..\\b\\SKILL.md',
    '/etc/hosts',
    '/r0/a/ref/x.md',
    'C:\\x',
    'ref/x.md\0',
    'ref',
    '',
    '.',
    'REF/X.MD',
    'out',
    'outside',
    'nothing.md',
  ])('is not found at %j, and nothing of what may be there is told', async (path) => {
    const error = await failureOf((await viewOf(tree)).readSkillFile('a', path));
    expect(error.code).toBe('FILE_NOT_FOUND');
    expect(error.message).toMatch(/^Skill project:a has no file ".*"\. It has /);
    expect(error.suggestions.length).toBeLessThanOrEqual(3);
    for (const one of error.suggestions) expect(['SKILL.md', 'ref/x.md', 'data.bin', 'latin.txt']).toContain(one);
    expect(error.message).not.toMatch(/ENOENT|outside the|exists/);
  });

  it('names the nearest ones when the path is nearly right', async () => {
    expect((await failureOf((await viewOf(tree)).readSkillFile('a', 'x.md'))).suggestions).toEqual(['ref/x.md']);
  });

  it('with a path that is no text is a wrong argument', async () => {
    expect(await failureOf((await viewOf(tree)).readSkillFile('a', 7 as unknown as string))).toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });

  it('that changed since it was listed is refused once, and served after loading again', async () => {
    const { view, folder } = await viewOnDisk({ 'a/SKILL.md': skillText('a'), 'a/x.md': 'one' });
    await view.loadSkill('a');
    writeFileSync(join(folder, 'a/x.md'), 'another');
    expect(await failureOf(view.readSkillFile('a', 'x.md'))).toMatchObject({
      code: 'FILE_CHANGED',
      message: 'x.md of p:a changed since the skill was loaded. Load the skill again, then read the file.',
    });
    await view.loadSkill('a');
    expect((await view.readSkillFile('a', 'x.md')).text).toBe('another');
  });

  it('SKILL.md that changed since the scan is told whole from one read: name, needs, findings, body and digest', async () => {
    const { view, folder } = await viewOnDisk({ 'a/SKILL.md': skillText('a', 'Old.') });
    const text =
      '---\nname: b\ndescription: New: text\nmetadata:\n  requirements: bin:no-such-program\n  network: host_only\n---\n\nNew body.\n';
    writeFileSync(join(folder, 'a/SKILL.md'), text);
    const loaded = await view.loadSkill('p:a');
    expect(loaded).toMatchObject({
      id: 'p:a',
      name: 'b',
      description: 'New: text',
      body: '\nNew body.\n',
      digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
      readiness: { state: 'needs_setup', missing: ['bin:no-such-program'] },
      network: { mode: 'host_only', declaration: 'frontmatter' },
      diagnostics: [{ code: 'yaml/unquoted-colon', path: join(folder, 'a/SKILL.md'), line: 3 }],
    });
    const reply = await view.replySkill('p:a');
    expect(reply).toMatchObject({ name: 'b', digest: loaded.digest, text: expect.stringContaining('New body.') });
    writeFileSync(join(folder, 'a/SKILL.md'), '');
    expect(await failureOf(view.loadSkill('p:a'))).toMatchObject({ code: 'FILE_CHANGED' });
  });

  it('that became a link to somewhere else is refused', async () => {
    const { view, folder } = await viewOnDisk({ 'a/SKILL.md': skillText('a'), 'a/x.md': 'one', 'secret.txt': 'key' });
    await view.loadSkill('a');
    rmSync(join(folder, 'a/x.md'));
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'a/x.md'));
    expect((await failureOf(view.readSkillFile('a', 'x.md'))).message).not.toContain('key');
    await view.loadSkill('a');
    expect(await failureOf(view.readSkillFile('a', 'x.md'))).toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('of 16 MiB and more is listed and not served', async () => {
    const view = await viewOf({ ...skills({ a: 'a' }), 'a/big.txt': Buffer.alloc(16 * 1024 * 1024 + 1, 0x61) });
    expect((await view.loadSkill('a')).files).toContainEqual({
      path: 'big.txt',
      kind: 'text',
      size: 16 * 1024 * 1024 + 1,
    });
    expect(await failureOf(view.readSkillFile('a', 'big.txt'))).toMatchObject({
      code: 'TOO_LARGE',
      message: 'big.txt of project:a has 16777217 bytes; at most 16777216 are served.',
    });
  });

  it('is served of the listed ones only, whatever path is asked for', async () => {
    const view = await viewOf(tree);
    const listed = new Set((await view.loadSkill('a')).files.map((file) => file.path));
    const part = fc.constantFrom('..', '.', 'ref', 'x.md', 'SKILL.md', 'b', '/', '\\', '%2e', 'a', '', '~');
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 6 }).map((parts) => parts.join('/')),
        async (path) => {
          const isListed = listed.has(path.replace(/^\.\//, ''));
          const outcome = await view.readSkillFile('a', path).then(
            (page) => page.path,
            (error: unknown) => (error instanceof SkillficheError ? error.code : 'other'),
          );
          expect(outcome).toBe(isListed ? path.replace(/^\.\//, '') : 'FILE_NOT_FOUND');
        },
      ),
    );
  });
});

describe('a linked skill', () => {
  it('whose folder is a link is listed, loaded, and its files are read and hashed alike', async () => {
    const store = makeTree({ 'foo/SKILL.md': skillText('foo'), 'foo/ref/x.md': 'X' });
    const { view } = await viewOnDisk({ foo: { link: join(store, 'foo') } });
    expect(view.entries().map((entry) => entry.id)).toEqual(['p:foo']);
    expect((await view.loadSkill('foo')).files.map((file) => file.path)).toEqual(['SKILL.md', 'ref/x.md']);
    expect((await view.readSkillFile('foo', 'ref/x.md')).text).toBe('X');
    expect(await view.manifest('foo')).toEqual([
      { path: 'SKILL.md', digest: sha(skillText('foo')), size: skillText('foo').length },
      { path: 'ref/x.md', digest: sha('X'), size: 1 },
    ]);
  });

  it('whose SKILL.md is a link inside the root is read', async () => {
    const { view } = await viewOnDisk({
      'shared/text.md': skillText('a', 'A.', 'Body\n'),
      'a/SKILL.md': { link: '../shared/text.md' },
    });
    expect((await view.loadSkill('a')).body).toBe('\nBody\n');
  });

  it('whose SKILL.md became a link out of the root after the scan is not read', async () => {
    const outside = makeTree({ 'secret.txt': 'key' });
    const { view, folder } = await viewOnDisk({ 'a/SKILL.md': skillText('a') });
    renameSync(join(folder, 'a/SKILL.md'), join(folder, 'a/old.md'));
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'a/SKILL.md'));
    for (const run of [view.loadSkill('a'), view.replySkill('a')]) {
      const error = await failureOf(run);
      expect(error).toMatchObject({ code: 'UNREADABLE' });
      expect(error.message).not.toContain('key');
    }
  });
});
