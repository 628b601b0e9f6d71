import { describe, expect, it } from 'vitest';
import { reportScan } from '../../../src/catalog/view/report.ts';
import { markerText, openPlanted, skills } from '../../support/catalog.ts';
import { skillText } from '../../support/tree.ts';

describe('the report on a scan', () => {
  const planted = openPlanted([
    {
      id: 'mine',
      kind: 'personal',
      tree: { ...skills({ a: 'a' }), 'a/inner/SKILL.md': skillText('inner'), 'e/SKILL.md': '', 'n/SKILL.md': 'a\0b' },
    },
    {
      id: 'shipped',
      kind: 'bundled',
      tree: {
        'bio/COLLECTION.json': markerText('bio', { tree: 'up' }),
        ...skills({ 'bio/up/x': 'x', 'bio/up/y': 'y' }),
        'bio/SKILL.md': skillText('beside'),
        'bad/COLLECTION.json': '[]',
        ...skills({ 'bad/z': 'z' }),
        'm/SKILL.md': skillText('m'),
        'm/skill.md': skillText('m'),
        l: { link: 'm' },
        'u/SKILL.md': { fails: 'EACCES' },
        'big/SKILL.md': `---\nname: big\n---\n${'x'.repeat(2 * 1024 * 1024)}`,
      },
    },
  ]);

  it('lists roots in the order in which they win names', async () => {
    const catalog = await planted;
    const { roots } = await reportScan(catalog);
    expect(roots.map(({ id, kind, path }) => [id, kind, path])).toEqual([
      ['shipped', 'bundled', '/r1'],
      ['mine', 'personal', '/r0'],
    ]);
    expect((roots[0]?.rank ?? 0) < (roots[1]?.rank ?? 0)).toBe(true);
  });

  it('adds up, whole and per tree, with one reason for each file', async () => {
    const catalog = await planted;
    const report = await reportScan(catalog);
    const counts = Object.fromEntries(report.scopes.map(({ id, ledger }) => [id, ledger]));
    expect(counts['shipped']).toMatchObject({
      found: 5,
      indexed: 1,
      ordinary: 1,
      miscased_duplicate: 1,
      unreadable: 2,
      in_broken_collection: 1,
      ignored: 0,
    });
    expect(counts['bio']).toMatchObject({ found: 3, indexed: 2, members: 2, nested: 1 });
    expect(counts['mine']).toMatchObject({ found: 4, indexed: 1, nested: 1, invalid: 2 });
    expect(report.ledger).toMatchObject({ found: 12, indexed: 4, ordinary: 2, members: 2 });
    for (const { ledger } of [...report.scopes, report]) {
      const { found, indexed, nested, miscased_duplicate, invalid, unreadable, in_broken_collection, ignored } = ledger;
      expect(indexed + nested + miscased_duplicate + invalid + unreadable + in_broken_collection + ignored).toBe(found);
    }
    expect(report.revisits).toBe(1);
    expect(report.scopes.map(({ id, kind, root, path }) => [id, kind, root, path])).toEqual([
      ['shipped', 'root', 'shipped', '/r1'],
      ['bio', 'collection', 'shipped', '/r1/bio/up'],
      ['mine', 'root', 'mine', '/r0'],
    ]);
  });

  it('gives for each file that is not listed a finding with the place, and the way out where there is one', async () => {
    const catalog = await planted;
    const { diagnostics } = await reportScan(catalog);
    const lost = [
      '/r0/a/inner/SKILL.md',
      '/r0/e/SKILL.md',
      '/r0/n/SKILL.md',
      '/r1/bio/SKILL.md',
      '/r1/m/skill.md',
      '/r1/u/SKILL.md',
      '/r1/big/SKILL.md',
      '/r1/bad/COLLECTION.json',
      '/r1/l',
    ];
    for (const path of lost) {
      const about = diagnostics.filter((one) => one.path === path);
      expect(about.length, path).toBeGreaterThan(0);
      for (const one of about) expect(one.severity === 'info' || one.hint !== undefined, path).toBe(true);
    }
    expect(diagnostics.find((one) => one.path === '/r1/big/SKILL.md')).toMatchObject({
      code: 'scan/too-large',
      message: expect.stringMatching(/2097\d{3} bytes, more than the 1048576/),
    });
  });
});
