import { describe, expect, it } from 'vitest';
import { skillText } from '../../support/tree.ts';
import { connect, ERAS } from './support/connect.ts';
import { type FakeTree, fakeCatalog, fakeDisk } from './support/fake-catalog.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff]);

const tree: FakeTree = {
  bio: {
    'align/msa-parsing': {
      'SKILL.md': skillText('bio-align-msa', 'Reads alignments.'),
      'references/Q&A 1.md': 'Why?\n',
      'references/deep/er.txt': '\uFEFFwith a mark\r\n',
      'plot.png': PNG,
    },
    'align/unquoted': { 'SKILL.md': skillText('bio-unquoted', 'Use this: it is good.') },
    'align/odd-name': { 'SKILL.md': skillText('Odd Name', 'Has a name that is a title.') },
    'broken/unquoted': { 'SKILL.md': skillText('bio-broken', 'Use this: it is bad.') },
    top: { 'skill.md': skillText('bio-top', 'Lies at the top.') },
  },
  'root-p': { pdf: { 'SKILL.md': skillText('pdf', 'Reads PDF.') } },
};

const MSA = 'skill://bio/align/bio-align-msa';

describe.each(ERAS)('the skills extension, %s', (era) => {
  it('lists what strict hosts can read, and every file verifies', async () => {
    const { skills } = await connect(fakeCatalog(fakeDisk(tree)), era);
    expect(skills.directoryRead).toBe(true);
    const listing = await skills.list();
    expect(listing.invalid).toEqual([]);
    expect(listing.skills.map(({ uri }) => uri)).toEqual([
      `${MSA}/SKILL.md`,
      'skill://bio/bio-top/SKILL.md',
      'skill://root-p/pdf/SKILL.md',
    ]);
    for (const skill of listing.skills) {
      expect(await skills.get(skill.uri)).toMatchObject({ skill });
      if (skill.resources === 'dynamic') throw new Error('no skill here is dynamic');
      for (const { uri } of skill.resources) expect((await skills.read(skill, uri)).verified).toBe(true);
    }
    expect(listing.skills[0]?.frontmatter).toEqual({ name: 'bio-align-msa', description: 'Reads alignments.' });
  });

  it('gives bytes as they are: text with its mark and line ends, the rest as a blob', async () => {
    const { client } = await connect(fakeCatalog(fakeDisk(tree)), era);
    const read = async (uri: string) => (await client.readResource({ uri })).contents;
    expect(await read(`${MSA}/references/deep/er.txt`)).toEqual([
      { uri: `${MSA}/references/deep/er.txt`, mimeType: 'text/plain', text: '\uFEFFwith a mark\r\n' },
    ]);
    expect(await read(`${MSA}/plot.png`)).toEqual([
      { uri: `${MSA}/plot.png`, mimeType: 'image/png', blob: PNG.toString('base64') },
    ]);
    expect(await read(`${MSA}/references/Q%26A%201.md`)).toMatchObject([{ uri: `${MSA}/references/Q&A%201.md` }]);
  });

  it('reads directories at every level, from the collection down', async () => {
    const { skills } = await connect(fakeCatalog(fakeDisk(tree)), era);
    const look = async (uri: string) =>
      (await skills.readDirectory(uri)).resources.map(({ uri: child, name, mimeType, size }) => ({
        child: child.slice(uri.length),
        name,
        mimeType,
        size,
      }));
    const folder = { mimeType: 'inode/directory', size: undefined };
    expect(await look('skill://bio')).toEqual([
      { child: '/align', name: 'align', ...folder },
      { child: '/bio-top', name: 'bio-top', ...folder },
    ]);
    expect(await look(MSA)).toEqual([
      { child: '/SKILL.md', name: 'SKILL.md', mimeType: 'text/markdown', size: 76 },
      { child: '/plot.png', name: 'plot.png', mimeType: 'image/png', size: 8 },
      { child: '/references', name: 'references', ...folder },
    ]);
    expect(await look(`${MSA}/references`)).toEqual([
      { child: '/Q&A%201.md', name: 'Q&A 1.md', mimeType: 'text/markdown', size: 5 },
      { child: '/deep', name: 'deep', ...folder },
    ]);
    expect(await look('skill://bio/bio-top')).toMatchObject([{ name: 'SKILL.md' }]);
  });

  it('names no directory that cannot be read in its turn', async () => {
    const { skills } = await connect(fakeCatalog(fakeDisk(tree)), era);
    const seen: string[] = [];
    const walk = async (uri: string): Promise<void> => {
      seen.push(uri);
      for (const child of (await skills.readDirectory(uri)).resources) {
        if (child.mimeType === 'inode/directory') await walk(child.uri);
      }
    };
    await walk('skill://bio');
    expect(seen).toContain(`${MSA}/references/deep`);
    for (const unserved of ['skill://bio/broken', 'skill://bio/align/bio-unquoted'])
      expect(seen).not.toContain(unserved);
  });

  it('lists the SKILL.md of each skill as a resource, named and described as in its frontmatter', async () => {
    const { client } = await connect(fakeCatalog(fakeDisk(tree)), era);
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toEqual(['bio-align-msa', 'bio-top', 'pdf']);
    expect(resources[0]).toEqual({
      uri: `${MSA}/SKILL.md`,
      name: 'bio-align-msa',
      description: 'Reads alignments.',
      mimeType: 'text/markdown',
      size: 76,
    });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['skill://{+path}']);
  });

  it.each([
    'skill://bio/align/bio-align-msa/../../top/SKILL.md',
    'skill://bio/align/bio-align-msa/%2e%2e/%2e%2e/x',
    'skill://bio/align/bio-align-msa/%2Fetc%2Fpasswd',
    'skill://bio/align/bio-align-msa/..\\SKILL.md',
    'skill://bio/align/bio-align-msa/missing.md',
    'skill://bio/align/bio-align-msa/SKILL.md/x',
    'skill://bio/align/bio-align-msa/references',
    'skill://bio/align/bio-align-msa',
    'skill://bio/align/msa-parsing/SKILL.md',
    'skill://bio/bio-top/skill.md',
    'skill://bio/align/bio-unquoted/SKILL.md',
    'skill://bio/align/odd-name/SKILL.md',
    'skill://bio',
    'file:///etc/passwd',
    '/etc/passwd',
    '',
  ])('answers -32602 to a read of %j', async (uri) => {
    const { client } = await connect(fakeCatalog(fakeDisk(tree)), era);
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
  });

  it.each([
    ['skills/get', { uri: 'skill://bio/nothing/SKILL.md' }],
    ['skills/get', { uri: MSA }],
    ['skills/get', { uri: `${MSA}/plot.png` }],
    ['skills/get', { uri: 'skill://bio/align/bio-unquoted/SKILL.md' }],
    ['skills/get', { uri: 5 }],
    ['skills/get', {}],
    ['skills/list', { cursor: '' }],
    ['skills/list', { cursor: 'MTIz' }],
    ['skills/list', { cursor: 5 }],
    ['resources/list', { cursor: 'x' }],
    ['resources/templates/list', { cursor: 'x' }],
    ['resources/directory/read', { uri: `${MSA}/SKILL.md` }],
    ['resources/directory/read', { uri: `${MSA}/refer` }],
    ['resources/directory/read', { uri: 'skill://bio/ali' }],
    ['resources/directory/read', { uri: 'skill://bio/broken' }],
    ['resources/directory/read', { uri: 'skill://bio', cursor: '' }],
    ['resources/read', {}],
    ['resources/read', { uri: `skill://${'x'.repeat(100_000)}` }],
  ])('answers -32602 to %s %j', async (method, params) => {
    const { client } = await connect(fakeCatalog(fakeDisk(tree)), era);
    const any = { '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) } };
    await expect(client.request({ method, params }, any)).rejects.toMatchObject({ code: -32602 });
  });
});
