import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkBlocks, collectionsFolder, type Recipe, readFields, readRecipes } from '../support/recipes.ts';

const recipes = readRecipes();
const members = recipes.filter((recipe) => recipe.path.startsWith('data-recipes/'));

function descriptionOf(recipe: Recipe): string {
  return String(readFields(recipe).fields['description']);
}

/** The Python functions that a text defines, by name: their lines without indentation, comments and docstrings. */
function pythonFunctions(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const [, indent = '', name = ''] = /^( *)def (\w+)\(/.exec(line) ?? [];
    if (name === '') continue;
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((each) => each.trim() !== '' && !each.startsWith(`${indent} `));
    const body = rest.slice(0, end < 0 ? undefined : end).map((each) => each.replace(/ +#.*/, '').trim());
    found.set(name, [line.trim(), ...body].filter((each) => each !== '' && !each.startsWith('"""')).join('\n'));
  }
  return found;
}

describe('the members of data-recipes', () => {
  it('are at least 22, each in a category', () => {
    expect(members.length).toBeGreaterThanOrEqual(22);
    expect(members.filter((member) => member.path.split('/').length !== 3)).toEqual([]);
  });

  it.each(members.map((member) => [member.path, member] as const))('%s has every part of a recipe', (_, member) => {
    expect(descriptionOf(member).length).toBeLessThanOrEqual(500);
    expect(descriptionOf(member)).toMatch(/\bUse when\b/);
    for (const part of ['When to use it', 'When not to use it', 'Procedure', 'Check the result', 'Pitfalls']) {
      expect(member.body.split('\n')).toContain(`## ${part}`);
    }
    const lines = member.body.trim().split('\n').length;
    expect(lines, 'lines of the body').toSatisfy((n) => Number(n) >= 40 && Number(n) <= 130);
  });

  it.each(members.map((member) => [member.path, member] as const))(
    '%s checks the very functions that it shows',
    (_, member) => {
      const [check = ''] = checkBlocks(member.body);
      const shown = pythonFunctions(member.body.slice(0, check === '' ? undefined : member.body.indexOf(check)));
      const checked = pythonFunctions(check);
      for (const [name, code] of shown) expect(checked.get(name) ?? code, name).toBe(code);
    },
  );

  it('have supporting files where a procedure needs a program', () => {
    const carrying = members.filter((member) => readdirSync(member.folder).length > 1);
    expect(carrying.length).toBeGreaterThanOrEqual(5);
  });

  it('stand behind a prompt line that counts them', () => {
    const marker: unknown = JSON.parse(readFileSync(join(collectionsFolder, 'data-recipes/COLLECTION.json'), 'utf8'));
    expect(marker).toMatchObject({ schema_version: 1, id: 'data-recipes', license: 'MIT' });
    const line = String((marker as { prompt_line?: unknown }).prompt_line);
    expect(line.length).toBeLessThan(300);
    expect(line.split('{count}').length - 1).toBe(1);
  });
});

describe('the ordinary skills that ship', () => {
  const ordinary = recipes.filter((recipe) => !recipe.path.includes('/'));

  it('are the five that explain the catalog', () => {
    expect(ordinary.map((recipe) => recipe.path)).toEqual([
      'building-a-collection',
      'reading-a-readiness-report',
      'reviewing-a-skill-tree',
      'using-skillfiche',
      'writing-a-skill',
    ]);
  });

  it('stand whole in a prompt, which cuts a description at 200 characters', () => {
    expect(ordinary.filter((recipe) => [...descriptionOf(recipe)].length > 200)).toEqual([]);
  });
});

describe('reading the functions of a text', () => {
  it('tells a changed line and ignores indentation, comments and docstrings', () => {
    const shown = pythonFunctions('   def f(x):\n       """Doc."""\n       return x + 1   # why\n   f(1)\n');
    expect(shown.get('f')).toBe('def f(x):\nreturn x + 1');
    expect(pythonFunctions('def f(x):\n    return x + 1\nf(2)').get('f')).toBe(shown.get('f'));
    expect(pythonFunctions('def f(x):\n    return x + 2\n').get('f')).not.toBe(shown.get('f'));
  });
});
