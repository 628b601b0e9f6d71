import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasShared, shared } from '../../support/shared.ts';
import { bundle } from './support/bundle.ts';
import { ERAS, type Era } from './support/connect.ts';

const MEMBERS = 562;

describe.skipIf(!hasShared)('the whole server over bioSkills, with a real client', () => {
  let folder = '';
  let server = '';
  let remove: () => void = () => undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skillfiche-bio-'));
    cpSync(shared('corpora', 'bioskills'), join(folder, 'bio'), { recursive: true });
    const marker = { schema_version: 1, id: 'bioskills', prompt_line: 'bioSkills: {count} bioinformatics recipes.' };
    writeFileSync(join(folder, 'bio/COLLECTION.json'), JSON.stringify(marker));
    ({ file: server, remove } = await bundle(join(import.meta.dirname, '../../../src/surface/cli/main.ts')));
  });
  afterAll(() => {
    remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(era: Era, ...flags: string[]) {
    const client = new Client(
      { name: 'test', version: '0' },
      { versionNegotiation: { mode: era === '2025-11-25' ? 'legacy' : { pin: era } } },
    );
    const args = [server, 'mcp', '--no-cache', '--root', folder, ...flags];
    const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' });
    let log = '';
    transport.stderr?.on('data', (chunk) => {
      log += chunk;
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    const call = async (name: string, given: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: given });
      expect(result.isError, JSON.stringify(result.content).slice(0, 500)).toBeFalsy();
      return result.structuredContent as Record<string, unknown>;
    };
    return { client, call, log: () => log };
  }

  it('pages all members, each once, and loads one with its files', async () => {
    const { client, call } = await open('2025-11-25');
    await client.listTools();
    const ids = new Set<unknown>();
    let offset: unknown = 0;
    for (let pages = 0; offset !== undefined && pages < 20; pages++) {
      const page = await call('list_skills', { collection: 'bioskills', offset, limit: 50 });
      expect(page['total']).toBe(MEMBERS);
      for (const skill of page['skills'] as { id: string }[]) ids.add(skill.id);
      offset = page['next_offset'];
    }
    expect(ids.size).toBe(MEMBERS);
    const loaded = await call('load_skill', { name: 'bioskills:alignment/msa-parsing' });
    expect(loaded['text']).toContain('</skill_content mark=');
    const path = (loaded['files'] as { path: string }[]).map((file) => file.path).find((one) => one !== 'SKILL.md');
    expect(await call('read_skill_file', { name: loaded['id'], path })).toMatchObject({ path, kind: 'text' });
    expect(await call('skill_readiness', { collection: 'bioskills' })).toMatchObject({ summary: { total: MEMBERS } });
  });

  it('finds the recipe for a task, in pages, and says nothing of what is withheld', async () => {
    const { client, call } = await open('2025-11-25');
    await client.listTools();
    type Hits = { total: number; next_offset?: number; index?: 'building'; skills: { id: string }[] };
    const search = async (given: object) => (await call('search_skills', { ...given })) as unknown as Hits;
    const ids = ({ skills }: Hits) => skills.map(({ id }) => id);
    const query = 'parse a multiple sequence alignment and count gaps per column';
    let first = await search({ query, limit: 5 });
    // On a busy machine the first answers come from names and descriptions alone, and say so.
    while (first.index === 'building') first = await search({ query, limit: 5 });
    expect(ids(first)).toContain('bioskills:alignment/msa-parsing');
    expect(ids(await search({ query, collection: 'bioskills', limit: 5 }))).toEqual(ids(first));
    const pages = [await search({ query, limit: 2 }), await search({ query, limit: 2, offset: 2 })];
    expect(pages.flatMap(ids)).toEqual(ids(first).slice(0, 4));
    expect(pages.map(({ next_offset }) => next_offset)).toEqual([2, 4]);
    expect(ids(await search({ query: 'bio-alignment-pairwise' }))[0]).toBe('bioskills:alignment/pairwise-alignment');
    expect(await search({ query: 'xyzzyqwv' })).toEqual({ query: 'xyzzyqwv', total: 0, offset: 0, skills: [] });
    for (const wrong of [{ query: ' ' }, { query: 'msa', collection: 'nope' }, { query: 'msa', limit: 51 }]) {
      expect(await client.callTool({ name: 'search_skills', arguments: wrong })).toMatchObject({ isError: true });
    }

    const { call: callFew } = await open('2025-11-25', '--only', 'bioskills:alignment/msa-parsing');
    expect(await callFew('search_skills', { query: 'bio-alignment-pairwise' })).not.toHaveProperty('skills.1');
    const few = await callFew('search_skills', { query });
    expect(few).toMatchObject({ total: 1, skills: [{ id: 'bioskills:alignment/msa-parsing' }] });
  });

  it.each(ERAS)('lists all but a few over skills/list, and every file verifies, %s', async (era) => {
    const { client } = await open(era);
    const skills = new SkillsClient(client);
    const { skills: entries, invalid } = await skills.list();
    expect(invalid).toEqual([]);
    expect(entries.length).toBeGreaterThanOrEqual(545);
    expect(new Set(entries.map(({ uri }) => uri)).size).toBe(entries.length);
    let files = 0;
    for (const entry of entries.filter((_, index) => index % 10 === 0)) {
      if (entry.resources === 'dynamic') throw new Error(`${entry.uri} is dynamic`);
      for (const { uri } of entry.resources) {
        expect((await skills.read(entry, uri)).verified).toBe(true);
        files++;
      }
    }
    expect(files).toBeGreaterThan(100);
  });

  it('names on stderr those it leaves out, with reasons', async () => {
    const { log } = await open('2025-11-25');
    await expect
      .poll(log, { timeout: 20_000 })
      .toMatch(/serving 562 skills, 5\d\d of them over skills\/list; left out/);
    expect(log()).toContain('bioskills:workflows/cnv-pipeline');
  });

  it('shows what --only allows, and nothing else', async () => {
    const { client, call } = await open('2025-11-25', '--only', 'bioskills:alignment/msa-parsing');
    expect(await call('list_skills', { collection: 'bioskills' })).toMatchObject({ total: 1 });
    expect((await new SkillsClient(client).list()).skills).toHaveLength(1);
    expect((await client.listTools()).tools[1]?.description).toContain('bioskills (1)');
    const withheld = await client.callTool({ name: 'load_skill', arguments: { name: 'bio-alignment-pairwise' } });
    expect(withheld.isError).toBe(true);
    expect(JSON.stringify(withheld.content)).not.toContain('alignment/pairwise');
  });

  it('serves an edit in the next answer', async () => {
    const { client, call } = await open('2025-11-25', '--only', 'bioskills:alignment/msa-parsing');
    const told = new Promise((resolve) =>
      client.setNotificationHandler('notifications/resources/list_changed', resolve),
    );
    const before = await call('load_skill', { name: 'bioskills:alignment/msa-parsing' });
    const file = join(folder, 'bio/alignment/msa-parsing/SKILL.md');
    writeFileSync(file, '---\nname: bio-alignment-msa-parsing\ndescription: New.\n---\n\nA new body.\n');
    const after = await call('load_skill', { name: 'bioskills:alignment/msa-parsing' });
    expect(after['digest']).not.toBe(before['digest']);
    expect(after['text']).toContain('A new body.');
    await told;
    const [skill] = (await new SkillsClient(client).list()).skills;
    expect(skill?.frontmatter.description).toBe('New.');
  });
});
