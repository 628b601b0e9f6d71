import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';
import { openCatalog, openWorkspace } from '../../src/index.ts';
import { makeTree, skillText } from '../support/tree.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/library.md'), 'utf8');
const code = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block = '']) => block).join('\n');

const TREE = {
  'home/x': null,
  'shop/x': null,
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
  const openThere: typeof openWorkspace = ({ home = '', project, data = '', ...options } = {}) =>
    openWorkspace({
      ...options,
      cwd: folder,
      home: join(folder, home),
      project: join(folder, String(project)),
      data: join(folder, data),
      env: { PATH: process.env['PATH'] },
    });
  const run: (open: typeof openCatalog, workspace: typeof openWorkspace, console: typeof print) => Promise<void> =
    new Function('openCatalog', 'openWorkspace', 'console', `return (async () => {${script}})();`) as never;
  await run(openHere, openThere, print);
  expect(printed).toEqual(wanted);
});

it('the guide has an example of every verb', async () => {
  const catalog = await openCatalog({ roots: [], cache: false });
  expect(Object.keys(catalog).filter((verb) => !code.includes(`.${verb}(`))).toEqual([]);
  const folder = makeTree({});
  const { targets, sessions, close } = await openWorkspace({
    home: folder,
    project: false,
    data: join(folder, 'data'),
  });
  for (const [room, verbs] of Object.entries({ targets, sessions })) {
    expect(Object.keys(verbs).filter((verb) => !code.includes(`${room}.${verb}(`))).toEqual([]);
  }
  await close();
});
