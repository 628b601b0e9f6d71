import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gatherMachine } from '../../../src/io/machine/machine.ts';
import { makeTree, type TreeEntry } from '../../support/tree.ts';

type Env = Readonly<Record<string, string>>;

/** A machine whose whole disk is a temporary folder; `$` in variables stands for it. */
function machine(tree: Readonly<Record<string, TreeEntry>>, env: Env = {}) {
  const root = makeTree(tree);
  for (const path of Object.keys(tree)) if (/\/(?:bin|shims)\//.test(path)) chmodSync(join(root, path), 0o755);
  const here = (text: string) => text.replaceAll('$', root);
  const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, here(value)]));
  return gatherMachine({ platform: 'linux', env: variables, home: here('$/home'), cwd: here('$/work/sub') });
}

/** A program; files in a folder `bin` or `shims` may be started. */
const started = '#!/bin/sh\n';

describe('packages of Python', () => {
  const site = 'env/lib/python3.11/site-packages';
  const tree = {
    [`${site}/pysam-0.22.1.dist-info/METADATA`]: '',
    [`${site}/scikit_learn-1.4.0.dist-info/METADATA`]: '',
    [`${site}/old_tool-2.0-py3.11.egg-info/PKG-INFO`]: '',
    [`${site}/linked.egg-link`]: '/x',
    [`${site}/pysam/__init__.py`]: '',
  };

  it('are found by their metadata, whatever way the name is written', () => {
    const facts = machine(tree, { VIRTUAL_ENV: '$/env' });
    expect(facts.packageVersions('python', 'pysam')).toEqual(['0.22.1']);
    expect(facts.packageVersions('python', 'Scikit.Learn')).toEqual(['1.4.0']);
    expect(facts.packageVersions('python', 'old-tool')).toEqual(['2.0']);
    expect(facts.packageVersions('python', 'linked')).toEqual(['']);
    expect(facts.packageVersions('python', 'scanpy')).toEqual([]);
  });

  it('are looked for in conda, in PYTHONPATH and beside the interpreter on PATH', () => {
    const conda = machine({ 'c/lib/python3.12/site-packages/a-1.0.dist-info/METADATA': '' }, { CONDA_PREFIX: '$/c' });
    expect(conda.packageVersions('python', 'a')).toEqual(['1.0']);
    const path = machine(
      {
        'usr/bin/python3.11': started,
        'usr/bin/python3': { link: 'python3.11' },
        'usr/lib/python3/dist-packages/b-2.0.dist-info/METADATA': '',
        'home/.local/lib/python3.11/site-packages/c-3.0.dist-info/METADATA': '',
        'extra/d-4.0.dist-info/METADATA': '',
      },
      { PATH: '$/usr/bin', PYTHONPATH: '$/extra' },
    );
    for (const [name, version] of [
      ['b', '2.0'],
      ['c', '3.0'],
      ['d', '4.0'],
    ] as const)
      expect(path.packageVersions('python', name)).toEqual([version]);
  });

  it('of the system are not seen from a virtual environment that shuts them out', () => {
    const inner = (shares: string) =>
      machine(
        {
          'v/bin/python3': started,
          'v/pyvenv.cfg': `include-system-site-packages = ${shares}\n`,
          'v/lib/python3.11/site-packages/a-1.0.dist-info/METADATA': '',
          'home/.local/lib/python3.11/site-packages/c-3.0.dist-info/METADATA': '',
        },
        { PATH: '$/v/bin', VIRTUAL_ENV: '$/v' },
      );
    expect(inner('false').packageVersions('python', 'a')).toEqual(['1.0']);
    expect(inner('false').packageVersions('python', 'c')).toEqual([]);
  });

  it('are those of the version that pyenv starts', () => {
    const tree = {
      'pyenv/shims/python3': started,
      'pyenv/version': '3.11\n',
      'pyenv/versions/3.11.4/bin/python3': started,
      'pyenv/versions/3.11.4/lib/python3.11/site-packages/a-1.0.dist-info/METADATA': '',
      'pyenv/versions/3.12.1/bin/python3': started,
      'pyenv/versions/3.12.1/lib/python3.12/site-packages/a-2.0.dist-info/METADATA': '',
      'usr/bin/python3': started,
      'usr/lib/python3/dist-packages/a-3.0.dist-info/METADATA': '',
      'work/sub/x': '',
    };
    const facts = (more: Readonly<Record<string, TreeEntry>> = {}, env: Env = {}) =>
      machine({ ...tree, ...more }, { PATH: '$/pyenv/shims:$/usr/bin', ...env });
    expect(facts().packageVersions('python', 'a')).toEqual(['1.0']);
    expect(facts({ 'work/.python-version': '3.12.1\n' }).packageVersions('python', 'a')).toEqual(['2.0']);
    expect(facts({}, { PYENV_VERSION: 'system' }).packageVersions('python', 'a')).toEqual(['3.0']);
    expect(facts({}, { PYENV_VERSION: '2.7' }).packageVersions('python', 'a')).toBeUndefined();
  });

  it('are none where the interpreter has only its own library', () => {
    const facts = machine({ 'usr/bin/python3': started, 'usr/lib/python3.11/os.py': '' }, { PATH: '$/usr/bin' });
    expect(facts.packageVersions('python', 'a')).toEqual([]);
  });

  it('cannot be told without an environment, nor on another machine', () => {
    expect(machine({}).packageVersions('python', 'a')).toBeUndefined();
    expect(machine({}, { VIRTUAL_ENV: '$/gone' }).packageVersions('python', 'a')).toBeUndefined();
    expect(gatherMachine({ target: 'elsewhere' }).packageVersions('python', 'a')).toBeUndefined();
  });
});

describe('packages of R', () => {
  it('are folders of a library with a DESCRIPTION, in any case', () => {
    const facts = machine(
      {
        'usr/bin/Rscript': started,
        'usr/lib/R/library/DESeq2/DESCRIPTION': 'Package: DESeq2\nVersion: 1.40.2\n',
        'lib/limma/DESCRIPTION': 'Package: limma\nVersion: 3.58.1\n',
        'home/R/x86_64-pc-linux-gnu-library/4.3/ape/DESCRIPTION': 'Version: 5.7-1\n',
        'usr/lib/R/library/broken/notes': '',
      },
      { PATH: '$/usr/bin', R_LIBS: '$/lib' },
    );
    expect(facts.packageVersions('r', 'deseq2')).toEqual(['1.40.2']);
    expect(facts.packageVersions('r', 'limma')).toEqual(['3.58.1']);
    expect(facts.packageVersions('r', 'ape')).toEqual(['5.7-1']);
    expect(facts.packageVersions('r', 'broken')).toEqual([]);
    expect(facts.packageVersions('r', 'edgeR')).toEqual([]);
  });

  it('cannot be told without R', () => expect(machine({}).packageVersions('r', 'limma')).toBeUndefined());
});

describe('packages of Node', () => {
  it('are looked for from the working folder up, in NODE_PATH and beside the interpreter', () => {
    const facts = machine(
      {
        'usr/bin/node': started,
        'usr/lib/node_modules/npm/package.json': '{"name":"npm","version":"10.8.2"}',
        'work/node_modules/@scope/a/package.json': '{"version": "1.2.3"}',
        'work/sub/node_modules/b/package.json': '{"version": "2.0.0"}',
        'more/c/package.json': '{"version": "3.0.0"}',
      },
      { PATH: '$/usr/bin', NODE_PATH: '$/more' },
    );
    for (const [name, version] of [
      ['npm', '10.8.2'],
      ['@scope/a', '1.2.3'],
      ['b', '2.0.0'],
      ['c', '3.0.0'],
    ] as const)
      expect(facts.packageVersions('node', name)).toEqual([version]);
    expect(facts.packageVersions('node', 'react')).toEqual([]);
  });

  it('cannot be told without Node', () => expect(machine({}).packageVersions('node', 'a')).toBeUndefined());
});
