import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import { readGrants, resolveRef } from '../../../src/catalog/rows/resolve.ts';
import { Selection } from '../../../src/catalog/rows/selection.ts';
import { markerText, plantCatalog, skills } from '../../support/catalog.ts';
import { skillText } from '../../support/tree.ts';

const data = await plantCatalog([
  {
    tree: {
      ...skills({ deploy: 'Deploy', tricky: 'bio:a/lint' }),
      'x/SKILL.md': skillText('twice', 'X.'),
      'y/SKILL.md': skillText('twice', 'Y.'),
      'z/SKILL.md': skillText('twice', 'Z.'),
      'w/SKILL.md': skillText('twice', 'W.'),
      'bio/COLLECTION.json': markerText('bio'),
      ...skills({ 'bio/a/lint': 'lint', 'bio/b': 'Deploy' }),
      'data/COLLECTION.json': markerText('data-recipes'),
    },
  },
]);

function resolved(ref: string, ...only: string[]): unknown {
  const selection = new Selection(data, only.length === 0 ? undefined : only.map((id) => ({ kind: 'skill', id })));
  const resolution = resolveRef(selection, ref);
  return resolution.kind === 'found' ? selection.id(resolution.row) : resolution;
}

describe('a reference', () => {
  it.each([
    ['project:deploy', 'project:deploy'],
    ['bio:b', 'bio:b'],
    ['deploy', 'project:deploy'],
    ['  DEPLOY ', 'project:deploy'],
    ['lint', 'bio:a/lint'],
    ['bio:a/lint', 'bio:a/lint'],
    ['project:tricky', 'project:tricky'],
  ])('%j is %s', (ref, id) => {
    expect(resolved(ref)).toBe(id);
  });

  it.each(['', 'nothing', 'project', 'bio:*', 'project:Deploy', '../deploy', 'deploy/', 'bio:a'])(
    '%j is unknown',
    (ref) => {
      expect(resolved(ref)).toEqual({ kind: 'unknown' });
    },
  );

  it('may be an id as a prompt shows it, without the characters nobody sees', async () => {
    const odd = new Selection(
      await plantCatalog([{ tree: skills({ 'a\u200Bb': 'x', 'line\nbreak': 'y', 'c\u200Bd': 'z', 'c\u200Ed': 'w' }) }]),
    );
    const idOf = (ref: string): unknown => {
      const found = resolveRef(odd, ref);
      return found.kind === 'found' ? odd.id(found.row) : found.kind;
    };
    expect(['project:ab', 'project:line break', 'project:cd', 'project:a'].map(idOf)).toEqual([
      'project:a\u200Bb',
      'project:line\nbreak',
      'ambiguous',
      'unknown',
    ]);
  });

  it('that several skills bear names three of their ids, never one that is withheld', () => {
    expect(resolved('twice')).toEqual({ kind: 'ambiguous', ids: ['project:w', 'project:x', 'project:y'] });
    expect(resolved('twice', 'project:z', 'project:x')).toEqual({ kind: 'ambiguous', ids: ['project:x', 'project:z'] });
    expect(resolved('twice', 'project:z')).toBe('project:z');
  });

  it('means the visible skill where the one with the name is withheld', () => {
    expect(resolved('deploy', 'bio:b')).toBe('bio:b');
    expect(resolved('project:deploy', 'bio:b')).toEqual({ kind: 'unknown' });
    expect(resolved('bio:a/lint', 'project:tricky')).toBe('project:tricky');
  });
});

describe('an allowlist', () => {
  it('binds ids, names and scopes', () => {
    expect(readGrants(data, ['project:x', 'LINT', 'bio:*', 'data-recipes:*', 'deploy'])).toEqual([
      { kind: 'skill', id: 'project:x' },
      { kind: 'skill', id: 'bio:a/lint' },
      { kind: 'scope', scope: 'bio' },
      { kind: 'scope', scope: 'data-recipes' },
      { kind: 'skill', id: 'project:deploy' },
    ]);
    expect(readGrants(data, [])).toEqual([]);
  });

  it.each<[unknown, RegExp, readonly string[]]>([
    [['nothing'], /"nothing" matches nothing: no skill has this id or name\. Entries are ids, names or/, []],
    [['project:gone'], /"project:gone" matches nothing/, []],
    [['data-recipe:*'], /no collection and no root has this id\. Did you mean data-recipes:\*\?/, ['data-recipes:*']],
    [
      ['twice'],
      /"twice" is the name of several skills\. Write an id instead: project:w, project:x, project:y\./,
      ['project:w', 'project:x', 'project:y'],
    ],
    ['deploy', /must be a list of texts, not "deploy"/, []],
    [['deploy', 3], /are texts, not 3/, []],
  ])('%j is refused, and says what to write', (only, message, suggestions) => {
    let error: unknown;
    try {
      readGrants(data, only as readonly string[]);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(SkillficheError);
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message), suggestions });
  });
});
