import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import { createRun } from '../../../src/io/process/run.ts';
import type { BootstrapReport } from '../../../src/owner/sidecar/bootstrap.ts';
import { collectionsFolder } from '../../support/recipes.ts';
import { makeTree, skillText, type TreeEntry } from '../../support/tree.ts';

/** The Pythons to prove it with: the one on PATH, and others that a version manager keeps, from 3.9 on. */
const PYTHONS = ['python3', ...[9, 10, 12, 13].map((minor) => `python3.${minor}`)].flatMap((name) => {
  const said = spawnSync(
    name,
    ['-I', '-S', '-c', 'import sys; print(sys.version_info[0] * 100 + sys.version_info[1], sys.executable)'],
    { encoding: 'utf8' },
  );
  const [version = '', path = ''] = (said.stdout ?? '').trim().split(' ');
  return said.status === 0 && Number(version) >= 309 ? [{ version, path }] : [];
});
const pythons = [...new Map(PYTHONS.map((one) => [one.version, one.path])).values()];
const [python] = pythons;
const why = python === undefined ? ' (not run: there is no python3, 3.9 or newer)' : '';
const withPython = describe.skipIf(python === undefined);

const marker = (id: string): string => JSON.stringify({ schema_version: 1, id, prompt_line: '{count} recipes' });
const TREE: Readonly<Record<string, TreeEntry>> = {
  'bio/COLLECTION.json': marker('bio'),
  'bio/align/SKILL.md': skillText('msa-parsing'),
  'bio/align/kernel.py': 'VALUE = 1\nclass Row:\n    pass\n',
  'bio/three/SKILL.md': skillText('3d-view'),
  'bio/three/kernel.py': 'VALUE = 3\n',
  'bio/plain/SKILL.md': skillText('plain'),
  'chem/COLLECTION.json': marker('chem-lab'),
  'chem/kw/SKILL.md': skillText('class'),
  'chem/kw/kernel.py': 'VALUE = "chem"\n',
  'deploy/SKILL.md': skillText('deploy-it'),
  'deploy/kernel.py': 'import bio.msa_parsing\nVALUE = bio.msa_parsing.VALUE + 1\n',
};

async function boot(folder: string, options: { only?: string[]; off?: string[] } = {}): Promise<BootstrapReport> {
  const catalog = await openCatalog({
    roots: [{ id: 'project', kind: 'project', path: folder }],
    cache: false,
    state: { revision: () => 1, isDisabled: (id) => options.off?.includes(id) === true },
  });
  return catalog.bootstrap(options.only === undefined ? {} : { only: options.only });
}

/** What a program prints, or the last line of how it failed. */
function py(code: string, interpreter = python ?? '', cwd = '/'): string {
  const done = spawnSync(interpreter, ['-I', '-c', code], { encoding: 'utf8', cwd });
  return done.status === 0 ? done.stdout.trim() : (done.stderr.trim().split('\n').at(-1) ?? '');
}

withPython(`the code, run in a real Python${why}`, () => {
  it.each(pythons)('imports members of two collections and an ordinary skill: %s', async (interpreter) => {
    const { code, entries, refused } = await boot(makeTree(TREE));
    expect(refused).toEqual([]);
    expect(entries.map(({ module, id }) => `${module} ${id}`)).toEqual([
      'bio._3d_view bio:three',
      'bio.msa_parsing bio:align',
      'chem_lab.class_ chem-lab:kw',
      'deploy_it project:deploy',
    ]);
    const program = `${code}
import json, bio._3d_view, chem_lab.class_ as c, deploy_it
from bio import msa_parsing
from bio.msa_parsing import Row
print(bio._3d_view.VALUE, c.VALUE, deploy_it.VALUE, msa_parsing.VALUE, Row.__module__, msa_parsing.__file__.endswith("align/kernel.py"), json.dumps(1))`;
    expect(py(program, interpreter)).toBe('3 chem 2 1 bio.msa_parsing True 1');
  });

  it('can be run twice, reloaded and pickled', async () => {
    const { code } = await boot(makeTree(TREE));
    const program = `${code}
import bio.msa_parsing as m, importlib, pickle, sys
before = m
${code}
import bio.msa_parsing as again
print(again is before, importlib.reload(again).VALUE, type(pickle.loads(pickle.dumps(again.Row()))).__name__, sum(getattr(f, "_skillfiche", False) for f in sys.meta_path))`;
    expect(py(program)).toBe('True 1 Row 1');
  });

  it('tells a member that is not there, and refuses the long way', async () => {
    const { code } = await boot(makeTree(TREE));
    const failure = (line: string) => py(`${code}\n${line}`);
    expect(failure('import bio.plain')).toMatch(/^ModuleNotFoundError: No module named 'bio\.plain'/);
    expect(failure('from bio import nothing')).toMatch(/^ModuleNotFoundError: No module named 'bio\.nothing'/);
    expect(failure('import project.bio.msa_parsing')).toMatch(/^ModuleNotFoundError: No module named 'project/);
    expect(
      py(
        `${code}\nimport types, sys\np = types.ModuleType("project"); p.__path__ = ["/"]; sys.modules["project"] = p\nimport project.bio.msa_parsing`,
      ),
    ).toMatch(/^ModuleNotFoundError: No module named 'project\.bio': import bio, without the name of its root/);
  });

  it('refuses a file that changed after it was checked, and names it', async () => {
    const folder = makeTree(TREE);
    const { code } = await boot(folder);
    writeFileSync(join(folder, 'bio/align/kernel.py'), 'VALUE = 2\n');
    expect(py(`${code}\nimport bio.msa_parsing`)).toMatch(/^ImportError: .*bio\/align\/kernel\.py has changed/);
    expect(py(`${code}\nimport bio._3d_view\nprint(bio._3d_view.VALUE)`)).toBe('3');
  });

  it('leaves what is installed alone, and nothing of Python is ever stood before', async () => {
    const folder = makeTree({
      ...TREE,
      'json/SKILL.md': skillText('json'),
      'json/kernel.py': 'VALUE = 1\n',
      'site/deploy_it.py': 'VALUE = "installed"\n',
    });
    const { code, refused } = await boot(folder, {});
    expect(refused).toEqual([{ id: 'project:json', reason: 'Python has a module json of its own; rename the skill' }]);
    const elsewhere = makeTree({ 'deploy_it.py': 'VALUE = "installed"\n' });
    expect(
      py(
        `import sys; sys.path.insert(0, ${JSON.stringify(elsewhere)})\n${code}\nimport deploy_it; print(deploy_it.VALUE)`,
      ),
    ).toBe('installed');
  });

  it('narrower than before forgets what it allowed', async () => {
    const folder = makeTree(TREE);
    const all = await boot(folder);
    const few = await boot(folder, { only: ['bio:align'] });
    const program = `${all.code}\nimport bio.msa_parsing, bio._3d_view, deploy_it\n${few.code}\nimport bio.msa_parsing\n`;
    expect(py(`${program}print(bio.msa_parsing.VALUE)`)).toBe('1');
    expect(py(`${program}import bio._3d_view`)).toMatch(/^ModuleNotFoundError/);
    expect(py(`${program}import deploy_it`)).toMatch(/^ModuleNotFoundError/);
  });
});

withPython(`with something withheld or switched off${why}`, () => {
  const ways: readonly (readonly [way: string, lines: (folder: string) => string])[] = [
    ['its name', () => 'import bio._3d_view'],
    ['the package', () => 'from bio import _3d_view'],
    ['a relative import', () => 'import bio.msa_parsing\nexec("from . import _3d_view", bio.msa_parsing.__dict__)'],
    ['a relative import of a package', () => 'import bio\nexec("from . import _3d_view", bio.__dict__)'],
    [
      'a path entry',
      (folder) => `import sys; sys.path.insert(0, ${JSON.stringify(`${folder}/bio/three`)})\nimport kernel`,
    ],
    [
      'a path entry above it',
      (folder) => `import sys; sys.path.insert(0, ${JSON.stringify(folder)})\nimport bio.three.kernel`,
    ],
    [
      'a namespace package',
      (folder) => `import sys; sys.path.insert(0, ${JSON.stringify(`${folder}/bio`)})\nimport three.kernel`,
    ],
    [
      'a path entry through a link',
      (folder) => `import sys; sys.path.insert(0, ${JSON.stringify(`${folder}-link/bio/three`)})\nimport kernel`,
    ],
    [
      'the working folder',
      (folder) =>
        `import os, sys; os.chdir(${JSON.stringify(`${folder}/bio/three`)}); sys.path.insert(0, "")\nimport kernel`,
    ],
    [
      'importlib',
      (folder) =>
        `import sys, importlib; sys.path.append(${JSON.stringify(`${folder}/bio/three`)})\nimportlib.import_module("kernel")`,
    ],
  ];
  it.each(ways)('nothing of it is imported by %s', async (_, lines) => {
    const folder = makeTree(TREE);
    symlinkSync(folder, `${folder}-link`);
    try {
      for (const options of [{ only: ['bio:align', 'project:deploy'] }, { off: ['bio:three'] }]) {
        const { code } = await boot(folder, options);
        expect(py(`${code}\n${lines(folder)}`)).toMatch(/^ModuleNotFoundError: No module named/);
        // What was imported before the code ran does not stay either.
        expect(py(`${lines(folder).replace(/^import bio.*$/m, '')}\n${code}\n${lines(folder)}`)).toMatch(
          /^ModuleNotFoundError: No module named|Error/,
        );
      }
    } finally {
      rmSync(`${folder}-link`);
    }
  });

  it('what is visible still imports, and so does what is installed', async () => {
    const { code, entries } = await boot(makeTree(TREE), { off: ['bio:three'] });
    expect(entries.map(({ module }) => module)).toEqual(['bio.msa_parsing', 'chem_lab.class_', 'deploy_it']);
    expect(py(`${code}\nimport deploy_it, csv, xml.dom.minidom, email.mime.text\nprint(deploy_it.VALUE)`)).toBe('2');
  });

  it('names nobody that is withheld', async () => {
    const { code, refused } = await boot(makeTree(TREE), { only: ['bio:align'] });
    expect(code).not.toMatch(/3d_view|deploy|chem/);
    expect(refused).toEqual([]);
  });
});

withPython(`a sidecar that is no good is refused by itself${why}`, () => {
  const good = { 'good/SKILL.md': skillText('good'), 'good/kernel.py': 'VALUE = 1\n' };
  const bad: readonly (readonly [name: string, entry: TreeEntry, reason: RegExp])[] = [
    ['a syntax error', 'x = 1\ndef f(:\n', /^kernel\.py:2:\d+: /],
    ['a NUL', 'x = 1\0\n', /null byte/i],
    ['a NUL in the encoding', '# coding: utf\0-8\nx = 1\n', /null byte|encoding/i],
    ['an unknown encoding', '# coding: klingon\nx = 1\n', /klingon/],
    ['bytes that are no text', new Uint8Array([0x78, 0xff, 0xfe]), /utf-8|codec/i],
    ['a large file', 'x = 1\n'.repeat(200_000), /has 1200000 bytes; 1048576 are compiled/],
    ['a link', { link: '../good/kernel.py' }, /link/],
    ['brackets without end', `${'('.repeat(200_000)}`, /nested|memory|parenthes|never closed|finish/i],
  ];
  it.each(bad)('%s', async (_, entry, reason) => {
    const folder = makeTree({ ...good, 'bad/SKILL.md': skillText('bad'), 'bad/kernel.py': entry });
    const { entries, refused } = await boot(folder);
    expect(entries.map(({ module }) => module)).toEqual(['good']);
    expect(refused).toMatchObject([{ id: 'project:bad', reason: expect.stringMatching(reason) }]);
  });

  it('one that would never end, or writes, is compiled and not run', async () => {
    const folder = makeTree({ ...good, 'bad/SKILL.md': skillText('bad') });
    writeFileSync(
      join(folder, 'bad/kernel.py'),
      `open(${JSON.stringify(join(folder, 'ran'))}, "w")\nwhile True: pass\n`,
    );
    expect((await boot(folder)).entries).toHaveLength(2);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('two of one name are both refused, each naming the other', async () => {
    const folder = makeTree({
      ...good,
      'a/SKILL.md': skillText('fold-it'),
      'a/kernel.py': '',
      'b/SKILL.md': skillText('Fold It'),
      'b/kernel.py': '',
    });
    expect((await boot(folder)).refused).toEqual([
      { id: 'project:a', reason: 'the module name fold_it is also that of project:b; rename one of them' },
      { id: 'project:b', reason: 'the module name fold_it is also that of project:a; rename one of them' },
    ]);
  });
});

describe('a file that the code is written to', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['is made', undefined, undefined],
    ['is filled where it is empty', '', undefined],
    ['is renewed where bootstrap wrote it', '# Sidecars of skills as modules (of old).\n', undefined],
    ['stays where it is of somebody', 'import os\n', 'what is there was not written by bootstrap'],
  ])('%s', async (_what, there, refusal) => {
    const folder = makeTree({ 'a/SKILL.md': skillText('a') });
    const out = join(folder, 'code.py');
    if (there !== undefined) writeFileSync(out, there);
    const catalog = await openCatalog({ roots: [{ id: 'project', kind: 'project', path: folder }], cache: false });
    const written = catalog.bootstrap({ out });
    if (refusal === undefined) {
      const { code } = await written;
      expect(readFileSync(out, 'utf8')).toBe(code);
    } else {
      await expect(written).rejects.toMatchObject({ code: 'NOT_WRITABLE', message: expect.stringContaining(refusal) });
      expect(readFileSync(out, 'utf8')).toBe(there);
    }
  });

  it('stays where it is a folder', async () => {
    const folder = makeTree({ 'a/SKILL.md': skillText('a') });
    const catalog = await openCatalog({ roots: [{ id: 'project', kind: 'project', path: folder }], cache: false });
    await expect(catalog.bootstrap({ out: join(folder, 'a') })).rejects.toMatchObject({ code: 'NOT_WRITABLE' });
  });
});

describe('without a Python that answers', () => {
  it('every sidecar is refused with the reason, and nothing else fails', async () => {
    const catalog = await openCatalog({
      roots: [{ id: 'project', kind: 'project', path: makeTree(TREE) }],
      cache: false,
    });
    const none = await catalog.bootstrap({ run: createRun({ env: { PATH: '/nowhere' } }) });
    expect(none.entries).toEqual([]);
    expect(none.refused).toHaveLength(4);
    expect(none.refused[0]?.reason).toMatch(/python3 is not on PATH/);
    const folder = makeTree({ python3: '#!/bin/sh\nsleep 60\n' });
    execFileSync('chmod', ['+x', join(folder, 'python3')]);
    const hung = await catalog.bootstrap({
      run: createRun({ programs: { python3: join(folder, 'python3') } }),
      timeoutMs: 300,
    });
    expect(hung.refused[0]?.reason).toMatch(/did not end within 0\.3 s/);
  });
});

withPython(`what ships${why}`, () => {
  it('has one sidecar, imported as its recipe says', async () => {
    const catalog = await openCatalog({
      roots: [{ id: 'bundled', kind: 'bundled', path: collectionsFolder }],
      cache: false,
    });
    const { code, entries, refused } = await catalog.bootstrap();
    expect(refused).toEqual([]);
    expect(entries.map(({ module }) => module)).toEqual(['data_recipes.adjust_many_p_values']);
    expect(
      py(`${code}\nimport data_recipes.adjust_many_p_values as adjust\nprint(adjust.holm([0.001, 0.008, 0.5]))`),
    ).toBe('[0.003, 0.016, 0.5]');
  });

  it('is hinted at where it was compiled, and only there', async () => {
    const cache = makeTree({});
    const open = () => openCatalog({ roots: [{ id: 'project', kind: 'project', path: folder }], cache });
    const folder = makeTree(TREE);
    expect(await (await open()).view().replySkill('bio:align')).not.toHaveProperty('import_hint');
    await (await open()).bootstrap();
    const view = (await open()).view();
    expect(await view.replySkill('bio:align')).toMatchObject({ import_hint: 'import bio.msa_parsing' });
    expect(await view.replySkill('bio:plain')).not.toHaveProperty('import_hint');
    writeFileSync(join(folder, 'bio/align/kernel.py'), 'VALUE = 2\n');
    expect(await view.replySkill('bio:align')).not.toHaveProperty('import_hint');
  });

  it('is found and lost without a look at any SKILL.md', async () => {
    const cache = makeTree({});
    const folder = makeTree(TREE);
    const count = async () => {
      const catalog = await openCatalog({ roots: [{ id: 'project', kind: 'project', path: folder }], cache });
      return catalog
        .view()
        .entries()
        .filter(({ sidecar }) => sidecar === true)
        .map(({ id }) => id);
    };
    expect(await count()).toEqual(['bio:align', 'bio:three', 'chem-lab:kw', 'project:deploy']);
    rmSync(join(folder, 'bio/three/kernel.py'));
    writeFileSync(join(folder, 'bio/plain/kernel.py'), '');
    expect(await count()).toEqual(['bio:align', 'bio:plain', 'chem-lab:kw', 'project:deploy']);
    writeFileSync(join(folder, 'bio/align/SKILL.md'), skillText('msa-parsing', 'Edited.'));
    expect(await count()).toEqual(['bio:align', 'bio:plain', 'chem-lab:kw', 'project:deploy']);
  });
});

withPython(`the manifest${why}`, () => {
  it('is the same in another place, with 500 more skills, and where only is not given', async () => {
    const here = await boot(makeTree(TREE));
    const there = makeTree(TREE);
    expect((await boot(there)).manifest_id).toBe(here.manifest_id);
    for (let n = 0; n < 500; n++) {
      mkdirSync(join(there, `more/s${n}`), { recursive: true });
      writeFileSync(join(there, `more/s${n}/SKILL.md`), skillText(`more-${n}`));
    }
    const after = await boot(there);
    expect(after.manifest_id).toBe(here.manifest_id);
    expect(after).toEqual(await boot(there, {}));
    writeFileSync(join(there, 'bio/three/kernel.py'), 'VALUE = 4\n');
    expect((await boot(there)).manifest_id).not.toBe(here.manifest_id);
  });

  it('of 562 members without a sidecar is code below 3 kB that does no harm', async () => {
    const tree: Record<string, TreeEntry> = { 'bio/COLLECTION.json': marker('bio') };
    for (let n = 0; n < 562; n++) tree[`bio/s${n}/SKILL.md`] = skillText(`member-${n}`);
    const { code, entries, refused } = await boot(makeTree(tree));
    expect([entries, refused]).toEqual([[], []]);
    expect(code.length).toBeLessThan(3_000);
    expect(py(`${code}\nimport json\nprint(json.dumps(1))`)).toBe('1');
  });
});
