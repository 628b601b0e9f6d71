import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapUris, type UriPlace } from '../../../src/surface/mcp/uris.ts';

function place(id: string, name: string): UriPlace {
  const [scope = '', path = ''] = id.split(/:(.*)/su);
  return { id, scope, path, name };
}

function rootsOf(...places: UriPlace[]): Record<string, string | undefined> {
  const map = mapUris(places);
  return Object.fromEntries(places.map(({ id }) => [id, map.rootOf(id)]));
}

describe('the URI of a skill', () => {
  it('ends in the declared name, below the folders above it', () => {
    expect(
      rootsOf(place('bio:alignment/msa-parsing', 'bio-alignment-msa'), place('bio:.', 'bio'), place('bio:top', 'best')),
    ).toEqual({
      'bio:alignment/msa-parsing': 'skill://bio/alignment/bio-alignment-msa',
      'bio:.': 'skill://bio/bio',
      'bio:top': 'skill://bio/best',
    });
  });

  it('is escaped where a folder name needs it', () => {
    expect(rootsOf(place('s:R & D/100%/中 文/x', 'x'))['s:R & D/100%/中 文/x']).toBe(
      'skill://s/R%20&%20D/100%25/%E4%B8%AD%20%E6%96%87/x',
    );
  });

  it('moves both of two siblings with one name, so that neither can take the other’s place', () => {
    expect(rootsOf(place('s:g/one', 'x'), place('s:g/two', 'x'), place('s:g/three', 'y'))).toEqual({
      's:g/one': 'skill://s/~g~1one/x',
      's:g/two': 'skill://s/~g~1two/x',
      's:g/three': 'skill://s/g/y',
    });
  });

  it('moves both when one would lie inside the other', () => {
    expect(rootsOf(place('s:a', 'b'), place('s:b/c', 'd'))).toEqual({
      's:a': 'skill://s/~a/b',
      's:b/c': 'skill://s/~b~1c/d',
    });
  });

  it('keeps the sign of moved skills for them alone', () => {
    expect(rootsOf(place('s:~a/b', 'x'), place('s:~', 'y'))).toEqual({
      's:~a/b': 'skill://s/~~0a~1b/x',
      's:~': 'skill://s/y',
    });
  });

  it('keeps equal paths of two scopes apart', () => {
    expect(rootsOf(place('s:a', 'x'), place('t:a', 'x'))).toEqual({ 's:a': 'skill://s/x', 't:a': 'skill://t/x' });
  });
});

describe('finding what a URI names', () => {
  const map = mapUris([place('s:g/real', 'shown'), place('s:g/other', 'other'), place('s:top', 'top')]);

  it.each([
    ['skill://s/g/shown', { kind: 'skill', id: 's:g/real', path: '' }],
    ['skill://s/g/shown/SKILL.md', { kind: 'skill', id: 's:g/real', path: 'SKILL.md' }],
    ['skill://s/g/shown/a%20b/%C3%A9.md', { kind: 'skill', id: 's:g/real', path: 'a b/é.md' }],
    ['skill://s/g/shown/a b/é.md', { kind: 'skill', id: 's:g/real', path: 'a b/é.md' }],
    ['SKILL://s/g/%73hown/Q%26A.md', { kind: 'skill', id: 's:g/real', path: 'Q&A.md' }],
    [
      'skill://s/g',
      {
        kind: 'group',
        children: [
          { uri: 'skill://s/g/other', name: 'other' },
          { uri: 'skill://s/g/shown', name: 'shown' },
        ],
      },
    ],
    [
      'skill://s',
      {
        kind: 'group',
        children: [
          { uri: 'skill://s/g', name: 'g' },
          { uri: 'skill://s/top', name: 'top' },
        ],
      },
    ],
  ])('%s', (uri, expected) => {
    expect(map.locate(uri)).toEqual(expected);
  });

  it.each([
    '',
    'skill:',
    'skill://',
    'skill:///g/shown',
    'skill://s/g/real',
    'skill://s/g/real/SKILL.md',
    'skill://S/g/shown/SKILL.md',
    'skill://t/g/shown/SKILL.md',
    'http://s/g/shown/SKILL.md',
    'skill://s/g/shown/',
    'skill://s/g//shown/SKILL.md',
    'skill://s/../s/g/shown/SKILL.md',
    'skill://s/g/shown/../../x',
    'skill://s/g/shown/%2e%2e/x',
    'skill://s/g/shown/.%2E/x',
    'skill://s/g/shown/..',
    'skill://s/g/shown/./SKILL.md',
    'skill://s/g/shown\\..\\x',
    'skill://s/g/shown/a%2Fb',
    'skill://s/g/shown/a%00b',
    'skill://s/g/shown/%FF',
    'skill://s/g/shown/SKILL.md?x',
    'skill://s/g/shown/SKILL.md#x',
    'skill://s/g/shown/SKILL.md\n',
    ' skill://s/g/shown/SKILL.md',
    '/etc/passwd',
    'file:///etc/passwd',
    'C:\\Windows',
  ])('refuses %j', (uri) => {
    expect(map.locate(uri)).toBeUndefined();
  });
});

describe('laws', () => {
  const segment = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c', '~', '~a', '~1', '..a', 'SKILL.md') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }) },
  );
  const isName = (text: string): boolean => !['.', '..'].includes(text) && !/[/\0]/u.test(text);
  const path = fc.array(segment.filter(isName), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const name = fc.constantFrom('a', 'b', 'c', 'skill-md');
  // Discovery ends at a SKILL.md: below a skill there is no other, but below a scope's own there may be.
  const places = fc
    .uniqueArray(fc.record({ scope: fc.constantFrom('s', 't'), path: fc.oneof(path, fc.constant('.')), name }), {
      selector: (value) => `${value.scope}:${value.path}`,
      maxLength: 12,
    })
    .map((list) =>
      list
        .filter((one) => !list.some((other) => one.scope === other.scope && one.path.startsWith(`${other.path}/`)))
        .map((one) => ({ ...one, id: `${one.scope}:${one.path}` })),
    );

  it('every skill has its own address, none inside another, and the way back is the same', () => {
    fc.assert(
      fc.property(places, path, (list, file) => {
        const map = mapUris(list);
        const roots = list.map((one) => map.rootOf(one.id));
        for (const [index, one] of list.entries()) {
          const root = roots[index];
          if (!one.path.isWellFormed()) {
            expect(root).toBeUndefined();
            continue;
          }
          expect(root?.split('/').at(-1)).toBe(one.name);
          expect(root?.startsWith(`skill://${one.scope}/`)).toBe(true);
          expect(map.locate(root ?? '')).toEqual({ kind: 'skill', id: one.id, path: '' });
          for (const other of roots) expect(other !== root && `${other}/`.startsWith(`${root}/`)).toBe(false);
          const uri = map.fileOf(one.id, file);
          if (uri === undefined) continue;
          expect(new URL(uri).href).toBe(uri);
          expect(map.locate(uri)).toEqual({ kind: 'skill', id: one.id, path: file });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('the order in which skills are found does not matter', () => {
    fc.assert(
      fc.property(places, (list) => {
        const there = mapUris(list);
        const back = mapUris(list.toReversed());
        for (const one of list) expect(back.rootOf(one.id)).toBe(there.rootOf(one.id));
      }),
      { numRuns: 100 },
    );
  });

  it('any text is an address or nothing, and never an error', () => {
    const map = mapUris([place('s:g/real', 'shown')]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        map.locate(text);
        const found = map.locate(`skill://s/g/shown/${text}`);
        if (found?.kind === 'skill')
          expect(found.path.split('/').some((part) => ['', '.', '..'].includes(part))).toBe(text === '');
      }),
      { numRuns: 300 },
    );
  });
});
