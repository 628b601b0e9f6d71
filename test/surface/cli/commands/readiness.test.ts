import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../../src/app/open-catalog.ts';
import type { ReadinessSummary, SkillReadiness } from '../../../../src/catalog/types.ts';
import { renderBar } from '../../../../src/surface/cli/render/bar.ts';
import { cli, cliJson } from '../../../support/cli-json.ts';
import { makeTree } from '../../../support/tree.ts';

interface Answer {
  readonly summary: ReadinessSummary;
  readonly skills: readonly SkillReadiness[];
}

function skill(name: string, frontmatter: string = ''): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n${frontmatter}---\n`;
}

const TREE = {
  'ready/SKILL.md': skill('ready', 'requires:\n  env: [SET]\n'),
  'one/SKILL.md': skill('one', 'requires:\n  bins: [absent-tool]\n'),
  'prose/SKILL.md': skill('prose', 'compatibility: Needs a GPU\n'),
  'bio/COLLECTION.json': JSON.stringify({ schema_version: 1, id: 'bio', prompt_line: '{count}' }),
  'bio/a/SKILL.md': skill('a', 'requires:\n  bins: [absent-tool]\n  env: [UNSET]\n'),
  'bio/b/SKILL.md': skill('b'),
};
const WORLD = { env: { SET: 'hunter2', PATH: '' } };

describe('readiness', () => {
  it('sums up each tree and what is missing most', async () => {
    const { code, json } = await cliJson<Answer>('readiness', ['readiness', '--root', makeTree(TREE)], WORLD);
    expect(code).toBe(0);
    expect(json.summary).toEqual({
      total: 5,
      ready: 1,
      needs_setup: 2,
      unknown: 2,
      declared: 4,
      by_review: 0,
      by_evidence: 0,
      evidence_only: 0,
      evidence_unread: 1,
      unlock: { install: ['bin:absent-tool'], skills: 1 },
      scopes: [
        expect.objectContaining({
          id: 'bio',
          kind: 'collection',
          total: 2,
          ready: 0,
          needs_setup: 1,
          unknown: 1,
          declared: 1,
        }),
        expect.objectContaining({
          id: 'project',
          kind: 'root',
          total: 3,
          ready: 1,
          needs_setup: 1,
          unknown: 1,
          declared: 3,
        }),
      ],
      missing: [
        { requirement: 'bin:absent-tool', skills: 2, alone: 1 },
        { requirement: 'env:UNSET', skills: 1, alone: 0 },
      ],
    });
    expect(json.skills).toHaveLength(5);
  });

  it('tells on whose word a tree is judged, and what to install for the most of it', async () => {
    const body = (...programs: string[]) => `\n\`\`\`bash\n${programs.map((one) => `${one} -x`).join('\n')}\n\`\`\`\n`;
    const tree = makeTree({
      'bio/COLLECTION.json': JSON.stringify({ schema_version: 1, id: 'bio', prompt_line: '{count}' }),
      'bio/a/SKILL.md': `${skill('a')}${body('samtools')}`,
      'bio/b/SKILL.md': `${skill('b')}${body('samtools', 'STAR')}`,
      'bio/c/SKILL.md': `${skill('c')}${body('samtools', 'STAR', 'bcftools', 'gatk')}`,
      'bio/d/SKILL.md': `${skill('d')}${body('gatk', 'w', 'x', 'y')}`,
      'bio/e/SKILL.md': skill('e'),
      'bio/f/SKILL.md': `${skill('f', 'requires:\n  bins: [bcftools]\n')}`,
    });
    const cache = makeTree({});
    const run = () => cliJson<Answer>('readiness', ['readiness', '--root', tree, '--cache', cache], WORLD);
    const first = await run();
    expect(first.json.summary).toMatchObject({
      declared: 1,
      by_review: 0,
      evidence_only: 4,
      evidence_unread: 0,
      unlock: { install: ['bin:samtools', 'bin:STAR', 'bin:bcftools'], skills: 3 },
    });
    expect((await run()).json).toEqual(first.json);
    const { out } = await cli(['readiness', '--root', tree, '--cache', cache], WORLD);
    expect(out).toContain('bio: judged 1 by declaration, 0 by review; 4 have only evidence.');
    expect(out).toContain('3 skills would lack nothing that is known');
    await cli(['inventory', 'review', 'bio:e', '--requirement', 'none', '--root', tree], WORLD);
    await cli(['inventory', 'review', 'bio', '--accept-all', 'bio', '--root', tree], WORLD);
    expect((await run()).json.summary).toMatchObject({ by_review: 1, by_evidence: 4, evidence_only: 0, ready: 1 });
    const listed = await cli(['readiness', 'bio:a', '--root', tree], WORLD);
    expect(listed.out).toContain('accepted from evidence');
    const why = await cli(['readiness', 'bio:e', 'bio:a', '--why', '--root', tree], WORLD);
    expect(why.out).toContain('bio:e: ready (reviewed)');
    expect(why.out).toContain('- bin:samtools: No such program is on PATH. (network-inventory.json)');
  });

  it('reads no evidence unasked where it could not be kept', async () => {
    const tree = makeTree({ 'a/SKILL.md': `${skill('a')}\n\`\`\`bash\njq .\n\`\`\`\n` });
    const { json } = await cliJson<Answer>('readiness', ['readiness', '--root', tree, '--no-cache'], WORLD);
    expect(json.summary).toMatchObject({ evidence_only: 0, evidence_unread: 1 });
  });

  it('prints bars, counts, and the way to each list', async () => {
    const { out } = await cli(['readiness', '--root', makeTree(TREE)], WORLD);
    expect(out).toMatch(/^bio +▒{9}·{9} +0 +1 +1 +1$/m);
    expect(out).toMatch(/^project \(ordinary\) +█+▒+·+ +1 +1 +1 +0$/m);
    expect(out).toMatch(/^bin:absent-tool +2 +1$/m);
    expect(out).toContain("skillfiche readiness --missing 'bin:absent-tool'");
  });

  it.each<[string[], string[]]>([
    [
      ['--missing', 'bin:absent-tool'],
      ['bio:a', 'project:one'],
    ],
    [['--state', 'ready'], ['project:ready']],
    [
      ['--collection', 'bio'],
      ['bio:a', 'bio:b'],
    ],
    [['--collection', 'bio', '--state', 'unknown'], ['bio:b']],
    [
      ['one', 'bio:b'],
      ['project:one', 'bio:b'],
    ],
    [['--only', 'bio:b'], ['bio:b']],
  ])('%j lists %j', async (flags, ids) => {
    const { json } = await cliJson<Answer>('readiness', ['readiness', '--root', makeTree(TREE), ...flags], WORLD);
    expect(json.skills.map((one) => one.id)).toEqual(ids);
  });

  it('takes paths too', async () => {
    const tree = makeTree(TREE);
    const { out } = await cli(['readiness', './one', '--root', tree], { ...WORLD, cwd: tree });
    expect(out).toMatch(/^project:one +needs setup +bin:absent-tool$/m);
  });

  it('gives reasons with their lines, and never the value of a variable', async () => {
    const { out } = await cli(['readiness', '--root', makeTree(TREE), '--why'], WORLD);
    expect(out).toContain(
      'project:one: needs setup\n  - bin:absent-tool: No such program is on PATH. (requires.bins, line 5)\n',
    );
    expect(out).toContain('  + env:SET: It is there.');
    expect(out).toContain('  ? compatibility:Needs a GPU: Cannot be checked: it is prose.');
    expect(out).toContain('bio:b: unknown (declares nothing)\n');
    const all = await cliJson<Answer>('readiness', ['readiness', '--root', makeTree(TREE), '--why'], WORLD);
    expect(out + all.out + all.err).not.toContain('hunter2');
  });

  it('refuses a state nobody knows and a skill nobody has', async () => {
    expect((await cli(['readiness', '--state', 'fine', '--root', makeTree(TREE)])).code).toBe(2);
    expect((await cli(['readiness', 'nope', '--root', makeTree(TREE)])).code).toBe(2);
  });

  it('gives what the library gives', async () => {
    const tree = makeTree(TREE);
    const { json } = await cliJson<Answer>('readiness', ['readiness', '--root', tree, '--why'], WORLD);
    const catalog = await openCatalog({
      roots: [{ id: 'project', kind: 'project', path: tree }],
      cache: false,
      machine: WORLD,
    });
    expect(json.skills).toEqual(await catalog.view().readiness(undefined, { why: true }));
  });

  it('has an answer for an empty tree', async () => {
    expect(await cli(['readiness', '--root', makeTree({})])).toMatchObject({ code: 0, out: 'There are no skills.\n' });
  });
});

describe('a bar', () => {
  const plain = (_: unknown, text: string) => text;
  it.each<[number[], string]>([
    [[1, 1, 2], 'aabbcccc'],
    [[1, 0, 999], 'accccccc'],
    [[0, 0, 0], '        '],
    [[5, 0, 0], 'aaaaaaaa'],
    [[1, 1, 1], 'aabbbccc'],
  ])('of %j is %j', (counts, expected) => {
    const bar = renderBar(
      counts.map((count, at) => ({ count, mark: 'abc'[at] ?? '', style: 'red' as const })),
      8,
      plain,
    );
    expect(bar).toHaveLength(8);
    expect(new Set(bar)).toEqual(new Set(expected));
  });
});

const program = join(import.meta.dirname, '../../../../dist/bin/skillfiche.js');
const canTrace = existsSync(program) && spawnSync('strace', ['-f', '-e', 'trace=network', 'true']).status === 0;

describe.skipIf(!canTrace)('traced', () => {
  it('opens no socket and starts no program', () => {
    const tree = makeTree({ ...TREE, 'log/x': '' });
    const log = join(tree, 'log/trace');
    execFileSync('strace', [
      '-f',
      '-qq',
      '-e',
      'trace=network,execve,execveat',
      '-o',
      log,
      process.execPath,
      program,
      'readiness',
      '--root',
      tree,
      '--why',
      '--no-cache',
    ]);
    const calls = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => /\b(?:execve|execveat|connect|bind|sendto|sendmsg)\(|\bsocket\(AF_INET/.test(line));
    // The one start is that of the program itself.
    expect(calls.filter((line) => !/execve\(/.test(line))).toEqual([]);
    expect(calls).toHaveLength(1);
  });
});

describe('--allow-network', () => {
  const RAW = {
    'a/SKILL.md': skill(
      'a',
      'requirements: []\ncapabilities:\n  network: {mode: raw_required, domains: [x.example]}\n',
    ),
  };
  const states = async (folder: string, ...flags: string[]): Promise<unknown[]> => {
    const { json } = await cliJson<Answer>('readiness', ['readiness', '--root', folder, ...flags], WORLD);
    return json.skills.map(({ readiness }) => [readiness.state, readiness.blocked_on]);
  };

  it('lets skills run that want raw network, where the owner says that it is allowed', async () => {
    const folder = makeTree(RAW);
    expect(await states(folder)).toEqual([['needs_setup', ['network:raw_required']]]);
    expect(await states(folder, '--allow-network')).toEqual([['ready', []]]);
  });

  it('may stand in the configuration', async () => {
    const folder = makeTree({ ...RAW, 'c.json': '{"allow_network": true}', 'no.json': '{"allow_network": false}' });
    expect(await states(folder, '--config', join(folder, 'c.json'))).toEqual([['ready', []]]);
    expect(await states(folder, '--config', join(folder, 'no.json'))).toEqual([
      ['needs_setup', ['network:raw_required']],
    ]);
    const { json } = await cliJson<{ skills: { readiness: { state: string } }[] }>(
      'list',
      ['list', '--root', folder, '--allow-network'],
      WORLD,
    );
    expect(json.skills.map(({ readiness }) => readiness.state)).toEqual(['ready']);
  });
});
