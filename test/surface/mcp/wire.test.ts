import { describe, expect, it } from 'vitest';
import type { View } from '../../../src/catalog/types.ts';
import type { ServedCatalog } from '../../../src/surface/mcp/live.ts';
import { skillText } from '../../support/tree.ts';
import { fakeCatalog, fakeDisk } from './support/fake-catalog.ts';
import { HELLO, openWire, READY, request, type Wire } from './support/wire.ts';

const tree = { 'root-p': { pdf: { 'SKILL.md': skillText('pdf', 'Reads PDF.') } } };

function opened(over: Partial<View> = {}): ServedCatalog {
  const catalog = fakeCatalog(fakeDisk(tree));
  return { catalog, view: Object.assign(catalog.view(), over) };
}

async function hello(over: Partial<View> = {}): Promise<Wire> {
  const wire = openWire(Promise.resolve(opened(over)));
  wire.say(HELLO, READY);
  await wire.answer('hello');
  return wire;
}

const search = (id: number): object =>
  request(id, 'tools/call', { name: 'search_skills', arguments: { query: 'PDF' } });
const cancel = (requestId: unknown): object => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

describe('a line beyond all measure', () => {
  it('is answered, and what comes after it too', async () => {
    const wire = await hello();
    wire.say('x'.repeat(9 * 1024 * 1024), request(1, 'ping'));
    expect(await wire.answer(1)).toMatchObject({ result: {} });
    expect(await wire.answer(null)).toMatchObject({
      error: { code: -32600, message: expect.stringContaining('longer') },
    });
  });
});

describe('cancelled requests', () => {
  /** A search that keeps the process busy, as ranking does. */
  function busy(): { readonly view: Partial<View>; readonly begun: () => number } {
    let count = 0;
    const searchSkills: View['searchSkills'] = async ({ query }) => {
      count++;
      for (const until = performance.now() + 10; performance.now() < until; );
      return { query, total: 0, offset: 0, skills: [] };
    };
    return { view: { searchSkills }, begun: () => count };
  }
  const ids = Array.from({ length: 300 }, (_, id) => id);

  it('that wait are never begun, and nobody waits for them', async () => {
    const { view, begun } = busy();
    const wire = await hello(view);
    wire.say(...ids.map(search), ...ids.map(cancel), request('ping', 'ping'), search(1_000));
    await wire.answer('ping');
    await wire.answer(1_000);
    expect(begun()).toBeLessThanOrEqual(9);
    expect(wire.answers.filter(({ id }) => typeof id === 'number')).toHaveLength(1);
  });

  it('that were taken up stop before their turn', async () => {
    const { view, begun } = busy();
    const wire = await hello(view);
    wire.say(...ids.map(search));
    await new Promise((resolve) => setTimeout(resolve, 30));
    wire.say(...ids.map(cancel), request('ping', 'ping'));
    await wire.answer('ping');
    wire.say(search(1_000));
    await wire.answer(1_000);
    expect(begun()).toBeLessThan(60);
  });

  it('of an id that nobody asked with change nothing', async () => {
    const wire = await hello();
    wire.say(cancel(7), cancel('x'), cancel(null), cancel({}), { jsonrpc: '2.0', method: 'notifications/cancelled' });
    wire.say(search(7));
    expect(await wire.answer(7)).toHaveProperty('result.structuredContent');
  });
});

it('a ping is answered between searches', async () => {
  let longest = 0;
  const searchSkills: View['searchSkills'] = async ({ query }) => {
    for (const until = performance.now() + 10; performance.now() < until; );
    return { query, total: 0, offset: 0, skills: [] };
  };
  const wire = await hello({ searchSkills });
  wire.say(...Array.from({ length: 60 }, (_, id) => search(id)));
  for (let at = 0; at < 3; at++) {
    const asked = performance.now();
    wire.say(request(`ping ${at}`, 'ping'));
    await wire.answer(`ping ${at}`);
    longest = Math.max(longest, performance.now() - asked);
  }
  // All sixty in a row take 600 ms.
  expect(longest).toBeLessThan(300);
});

describe('null for what may be left out', () => {
  it.each([
    ['tools/list', { cursor: null }],
    ['tools/list', null],
    ['tools/list', { _meta: null }],
    ['tools/call', { name: 'list_skills', arguments: null }],
    ['tools/call', { name: 'list_skills', arguments: { collection: null, offset: null } }],
    ['tools/call', { name: 'list_skills', arguments: {}, _meta: null }],
    ['tools/call', { name: 'list_skills', arguments: {}, task: null }],
    ['prompts/list', { cursor: null }],
    ['prompts/get', { name: 'skill_pdf', arguments: null }],
    ['prompts/get', { name: 'use_skill', arguments: { name: 'pdf', task: null } }],
    ['resources/list', { cursor: null }],
    ['resources/templates/list', { cursor: null }],
    ['skills/list', { cursor: null }],
    ['resources/directory/read', { uri: 'skill://root-p/pdf', cursor: null }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'use_skill' }, argument: { name: 'name', value: 'p' }, context: null },
    ],
  ])('is as if it were absent: %s %j', async (method, params) => {
    const wire = await hello();
    wire.say(request(1, method, params));
    const { error } = await wire.answer(1);
    expect(error).toBeUndefined();
  });

  it.each([
    ['tools/call', { name: null }, /^name must be a text: which tool is called$/],
    ['resources/read', { uri: null }, /uri must be a text$/],
    ['tools/call', { name: 'list_skills', arguments: 5 }, /must be an object/],
    ['prompts/get', { name: 'use_skill', arguments: 'x' }, /arguments must be an object/],
    ['tools/list', { cursor: 5 }, /cursor must be a text/],
  ])('is an error in one sentence where something is needed: %s %j', async (method, params, message) => {
    const wire = await hello();
    wire.say(request(1, method, params));
    const { error } = await wire.answer(1);
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(message) });
    expect(error?.message).not.toMatch(/[\n{[]/);
  });
});

describe('trees that are still being read', () => {
  it('keep no host waiting: it hears how to go on, and that it can ask again', async () => {
    let finish: (opened: ServedCatalog) => void = () => undefined;
    const opening = new Promise<ServedCatalog>((resolve) => {
      finish = resolve;
    });
    const wire = openWire(opening, { answerBy: performance.now() + 50 });
    wire.say(HELLO, READY, request(1, 'tools/list'), request(2, 'tools/call', { name: 'list_skills' }));
    expect((await wire.answer('hello')).result).toMatchObject({
      instructions: expect.stringContaining('still being read'),
    });
    expect((await wire.answer(1)).result?.['tools']).toHaveLength(5);
    wire.say(request(3, 'ping'));
    await wire.answer(3);
    expect(wire.answers.some(({ id }) => id === 2)).toBe(false);
    finish(opened());
    expect((await wire.answer(2)).result).toMatchObject({ structuredContent: { total: 1 } });
    const told = wire.answers.map(({ method }) => method).filter((method) => method !== undefined);
    expect(told.sort()).toEqual([
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
      'notifications/tools/list_changed',
    ]);
  });

  it('and are read in time are named in the first answer, and nobody is told to ask again', async () => {
    const wire = await hello();
    expect((await wire.answer('hello')).result).toMatchObject({ instructions: '1 skills' });
    wire.say(request(1, 'tools/list'));
    await wire.answer(1);
    expect(wire.answers).toHaveLength(2);
  });
});
