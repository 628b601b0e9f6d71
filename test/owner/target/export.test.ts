import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skillText } from '../../support/tree.ts';
import { sourceOf as givenSource, makePlace, openPlace, readAll, write } from '../store/support.ts';

const TREE = {
  'project/.agents/skills/deploy/SKILL.md':
    '---\nname: deploy\ndescription: "Deploys: carefully"\nallowed-tools: [Read, Bash]\nmodel: x\nhooks:\n  a: b\n---\n\n# Deploy\n',
  'project/.agents/skills/deploy/scripts/run.sh': '#!/bin/sh\n',
  'project/.agents/skills/notes/SKILL.md': skillText('notes', 'Keeps notes.'),
};
/** As a folder of this machine, which no lock can fetch again. */
const sourceOf = (slug: string, files: Readonly<Record<string, string>>) => ({
  ...givenSource(slug, files),
  source: { type: 'folder', url: `./${slug}` },
});
const MARKER = '.skillfiche-export.json';

describe('an export', () => {
  it('is a copy for its owner alone, with name and description and a marker', async () => {
    const { workspace, project } = await makePlace(TREE);
    const report = await workspace.targets.export(['deploy'], { to: 'claude' });
    const path = join(project, '.claude/skills/fiche-deploy');
    expect(report).toEqual({
      written: [{ id: 'project:deploy', path }],
      removed: [],
      conflicts: [],
      unchanged: [],
      refused: [],
      dry_run: false,
    });
    expect(readFileSync(join(path, 'SKILL.md'), 'utf8')).toBe(
      "---\nname: fiche-deploy\ndescription: 'Deploys: carefully'\n---\n\n# Deploy\n".replaceAll("'", '"'),
    );
    expect(Object.keys(readAll(path)).sort()).toEqual([MARKER, 'SKILL.md', 'scripts/run.sh']);
    expect(JSON.parse(readFileSync(join(path, MARKER), 'utf8'))).toMatchObject({
      id: 'project:deploy',
      schema_version: 1,
    });
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(join(path, 'scripts')).mode & 0o777).toBe(0o700);
    expect(statSync(join(path, 'SKILL.md')).mode & 0o777).toBe(0o600);
    const again = await workspace.targets.export(['deploy'], { to: 'claude' });
    expect(again).toMatchObject({ written: [], unchanged: [{ path }] });
  });

  it('keeps what a header shows where its owner asks, and never what would run', async () => {
    const { workspace, project } = await makePlace(TREE);
    await workspace.targets.export(['deploy'], { to: 'claude', keepHints: true });
    const text = readFileSync(join(project, '.claude/skills/fiche-deploy/SKILL.md'), 'utf8');
    expect(text).toContain('allowed-tools:\n  - Read\n  - Bash\n');
    expect(text).toContain('model: x\n');
    expect(text).not.toContain('hooks');
  });

  it('keeps what only narrows', async () => {
    const { workspace, project } = await makePlace({
      'project/.agents/skills/a/SKILL.md':
        '---\nname: a\ndescription: d\ndisable-model-invocation: true\nuser-invocable: true\n---\n',
    });
    await workspace.targets.export(['a'], { to: 'claude' });
    const text = readFileSync(join(project, '.claude/skills/fiche-a/SKILL.md'), 'utf8');
    expect(text).toContain('disable-model-invocation: true');
    expect(text).not.toContain('user-invocable');
  });

  it.each<[string, (folder: string) => void, string]>([
    ['a folder of somebody', (folder) => write(join(folder, 'SKILL.md'), 'theirs'), 'foreign'],
    ['an empty folder of somebody', (folder) => mkdirSync(folder, { recursive: true }), 'foreign'],
    ['a file', (folder) => write(folder, 'theirs'), 'foreign'],
    [
      'a marker that the manifest does not know',
      (folder) => write(join(folder, MARKER), '{"schema_version":1,"nonce":"x"}'),
      'foreign',
    ],
    [
      'a link',
      (folder) => {
        write(join(folder, '../../elsewhere/SKILL.md'), 'theirs');
        mkdirSync(join(folder, '..'), { recursive: true });
        symlinkSync(join(folder, '../../elsewhere'), folder);
      },
      'link',
    ],
  ])('leaves %s as it is, and says so', async (_, prepare, reason) => {
    const { workspace, project } = await makePlace(TREE);
    const folder = join(project, '.claude/skills/fiche-deploy');
    prepare(folder);
    const before = readAll(join(project, '.claude'));
    const report = await workspace.targets.export(['deploy', 'notes'], { to: 'claude' });
    expect(report.conflicts).toMatchObject([{ id: 'project:deploy', path: folder, reason }]);
    expect(report.written).toMatchObject([{ id: 'project:notes' }]);
    await workspace.targets.unexport(['notes']);
    expect(readAll(join(project, '.claude'))).toEqual(before);
  });

  it('is neither replaced nor removed once it was edited, but on the word of its owner', async () => {
    const { workspace, project } = await makePlace(TREE);
    await workspace.targets.export(['deploy'], { to: 'claude' });
    const file = join(project, '.claude/skills/fiche-deploy/SKILL.md');
    write(file, 'mine');
    expect((await workspace.targets.export(['deploy'], { to: 'claude' })).conflicts).toMatchObject([
      { reason: 'edited' },
    ]);
    expect((await workspace.targets.unexport(['deploy'])).conflicts).toMatchObject([{ reason: 'edited' }]);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect((await workspace.targets.unexport(['deploy'], { discard: true })).removed).toHaveLength(1);
    expect(existsSync(join(project, '.claude'))).toBe(false);
  });

  it('whose marker is gone is nobody’s', async () => {
    const { workspace, project } = await makePlace(TREE);
    await workspace.targets.export(['deploy'], { to: 'claude' });
    rmSync(join(project, '.claude/skills/fiche-deploy', MARKER));
    const report = await workspace.targets.unexport(['deploy'], { discard: true });
    expect(report.conflicts).toMatchObject([{ reason: 'foreign' }]);
    expect(existsSync(join(project, '.claude/skills/fiche-deploy/SKILL.md'))).toBe(true);
  });

  it('puts back what was swapped in between the look and the move', async () => {
    let project = '';
    const swap = (): void => {
      const folder = join(project, '.claude/skills/fiche-deploy');
      renameSync(folder, join(project, 'ours'));
      write(join(project, 'theirs/SKILL.md'), 'theirs');
      symlinkSync(join(project, 'theirs'), folder);
    };
    let isArmed = false;
    const place = await makePlace(TREE, { onStep: (step) => void (isArmed && step === 'filled' && swap()) });
    project = place.project;
    await place.workspace.targets.export(['deploy'], { to: 'claude' });
    write(join(project, '.agents/skills/deploy/SKILL.md'), skillText('deploy', 'Another.'));
    isArmed = true;
    const report = await place.workspace.targets.export(['deploy'], { to: 'claude' });
    expect(report.conflicts).toMatchObject([{ reason: 'link' }]);
    expect(readFileSync(join(project, '.claude/skills/fiche-deploy/SKILL.md'), 'utf8')).toBe('theirs');
    expect(readFileSync(join(project, 'theirs/SKILL.md'), 'utf8')).toBe('theirs');
  });

  it('refuses a secret, a target that is a link, a tool nobody knows, and a whole collection', async () => {
    const { workspace, project } = await makePlace({
      ...TREE,
      'project/.agents/skills/leak/SKILL.md': skillText('leak', 'x', 'Run \u202E it.\n'),
      'project/.agents/skills/recipes/COLLECTION.json':
        '{"schema_version":1,"id":"recipes","prompt_line":"{count} recipes."}',
      'project/.agents/skills/recipes/tea/SKILL.md': skillText('tea', 'Makes tea.'),
    });
    const { targets } = workspace;
    expect((await targets.export(['leak'], { to: 'claude' })).refused).toMatchObject([{ id: 'project:leak' }]);
    await expect(targets.export(['deploy'], { to: 'cluade' })).rejects.toMatchObject({ suggestions: ['claude'] });
    await expect(targets.export(['recipes'], { to: 'claude' })).rejects.toThrow(/--fold/);
    symlinkSync('.agents', join(project, '.claude'));
    await expect(targets.export(['deploy'], { to: 'claude' })).rejects.toMatchObject({
      code: 'NOT_WRITABLE',
      reason: 'link',
    });
  });

  it('of everything leaves out what is personal', async () => {
    const { workspace } = await makePlace({ ...TREE, 'home/.agents/skills/mine/SKILL.md': skillText('mine', 'Mine.') });
    const report = await workspace.targets.export([], { all: true, to: 'claude', dryRun: true });
    expect(report.written.map(({ id }) => id)).toEqual(['project:deploy', 'project:notes']);
    const named = await workspace.targets.export(['mine'], { to: 'claude', dryRun: true });
    expect(named.written.map(({ id }) => id)).toEqual(['personal:mine']);
  });
});

describe('after a change of skills', () => {
  it('copies of what is gone, switched off or changed are removed, and nothing is written', async () => {
    const told: unknown[] = [];
    const { workspace, project } = await makePlace({}, { onExports: (synced) => void told.push(synced) });
    const { skills, targets } = workspace;
    for (const slug of ['a', 'b', 'c', 'd']) await skills.add(sourceOf(slug, { 'SKILL.md': skillText(slug, 'One.') }));
    await targets.export(['a', 'b', 'c', 'd'], { to: 'claude' });
    const folders = (): string[] =>
      Object.keys(readAll(join(project, '.claude/skills'))).filter((path) => path.endsWith('SKILL.md'));
    await skills.remove('a');
    await skills.disable(['b']);
    await skills.update('c', sourceOf('c', { 'SKILL.md': skillText('c', 'Two.') }));
    expect(folders()).toEqual(['fiche-d/SKILL.md']);
    expect(told).toMatchObject([
      { report: { removed: [{ id: 'project:a', why: 'gone' }] } },
      { report: { removed: [{ id: 'project:b', why: 'disabled' }] } },
      { report: { removed: [{ id: 'project:c', why: 'changed' }], written: [] } },
    ]);
  });

  it('a copy that follows is renewed by an update alone', async () => {
    const { workspace, project } = await makePlace({});
    const { skills, targets } = workspace;
    await skills.add(sourceOf('a', { 'SKILL.md': skillText('a', 'One.') }));
    await targets.export(['a'], { to: 'claude', follow: true });
    await skills.update('a', sourceOf('a', { 'SKILL.md': skillText('a', 'Two.') }));
    const file = join(project, '.claude/skills/fiche-a/SKILL.md');
    expect(readFileSync(file, 'utf8')).toContain('description: Two.');
    await skills.rollback('a');
    expect(existsSync(file)).toBe(false);
  });

  it('a target that cannot be looked at fails nothing', async () => {
    const told: unknown[] = [];
    const { workspace, base } = await makePlace({}, { onExports: (synced) => void told.push(synced) });
    const { skills, targets } = workspace;
    await skills.add(sourceOf('a', { 'SKILL.md': skillText('a', 'One.') }));
    await targets.export(['a'], { to: 'claude' });
    const other = await openPlace(base);
    write(join(base, 'project/.claude/skills/fiche-a/SKILL.md'), 'edited');
    expect((await other.workspace.skills.remove('a')).changed).toHaveLength(1);
    expect((await other.workspace.targets.sync()).conflicts).toMatchObject([{ reason: 'edited' }]);
  });
});
