import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../src/app/open-catalog.ts';
import { readManifest } from '../../src/catalog/view/session-manifest.ts';
import { markerText, plantRoots } from '../support/catalog.ts';
import { makeTree, skillText } from '../support/tree.ts';

const PATHS = ['a', 'b', 'c', 'group/d', 'recipes/one', 'recipes/two'] as const;

function plant() {
  const tree = Object.fromEntries(
    PATHS.flatMap((path) => [
      [`${path}/SKILL.md`, skillText(path.replace('/', '-'))],
      [`${path}/notes.md`, `About ${path}.`],
    ]),
  );
  const path = makeTree({ ...tree, 'recipes/COLLECTION.json': markerText('recipes') });
  const write = (file: string, text: string): void => writeFileSync(join(path, file), text);
  const remove = (file: string): void => rmSync(join(path, file), { recursive: true });
  return { write, remove, options: { roots: [{ id: 'project', kind: 'project', path }], cache: false as const } };
}

const idOf = (path: string): string => path.replace(/^recipes\//, 'recipes:').replace(/^(?!recipes:)/, 'project:');

describe('a catalog that is opened with a manifest', () => {
  it('holds exactly what is named, and says exactly what changed, is gone and is new', async () => {
    const named = fc.subarray([...PATHS]);
    const touched = fc.dictionary(fc.constantFrom(...PATHS), fc.constantFrom('edit', 'file', 'remove'), {
      noNullPrototype: true,
    });
    await fc.assert(
      fc.asyncProperty(named, touched, async (paths, deeds) => {
        const world = plant();
        const before = await openCatalog(world.options);
        const manifest = await before.manifest({ refs: paths.map(idOf) });
        expect(manifest.skills.map(({ id }) => id)).toEqual(paths.map(idOf).toSorted());
        for (const [path, deed] of Object.entries(deeds)) {
          if (deed === 'edit') world.write(`${path}/notes.md`, 'Other words.');
          if (deed === 'file') world.write(`${path}/more.md`, 'More.');
          if (deed === 'remove') world.remove(path);
        }
        const of = (...wanted: string[]) =>
          paths
            .filter((path) => wanted.includes(deeds[path] ?? ''))
            .map(idOf)
            .toSorted();
        const left = PATHS.filter((path) => deeds[path] !== 'remove');
        const opened = await openCatalog({ ...world.options, manifest });
        expect(opened.manifestDrift?.changed.map(({ id }) => id).toSorted()).toEqual(of('edit', 'file'));
        expect(opened.manifestDrift?.gone.toSorted()).toEqual(of('remove'));
        expect(opened.manifestDrift?.added.toSorted()).toEqual(
          left
            .filter((path) => !paths.includes(path))
            .map(idOf)
            .toSorted(),
        );
        const seen = opened
          .view({ audience: 'owner' })
          .entries()
          .map(({ id }) => id);
        expect(seen.toSorted()).toEqual(
          paths
            .filter((path) => left.includes(path))
            .map(idOf)
            .toSorted(),
        );
        const strict = openCatalog({ ...world.options, manifest, onManifestDrift: 'refuse' });
        if (of('edit', 'file', 'remove').length === 0) await strict;
        else await expect(strict).rejects.toMatchObject({ code: 'MANIFEST_DRIFT' });
      }),
      { numRuns: 60 },
    );
  });

  it('only narrows: what a view withholds beside it stays withheld, in every answer', async () => {
    const world = plant();
    const manifest = await (await openCatalog(world.options)).manifest({ refs: ['project:a', 'recipes:one'] });
    const catalog = await openCatalog({ ...world.options, manifest });
    const view = catalog.view({ only: ['recipes:*', 'project:b'] });
    expect(view.entries().map(({ id }) => id)).toEqual(['recipes:one']);
    await expect(view.loadSkill('b')).rejects.toMatchObject({ code: 'SKILL_NOT_FOUND', suggestions: [] });
    const { text } = await catalog.view().context();
    expect(text).toMatch(/recipes: 1 recipes/);
    expect(text).not.toMatch(/- b:|group-d/);
    expect((await catalog.view().searchSkills({ query: 'group-d' })).skills).toEqual([]);
  });

  it('that refuses switches off what comes to differ later, and takes it back when it is as it was', async () => {
    const world = plant();
    const manifest = await (await openCatalog(world.options)).manifest({ refs: ['a', 'b'] });
    const catalog = await openCatalog({ ...world.options, manifest, onManifestDrift: 'refuse' });
    const view = catalog.view();
    const text = skillText('a');
    world.write('a/SKILL.md', text.replace('---\n', '---\nversion: 2\n'));
    const changed = await catalog.refresh();
    expect(changed.manifestDrift?.changed.map(({ id }) => id)).toEqual(['project:a']);
    expect(
      view
        .follow(changed)
        .entries()
        .map(({ id }) => id),
    ).toEqual(['project:b']);
    world.write('a/SKILL.md', text);
    const back = await changed.refresh();
    expect(back.manifestDrift?.changed).toEqual([]);
    expect(
      view
        .follow(back)
        .entries()
        .map(({ id }) => id),
    ).toEqual(['project:a', 'project:b']);
  });

  it('a skill with a link among its files cannot be named', async () => {
    const { disk, roots } = plantRoots([{ tree: { 'a/SKILL.md': skillText('a'), 'a/out': { link: '/etc' } } }]);
    const catalog = await openCatalog({ disk, roots, cache: false });
    await expect(catalog.manifest()).rejects.toMatchObject({ code: 'PIN_REFUSED', paths: ['/r0/a'] });
  });
});

it.each<[unknown, RegExp]>([
  [undefined, /no list of skills/],
  [[], /no list of skills/],
  [{ skills: {} }, /no list of skills/],
  [{ schema_version: 2, skills: [] }, /version "?2/],
  [{ skills: [{ digest: 'x' }] }, /entry 1 has no id/],
  [{ skills: [{ id: 'a:b', digest: 'sha256:12' }] }, /digest of "a:b"/],
  [
    { skills: ['0', '1'].map((digit) => ({ id: 'a:b', digest: `sha256:${digit.repeat(64)}` })) },
    /"a:b" stands there with two digests/,
  ],
])('%j is no manifest', (value, message) => {
  expect(() => readManifest(value)).toThrow(message);
});
