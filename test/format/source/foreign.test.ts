import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import { readForeignLock } from '../../../src/format/source/foreign/read.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const hash64 = 'a'.repeat(64);
const github = 'https://github.com/lab/skills';
const git = (more: object = {}) => ({ type: 'git', url: github, ...more });

/** Files as each tool writes them, made by hand. */
const READ: readonly (readonly [title: string, text: string, format: string, skills: readonly object[]])[] = [
  [
    'skills, the lock of a project',
    JSON.stringify({
      version: 1,
      skills: {
        'cell-count': {
          source: 'lab/skills',
          ref: 'v2',
          sourceType: 'github',
          skillPath: 'skills/cell-count/SKILL.md',
          computedHash: hash64,
        },
        other: {
          source: 'https://git.example.org/x.git',
          sourceUrl: 'https://git.example.org/x.git',
          sourceType: 'git',
          computedHash: hash64,
        },
        site: {
          source: 'lab.example',
          sourceUrl: 'https://lab.example/.well-known/agent-skills/index.json',
          sourceType: 'well-known',
          computedHash: hash64,
        },
        packed: { source: '@lab/tools', sourceType: 'node_modules', computedHash: hash64 },
      },
    }),
    'skills, project',
    [
      {
        name: 'cell-count',
        source: git({ path: 'skills/cell-count', ref: 'v2' }),
        hash: { kind: 'vercel', value: hash64 },
      },
      {
        name: 'other',
        source: { type: 'git', url: 'https://git.example.org/x.git' },
        hash: { kind: 'vercel', value: hash64 },
      },
      {
        name: 'site',
        source: { type: 'index', url: 'https://lab.example/.well-known/agent-skills/index.json' },
        hash: { kind: 'vercel', value: hash64 },
      },
      { name: 'packed', source: { type: 'package', name: '@lab/tools' }, hash: { kind: 'vercel', value: hash64 } },
    ],
  ],
  [
    'skills and gh, the lock of a person',
    JSON.stringify({
      version: 3,
      skills: {
        'cell-count': {
          source: 'lab/skills',
          sourceType: 'github',
          sourceUrl: `${github}.git`,
          ref: 'v2',
          skillPath: 'skills/cell-count/SKILL.md',
          skillFolderHash: commit,
          installedAt: '2026-01-01T00:00:00Z',
          pinnedRef: 'v2',
        },
      },
      dismissed: {},
    }),
    'gh skill and skills, user',
    [
      {
        name: 'cell-count',
        source: git({ path: 'skills/cell-count', ref: 'v2' }),
        hash: { kind: 'tree', value: commit },
      },
    ],
  ],
  [
    'the other tool whose file has the same name',
    JSON.stringify({
      version: 1,
      skills: { 'cell-count': { source: 'lab/skills', path: 'skills/cell-count', ref: commit } },
    }),
    'pcomans skills-lock',
    [{ name: 'cell-count', source: git({ path: 'skills/cell-count' }), commit }],
  ],
  [
    'skills-lock',
    JSON.stringify({
      lockfileVersion: 1,
      skills: {
        'cell-count': {
          spec: 'lab/skills#v2',
          resolved: `${github}.git`,
          ref: 'v2',
          commit,
          path: 'skills/cell-count',
          integrity: 'sha256-AAAA',
        },
      },
    }),
    'skills-lock',
    [
      {
        name: 'cell-count',
        source: { type: 'git', url: `${github}.git`, path: 'skills/cell-count', ref: 'v2' },
        commit,
        hash: { kind: 'skills-lock', value: 'sha256-AAAA' },
      },
    ],
  ],
  [
    'rulesync',
    JSON.stringify({
      lockfileVersion: 1,
      sources: {
        'lab/skills': {
          requestedRef: 'main',
          resolvedRef: commit,
          skills: { 'cell-count': { integrity: `sha256-${hash64}` } },
        },
      },
    }),
    'rulesync',
    [
      {
        name: 'cell-count',
        source: git({ ref: 'main' }),
        commit,
        hash: { kind: 'rulesync', value: `sha256-${hash64}` },
      },
    ],
  ],
  [
    'openskills',
    JSON.stringify({
      source: 'lab/skills',
      sourceType: 'git',
      repoUrl: github,
      subpath: 'skills/cell-count',
      installedAt: '2026-01-01',
    }),
    'openskills',
    [{ name: 'cell-count', source: git({ path: 'skills/cell-count' }) }],
  ],
  [
    'skillkit',
    JSON.stringify({
      version: 1,
      skills: {
        'lab/skills:cell-count': {
          source: 'lab/skills',
          sourceType: 'github',
          installedAt: 'x',
          agents: [],
          path: '/x',
        },
      },
    }),
    'skillkit',
    [{ name: 'cell-count', source: git() }],
  ],
  [
    'skillfile, its lock',
    JSON.stringify({
      'github/skill/cell-count': { repo: 'lab/skills', path: 'skills/cell-count', ref: 'main', sha: commit },
    }),
    'skillfile',
    [{ name: 'cell-count', source: git({ path: 'skills/cell-count', ref: 'main' }), commit }],
  ],
  [
    'skillfile, its list',
    '# ours\ngithub  skill  lab/skills  skills/cell-count/SKILL.md  v2\ngithub skill counter lab/skills skills/cell-count\nlocal skill ./x\ngithub agent lab/agents a.md\n',
    'skillfile',
    [
      { name: 'cell-count', source: git({ path: 'skills/cell-count', ref: 'v2' }) },
      { name: 'counter', source: git({ path: 'skills/cell-count' }) },
    ],
  ],
  [
    'gh, in the skill itself',
    `---\nname: cell-count\ndescription: Count.\nmetadata:\n  github-repo: ${github}\n  github-ref: refs/heads/main\n  github-tree-sha: "${commit}"\n  github-path: skills/cell-count\n---\n\nBody.\n`,
    'gh skill',
    [
      {
        name: 'cell-count',
        source: git({ path: 'skills/cell-count', ref: 'main' }),
        hash: { kind: 'tree', value: commit },
      },
    ],
  ],
  [
    'apm',
    `lockfile_version: "1"\ngenerated_at: "2026-01-01"\ndependencies:\n  - repo_url: lab/skills\n    host: github.com\n    resolved_commit: ${commit}\n    resolved_ref: v2\n    virtual_path: skills/cell-count\n    deployed_files:\n      - .github/skills/cell-count\n  - repo_url: lab/skills\n    host: github.com\n    resolved_commit: ${commit}\n    skill_subset:\n      - a\n      - b\n`,
    'apm',
    [
      { name: 'cell-count', source: git({ path: 'skills/cell-count', ref: 'v2' }), commit },
      { name: 'a', source: git(), commit },
      { name: 'b', source: git(), commit },
    ],
  ],
  [
    'skillcask',
    `[[package]]\nname = "lab/skills"\nconstraint = "^2"\nversion = "2.1.0"\nrepository = "${github}"\ngit_ref = "v2.1.0"\ndist_sha256 = "${hash64}"\n\n[package.dist]\nkind = "git"\nurl = "${github}"\nreference = "${commit}"\n\n[[package.skills]]\nname = "counter"\nfrom = "cell-count"\npath = "skills/cell-count"\ntree_sha256 = "${hash64}"\n`,
    'skillcask',
    [{ name: 'counter', source: git({ path: 'skills/cell-count', ref: 'v2.1.0' }), commit }],
  ],
  [
    'skillock',
    `[[skill]]\nname = "cell-count"\nrepo = "lab/skills"\nref = "v2"\npinned = "tag"\nsha = "${commit}"\nagents = ["claude"]\n\n[skill.files."SKILL.md"]\nsha256 = "${hash64}"\n`,
    'skillock',
    [{ name: 'cell-count', source: git({ ref: 'v2' }), commit }],
  ],
  [
    'dotagents, its list',
    `version = 1\nagents = ["claude"]\n\n[[skills]]\nname = "cell-count"\nsource = "lab/skills@v2"\n`,
    'dotagents',
    [{ name: 'cell-count', source: git({ ref: 'v2' }) }],
  ],
  [
    'dotagents, its lock',
    `version = 1\n\n[skills.cell-count]\nsource = "lab/skills"\nresolved_url = "${github}"\nresolved_path = "skills/cell-count"\ncommit = "${commit}"\n`,
    'dotagents',
    [{ name: 'cell-count', source: git({ path: 'skills/cell-count' }), commit }],
  ],
  ['an empty lock', '{"version":1,"skills":{}}', 'empty', []],
];

describe('what other tools noted', () => {
  it.each(READ)('is read: %s', async (_, text, format, skills) => {
    const lock = await readForeignLock(text, 'some.lock');
    expect(lock.unusable).toEqual([]);
    expect([lock.format, lock.skills]).toEqual([format, skills]);
  });

  it('is told by its content: two shapes of one name', async () => {
    const formats = await Promise.all(
      [READ[0], READ[2]].map((one) => readForeignLock(one?.[1] ?? '', 'skills-lock.json')),
    );
    expect(new Set(formats.map((one) => one.format)).size).toBe(2);
  });

  it.each([
    ['an address that starts a program', { resolved: 'ext::sh -c touch% x', commit }],
    ['an address like an option', { resolved: '--upload-pack=touch x', commit }],
    ['a commit like an option', { resolved: github, commit: '--output=x' }],
    ['a ref like an option', { resolved: github, commit, ref: '--upload-pack=x' }],
    ['a path that leads out', { resolved: github, commit, path: '../../.ssh' }],
    ['a shell’s words', { resolved: 'git@example.org:x;touch y', commit }],
    ['a local folder', { resolved: 5, commit }],
  ])('is not believed: %s', async (_, entry) => {
    const text = JSON.stringify({
      lockfileVersion: 1,
      skills: { bad: entry, good: { resolved: github, commit, path: 'good' } },
    });
    const { skills, unusable } = await readForeignLock(text, 'x');
    expect(skills.map((one) => one.name)).toEqual(['good']);
    expect(unusable.map((one) => one.name)).toEqual(['bad']);
    expect(unusable[0]?.why).not.toBe('');
  });

  it.each(['', '{', '{"a":1}', '[]', 'hello\nworld', '[[skill]]\nname = ', '---\nname: x\n---\n'])(
    'is refused: %j',
    async (text) => {
      const error = await readForeignLock(text, 'x.lock').catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SkillficheError);
      expect((error as SkillficheError).code).toBe('BROKEN_FILE');
    },
  );
});
