import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import { isArchiveName } from '../../../src/format/source/archive-name.ts';
import { formatSource, parseSource, repositoryKey, type Source } from '../../../src/format/source/grammar.ts';

const github = 'https://github.com/lab/skills';

const READ: readonly (readonly [string, Source])[] = [
  ['lab/skills', { type: 'git', url: github }],
  ['lab/skills.git', { type: 'git', url: github }],
  ['lab/skills/', { type: 'git', url: github }],
  ['lab/skills/bio/align', { type: 'git', url: github, path: 'bio/align' }],
  ['lab/skills@v2', { type: 'git', url: github, ref: 'v2' }],
  ['lab/skills#feature/x', { type: 'git', url: github, ref: 'feature/x' }],
  ['lab/skills@feature/x', { type: 'git', url: github, ref: 'feature/x' }],
  ['lab/skills/bio@v2', { type: 'git', url: github, path: 'bio', ref: 'v2' }],
  ['lab/skills/@scoped/x#v2', { type: 'git', url: github, path: '@scoped/x', ref: 'v2' }],
  ['lab/skills@^1.2', { type: 'git', url: github, range: '^1.2' }],
  ['lab/skills@~2.0.1', { type: 'git', url: github, range: '~2.0.1' }],
  ['lab/skills#>=1.2.0', { type: 'git', url: github, range: '>=1.2.0' }],
  ['lab/skills@1.x', { type: 'git', url: github, range: '1.x' }],
  ['lab/skills@1.2', { type: 'git', url: github, ref: '1.2' }],
  ['github:lab/skills', { type: 'git', url: github }],
  ['gitlab:lab/skills@main', { type: 'git', url: 'https://gitlab.com/lab/skills', ref: 'main' }],
  [github, { type: 'git', url: github }],
  [`${github}/`, { type: 'git', url: github }],
  [`${github}.git`, { type: 'git', url: `${github}.git` }],
  [`${github}@v2`, { type: 'git', url: github, ref: 'v2' }],
  [`${github}/tree/v2/bio/align`, { type: 'git', url: github, path: 'bio/align', ref: 'v2' }],
  [`${github}/blob/main/bio/align/SKILL.md`, { type: 'git', url: github, path: 'bio/align', ref: 'main' }],
  [`${github}/tree/main`, { type: 'git', url: github, ref: 'main' }],
  [
    'https://gitlab.com/group/sub/skills/-/tree/v1/a',
    { type: 'git', url: 'https://gitlab.com/group/sub/skills', path: 'a', ref: 'v1' },
  ],
  ['https://gitlab.com/group/sub/skills', { type: 'git', url: 'https://gitlab.com/group/sub/skills' }],
  [
    'https://git.example.org/skills.git/a/b#v1',
    { type: 'git', url: 'https://git.example.org/skills.git', path: 'a/b', ref: 'v1' },
  ],
  ['https://git.example.org/x', { type: 'git', url: 'https://git.example.org/x' }],
  ['https://git.example.org/x.git', { type: 'git', url: 'https://git.example.org/x.git' }],
  ['https://example.org/team/skills', { type: 'git', url: 'https://example.org/team/skills' }],
  ['git@example.org:team/skills.git', { type: 'git', url: 'git@example.org:team/skills.git' }],
  [
    'git@example.org:team/skills.git/a@v2',
    { type: 'git', url: 'git@example.org:team/skills.git', path: 'a', ref: 'v2' },
  ],
  ['ssh://git@example.org:2222/team/skills.git', { type: 'git', url: 'ssh://git@example.org:2222/team/skills.git' }],
  ['file:///srv/git/skills.git', { type: 'git', url: 'file:///srv/git/skills.git' }],
  ['file:///srv/git/skills.git/bio#v2', { type: 'git', url: 'file:///srv/git/skills.git', path: 'bio', ref: 'v2' }],
  ['http://127.0.0.1:8080/skills.git', { type: 'git', url: 'http://127.0.0.1:8080/skills.git' }],
  ['./skills', { type: 'folder', path: './skills' }],
  ['../x', { type: 'folder', path: '../x' }],
  ['/srv/skills', { type: 'folder', path: '/srv/skills' }],
  ['~/skills', { type: 'folder', path: '~/skills' }],
  ['.', { type: 'folder', path: '.' }],
  ['C:\\skills', { type: 'folder', path: 'C:\\skills' }],
  ['./a.skill', { type: 'archive', path: './a.skill' }],
  ['a.skill', { type: 'archive', path: 'a.skill' }],
  ['dist/a.tar.gz', { type: 'archive', path: 'dist/a.tar.gz' }],
  ['https://example.org/a.skill', { type: 'archive-url', url: 'https://example.org/a.skill' }],
  [
    'https://example.org/.well-known/agent-skills/index.json',
    { type: 'index', url: 'https://example.org/.well-known/agent-skills/index.json' },
  ],
  [
    'https://example.org/.well-known/skills/index.json',
    { type: 'index', url: 'https://example.org/.well-known/skills/index.json' },
  ],
  ['https://example.org', { type: 'index', url: 'https://example.org/.well-known/agent-skills/index.json' }],
  ['http://localhost:3000/', { type: 'index', url: 'http://localhost:3000/.well-known/agent-skills/index.json' }],
  ['package:@lab/tools', { type: 'package', name: '@lab/tools' }],
  ['npm:tools', { type: 'package', name: 'tools' }],
];

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['', /empty/],
  ['   ', /empty/],
  ['--upload-pack=touch x', /like an option/],
  ['ext::sh -c touch% x', /helper/],
  ['fd::17/foo', /helper/],
  ['lab/skills@--upload-pack=x', /option/],
  ['lab/skills#-x', /option/],
  ['lab/skills#a..b', /does not allow/],
  ['lab/skills#HEAD~1', /does not allow/],
  ['lab/skills#a b', /blank/],
  ['lab/skills#', /empty/],
  ['lab/skills/../../etc', /leads out/],
  ['lab/skills/a\u001b[2J', /control character/],
  ['skills', /\.\/folder/],
  ['-lab/skills', /option/],
  ['lab/..', /no owner\/repo/],
  ['la b/skills', /no owner\/repo/],
  ['https://user:secret@example.org/x.git', /password/],
  ['https://token@example.org/x.git', /token/],
  ['https://user:secret@example.org/index.json', /password/],
  ['git://example.org/x', /git is not used/],
  ['http://example.org/x.git', /http is not used/],
  ['http://example.org/index.json', /http is not used/],
  ['ftp://example.org/x', /ftp is not used/],
  ['javascript://x/%0aalert(1)', /not used/],
  ['ssh://-oProxyCommand=touch/x', /no (?:address|host)/],
  ['ssh://git@example.org/-x', /option/],
  ['git@example.org:-x/y', /shell|option/],
  ['git@example.org:x/$(touch y)', /blank|shell/],
  ['git@example.org:x;touch', /shell/],
  ['file://host/share/x', /no host/],
  ['package:../../x', /name of a package/],
];

describe('a source', () => {
  it.each(READ)('%s is read', (text, source) => {
    expect(parseSource(text)).toEqual(source);
    expect(parseSource(` ${text}\n`)).toEqual(source);
  });

  it.each(REFUSED)('%j is refused', (text, why) => {
    expect(() => parseSource(text)).toThrow(why);
    expect(() => parseSource(text)).toThrow(SkillficheError);
  });

  it.each(READ)('%s is written so that it reads the same', (_, source) => {
    const again = parseSource(formatSource(source));
    if (source.type === 'git' && again.type === 'git') expect(repositoryKey(again.url)).toBe(repositoryKey(source.url));
    else expect(again).toEqual(source);
    if (source.type === 'git') expect({ ...again, url: '' }).toEqual({ ...source, url: '' });
  });

  it('never yields an address or a name that a program could take for an option, whatever was typed', () => {
    const piece = fc.constantFrom(
      '-',
      '--x',
      '@',
      '#',
      ':',
      '/',
      '//',
      '..',
      '.',
      'a',
      'B1',
      '.git',
      'https',
      '::',
      ' ',
      '\n',
      '~',
      '^',
      '$',
      '%2e',
      '\\',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 9 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (given) => {
        let source: Source;
        try {
          source = parseSource(given);
        } catch (error) {
          expect(error).toBeInstanceOf(SkillficheError);
          return;
        }
        if (source.type !== 'git') return;
        for (const value of [source.url, source.ref ?? 'x', source.path ?? 'x']) {
          expect(value).not.toMatch(/^-|^[a-z]+::|[\u0000-\u0020]/i);
        }
        expect(source.path ?? '').not.toMatch(/(?:^|\/)\.\.?(?:\/|$)/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same repository under every spelling of its address', () => {
    const keys = [
      'https://github.com/Lab/Skills',
      'https://github.com/lab/skills.git',
      'git@github.com:lab/skills.git',
      'ssh://git@github.com/lab/skills/',
    ];
    expect(new Set(keys.map(repositoryKey))).toEqual(new Set(['github.com/lab/skills']));
    expect(repositoryKey('file:///srv/a.git')).toBe('/srv/a');
    expect(repositoryKey('https://example.org/Lab/x')).not.toBe(repositoryKey('https://example.org/lab/x'));
  });

  it('is an archive by its name', () => {
    expect(['a.skill', 'A.ZIP', 'x.tar.gz', 'x.tgz', 'x.tar'].every(isArchiveName)).toBe(true);
    expect(['skill', 'a.md', 'zip', 'x.gz'].some(isArchiveName)).toBe(false);
  });
});
