import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import type { ViewOptions } from '../../../src/catalog/types.ts';
import type { ServedCatalog } from '../../../src/surface/mcp/live.ts';
import { makeTree, skillText } from '../../support/tree.ts';
import { HELLO, openWire, READY, request, type Wire } from './support/wire.ts';

async function opened(path: string, options: ViewOptions = {}): Promise<ServedCatalog> {
  const catalog = await openCatalog({ roots: [{ id: 'project', kind: 'project', path }], cache: false });
  return { catalog, view: catalog.view(options) };
}

async function hello(opening: Promise<ServedCatalog>): Promise<Wire & { readonly instructions: string }> {
  const wire = openWire(opening);
  wire.say(HELLO, READY);
  const { result } = await wire.answer('hello');
  return { ...wire, instructions: String(result?.['instructions']) };
}

describe('where there is nothing to serve, the server says why', () => {
  it.each([
    [
      'a broken marker',
      { 'bio/COLLECTION.json': '{bad', 'bio/a/SKILL.md': skillText('a') },
      '',
      /COLLECTION\.json: .*JSON/,
    ],
    ['a file as the root', { 'note.txt': 'x' }, 'note.txt', /note\.txt.*(?:not a folder|no folder)/i],
    ['a root that is not there', {}, 'gone', /gone.*(?:not exist|not there)/i],
    ['an empty SKILL.md', { 'a/SKILL.md': '' }, '', /a\/SKILL\.md: .*empty/i],
    ['an empty root', {}, '', /^No SKILL\.md was found/],
  ])('%s', async (_, tree, path, reason) => {
    const wire = await hello(opened(join(makeTree(tree), path)));
    expect(wire.instructions).toMatch(reason);
    expect(wire.log.join('\n')).toMatch(reason);
    wire.say(request(1, 'tools/list'), request(2, 'tools/call', { name: 'list_skills' }));
    expect((await wire.answer(1)).result).toMatchObject({ tools: [] });
    expect((await wire.answer(2)).error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^There are no tools just now\. /),
    });
  });

  it('of a root that goes away while it serves, and tells when it is back', async () => {
    const folder = makeTree({ 'skills/a/SKILL.md': skillText('a') });
    const wire = await hello(opened(join(folder, 'skills')));
    expect(wire.instructions).toContain('- a: ');
    expect(wire.log).toEqual([]);
    renameSync(join(folder, 'skills'), join(folder, 'elsewhere'));
    const lists = (): number =>
      wire.answers.filter(({ method }) => method === 'notifications/tools/list_changed').length;
    await vi.waitFor(() => expect(lists()).toBe(1), { timeout: 5_000, interval: 20 });
    expect(wire.log.join('\n')).toMatch(/skills.*(?:not exist|not there)/i);
    renameSync(join(folder, 'elsewhere'), join(folder, 'skills'));
    await vi.waitFor(() => expect(lists()).toBe(2), { timeout: 5_000, interval: 20 });
  });

  it('and speaks of nothing that an allowlist withholds', async () => {
    const folder = makeTree({ 'secret/SKILL.md': skillText('secret'), 'broken-secret/SKILL.md': '' });
    const wire = await hello(opened(folder, { only: [] }));
    expect(wire.instructions).toBe('No skill may be shown to this client.');
    expect(JSON.stringify([wire.answers, wire.log])).not.toContain('secret');
  });

  it('and keeps paths of this machine from readers elsewhere', async () => {
    const folder = makeTree({ 'a/SKILL.md': '' });
    const wire = openWire(opened(folder), { directories: false });
    wire.say(HELLO, READY);
    expect(JSON.stringify(await wire.answer('hello'))).not.toContain(folder);
    mkdirSync(join(folder, 'b'));
    writeFileSync(join(folder, 'b/SKILL.md'), skillText('b'));
    wire.say(request(1, 'tools/list'));
    expect((await wire.answer(1)).result?.['tools']).toHaveLength(5);
  });
});
