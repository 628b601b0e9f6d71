import { describe, expect, it } from 'vitest';
import { markerText, openPlanted, skills } from '../../support/catalog.ts';
import { skillText } from '../../support/tree.ts';

describe('what a view says about its trees', () => {
  const planted = openPlanted([
    {
      id: 'shipped',
      kind: 'bundled',
      tree: { 'deploy/SKILL.md': skillText('deploy', 'Shipped.'), 'bad/COLLECTION.json': '{', 'x/node_modules': null },
    },
    {
      tree: {
        'deploy/SKILL.md': skillText('Deploy', 'Mine.'),
        'a/SKILL.md': skillText('twice', 'A.'),
        'b/SKILL.md': skillText('twice', 'B.'),
        'c/skill.md': skillText('c'),
        locked: { folderFails: 'EACCES' },
        loop: { link: '.' },
        lost: { link: 'nowhere' },
        'bio/COLLECTION.json': markerText('bio', { prompt_line: 'No count here.' }),
        ...skills({ 'bio/m': 'm' }),
      },
    },
  ]);

  it('is everything, in order of place, with the way out', async () => {
    const { diagnostics } = (await planted).view();
    expect(diagnostics.map(({ code, severity, path }) => `${severity} ${code} ${path}`)).toEqual([
      'error collection/broken-marker /r0/bad/COLLECTION.json',
      'info scan/pruned /r0/x/node_modules',
      'warning catalog/ambiguous-name /r1/a/SKILL.md',
      'warning catalog/ambiguous-name /r1/b/SKILL.md',
      'warning collection/prompt-line /r1/bio/COLLECTION.json',
      'warning scan/miscased-file /r1/c/skill.md',
      'info catalog/shadowed /r1/deploy/SKILL.md',
      'warning frontmatter/invalid-name /r1/deploy/SKILL.md',
      'error scan/unreadable /r1/locked',
      'warning scan/link-cycle /r1/loop',
      'warning scan/dangling-link /r1/lost',
    ]);
    const by = (code: string) => diagnostics.find((one) => one.code === code);
    expect(by('catalog/shadowed')?.message).toBe(
      'The name "Deploy" belongs to shipped:deploy; this one is reached by its id, project:deploy.',
    );
    expect(by('catalog/ambiguous-name')?.message).toBe(
      'The name "twice" is also that of project:b, so nobody has it; this one is reached by its id, project:a.',
    );
    expect(by('scan/unreadable')?.message).toMatch(/EACCES/);
    expect(by('collection/prompt-line')?.message).toMatch(
      /"bio": prompt_line does not hold \{count\}; a default line is used/,
    );
    for (const one of diagnostics.filter(({ severity }) => severity !== 'info'))
      expect(one.hint, one.code).toBeTruthy();
  });

  it('through an allowlist is about visible skills alone', async () => {
    const view = (await planted).view({ only: ['project:a', 'project:c', 'project:deploy'] });
    expect(view.diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'frontmatter/invalid-name /r1/deploy/SKILL.md',
    ]);
  });

  it('is the whole of trees for a user who switched a skill off', async () => {
    const view = (await planted).view({ enabled: (id) => id !== 'project:b' });
    const codes = view.diagnostics.map((one) => one.code);
    expect(codes).toContain('scan/unreadable');
    expect(codes).not.toContain('catalog/ambiguous-name');
  });

  it('names at most three others of a disputed name', async () => {
    const tree = Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`s${at}/SKILL.md`, skillText('same', `${at}`)]));
    const { diagnostics } = (await openPlanted([{ tree }])).view();
    const about = diagnostics.filter((one) => one.code === 'catalog/ambiguous-name');
    expect(about).toHaveLength(6);
    expect(about[0]?.message).toContain('project:s2, project:s3, project:s4 and 2 more, so nobody has it');
  });
});
