import { describe, expect, it } from 'vitest';
import { parseProjectFile } from '../../../src/owner/store/project-file.ts';

const links: Readonly<Record<string, string>> = { '/p/out': '/elsewhere' };
const parse = (value: unknown) =>
  parseProjectFile(
    typeof value === 'string' ? value : JSON.stringify(value),
    '/p/skillfiche.json',
    '/p',
    (path) => links[path] ?? path,
  );

describe('a project file', () => {
  it('says what is seen, and the key of the project', () => {
    expect(parse({ only: ['a:*'], disabled: ['b'], project: 'acme/shop', _note: 1, $schema: 'x' })).toEqual({
      only: ['a:*'],
      disabled: ['b'],
      project: 'acme/shop',
      roots: [],
      ignored: [],
    });
  });

  it.each([
    [{ path: 'tools/skills' }, [{ id: 'project.tools.skills', kind: 'project', path: '/p/tools/skills' }], 0],
    [{ path: 'x', id: 'project.mine' }, [{ id: 'project.mine', kind: 'project', path: '/p/x' }], 0],
    [{ path: 'x', id: 'personal' }, [{ id: 'project.x', kind: 'project', path: '/p/x' }], 0],
    [{ path: 'x', kind: 'bundled' }, [{ id: 'project.x', kind: 'project', path: '/p/x' }], 1],
    [{ path: '../other' }, [], 1],
    [{ path: '/etc' }, [], 1],
    [{ path: 'out' }, [], 1],
    [{ path: 7 }, [], 1],
  ])('takes the root %j as %j', (root, roots, ignored) => {
    const found = parse({ roots: [root] });
    expect(found.roots).toEqual(roots);
    expect(found.ignored).toHaveLength(ignored);
  });

  it.each(['export', 'exports', 'trust', 'programs', 'git', 'embedder', 'store', 'enabled', 'sources'])(
    'cannot decide %s',
    (key) => {
      const { ignored, ...rest } = parse({ [key]: ['x'] });
      expect(ignored).toEqual([expect.stringContaining(`"${key}" is ignored: a project cannot decide`)]);
      expect(rest).toEqual({ roots: [] });
    },
  );

  it.each(['{', '[]', '"x"', 'null', '{"only": "a"}', '{"disabled": [1]}'])('%s stops: it may narrow', (text) => {
    expect(() => parse(text)).toThrow(/cannot be used/);
  });

  it('is told when a key is misspelt', () => {
    expect(parse({ onyl: ['a'] }).ignored).toEqual([expect.stringContaining('did you mean "only"?')]);
  });
});
