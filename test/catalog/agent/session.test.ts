import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenOptions } from '../../../src/catalog/internals.ts';
import type { View } from '../../../src/catalog/types.ts';
import type { Embedder } from '../../../src/io/net/embedder.ts';
import { openPlanted } from '../../support/catalog.ts';

const skill = (name: string, about: string, lines = ''): string =>
  `---\nname: ${name}\ndescription: ${about}\n${lines}---\n# ${name}\n\n${about}\n`;
const tree = {
  'csv/SKILL.md': skill(
    'csv-profile',
    'Profiles a table of comma separated values.',
    'triggers: [csv, Spread Sheet]\n',
  ),
  'bam/SKILL.md': skill('call-variants', 'Calls variants from aligned sequencing reads in BAM files.'),
  'tone/SKILL.md': skill('house-tone', 'The tone in which we write to customers.'),
  'deep/SKILL.md': skill('deep', 'Something else.', 'metadata:\n  trigger_phrases: "weekly digest, monthly digest"\n'),
  'hidden/SKILL.md': skill('q1', 'Profiles csv for people.', 'triggers: [csv]\ndisable-model-invocation: true\n'),
  'off/SKILL.md': skill('q2', 'Profiles csv, switched off.', 'triggers: [csv]\n'),
  'one/SKILL.md': skill('twin', 'Folds paper cranes.'),
  'two/SKILL.md': skill('twin', 'Folds paper boats.'),
};
const view = async (): Promise<View> => (await openPlanted([{ tree }])).view({ enabled: (id) => id !== 'project:off' });
const TURNS = [
  'profile this CSV',
  'call variants from a BAM file',
  'the monthly digest',
  'fold a paper crane',
  'hello',
  '',
];

describe('the menu of a turn', () => {
  it('says why each entry is there: a trigger, words, or always', async () => {
    const session = (await view()).agentSession({ agent: ['house-tone', 'csv-profile', 'gone'] });
    const why = async (turn: string) => (await session.menu(turn)).entries.map((one) => [one.slug, one.why]);
    expect((await why('Profile this CSV'))[0]).toEqual(['csv-profile', 'trigger "csv"']);
    expect((await why('send the Monthly Digest'))[0]).toEqual(['deep', 'trigger "monthly digest"']);
    expect((await why('call variants from a BAM file'))[0]).toEqual([
      'call-variants',
      expect.stringMatching(/^words \d/),
    ]);
    expect(await why('hello there')).toEqual([['house-tone', 'always']]);
    expect((await session.menu('hello there')).report.dropped).toEqual(['gone']);
  });

  it('names by id what shares its name, and is no tool where nothing fits', async () => {
    const session = (await view()).agentSession();
    expect((await session.menu('fold paper cranes')).entries[0]?.slug).toBe('project:one');
    const none = await session.menu('hello there');
    expect(none).toMatchObject({ entries: [], instructions: '' });
    expect(none).not.toHaveProperty('tool');
  });

  it('is at most six', async () => {
    const all = await view();
    for (const size of [0, 7, 1.5]) {
      expect(() => all.agentSession({ menu: { size } })).toThrow(/from 1 to 6/);
    }
    expect(() => all.agentSession({ menus: 3 } as never)).toThrow(/Did you mean menu\?/);
  });
});

describe('laws of a session', () => {
  it('only what is offered loads; what is loaded stays, byte for byte, through compaction and JSON', async () => {
    const all = await view();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...TURNS), { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(4), { maxLength: 4 }),
        async (turns, keeps) => {
          let session = all.agentSession({ menu: { size: 2 } });
          let messages: object[] = [];
          for (const turn of turns) {
            const menu = await session.menu(turn);
            expect(JSON.stringify(menu)).not.toMatch(/q[12]/);
            expect(menu.tool === undefined).toBe(menu.entries.length === 0);
            const slugs = menu.entries.map(({ slug }) => slug);
            expect(menu.tool?.inputSchema.properties['name'] ?? { enum: [] }).toMatchObject({ enum: slugs });
            await expect(menu.tool?.call({ name: 'invented' }) ?? session.activate('invented')).rejects.toMatchObject({
              code: 'INVALID_ARGUMENT',
            });
            for (const slug of slugs) {
              const [first, second] = await Promise.all([session.activate(slug), session.activate(slug)]);
              expect(second).toBe(first);
              messages.push({ role: 'tool', content: first.text }, { role: 'tool', content: 'x'.repeat(2_000) });
            }
            session = all.agentSession({ menu: { size: 2 }, state: JSON.parse(JSON.stringify(session.state())) });
          }
          for (const keep of keeps) messages = session.compact(messages, keep);
          const activated = await session.activated();
          expect(new Set(activated.map(({ id }) => id)).size).toBe(activated.length);
          for (const { text } of activated) expect(messages).toContainEqual({ role: 'tool', content: text });
          expect(all.agentSession({ state: session.state() }).state()).toEqual(session.state());
        },
      ),
      { numRuns: 20 },
    );
  });

  it('what a view does not show any more is not restored', async () => {
    const catalog = await openPlanted([{ tree }]);
    const session = catalog.view().agentSession();
    await session.menu('call variants from a BAM file');
    await session.activate('call-variants');
    const later = catalog.view({ enabled: (id) => id !== 'project:bam' }).agentSession({ state: session.state() });
    expect(await later.activated()).toEqual([]);
    await expect(later.activate('call-variants')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('older results are shortened, whatever shape a framework gives them', async () => {
    const session = (await view()).agentSession();
    const long = 'y'.repeat(5_000);
    const shapes = [
      { role: 'user', content: [{ type: 'tool_result', content: [{ type: 'text', text: long }] }] },
      { role: 'tool', content: [{ type: 'tool-result', output: { type: 'text', value: long } }] },
      { type: 'function_call_result', output: { type: 'text', text: long } },
    ];
    for (const one of session.compact(shapes, 0)) expect(JSON.stringify(one).length).toBeLessThan(700);
    expect(session.compact(shapes, 3)).toEqual(shapes);
    expect(session.compact([{ role: 'user', content: long }], 0)).toEqual([{ role: 'user', content: long }]);
  });
});

/** Meanings by the beginnings of words: enough of a model to tell that an invoice is a bill. */
const MEANINGS = [
  ['invoice', 'bill'],
  ['picture', 'photo'],
  ['letter', 'mail'],
];
const embedder = (delayMs = 0): Embedder => ({
  id: `meanings-${delayMs}`,
  async embed(texts) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return texts.map((text) => [
      ...MEANINGS.map((words) => words.filter((word) => text.toLowerCase().includes(word)).length),
      0.2,
    ]);
  },
});

describe('a session with an embedder', () => {
  const open = async (more: Partial<OpenOptions> = {}) =>
    (
      await openPlanted(
        [
          {
            tree: {
              'a/SKILL.md': skill('invoices', 'Reads an invoice and totals it.'),
              'b/SKILL.md': skill('pictures', 'Crops a picture.'),
              'c/SKILL.md': skill('letters', 'Writes to somebody.'),
            },
          },
        ],
        more,
      )
    ).view();

  it('admits by words and meaning together, and small talk by neither', async () => {
    const session = (await open()).agentSession({ embedder: embedder() });
    const { entries, report } = await session.menu('this bill');
    expect(entries.map(({ slug, why }) => [slug, why.replace(/[\d.]+/, 'N')])).toEqual([
      ['invoices', 'words and vectors N'],
    ]);
    expect(report.ranked_by).toBe('words_and_vectors');
    expect((await (await open()).agentSession().menu('this bill')).entries).toEqual([]);
    expect((await session.menu('hello there')).entries).toEqual([]);
  });

  it('goes by words alone where meaning comes too late, and says so', async () => {
    const session = (await open({ embedderDeadlineMs: 20 })).agentSession({ embedder: embedder(2_000) });
    const late = await session.menu('crop a picture');
    expect(late.report.ranked_by).toBe('words');
    expect(late.entries.map(({ slug, why }) => [slug, why.split(' ')[0]])).toEqual([['pictures', 'words']]);
  });
});
