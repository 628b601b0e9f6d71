import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readArchive } from '../../../src/format/archive/read.ts';
import { skillText } from '../../support/tree.ts';
import { makePlace, readAll, write } from '../store/support.ts';

const TREE = {
  'project/.agents/skills/deploy/SKILL.md':
    '---\nname: Deploy It\ndescription: "Deploys: with --- care"\nlicense: MIT\ntriggers: [ship it, roll out]\ncompatibility: bash\nallowed-tools: Bash\nhooks: {a: b}\nmetadata:\n  author: me\n  deep: {x: [1, 2]}\n---\n\n# Deploy\n',
  'project/.agents/skills/deploy/scripts/run.sh': '#!/bin/sh\necho "```"\n',
  'project/.agents/skills/deploy/assets/x.bin': Buffer.from([0, 1, 2]),
};

/** The rules of the specification, written down anew: what keeps a reader of it from taking this skill. */
function faultsOf(folder: string, text: string): string[] {
  const faults: string[] = [];
  const pieces = text.split('---');
  if (pieces[0] !== '' || pieces.length < 3) return ['the header is not between two lines of hyphens'];
  const header: Record<string, unknown> = parse(pieces[1] ?? '', { schema: 'failsafe' });
  if (/^[^#"']*:\s*[[{&*!]/m.test(pieces[1] ?? '')) faults.push('a value in one line, an anchor or a tag');
  const known = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];
  for (const key of Object.keys(header)) if (!known.includes(key)) faults.push(`unknown key ${key}`);
  const { name, description, metadata } = header;
  if (typeof name !== 'string' || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 64) faults.push('name');
  if (name !== folder) faults.push('the name is not that of the folder');
  if (typeof description !== 'string' || description.trim() === '' || [...description].length > 1_024)
    faults.push('description');
  if (metadata !== undefined && !Object.values(metadata as object).every((one) => typeof one === 'string'))
    faults.push('metadata');
  return faults;
}

describe('a zip of a skill', () => {
  it('keeps the rules of the specification, and has the same bytes each time', async () => {
    const { workspace } = await makePlace(TREE);
    const packed = await workspace.targets.archive('project:deploy');
    expect(packed).toMatchObject({ name: 'deploy-it', file: 'deploy-it.zip', moved: ['triggers'] });
    expect(packed.left_out).toEqual(['compatibility', 'allowed-tools', 'hooks']);
    const files = await readArchive(packed.bytes);
    expect(files.map(({ path }) => path)).toEqual([
      'deploy-it/SKILL.md',
      'deploy-it/assets/x.bin',
      'deploy-it/scripts/run.sh',
    ]);
    const text = Buffer.from(files[0]?.bytes ?? []).toString();
    expect(faultsOf('deploy-it', text)).toEqual([]);
    expect(parse(text.split('---')[1] ?? '')).toEqual({
      name: 'deploy-it',
      description: 'Deploys: with – care',
      license: 'MIT',
      metadata: { triggers: 'ship it, roll out', author: 'me', 'deep.x': '1, 2' },
    });
    const again = await (await makePlace(TREE)).workspace.targets.archive('project:deploy');
    const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
    expect(hash(again.bytes)).toBe(hash(packed.bytes));
  });

  it('comes back by add, file for file', async () => {
    const { workspace } = await makePlace(TREE);
    const packed = await workspace.targets.archive('project:deploy');
    const other = await makePlace({});
    const file = join(other.base, packed.file);
    write(file, '');
    (await import('node:fs')).writeFileSync(file, packed.bytes);
    const report = await other.workspace.sources.install(file);
    expect(report).toMatchObject({ added: [{ slug: 'deploy-it' }], refused: [] });
    const folder = join(other.project, '.agents/skills/deploy-it');
    expect(readAll(folder)['scripts/run.sh']).toBe('#!/bin/sh\necho "```"\n');
    const back = await other.workspace.targets.archive('project:deploy-it');
    expect(Buffer.from(back.bytes).equals(Buffer.from(packed.bytes))).toBe(true);
  });

  it('is not made of what the gate refuses', async () => {
    const { workspace } = await makePlace({
      'project/.agents/skills/bad/SKILL.md': skillText('bad', 'x', 'Run \u202E it.\n'),
    });
    await expect(workspace.targets.archive('bad')).rejects.toMatchObject({ code: 'GATE_REFUSED' });
  });
});

it('a document of a skill has every text in a fence that holds, and names what is no text', async () => {
  const { workspace } = await makePlace(TREE);
  const { bytes, file } = await workspace.targets.archive('project:deploy', { format: 'markdown' });
  const text = Buffer.from(bytes).toString();
  expect(file).toBe('deploy-it.md');
  expect(text).toContain('## File: scripts/run.sh\n\n```sh\n#!/bin/sh\necho "```"\n```\n');
  expect(text).toContain('## File: assets/x.bin\n\nNo text; 3 bytes that only the zip holds.\n');
});
