import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../../src/app/open-catalog.ts';
import type { SkillEvidenceOfNeeds } from '../../../../src/catalog/types.ts';
import { cli, cliJson } from '../../../support/cli-json.ts';
import { makeTree } from '../../../support/tree.ts';

const skill = (name: string, body: string) => `---\nname: ${name}\ndescription: D.\n---\n${body}`;
const TREE = {
  'bio/COLLECTION.json': JSON.stringify({ schema_version: 1, id: 'bio', prompt_line: '{count}' }),
  'bio/align/SKILL.md': skill('align', '\n```bash\nSTAR --runMode x\nsamtools index a\n```\n\nOr `sambamba -t 2`.\n'),
  'bio/align/scripts/qc.py': 'import pysam\n',
  'bio/plan/SKILL.md': skill('plan', '\nWords only.\n'),
  'mine/SKILL.md': skill('mine', '\n```bash\npython3 scripts/run.py\ncurl "$API_TOKEN"\n```\n'),
  'mine/scripts/run.py': '#!/usr/bin/env python3\nimport yaml\n',
};
interface Evidence {
  readonly skills: readonly SkillEvidenceOfNeeds[];
}
const evidence = (tree: string, ...rest: string[]) =>
  cliJson<Evidence>('readiness-evidence', ['readiness', 'evidence', ...rest, '--root', tree]);
const names = ({ skills }: Evidence) =>
  skills.map(({ id, needs, optional }) => [
    id,
    Object.values(needs).flatMap((list) => list.map(({ name }) => name)),
    Object.values(optional).flatMap((list) => list.map(({ name }) => name)),
  ]);

describe('readiness evidence', () => {
  it('says what each skill needs, and apart what it runs without', async () => {
    const { json, code } = await evidence(makeTree(TREE));
    expect(code).toBe(0);
    expect(names(json)).toEqual([
      ['bio:align', ['samtools', 'star'], ['sambamba', 'pysam']],
      ['bio:plan', [], []],
      ['project:mine', ['curl', 'python3', 'pyyaml', 'API_TOKEN'], []],
    ]);
    expect(json.skills[0]?.needs.programs).toEqual([
      { name: 'samtools', file: 'SKILL.md', line: 8, text: 'samtools index a' },
      { name: 'star', spelled: 'STAR', file: 'SKILL.md', line: 7, text: 'STAR --runMode x' },
    ]);
    expect(json.skills[2]?.needs.python).toEqual([
      { name: 'pyyaml', file: 'scripts/run.py', line: 2, text: 'import yaml' },
    ]);
  });

  it('takes a collection, a skill, and a path', async () => {
    const tree = makeTree(TREE);
    expect(names((await evidence(tree, 'bio')).json).map(([id]) => id)).toEqual(['bio:align', 'bio:plan']);
    expect(names((await evidence(tree, 'mine')).json).map(([id]) => id)).toEqual(['project:mine']);
    expect(names((await evidence(tree, `${tree}/mine`)).json)[0]?.[1]).toContain('curl');
    expect((await cli(['readiness', 'evidence', 'nope', '--root', tree])).code).toBe(2);
  });

  it('changes no verdict, and tells a person where each thing stands', async () => {
    const tree = makeTree(TREE);
    const before = (await cli(['readiness', '--why', '--root', tree])).out;
    const { out } = await cli(['readiness', 'evidence', '--root', tree]);
    expect(out).toContain('STAR (programs, SKILL.md:7: STAR --runMode x)');
    expect(out).toContain('sambamba? (programs, SKILL.md:11: Or `sambamba -t 2`.)');
    expect(out).toContain('nothing found in its commands and code');
    expect(out).toContain('3 skills, 2 with something needed.');
    expect((await cli(['readiness', '--why', '--root', tree])).out).toBe(before);
  });

  it('shows what it cannot read, and no control characters', async () => {
    const tree = makeTree({ ...TREE, 'mine/scripts/odd.sh': 'jq \u001b[31m x\n' });
    const { out } = await cli(['readiness', 'evidence', 'mine', '--root', tree]);
    expect(out).not.toContain('\u001b');
  });

  it('is kept in the cache by the bytes it was read from', async () => {
    const tree = makeTree(TREE);
    const cache = makeTree({});
    const open = () => openCatalog({ roots: [{ id: 'r', kind: 'project', path: tree }], cache });
    await (await open()).view().readinessEvidence();
    expect(readdirSync(cache).filter((name) => name.startsWith('needs-'))).toHaveLength(1);
    writeFileSync(join(tree, 'mine/SKILL.md'), skill('mine', '\n```bash\njq .\n```\n'));
    const [mine] = await (await open()).view().readinessEvidence(['mine']);
    expect(mine?.needs.programs.map(({ name }) => name)).toEqual(['jq']);
    expect(existsSync(join(tree, 'network-inventory.json'))).toBe(false);
  });

  it('speaks of visible skills alone', async () => {
    const catalog = await openCatalog({ roots: [{ id: 'r', kind: 'project', path: makeTree(TREE) }], cache: false });
    const view = catalog.view({ only: ['r:mine'] });
    expect((await view.readinessEvidence()).map(({ id }) => id)).toEqual(['r:mine']);
    await expect(view.readinessEvidence(['bio:align'])).rejects.toMatchObject({ code: 'SKILL_NOT_FOUND' });
    await expect(view.readinessEvidence(undefined, { collection: 'bio' })).rejects.toMatchObject({
      code: 'COLLECTION_NOT_FOUND',
    });
    await expect(view.readinessEvidence(undefined, { colection: 'bio' } as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});
