import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openCatalog } from '../../../../src/app/open-catalog.ts';
import type { SearchResult } from '../../../../src/base/types.ts';
import { type Embedder, openEmbedder } from '../../../../src/io/net/embedder.ts';
import { makeTree, skillText } from '../../../support/tree.ts';

/** Meanings by the beginnings of words: enough of a model to tell that an invoice is a bill. */
const MEANINGS = [
  ['invoice', 'bill', 'payment'],
  ['picture', 'photo', 'image'],
  ['travel', 'trip', 'train'],
  ['letter', 'mail'],
];
const vectorOf = (text: string): number[] => [
  ...MEANINGS.map((words) => words.filter((word) => text.toLowerCase().includes(word)).length),
  0.2,
];

class Counting implements Embedder {
  readonly id = 'meanings';
  readonly asked: { kind: string; count: number }[] = [];
  async embed(texts: readonly string[], { kind }: { kind: 'query' | 'skill' }): Promise<number[][]> {
    this.asked.push({ kind, count: texts.length });
    return texts.map(vectorOf);
  }
}

const SKILLS = {
  invoices: 'Reads an invoice and totals it.',
  pictures: 'Crops a picture.',
  trips: 'Books a trip by train.',
  letters: 'Writes a letter.',
};
const tree = (): string =>
  makeTree(
    Object.fromEntries(Object.entries(SKILLS).map(([name, text]) => [`${name}/SKILL.md`, skillText(name, text)])),
  );
const search = async (
  path: string,
  query: string,
  more: { readonly embedder?: Embedder; readonly embedderDeadlineMs?: number; readonly cache?: string } = {},
  only?: readonly string[],
): Promise<SearchResult> => {
  const roots = [{ id: 'p', kind: 'project', path }];
  const catalog = await openCatalog({ roots, cache: false, ...more });
  return catalog.view(only === undefined ? {} : { only }).searchSkills({ query });
};

describe('nearness in meaning', () => {
  it('finds what shares no word, where there is an embedder, and says so', async () => {
    const path = tree();
    const without = await search(path, 'bill');
    expect(without).toMatchObject({ total: 0 });
    expect(without.ranked_by).toBeUndefined();
    const found = await search(path, 'bill', { embedder: new Counting() });
    expect(found.ranked_by).toBe('words_and_vectors');
    expect(found.skills.map(({ name }) => name)).toEqual(['invoices']);
  });

  it('adds to what words find and does not replace it', async () => {
    const found = await search(tree(), 'crop a photo', { embedder: new Counting() });
    expect(found.skills[0]?.name).toBe('pictures');
    expect(found.skills.map(({ name }) => name)).not.toContain('trips');
  });

  it('never brings back what is withheld', async () => {
    expect((await search(tree(), 'bill', { embedder: new Counting() }, ['letters', 'trips'])).total).toBe(0);
  });

  it('asks once for a text, in this process and in the next, and again for one that changed', async () => {
    const [path, cache] = [tree(), makeTree({})];
    const first = new Counting();
    await search(path, 'bill', { embedder: first, cache });
    expect(first.asked.filter(({ kind }) => kind === 'skill')).toEqual([{ kind: 'skill', count: 4 }]);
    const second = new Counting();
    await search(path, 'bill', { embedder: second, cache });
    expect(second.asked.filter(({ kind }) => kind === 'skill')).toEqual([]);
    writeFileSync(join(path, 'trips/SKILL.md'), skillText('trips', 'Books a journey.'));
    const third = new Counting();
    await search(path, 'bill', { embedder: third, cache });
    expect(third.asked.filter(({ kind }) => kind === 'skill')).toEqual([{ kind: 'skill', count: 1 }]);
    const [file] = readdirSync(cache).filter((name) => name.startsWith('vectors-'));
    const bytes = readFileSync(join(cache, file ?? ''));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(join(cache, file ?? ''), bytes);
    const fourth = new Counting();
    expect((await search(path, 'bill', { embedder: fourth, cache })).skills[0]?.name).toBe('invoices');
    expect(fourth.asked.filter(({ kind }) => kind === 'skill')).toEqual([{ kind: 'skill', count: 4 }]);
  });

  it('is done without when the embedder is late, fails or answers nonsense', async () => {
    const path = tree();
    const late: Embedder = { id: 'late', embed: () => new Promise(() => undefined) };
    const broken: Embedder = { id: 'broken', embed: () => Promise.reject(new Error('no model')) };
    const odd: Embedder = { id: 'odd', embed: async () => [] };
    for (const embedder of [late, broken, odd]) {
      const found = await search(path, 'crop picture', { embedder, embedderDeadlineMs: 50 });
      expect(found.skills[0]?.name).toBe('pictures');
      expect(found.ranked_by).toBe('words');
    }
  });
});

describe('an embedder behind a URL', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());
  async function serve(answer: (input: string[]) => unknown): Promise<string> {
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        const { model, input } = JSON.parse(text);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(model === 'm' ? answer(input) : {}));
      });
    });
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it.each<[string, string, (input: string[]) => unknown]>([
    ['Ollama', '/api/embed', (input) => ({ model: 'm', embeddings: input.map(vectorOf) })],
    [
      'OpenAI',
      '/v1/embeddings',
      (input) => ({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })).reverse() }),
    ],
  ])('of the %s shape serves a search', async (_, path, answer) => {
    const embedder = openEmbedder({ url: `${await serve(answer)}${path}`, model: 'm' });
    const found = await search(tree(), 'bill', { embedder });
    expect([found.ranked_by, found.skills[0]?.name]).toEqual(['words_and_vectors', 'invoices']);
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['too few', { embeddings: [] }],
    ['no numbers', { embeddings: [['a'], ['b'], ['c'], ['d']] }],
    ['different lengths', { embeddings: [[1], [1, 2], [1], [1]] }],
  ])('that gives %s is done without', async (_, answer) => {
    const embedder = openEmbedder({ url: `${await serve(() => answer)}/api/embed`, model: 'm' });
    const found = await search(tree(), 'crop picture', { embedder });
    expect([found.ranked_by, found.skills[0]?.name]).toEqual(['words', 'pictures']);
  });

  it('elsewhere is refused unless it may be asked, and plain http always is', () => {
    const open =
      (url: string, allowRemote = false) =>
      () =>
        openEmbedder({ url, model: 'm', allowRemote });
    expect(open('https://models.example/v1/embeddings')).toThrow(/not on this machine.*allowRemote/s);
    expect(open('http://models.example/v1/embeddings', true)).toThrow(/https/);
    expect(open('nonsense')).toThrow(/no URL/);
    expect(open('https://models.example/v1/embeddings', true)).not.toThrow();
    expect(open('http://localhost:11434/api/embed')).not.toThrow();
  });
});

describe('a catalog that is closed', () => {
  it('closes its embedder once, for every catalog that has it, and goes on by words', async () => {
    const path = tree();
    let closed = 0;
    const embedder = Object.assign(new Counting(), { close: () => void closed++ });
    const catalog = await openCatalog({ roots: [{ id: 'p', kind: 'project', path }], cache: false, embedder });
    expect(await catalog.view().searchSkills({ query: 'bill' })).toMatchObject({ ranked_by: 'words_and_vectors' });
    writeFileSync(join(path, 'letters/SKILL.md'), skillText('letters', 'Writes letters.'));
    const next = await catalog.refresh();
    await catalog.close();
    await next.close();
    expect(closed).toBe(1);
    const asked = embedder.asked.length;
    expect(await next.view().searchSkills({ query: 'letters' })).toMatchObject({ total: 1, ranked_by: 'words' });
    expect(embedder.asked).toHaveLength(asked);
  });

  it('stops vectors that are being made', async () => {
    let stop: (() => void) | undefined;
    const embedder: Embedder = {
      id: 'slow',
      batch: 1,
      embed: (texts, { kind, signal }) =>
        kind === 'query'
          ? Promise.resolve(texts.map(vectorOf))
          : new Promise((_, reject) => {
              stop = () => reject(signal.reason);
              signal.addEventListener('abort', () => stop?.(), { once: true });
            }),
    };
    const roots = [{ id: 'p', kind: 'project', path: tree() }];
    const catalog = await openCatalog({ roots, cache: false, embedder, embedderDeadlineMs: 60_000 });
    const asked = catalog.view().searchSkills({ query: 'letter' });
    while (stop === undefined) await new Promise((done) => setTimeout(done, 1));
    await catalog.close();
    expect(await asked).toMatchObject({ ranked_by: 'words' });
  });

  it('says what the embedder throws, and needs none', async () => {
    const roots = [{ id: 'p', kind: 'project', path: tree() }];
    await (await openCatalog({ roots, cache: false })).close();
    const embedder = Object.assign(new Counting(), { close: () => Promise.reject(new Error('still busy')) });
    await expect((await openCatalog({ roots, cache: false, embedder })).close()).rejects.toThrow('still busy');
  });
});
