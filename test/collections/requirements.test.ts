import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alsoNeeds, checkBlocks, type Recipe, readRecipes, requirementsOf, shellScripts } from '../support/recipes.ts';
import { OPTIONAL } from '../support/recipes-optional.ts';
import { BASE_PROGRAMS, callsIn } from '../support/shell.ts';
import { doubtAbout } from '../support/who-are-you.ts';

const recipes = readRecipes();

function declaredPrograms(recipe: Recipe): readonly string[] {
  return requirementsOf(recipe).flatMap((word) => /^(?:any-)?bin:(.*)$/.exec(word)?.[1]?.split('|') ?? []);
}

/** What the commands and scripts of a procedure call, beyond the base, what they look for themselves, and sudo. */
function procedureCalls(recipe: Recipe): readonly string[] {
  const blocks = [...recipe.body.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map((match) => match[1] ?? '');
  const calls = [...blocks, ...shellScripts(recipe)].map(callsIn);
  const guarded = new Set(calls.flatMap((each) => [...each.guarded]));
  const called = new Set(calls.flatMap((each) => [...each.programs]));
  return [...called].filter((name) => name !== 'sudo' && !BASE_PROGRAMS.has(name) && !guarded.has(name));
}

describe('every program that a recipe calls', () => {
  it.each(recipes.map((recipe) => [recipe.path, recipe] as const))('%s: is declared, or optional', (path, recipe) => {
    const known = new Set([...declaredPrograms(recipe), ...(OPTIONAL[path]?.split(' ') ?? [])]);
    expect(procedureCalls(recipe).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(
    recipes.flatMap((recipe) => checkBlocks(recipe.body).map((script) => [recipe.path, recipe, script] as const)),
  )('%s: the check says what it needs beyond that', (_, recipe, script) => {
    const { programs, guarded } = callsIn(script);
    const known = new Set([...declaredPrograms(recipe), ...alsoNeeds(script), ...guarded, 'no-such-command-here']);
    expect([...programs].filter((name) => !BASE_PROGRAMS.has(name) && !known.has(name))).toEqual([]);
  });

  it('is listed as optional only while it is called and not declared', () => {
    const stale = Object.entries(OPTIONAL).flatMap(([path, names]) => {
      const recipe = recipes.find((each) => each.path === path);
      const called = recipe === undefined ? [] : procedureCalls(recipe);
      const declared = recipe === undefined ? [] : declaredPrograms(recipe);
      return names.split(' ').filter((name) => !called.includes(name) || declared.includes(name));
    });
    expect(stale).toEqual([]);
  });

  it('is never an installer in place of what it would install', () => {
    expect(recipes.filter((recipe) => declaredPrograms(recipe).includes('npx')).map((recipe) => recipe.path)).toEqual(
      [],
    );
  });
});

describe('reading what a script calls', () => {
  it.each([
    ['a | b && c || d; e & f', 'a b c d e f'],
    ['x=1 y="$(a b)" c d', 'a c'],
    ['if a; then b; elif c; then d; else e; fi', 'a b c d e'],
    ['while read -r l; do a "$l"; done < f', 'a'],
    ['for x in a b c; do d "$x"; done', 'd'],
    ['for f do\n  a "$f"\ndone', 'a'],
    ['case $1 in\n  a) b ;;\n  c | d) e ;;\nesac\nf', 'b e f'],
    ['f() { a; }\nf x', 'a'],
    ["sudo -u al a -x 'b c' | xargs -0 -n 1 d", 'sudo a xargs d'],
    ["timeout -k 5 30 sh -c 'until a; do b; done'", 'timeout sh a b'],
    ['find . -name x -exec a {} + -o -exec sh -c \'for f do b "$f"; done\' sh {} +', 'find a sh b'],
    ["cat > f <<'END'\na b\nEND\nc", 'cat c'],
    ['a <<X 2>&1 | b\nc d\nX\ne', 'a b e'],
    ['echo "text $(a "$(b c)") more" # d', 'echo a b'],
    [`test $(( $(a) - 1 )) = "\${b:-c}"`, 'a'],
    ['command -v a > /dev/null || b', 'b'],
    ['"$im" a; ./b c; ../d/e; $f', ''],
    ['! a > b 2> c', 'a'],
    ["trap 'a -rf x' EXIT\nexec 9> b", 'a'],
    ['a \\\n  b c', 'a'],
    ['( ulimit -f 1; a b )\n{ c; d; } | e', 'a c d e'],
  ])('%j: %s', (script, expected) => {
    expect([...callsIn(script).programs].sort()).toEqual(expected.split(' ').filter(Boolean).sort());
  });

  it('tells what a script looks for itself', () => {
    expect([...callsIn('if command -v a > /dev/null; then a; fi; x=$(command -v b || command -v c)').guarded]).toEqual([
      'a',
      'b',
      'c',
    ]);
  });
});

describe.skipIf(process.platform === 'win32')('asking a program who it is', () => {
  const cases: readonly (readonly [what: string, name: string, text: string, doubt: RegExp | undefined])[] = [
    ['a stand-in', 'convert', 'echo "only prints a PNG" >&2; exit 1', /^is not ImageMagick$/],
    ['the real one', 'convert', 'echo "Version: ImageMagick 6.9.11-60 Q16"', undefined],
    ['one that cannot be asked', 'some-other-tool', 'exit 1', undefined],
    ['a stub that wants to be installed', 'python3', 'exit 49', /^is not the python3 we know$/],
    ['a client without its server', 'docker', 'echo "Cannot connect" >&2; exit 1', /reaches its daemon$/],
  ];
  it.each(cases)('%s called %s', (_, name, text, doubt) => {
    const folder = mkdtempSync(join(tmpdir(), 'sf-who-'));
    try {
      const file = join(folder, name);
      writeFileSync(file, `#!/bin/sh\n${text}\n`);
      chmodSync(file, 0o755);
      const said = doubtAbout(name, file);
      if (doubt === undefined) expect(said).toBeUndefined();
      else expect(said).toMatch(doubt);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('takes no answer for a doubt', () => {
    expect(doubtAbout('jq', '/nonexistent/jq')).toMatch(/^does not answer/);
  });
});
