import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../../src/app/open-catalog.ts';
import type { Readiness } from '../../../../src/base/types.ts';
import type { NetworkInventory } from '../../../../src/catalog/network/inventory.ts';
import type { InventoryAccept } from '../../../../src/owner/inventory/accept.ts';
import type { InventoryCheck } from '../../../../src/owner/inventory/inventory.ts';
import type { InventoryReview } from '../../../../src/owner/inventory/review.ts';
import { cli, cliJson } from '../../../support/cli-json.ts';
import { makeTree } from '../../../support/tree.ts';

const skill = (name: string, body: string) => `---\nname: ${name}\ndescription: D.\n---\n${body}`;
const TREE = {
  'bio/COLLECTION.json': JSON.stringify({ schema_version: 1, id: 'bio', prompt_line: '{count}' }),
  'bio/align/SKILL.md': skill('align', '\n```bash\nsamtools index a\nnosuchtool -x\n```\n'),
  'bio/count/SKILL.md': skill('count', '\n```bash\nnosuchtool -y\n```\n'),
  'bio/plan/SKILL.md': skill('plan', '\nWords only.\n'),
  'mine/SKILL.md': skill('mine', '\n```bash\njq .\n```\n'),
};

const review = (tree: string, ...rest: string[]) =>
  cliJson<InventoryReview>('inventory-review', ['inventory', 'review', ...rest, '--root', tree]);
const accept = (tree: string, ...rest: string[]) =>
  cliJson<InventoryAccept>('inventory-accept', ['inventory', 'review', 'bio', ...rest, '--root', tree]);
const fileOf = (tree: string) => `${tree}/network-inventory.json`;
const inventoryOf = (tree: string): NetworkInventory => JSON.parse(readFileSync(fileOf(tree), 'utf8'));
const memberOf = (tree: string, path: string) => inventoryOf(tree).collections?.['bio']?.members?.[path];

async function readiness(tree: string, ref: string, programs: readonly string[] = []): Promise<Readiness> {
  const look = (path: string) => (programs.some((one) => path.endsWith(`/${one}`)) ? 'program' : 'absent');
  const catalog = await openCatalog({
    roots: [{ id: 'project', kind: 'project', path: tree }],
    cache: false,
    machine: { platform: 'linux', env: { PATH: '/bin' }, look },
  });
  const [found] = await catalog.view().readiness([ref], { why: true });
  return found?.readiness as Readiness;
}

describe('inventory review of what a skill needs', () => {
  it('proposes from the evidence, and writes nothing', async () => {
    const tree = makeTree(TREE);
    const { json, err } = await review(tree, 'bio:align');
    expect(json).toMatchObject({ written: false, diff: '', proposed: ['bin:nosuchtool', 'bin:samtools'] });
    expect(existsSync(fileOf(tree))).toBe(false);
    expect(err).toContain('inventory review bio:align --accept');
    const { out } = await cli(['inventory', 'review', 'bio:align', '--root', tree]);
    expect(out).toContain('bin:samtools (SKILL.md:7: samtools index a)');
  });

  it('is written when a person accepts it, and gives the verdict for these bytes alone', async () => {
    const tree = makeTree(TREE);
    expect(await readiness(tree, 'bio:align')).toMatchObject({ state: 'unknown', declared: false });
    const { json } = await review(tree, 'bio:align', '--accept');
    expect(json.written).toBe(true);
    expect(inventoryOf(tree)).toMatchObject({ schema_version: 2, collections: { bio: { declaration: 'legacy' } } });
    expect(memberOf(tree, 'align')).toEqual({
      mode: 'unknown',
      domains: [],
      digest: expect.stringMatching(/^sha256:/),
      requirements: ['bin:nosuchtool', 'bin:samtools'],
    });
    expect(await readiness(tree, 'bio:align')).toMatchObject({
      state: 'needs_setup',
      declared: false,
      reviewed_by: 'person',
      missing: ['bin:nosuchtool', 'bin:samtools'],
    });
    expect(await readiness(tree, 'bio:align', ['samtools', 'nosuchtool'])).toMatchObject({ state: 'ready' });
    writeFileSync(`${tree}/bio/align/SKILL.md`, skill('align', '\nOther bytes.\n'));
    const stale = await readiness(tree, 'bio:align', ['samtools', 'nosuchtool']);
    expect(stale).toMatchObject({ state: 'unknown', unverifiable: ['reviewed requirements'] });
    expect(stale).not.toHaveProperty('reviewed_by');
    const check = await cliJson<InventoryCheck>('inventory-check', ['inventory', 'check', '--root', tree]);
    expect(check.json.problems).toMatchObject([{ problem: 'bytes have changed', path: 'align' }]);
    expect(check.code).toBe(3);
  });

  it('takes a list of its own, and "none"', async () => {
    const tree = makeTree(TREE);
    await review(tree, 'bio:plan', '--requirement', 'none', '--note', 'words only');
    expect(memberOf(tree, 'plan')).toMatchObject({ requirements: [], note: 'words only' });
    expect(await readiness(tree, 'bio:plan')).toMatchObject({ state: 'ready', reviewed_by: 'person' });
    await review(
      tree,
      'bio:align',
      '--requirement',
      'any-bin:samtools|sambamba',
      '--requirement',
      'python:numpy>=1,<2',
    );
    expect(memberOf(tree, 'align')?.requirements).toEqual(['any-bin:samtools|sambamba', 'python:numpy>=1,<2']);
    await review(tree, 'bio:align', '--forget-requirements');
    expect(memberOf(tree, 'align')).not.toHaveProperty('requirements');
  });

  it('refuses what nobody could check, and flags that say two things', async () => {
    const tree = makeTree(TREE);
    for (const flags of [
      ['--requirement', 'a good mood'],
      ['--requirement', 'python:x>=new'],
      ['--requirement', 'none', '--requirement', 'bin:jq'],
      ['--accept', '--requirement', 'bin:jq'],
      ['--domain', 'example.org'],
    ]) {
      expect((await cli(['inventory', 'review', 'bio:align', ...flags, '--root', tree])).code).toBe(2);
    }
    expect(existsSync(fileOf(tree))).toBe(false);
  });

  it('keeps the network review of the same bytes, and drops that of others', async () => {
    const tree = makeTree(TREE);
    await review(tree, 'bio:align', '--mode', 'none');
    await review(tree, 'bio:align', '--accept');
    expect(memberOf(tree, 'align')).toMatchObject({ mode: 'none', requirements: ['bin:nosuchtool', 'bin:samtools'] });
    writeFileSync(`${tree}/bio/align/SKILL.md`, skill('align', '\n```bash\ncurl x\n```\n'));
    await review(tree, 'bio:align', '--accept');
    expect(memberOf(tree, 'align')).toMatchObject({ mode: 'unknown', requirements: ['bin:curl'] });
    writeFileSync(`${tree}/bio/align/SKILL.md`, skill('align', '\n```bash\nwget x\n```\n'));
    await review(tree, 'bio:align', '--mode', 'host_only');
    expect(memberOf(tree, 'align')).toMatchObject({ mode: 'host_only' });
    expect(memberOf(tree, 'align')).not.toHaveProperty('requirements');
  });

  it('stands beside what a skill declares itself', async () => {
    const declared = '---\nname: own\ndescription: D.\nrequirements: bin:jq\n---\n';
    const tree = makeTree({ 'own/SKILL.md': declared });
    await review(tree, 'own', '--requirement', 'bin:yq', '--requirement', 'bin:jq');
    expect(await readiness(tree, 'own', ['jq'])).toMatchObject({
      state: 'needs_setup',
      declared: true,
      missing: ['bin:yq'],
    });
    expect(await readiness(tree, 'own', ['jq', 'yq'])).toMatchObject({ state: 'ready' });
  });

  it('writes nothing on a dry run', async () => {
    const tree = makeTree(TREE);
    const { json } = await review(tree, 'bio:align', '--accept', '--dry-run');
    expect(json).toMatchObject({ written: false, diff: expect.stringContaining('bin:samtools') });
    expect(existsSync(fileOf(tree))).toBe(false);
  });
});

describe('inventory review --accept-all', () => {
  it('wants the id of the collection once more', async () => {
    const tree = makeTree(TREE);
    const { code, err } = await cli(['inventory', 'review', 'bio', '--accept-all', 'yes', '--root', tree]);
    expect([code, err]).toEqual([2, expect.stringContaining('give its id once more')]);
    expect(existsSync(fileOf(tree))).toBe(false);
  });

  it('writes down that nobody read it, and leaves what shows nothing, or a person reviewed', async () => {
    const tree = makeTree(TREE);
    await review(tree, 'bio:count', '--requirement', 'none');
    const dry = await accept(tree, '--accept-all', 'bio', '--dry-run');
    expect(dry.json).toMatchObject({
      written: false,
      accepted: [{ id: 'bio:align' }],
      kept: ['bio:count'],
      without_evidence: ['bio:plan'],
    });
    const { json, code } = await accept(tree, '--accept-all', 'bio');
    expect([json.written, code]).toEqual([true, 0]);
    expect(memberOf(tree, 'align')).toMatchObject({
      reviewed_by: 'evidence',
      requirements: ['bin:nosuchtool', 'bin:samtools'],
    });
    expect(memberOf(tree, 'count')).not.toHaveProperty('reviewed_by');
    expect(memberOf(tree, 'plan')).toBeUndefined();
    expect(await readiness(tree, 'bio:align', ['samtools', 'nosuchtool'])).toMatchObject({
      state: 'ready',
      reviewed_by: 'evidence',
    });
    const again = await accept(tree, '--accept-all', 'bio');
    expect(again.json.written).toBe(false);
  });

  it('is no person’s review until a person says the same', async () => {
    const tree = makeTree(TREE);
    await accept(tree, '--accept-all', 'bio');
    await review(tree, 'bio:align', '--mode', 'none');
    expect(memberOf(tree, 'align')).toMatchObject({ mode: 'none', reviewed_by: 'evidence' });
    await review(tree, 'bio:align', '--accept');
    expect(memberOf(tree, 'align')).not.toHaveProperty('reviewed_by');
  });
});
