import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkBlocks,
  collectionsFolder,
  type Recipe,
  readFields,
  readRecipes,
  requirementsOf,
} from '../support/recipes.ts';
import { skillText } from '../support/tree.ts';

const KEYS = new Set(['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']);
const REQUIREMENT =
  /^(?:bin:[\w.+-]+|any-bin:[\w.+-]+(?:\|[\w.+-]+)+|env:[A-Z_]\w*|os:(?:linux|darwin|win32)|file:\/\S+|gpu)$|^(?:python|r|node):[\w@/.-]+(?:[<>=!~^][\w.,<>=!~^*-]*)?$/;
const recipes = readRecipes();

/** What the Agent Skills format forbids, as sentences; empty when the recipe keeps it. */
function formatFindings(recipe: Recipe): string[] {
  const { fields, findings } = readFields(recipe);
  if (recipe.frontmatter === '') return ['there is no frontmatter between two lines of ---'];
  const found = [...findings];
  const { name, description, license, compatibility, metadata } = fields;
  for (const key of Object.keys(fields)) if (!KEYS.has(key)) found.push(`unknown key "${key}"`);
  if (typeof name !== 'string' || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 64) {
    found.push(`name ${JSON.stringify(name)} is not 1 to 64 of a-z, 0-9 and single hyphens`);
  }
  if (name !== recipe.folderName)
    found.push(`name ${JSON.stringify(name)} is not the folder's, "${recipe.folderName}"`);
  if (typeof description !== 'string' || description.trim() === '' || [...description].length > 1024) {
    found.push('description is not a text of 1 to 1,024 characters');
  }
  if (license !== undefined && typeof license !== 'string') found.push('license is not a text');
  if (compatibility !== undefined && (typeof compatibility !== 'string' || [...compatibility].length > 500)) {
    found.push('compatibility is not a text of at most 500 characters');
  }
  if (metadata !== undefined && !isTextMap(metadata)) found.push('metadata is not a map from texts to texts');
  return found;
}

function isTextMap(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((each) => typeof each === 'string');
}

/** Supporting files, relative to the recipe's folder. */
function supportingFiles(recipe: Recipe): string[] {
  return readdirSync(recipe.folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== 'SKILL.md' && statSync(join(recipe.folder, path)).isFile());
}

describe('every SKILL.md that ships', () => {
  it('is found', () => {
    expect(recipes.length).toBeGreaterThanOrEqual(40);
  });

  it.each(recipes.map((recipe) => [recipe.path, recipe] as const))('%s keeps the Agent Skills format', (_, recipe) => {
    expect(formatFindings(recipe)).toEqual([]);
  });

  it.each(recipes.map((recipe) => [recipe.path, recipe] as const))(
    '%s is plain text with closed fences',
    (_, recipe) => {
      expect(recipe.text.match(/[\r\0\uFEFF\uFFFD\t]/g) ?? []).toEqual([]);
      expect(recipe.text.endsWith('\n') && !recipe.text.endsWith('\n\n')).toBe(true);
      expect(recipe.text.match(/^```/gm)?.length ?? 0, 'lines that open or close a fence').toSatisfy(
        (n) => Number(n) % 2 === 0,
      );
      expect(recipe.body.split('\n').length).toBeLessThan(500);
    },
  );

  it.each(recipes.map((recipe) => [recipe.path, recipe] as const))(
    '%s declares requirements we can read',
    (_, recipe) => {
      expect(requirementsOf(recipe).filter((word) => !REQUIREMENT.test(word))).toEqual([]);
    },
  );

  it.each(recipes.map((recipe) => [recipe.path, recipe] as const))(
    '%s names each file that comes with it',
    (_, recipe) => {
      expect(supportingFiles(recipe).filter((path) => !recipe.body.includes(path))).toEqual([]);
      const named = [...recipe.body.matchAll(/\b(?:scripts|references|assets)\/[\w./-]*\w/g)].map((match) => match[0]);
      expect(named.filter((path) => !existsSync(join(recipe.folder, path)))).toEqual([]);
    },
  );

  it.each(recipes.map((recipe) => [recipe.path, recipe] as const))(
    '%s has at most one check, spelt as one',
    (_, recipe) => {
      const spelt = recipe.body.match(/^```.*check.*$/gm) ?? [];
      expect(spelt.filter((line) => line !== '```sh check')).toEqual([]);
      expect(checkBlocks(recipe.body).length).toBe(spelt.length);
      expect(spelt.length).toBeLessThanOrEqual(1);
    },
  );
});

describe('the members of unix-recipes', () => {
  const members = recipes.filter((recipe) => recipe.path.startsWith('unix-recipes/'));

  it('are at least 40, each in a category', () => {
    expect(members.length).toBeGreaterThanOrEqual(40);
    expect(members.filter((member) => member.path.split('/').length !== 3)).toEqual([]);
  });

  it.each(members.map((member) => [member.path, member] as const))(
    '%s says when to use it and when not to',
    (_, member) => {
      const description = String(readFields(member).fields['description']);
      expect(description.length).toBeLessThanOrEqual(500);
      expect(description).toMatch(/\bUse when\b/);
      expect(member.body).toMatch(/^## When not to use it$/m);
      expect(member.body).toMatch(/^## Check the result$/m);
      expect(member.body).toMatch(/^## Pitfalls$/m);
      const lines = member.body.trim().split('\n').length;
      expect(lines, 'lines of the body').toSatisfy((n) => Number(n) >= 40 && Number(n) <= 130);
    },
  );

  it('carry supporting files where that is natural', () => {
    expect(members.filter((member) => supportingFiles(member).length > 0).length).toBeGreaterThanOrEqual(6);
  });

  it('stand behind a prompt line that counts them', () => {
    const marker: unknown = JSON.parse(readFileSync(join(collectionsFolder, 'unix-recipes/COLLECTION.json'), 'utf8'));
    expect(marker).toMatchObject({ schema_version: 1, id: 'unix-recipes', license: 'MIT' });
    const line = String((marker as { prompt_line?: unknown }).prompt_line);
    expect(line.length).toBeLessThan(300);
    expect(line.split('{count}').length - 1).toBe(1);
  });
});

describe('the local check of the format', () => {
  const sound = recipeOf('sound', skillText('sound'));
  const flawed: readonly (readonly [string, string, RegExp])[] = [
    ['no frontmatter', '# Title\n', /no frontmatter/],
    ['another name than the folder', skillText('other'), /not the folder's/],
    ['capitals in the name', skillText('Sound'), /is not 1 to 64/],
    ['an unknown key', '---\nname: sound\ndescription: x\nversion: "1"\n---\n', /unknown key "version"/],
    ['a number in metadata', '---\nname: sound\ndescription: x\nmetadata:\n  n: 1\n---\n', /metadata is not/],
    ['an empty description', '---\nname: sound\ndescription: ""\n---\n', /description is not/],
    ['a colon that breaks YAML', '---\nname: sound\ndescription: a: b\n---\n', /./],
  ];

  it('finds nothing in a sound skill', () => {
    expect(formatFindings(sound)).toEqual([]);
  });

  it.each(flawed)('reports %s', (_, text, expected) => {
    expect(formatFindings(recipeOf('sound', text)).join('\n')).toMatch(expected);
  });
});

function recipeOf(folderName: string, text: string): Recipe {
  const fences = /^---\n([\s\S]*?\n)---\n/.exec(text);
  const body = text.slice(fences?.[0].length ?? 0);
  return { path: folderName, folder: folderName, folderName, text, frontmatter: fences?.[1] ?? '', body };
}
