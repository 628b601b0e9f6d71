import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../../../src/base/types.ts';
import { markerText } from '../../../support/catalog.ts';
import { runIn } from '../../../support/cli.ts';
import { cliJson } from '../../../support/cli-json.ts';
import { makeTree, skillText } from '../../../support/tree.ts';

const tree = (): string =>
  makeTree({
    'merge-pdf/SKILL.md': skillText('merge-pdf', 'Merges PDF files.', '# Merge\n\nUse qpdf to merge two files.\n'),
    'sort/SKILL.md': skillText('sort', 'Sorts\trows\u0007.'),
    'c/COLLECTION.json': markerText('col'),
    'c/split/SKILL.md': skillText('split-pdf', 'Splits PDF files.'),
  });

describe('search', () => {
  it('prints an object that its schema describes', async () => {
    const { json, code, err } = await cliJson<SearchResult>('search', [
      '--root',
      tree(),
      'search',
      'pdf',
      'files',
      '--limit',
      '1',
    ]);
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(json).toMatchObject({ query: 'pdf files', total: 2, offset: 0, next_offset: 1 });
    expect(json.skills).toHaveLength(1);
  });

  it('prints one line a hit into a pipe, with tabs between its parts, and the numbers beside it', async () => {
    const { out, err, code } = await runIn('/', ['--root', tree(), 'search', 'pdf files']);
    const [first, second, ...rest] = out.split('\n');
    expect(first?.split('\t')).toEqual([
      'project:merge-pdf',
      'merge-pdf',
      'Merges PDF files.',
      'Use qpdf to merge two files.',
    ]);
    expect(second).toMatch(/^col:split\tsplit-pdf\t/);
    expect(rest).toEqual(['']);
    expect(err).toBe('2 skills found, 1 to 2 shown.\n');
    expect(code).toBe(0);
  });

  it('shows a person name, description and the place, with the words marked', async () => {
    const world = { isTty: true, columns: 60, env: { TERM: 'xterm' } };
    const { out } = await runIn(
      '/',
      ['--root', tree(), '--color', 'always', 'search', 'pdf', 'files', '--limit', '1'],
      world,
    );
    expect(out).toContain('\u001b[1mmerge-pdf\u001b[22m');
    expect(out).toContain('Merges \u001b[33mPDF\u001b[39m \u001b[33mfiles\u001b[39m.');
    expect(out).toContain('Use qpdf to merge two \u001b[33mfiles\u001b[39m.');
    const plain = await runIn('/', ['--root', tree(), 'search', 'pdf', 'files', '--limit', '1'], {
      isTty: true,
      columns: 30,
      env: { NO_COLOR: '1' },
    });
    expect(plain.out).not.toContain('\u001b');
    for (const line of plain.out.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
    expect(plain.err).toBe('2 skills found, 1 to 1 shown; more: --offset 1.\n');
  });

  it('says of hits that answer in part that they do', async () => {
    const { out, err } = await runIn('/', ['--root', tree(), 'search', 'merge spreadsheets of chapters and marks']);
    expect(out).toMatch(/^project:merge-pdf\t/);
    expect(err).toMatch(/^1 skill found, 1 to 1 shown\. They answer in part only\.\n$/);
  });

  it('says calmly that nothing fits, and that is no failure', async () => {
    for (const argv of [['zeppelin'], ['zeppelin', '--quiet']]) {
      const { out, err, code } = await runIn('/', ['--root', tree(), 'search', ...argv]);
      expect([out, code]).toEqual(['', 0]);
      expect(err).toBe(
        argv.length > 1 ? '' : 'Nothing here fits. Try other words, or page what there is: skillfiche list.\n',
      );
    }
  });

  it('searches one collection, from an offset, and among the allowed', async () => {
    const root = tree();
    const ids = async (...argv: string[]): Promise<string[]> =>
      (await runIn('/', ['--root', root, ...argv])).out.split('\n').flatMap((line) => line.split('\t')[0] || []);
    expect(await ids('search', 'pdf files', '--collection', 'col')).toEqual(['col:split']);
    expect(await ids('search', 'pdf files', '--offset', '1')).toHaveLength(1);
    expect(await ids('search', 'pdf files', '--offset', '9')).toEqual([]);
    expect(await ids('--only', 'col:*', 'search', 'pdf files')).toEqual(['col:split']);
  });

  it.each([
    [['search', 'pdf', '--collection', 'none'], /No collection has the id "none"/],
    [['search', ' '], /query must not be empty/],
    [['search'], /missing required argument 'query'/],
    [['search', 'pdf', '--limit', '0'], /limit must be a whole number from 1/],
    [['search', 'pdf', '--limit', 'x'], /whole number/],
  ])('%j is refused with a reason', async (argv, message) => {
    const { code, err, out } = await runIn('/', ['--root', tree(), ...argv]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
  });

  it('shows nothing that a terminal would obey', async () => {
    const { out } = await runIn('/', ['--root', tree(), 'search', 'sort']);
    expect(out).toMatch(/^[\x20-\x7e\t\n…]*$/);
  });
});
