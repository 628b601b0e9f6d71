import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import type { Catalog } from '../../../src/app/types.ts';
import type { SkillficheError } from '../../../src/base/errors.ts';
import { markerText, openPlanted } from '../../support/catalog.ts';
import { everythingSaid } from '../../support/everything-said.ts';
import { makeTree } from '../../support/tree.ts';

type Kind = 'all' | 'user-only' | 'model-only' | 'nobody';
const KINDS: readonly Kind[] = ['all', 'user-only', 'model-only', 'nobody'];
const LINES: Readonly<Record<Kind, string>> = {
  all: '',
  'user-only': 'disable-model-invocation: true\n',
  'model-only': 'user-invocable: false\n',
  nobody: 'metadata:\n  disable-model-invocation: "yes"\n  user-invocable: no\n',
};
const isFor = (kind: Kind, audience: 'model' | 'person'): boolean =>
  kind === 'all' || kind === (audience === 'model' ? 'model-only' : 'user-only');

/** `q` and a digit occur nowhere else. Colons make half of the headers such that the full reader has to read them. */
function plant(kinds: readonly Kind[]): Promise<Catalog> {
  const files = kinds.flatMap((kind, at) => {
    const folder = at % 2 === 0 ? `q${at}` : `bio/x/q${at}`;
    const text = `---\nname: q${at}\ndescription: About q${at}${at % 4 < 2 ? ':' : ','} x\ntriggers: [phrase q${at}]\n${LINES[kind]}requirements: [env:q${at}_KEY]\n---\nq${at} body\n`;
    return [
      [`${folder}/SKILL.md`, text],
      [`${folder}/deep/SKILL.md`, text],
    ];
  });
  return openPlanted([{ tree: { 'bio/COLLECTION.json': markerText('bio'), ...Object.fromEntries(files) } }]);
}
const idOf = (at: number): string => (at % 2 === 0 ? `project:q${at}` : `bio:x/q${at}`);

describe('a skill that is not for an audience', () => {
  it('occurs in nothing that audience is shown, and the others are all there', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...KINDS), { minLength: 2, maxLength: 8 }),
        fc.constantFrom('model' as const, 'person' as const),
        async (kinds, audience) => {
          const catalog = await plant(kinds);
          const view = catalog.view({ audience });
          const shown = kinds.flatMap((kind, at) => (isFor(kind, audience) ? [idOf(at)] : []));
          expect(view.entries().map(({ id }) => id)).toEqual([...shown].sort());
          const said = await everythingSaid(view, shown);
          kinds.forEach((kind, at) => {
            if (!isFor(kind, audience)) expect(said).not.toContain(`q${at}`);
          });
          const { indexed, shown: count, withheld } = view.ledger();
          expect([count, withheld]).toEqual([shown.length, indexed - shown.length]);
          expect(catalog.view({ audience: 'owner' }).entries()).toHaveLength(kinds.length);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('is kept from models unless somebody says otherwise, and is not given by a name or an allowlist', async () => {
    const catalog = await plant(['user-only', 'all']);
    const view = catalog.view({ only: ['q0', 'bio:*'] });
    expect(view.entries().map(({ id }) => id)).toEqual(['bio:x/q1']);
    await expect(view.loadSkill('project:q0')).rejects.toMatchObject({ code: 'SKILL_NOT_FOUND' });
    expect(catalog.view({ audience: 'person', only: ['q0'] }).entries()).toMatchObject([{ user_only: true }]);
    expect((await catalog.view({ audience: 'person' }).listSkills()).skills).toMatchObject([{ user_only: true }]);
    expect((await catalog.view({ audience: 'person' }).searchSkills({ query: 'q0' })).skills).toMatchObject([
      { id: 'project:q0', user_only: true },
    ]);
  });

  it.each([
    ['disable-model-invocation: true', true],
    ['disable-model-invocation: True # for people', true],
    ['disable_model_invocation: "yes"', true],
    ['disableModelInvocation: on', true],
    ['Disable-Model-Invocation: 1', true],
    ['disable-model-invocation: [true]', true],
    ['disable-model-invocation: perhaps', true],
    ['disable-model-invocation: "true', true],
    ['disable-model-invocation: false', false],
    ['disable-model-invocation: "no"', false],
    ['disable-model-invocation:', false],
  ])('%s: user-only is %s, whichever reader reads it', async (line, userOnly) => {
    for (const description of ['About a.', 'About: a # b']) {
      const text = `---\nname: a\ndescription: ${description}\n${line}\n---\nBody.\n`;
      const catalog = await openPlanted([{ tree: { 'a/SKILL.md': text } }]);
      expect(catalog.view().entries()).toHaveLength(userOnly ? 0 : 1);
      expect(catalog.view({ audience: 'person' }).entries()).toHaveLength(1);
    }
  });

  it('stays so in a snapshot, after an edit beside it, and from the moment the file says so', async () => {
    const folder = makeTree({
      'r/a/SKILL.md': '---\nname: a\ndescription: A.\ndisable-model-invocation: true\n---\n',
      'r/b/SKILL.md': '---\nname: b\ndescription: B.\n---\nb\n',
    });
    const roots = [{ id: 'project', kind: 'project', path: join(folder, 'r') }];
    const idsOf = (catalog: Catalog): string[] =>
      catalog
        .view()
        .entries()
        .map(({ id }) => id);
    const options = { roots, cache: join(folder, 'cache') };
    const catalog = await openCatalog(options);
    expect(idsOf(catalog)).toEqual(['project:b']);
    expect(idsOf(await openCatalog(options))).toEqual(['project:b']);
    writeFileSync(
      join(folder, 'r/b/SKILL.md'),
      '---\nname: b\ndescription: B now.\ndisable-model-invocation: true\n---\nb\n',
    );
    const error = await catalog
      .view()
      .loadSkill('b')
      .catch((caught: SkillficheError) => caught);
    expect(error).toMatchObject({ code: 'FILE_CHANGED' });
    expect(idsOf(await catalog.refresh())).toEqual([]);
  });
});
