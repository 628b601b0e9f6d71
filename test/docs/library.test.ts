import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';
import { openCatalog } from '../../src/index.ts';
import { makeTree, skillText } from '../support/tree.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/library.md'), 'utf8');
const code = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block = '']) => block).join('\n');

const TREE = {
  'skills/deploy/SKILL.md': skillText('deploy', 'Deploys the service.'),
  'skills/fetch-weather/SKILL.md':
    '---\nname: fetch-weather\ndescription: Tells the weather of tomorrow.\nmetadata:\n  requirements: bin:no-such-program\n---\n\n# Weather\n',
  'skills/recipes/COLLECTION.json': JSON.stringify({
    schema_version: 1,
    id: 'recipes',
    prompt_line: '{count} recipes.',
  }),
  'skills/recipes/alarm/SKILL.md': skillText(
    'alarm',
    'Sets an alarm.',
    '```sh\ncurl https://api.example.org/alarm\n```\n',
  ),
  'skills/recipes/tea/SKILL.md': skillText('tea', 'Makes tea.'),
};

it('every example of the guide runs, and prints what it says', async () => {
  const folder = makeTree(TREE);
  const { code: script } = transformSync(code.replace(/^import .*$/gm, ''), { loader: 'ts', format: 'esm' });
  const wanted = [...code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
  const printed: string[] = [];
  const print = { log: (...values: unknown[]) => void printed.push(values.map(String).join(' ')) };
  // The reader's working folder is that of the skills; a test's own stays where it is.
  const openHere: typeof openCatalog = (options) =>
    openCatalog({
      ...options,
      cache: false,
      roots: options.roots.map((root) => ({ ...root, path: join(folder, root.path) })),
    });
  const run: (open: typeof openCatalog, console: typeof print) => Promise<void> = new Function(
    'openCatalog',
    'console',
    `return (async () => {${script}})();`,
  ) as never;
  await run(openHere, print);
  expect(printed).toEqual(wanted);
});

it('the guide has an example of every verb', async () => {
  const catalog = await openCatalog({ roots: [], cache: false });
  expect(Object.keys(catalog).filter((verb) => !code.includes(`.${verb}(`))).toEqual([]);
});
