// A skill that is withheld, switched off or for people alone occurs in nothing that a model is shown, whatever it asks.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { View } from '../../../src/catalog/types.ts';
import { skillInstructions, skillTools } from '../../../src/surface/tools/agent-tools.ts';
import { TOOLS } from '../../../src/surface/tools/table.ts';
import { openPlanted } from '../../support/catalog.ts';
import { connect, ERAS } from './support/connect.ts';

const KINDS = ['shown', 'withheld', 'off', 'user-only', 'model-only'] as const;
type Kind = (typeof KINDS)[number];
/** One word a skill, which stands in its name, its text, its triggers and its file: wherever it shows, the skill was shown. */
const WORDS = ['zephyr', 'quokka', 'basalt', 'nimbus', 'fjord'] as const;
const TURNS = ['profile the csv', 'csv', 'hello there', ...WORDS.map((word) => `the ${word} csv table`)];

function treeOf(kinds: readonly Kind[]): Record<string, string> {
  const lines: Partial<Record<Kind, string>> = {
    'user-only': 'disable-model-invocation: true\n',
    'model-only': 'user-invocable: false\n',
  };
  return Object.fromEntries(
    kinds.flatMap((kind, at) => {
      const word = WORDS[at] ?? '';
      const about = `Profiles a csv table of ${word} values.`;
      const head = `---\nname: skill-${word}\ndescription: ${about}\ntriggers: [csv, ${word}]\n${lines[kind] ?? ''}---\n`;
      return [
        [`dir-${at}/SKILL.md`, `${head}# ${word}\n\n${about}\n`],
        [`dir-${at}/notes.md`, `${word}\n`],
      ];
    }),
  );
}

const kinds = fc.array(fc.constantFrom(...KINDS), { minLength: 2, maxLength: WORDS.length });

async function open(given: readonly Kind[]) {
  const catalog = await openPlanted([{ tree: treeOf(given) }]);
  const idsOf = (...wanted: Kind[]) =>
    given.flatMap((kind, at) => (wanted.includes(kind) ? [`project:dir-${at}`] : []));
  const window = {
    only: idsOf('shown', 'off', 'user-only', 'model-only'),
    enabled: (id: string) => !idsOf('off').includes(id),
  };
  const hidden = (...also: Kind[]) =>
    given.flatMap((kind, at) => (['withheld', 'off', ...also].includes(kind) ? [WORDS[at] ?? ''] : []));
  return { catalog, window, hidden };
}

/** Everything a loop can get hold of, asked by every name there is. */
async function everything(view: View): Promise<string> {
  const session = view.agentSession({ menu: { size: 6 }, agent: WORDS.map((word) => `skill-${word}`) });
  const answers: unknown[] = [await view.context(), await skillInstructions(view)];
  const refs = WORDS.flatMap((word, at) => [`skill-${word}`, `project:dir-${at}`]);
  for (const turn of TURNS) {
    const menu = await session.menu(turn);
    const { dropped: _dropped, ...report } = menu.report;
    answers.push({ ...menu, report });
    for (const { slug } of menu.entries) answers.push(await session.activate(slug));
  }
  answers.push(await session.activated(), session.state());
  const failed = (error: Error): string => error.message;
  const tools = [...skillTools(view), ...skillTools(view, { session })];
  for (const name of refs) {
    for (const tool of tools) {
      const said = await tool
        .call({ name, ...(tool.name === 'read_skill_file' ? { path: 'notes.md' } : {}) })
        .catch(failed);
      // What was asked for is no news.
      answers.push(JSON.stringify(said).replaceAll(name, 'ASKED'));
    }
  }
  const context = { view, directories: true };
  for (const tool of TOOLS) {
    for (const args of [{}, { query: 'csv table' }, { query: 'values', limit: 50 }]) {
      answers.push(await tool.call(context, args).catch(failed));
    }
  }
  return JSON.stringify(answers);
}

function wordsIn(text: string): string[] {
  return WORDS.filter((word) => text.includes(word));
}

describe('what a model is not to see', () => {
  it('occurs in no menu, no text and no answer of a loop', async () => {
    await fc.assert(
      fc.asyncProperty(kinds, async (given) => {
        const { catalog, window, hidden } = await open(given);
        const said = wordsIn(await everything(catalog.view(window)));
        expect(said.filter((word) => hidden('user-only').includes(word))).toEqual([]);
        expect(said.length).toBe(given.filter((kind) => kind === 'shown' || kind === 'model-only').length);
      }),
      { numRuns: 12 },
    );
  });

  it.each(ERAS)("occurs in no outlet of MCP, with a menu and without; prompts are a person's, %s", async (era) => {
    await fc.assert(
      fc.asyncProperty(kinds, fc.boolean(), async (given, isMenu) => {
        const { catalog, window, hidden } = await open(given);
        const people = { ...window, audience: 'person' as const };
        const { client, skills } = await connect(catalog, era, window, {
          skills: true,
          people,
          ...(isMenu ? { menu: 6 } : {}),
        });
        const answers: unknown[] = [client.getInstructions()];
        const call = async (name: string, args: Record<string, unknown>) =>
          client.callTool({ name, arguments: args }).catch((error: Error) => error.message);
        for (const turn of isMenu ? TURNS : [])
          answers.push(await call('suggest_skills', { turn }), await client.listTools());
        if (!isMenu) {
          answers.push(await call('list_skills', {}), await call('search_skills', { query: 'csv table', limit: 50 }));
          answers.push(await call('skill_readiness', {}), await client.listResources(), await skills.list());
        }
        for (const word of WORDS) {
          for (const name of ['load_skill', 'read_skill_file']) {
            const said = await call(name, { name: `skill-${word}`, path: 'notes.md' });
            answers.push(JSON.stringify(said).replaceAll(`skill-${word}`, 'ASKED'));
          }
        }
        answers.push(await client.listTools());
        const said = wordsIn(JSON.stringify(answers));
        expect(said.filter((word) => hidden('user-only').includes(word))).toEqual([]);
        const prompts = wordsIn(JSON.stringify(await client.listPrompts()));
        expect(prompts.filter((word) => hidden('model-only').includes(word))).toEqual([]);
        expect(prompts.length).toBe(given.filter((kind) => kind === 'shown' || kind === 'user-only').length);
      }),
      { numRuns: 6 },
    );
  });
});
