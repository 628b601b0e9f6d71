import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWorkspace } from '../../../../src/app/open-workspace.ts';
import type { Io } from '../../../../src/surface/cli/io.ts';
import { write } from '../../../owner/store/support.ts';
import { runIn } from '../../../support/cli.ts';
import { cliJson } from '../../../support/cli-json.ts';
import { makeTree, skillText } from '../../../support/tree.ts';

interface Changes {
  readonly changed: readonly { readonly id: string; readonly version?: number }[];
}

/** A project with a draft beside its skills. */
function begin(more: Readonly<Record<string, string>> = {}) {
  const base = makeTree({
    'home/x': null,
    'project/.git/x': null,
    'project/drafts/deploy/SKILL.md': skillText('deploy', 'Deploys.'),
    'project/drafts/deploy/scripts/a.sh': 'echo 1\n',
    ...more,
  });
  const cwd = join(base, 'project');
  const world: Partial<Io> = { cwd, env: { HOME: join(base, 'home') } };
  return {
    base,
    cwd,
    world,
    run: (...argv: string[]) => runIn(cwd, argv, world),
    json: <T>(schema: string, ...argv: string[]) => cliJson<T>(schema, ['--no-cache', ...argv], world),
  };
}

describe('a skill from a folder, on the command line', () => {
  it('is added, edited, published, rolled back, removed and brought back; each answer fits its schema', async () => {
    const { json, run, cwd, base } = begin();
    const folder = join(cwd, '.agents/skills/deploy');
    expect((await json('add', 'add', './drafts/deploy', '--dry-run')).json).toMatchObject({ dry_run: true });
    expect(existsSync(folder)).toBe(false);
    expect((await json('add', 'add', './drafts/deploy')).json).toMatchObject({
      added: [{ id: 'project:deploy', version: 1, folder }],
    });
    write(join(folder, 'SKILL.md'), skillText('deploy', 'Deploys well.'));
    expect((await json('diff', 'diff', 'deploy')).json).toMatchObject({
      from: 1,
      to: 'disk',
      files: [{ path: 'SKILL.md', change: 'changed' }],
      diff: expect.stringContaining('+description: Deploys well.'),
    });
    expect((await json('change', 'publish', 'deploy', '--note', 'better')).json).toMatchObject({
      changed: [{ from: 1, version: 2 }],
    });
    expect((await json('history', 'history', 'deploy')).json).toMatchObject({
      versions: [{ number: 2, note: 'better', active: true }, { number: 1 }],
    });
    expect((await json('change', 'rollback', 'deploy')).json).toMatchObject({ changed: [{ from: 2, version: 1 }] });
    expect((await json('status', 'status')).json).toMatchObject({ skills: [{ version: 1, modified: false }] });
    expect((await json('change', 'remove', 'deploy')).json).toMatchObject({ changed: [{ from: 1 }] });
    expect(existsSync(folder)).toBe(false);
    const back = await run('rollback', 'project:deploy', '--to', '2');
    expect(back).toMatchObject({ code: 0, out: 'rolled back  project:deploy, version 2\n' });
    expect(back.err).toBe('skillfiche: to undo it: skillfiche remove project:deploy\n');
    expect(readFileSync(join(folder, 'SKILL.md'), 'utf8')).toContain('Deploys well.');
    rmSync(folder, { recursive: true });
    expect((await json('doctor', 'doctor')).code).toBe(1);
    expect((await json<Changes>('change', 'sync')).json.changed).toMatchObject([{ id: 'project:deploy', version: 2 }]);
    expect((await json('doctor', 'doctor')).json).toMatchObject({ ok: true });
    expect((await json('store-backup', 'store', 'backup', 'copy.db')).json).toMatchObject({
      file: join(cwd, 'copy.db'),
    });
    const dry = await json('store-copy', 'store', 'copy', '--to', 'moved.db', '--dry-run');
    expect(dry.json).toMatchObject({ from: join(base, 'home/.local/share/skillfiche/store.db'), dry_run: true });
    expect(existsSync(join(cwd, 'moved.db'))).toBe(false);
    const { out, err } = await run('store', 'copy', '--to', 'moved.db');
    expect(out).toMatch(
      /copied to \S+moved\.db: 1 package, \d+ versions, \d+ contents \(0\.0 MB\), \d+ lines of the log\.\n/,
    );
    expect(err).toContain('put the file in place of store.db');
    const again = await run('store', 'copy', '--to', 'moved.db');
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('it keeps 1 package, 1 of them as here')]);
    await run('remove', 'deploy');
    expect((await json('change', 'purge', 'deploy')).json).toMatchObject({ changed: [{ id: 'project:deploy' }] });
  });

  it('is refused with the finding and never the value where it holds a secret, and exits with 1', async () => {
    const token = `ghp_${'aB3dE5gH7j'.repeat(3)}K9mN2p`;
    const { run, json, cwd } = begin({ 'project/drafts/deploy/key.txt': `token ${token}\n` });
    const { code, out } = await run('add', './drafts/deploy');
    expect(code).toBe(1);
    expect(out).toContain('key.txt');
    expect(out).not.toContain(token);
    expect((await json('add', 'add', './drafts/deploy')).json).toMatchObject({ added: [] });
    expect(existsSync(join(cwd, '.agents'))).toBe(false);
  });

  it('may not take the name or the folder of a shipped one', async () => {
    const { json } = begin({ 'project/drafts/deploy/SKILL.md': skillText('csv-first-look') });
    expect((await json('add', 'add', './drafts/deploy')).json).toMatchObject({
      refused: [{ findings: expect.arrayContaining([expect.objectContaining({ code: 'store/bundled-name' })]) }],
    });
    expect((await json('add', 'add', './drafts/deploy', '--as', 'csv-first-look')).json).toMatchObject({
      refused: [{ findings: expect.arrayContaining([expect.objectContaining({ code: 'store/bundled-folder' })]) }],
    });
  });

  it('is begun with init, and published from where it was begun', async () => {
    const { json, run } = begin();
    expect((await json('init', 'init', 'notes', '--place', 'personal')).json).toMatchObject({
      id: 'personal:notes',
      files: ['SKILL.md'],
    });
    expect((await json('change', 'publish', 'personal:notes')).json).toMatchObject({
      changed: [{ id: 'personal:notes', version: 1 }],
    });
    expect((await run('init', 'notes', '--place', 'personal')).err).toMatch(/is there already/);
  });
});

describe('switches, on the command line', () => {
  it('take a skill out of list, search, context and show, and not out of readiness', async () => {
    const { run, json } = begin();
    await run('add', './drafts/deploy');
    expect((await json('switch', 'disable', 'deploy')).json).toMatchObject({ changed: ['project:deploy'] });
    expect((await json<{ total: number }>('list', 'list')).json.total).toBe(0);
    expect((await run('context')).out).toBe('');
    expect((await run('search', 'deploy')).out).not.toContain('project:deploy');
    expect((await run('show', 'deploy')).code).toBe(2);
    expect((await run('readiness')).out).toContain('of 1 skill.');
    expect((await json('switch', 'enable', 'deploy')).json).toMatchObject({ changed: ['project:deploy'] });
    expect((await json<{ total: number }>('list', 'list')).json.total).toBe(1);
  });

  it('are told to who asks for the skill by name, unless an allowlist withholds it; by its folder it is shown', async () => {
    const { run, cwd } = begin({ 'project/.agents/skills/notes/SKILL.md': skillText('notes') });
    await run('add', './drafts/deploy');
    await run('disable', 'deploy');
    const folder = join(cwd, '.agents/skills/deploy');
    const { code, err } = await run('show', 'deploy');
    expect([code, err]).toEqual([
      2,
      `skillfiche: project:deploy is switched off. \`skillfiche show ${folder}\` shows it as it lies there; \`skillfiche enable project:deploy\` gives it back.\n`,
    ]);
    expect((await run('show', folder)).out).toContain('Deploys.');
    const withheld = await run('--only', 'notes', 'show', 'deploy');
    expect([withheld.code, withheld.err]).toEqual([2, expect.not.stringContaining('switched off')]);
  });

  it('of one person and of everybody in a project are two, and what is printed turns the one that was turned', async () => {
    const { run } = begin();
    await run('add', './drafts/deploy');
    const off = await run('disable', 'deploy', '--for', 'project');
    expect(off.err).toBe('skillfiche: to undo it: skillfiche enable project:deploy --for project\n');
    const other = 'skillfiche: project:deploy stays off by another switch: skillfiche enable project:deploy';
    expect((await run('enable', 'deploy')).err).toBe(`${other} --for project\n`);
    await run('disable', 'deploy');
    expect((await run('enable', 'deploy', '--for', 'project')).err).toContain(`${other}\n`);
    expect((await run('enable', 'deploy')).err).toBe('skillfiche: to undo it: skillfiche disable project:deploy\n');
    expect((await run('list')).out).toContain('project:deploy');
  });

  it('keep a skill off a web site too, and out of what Python can import', async () => {
    const { run, json, cwd } = begin({
      'project/.agents/skills/sums/SKILL.md': skillText('sums'),
      'project/.agents/skills/sums/kernel.py': 'x = 1\n',
      'project/.agents/skills/notes/SKILL.md': skillText('notes'),
    });
    expect((await run('disable', 'sums')).code).toBe(0);
    const site = await json<{ skills: { name: string }[] }>('index', 'index', '--out', './public');
    expect(site.json.skills.map(({ name }) => name)).toEqual(['notes']);
    expect(existsSync(join(cwd, 'public/.well-known/skills/sums'))).toBe(false);
    const { json: sidecars } = await json<{ entries: unknown[]; code: string }>('bootstrap', 'bootstrap');
    expect(sidecars.entries).toEqual([]);
    expect(sidecars.code).toContain('\\"closed\\":true');
  });

  it('can switch a whole shipped collection off', async () => {
    const { run } = begin();
    expect((await run('--bundled', 'disable', 'unix-recipes')).out).toBe('switched off  unix-recipes:*\n');
    const { out } = await run('--bundled', 'context');
    expect(out).not.toContain('Unix recipes');
    expect(out).toContain('Data recipes');
  });
});

describe('skillfiche.json of a project', () => {
  it('narrows what is seen, found from any folder below', async () => {
    const skills = {
      'project/.agents/skills/a/SKILL.md': skillText('a'),
      'project/.agents/skills/b/SKILL.md': skillText('b'),
    };
    const { run, cwd } = begin({
      ...skills,
      'project/skillfiche.json': '{"disabled": ["b"]}',
      'project/src/x.txt': '',
    });
    expect((await run('list')).out).toMatch(/^1 ordinary skill,/m);
    const { out } = await runIn(join(cwd, 'src'), ['context'], { env: { HOME: join(cwd, '../home') } });
    expect(out).toContain('- a:');
    expect(out).not.toContain('- b:');
    write(join(cwd, 'skillfiche.json'), '{"only": ["project:b"]}');
    expect((await run('context')).out).not.toContain('- a:');
    expect((await run('context', '--only', 'a')).out).toBe('');
    write(join(cwd, 'skillfiche.json'), '{"only": []}');
    expect((await run('context')).out).toBe('');
  });

  it('can widen nothing: each try is ignored and said', async () => {
    const outside = { 'home/secret/c/SKILL.md': skillText('c'), 'project/more/d/SKILL.md': skillText('d') };
    const file = JSON.stringify({
      roots: [{ path: '../home/secret' }, { path: 'more', kind: 'personal' }, { path: '/', kind: 'bundled' }],
      exports: ['claude'],
      python: '/tmp/evil',
      embedder: 'https://example.org',
      enabled: ['x'],
      trusted: true,
    });
    const { run } = begin({ ...outside, 'project/skillfiche.json': file });
    const { out, err, code } = await run('list', '--json');
    expect(code).toBe(0);
    const ids = (JSON.parse(out) as { skills: { id: string }[] }).skills.map(({ id }) => id);
    expect(ids).toEqual(['project.more:d']);
    for (const key of ['exports', 'python', 'embedder', 'enabled', 'trusted'])
      expect(err).toContain(`"${key}" is ignored`);
    expect(err).toContain('lies outside the project');
    expect(err).toContain('the kind "personal"');
  });

  it('that cannot be read stops what shows skills: it may narrow', async () => {
    const { run } = begin({ 'project/skillfiche.json': '{"only": ' });
    expect(await run('list')).toMatchObject({ code: 2, err: expect.stringContaining('skillfiche.json') });
  });
});

describe('what an agent proposed, on the command line', () => {
  it('is listed with its reason, shown, taken in or thrown away; each answer fits its schema', async () => {
    const { base, cwd, json, run } = begin();
    const workspace = await openWorkspace({ home: join(base, 'home'), cwd, env: { HOME: join(base, 'home') } });
    onTestFinished(() => workspace.close());
    const about = { description: 'Rotates logs: when a disk fills up.', instructions: '# Do\n\nIt.\n' };
    await workspace.skills.propose({ ...about, name: 'empty-spool', note: 'Needed often.' });
    await workspace.skills.propose({ ...about, name: 'other' });
    const { out } = await run('status');
    expect(out).toMatch(/project:empty-spool +1 +proposal +proposed, off +Needed often\./);
    expect(out).toContain('2 proposals wait for you, and nothing uses them until you decide');
    expect((await json('status', 'status')).json).toMatchObject({
      skills: [],
      proposals: [{ id: 'project:empty-spool', files: 1, note: 'Needed often.' }, { slug: 'other' }],
    });
    expect((await json('diff', 'diff', 'empty-spool')).json).toMatchObject({ from: 0, to: 1 });
    expect((await run('diff', 'empty-spool')).err).toContain('nothing and version 1: 1 file differs');
    expect((await json('switch', 'enable', 'empty-spool')).json).toMatchObject({ changed: ['project:empty-spool'] });
    expect(readFileSync(join(cwd, '.agents/skills/empty-spool/SKILL.md'), 'utf8')).toContain('Rotates logs: when');
    expect((await run('purge', 'other')).code).toBe(0);
    expect((await json('status', 'status')).json).toMatchObject({
      skills: [{ came_by: 'proposal', enabled: true }],
      proposals: [],
    });
    expect((await run('enable', 'no-such-skill')).code).toBe(2);
  });
});
