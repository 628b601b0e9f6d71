import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../src/app/open-catalog.ts';
import { requirementsOf as asRequirements } from '../../src/catalog/readiness/requirements.ts';
import { readRecipes, requirementsOf } from '../support/recipes.ts';
import { OPTIONAL } from '../support/recipes-optional.ts';

const recipes = readRecipes();

/** What a recipe declares, an alternative at a time: `bin:sha256sum`, `bin:shasum`. */
function declared(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => {
    const [, kind = '', rest = ''] = /^(?:any-)?(\w+):(.*)$/.exec(word) ?? [];
    return rest.split('|').map((one) => `${kind}:${one.replace(/[<>=!~^].*$/, '')}`);
  });
}

describe('what our own recipes show', async () => {
  const path = new URL('../../collections', import.meta.url).pathname;
  const catalog = await openCatalog({ roots: [{ id: 'bundled', kind: 'bundled', path }], cache: false });
  const evidence = await catalog.view().readinessEvidence();
  const byPath = new Map(evidence.map((one) => [one.id.replace(/^bundled:/, '').replace(':', '/'), one]));

  it('is read of every one of them', () => {
    expect(recipes.filter((recipe) => !byPath.has(recipe.path)).map((recipe) => recipe.path)).toEqual([]);
  });

  it.each(recipes.map((recipe) => [recipe.path, recipe] as const))('%s: is declared, or optional', (at, recipe) => {
    const shown = byPath.get(at);
    const known = new Set([
      ...declared(requirementsOf(recipe)),
      ...(OPTIONAL[at]?.split(' ') ?? []).map((name) => `bin:${name}`),
    ]);
    expect(shown === undefined ? [] : asRequirements(shown).filter((one) => !known.has(one))).toEqual([]);
  });
});
