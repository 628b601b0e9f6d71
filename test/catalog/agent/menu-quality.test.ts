// The mechanism that `node bench/agent.mjs` measures, held fast on our own recipes and small talk.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import { ADMISSION, type Admission, makeMenu } from '../../../src/catalog/agent/menu.ts';
import { contextOf } from '../../../src/catalog/internals.ts';
import { Selection } from '../../../src/catalog/rows/selection.ts';
import { collectionsFolder } from '../../support/recipes.ts';

/** Questions in people's own words, and the recipe that answers each. */
const ASKED: readonly (readonly [turn: string, id: string])[] = [
  ['I ran a hard reset and my afternoon of work is gone', 'unix-recipes:git/recover-lost-commits'],
  ['how do I find out which commit broke the tests', 'unix-recipes:git/bisect-a-regression'],
  ['please encrypt this file with a password', 'unix-recipes:security/encrypt-files'],
  ['get the text out of a pdf', 'unix-recipes:pdf-and-office/extract-text-from-pdf'],
  ['rename all files to lowercase', 'unix-recipes:files/rename-in-bulk'],
  ['convert unix timestamp to a date', 'unix-recipes:time-and-scheduling/convert-times-between-zones'],
  ['Can you turn these nested json arrays into sql tables?', 'data-recipes:json/json-to-related-tables'],
  ['import a csv into sqlite', 'data-recipes:sqlite/csv-into-sqlite'],
  ['seven day moving average', 'data-recipes:time-series/rolling-windows-without-leakage'],
  ['what to do with missing values', 'data-recipes:validation/missing-values'],
  ['is the conversion rate of variant B really better', 'data-recipes:statistics/compare-proportions'],
  ['docker image is far too large', 'unix-recipes:containers/diagnose-containers'],
  ['the web server does not start, port 8080 is in use', 'unix-recipes:network-diagnosis/list-listening-ports'],
  ['how many visitors do we need before the experiment tells us anything', 'data-recipes:statistics/plan-sample-size'],
];

const catalog = await openCatalog({
  roots: [{ id: 'bundled', kind: 'bundled', path: collectionsFolder }],
  cache: false,
});
const view = catalog.view();
const noMatch = readFileSync(join(import.meta.dirname, '../../../bench/no-match.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly kind: string; readonly query: string });

describe('a menu of three over the shipped recipes', () => {
  it('holds the recipe that was asked for, nearly always first, and a menu of six begins with it', async () => {
    const three = view.agentSession({ menu: { size: 3 } });
    const six = view.agentSession({ menu: { size: 6 } });
    const missed: string[] = [];
    let first = 0;
    for (const [turn, id] of ASKED) {
      const small = (await three.menu(turn)).entries.map((one) => one.id);
      const large = (await six.menu(turn)).entries.map((one) => one.id);
      expect(large.slice(0, small.length)).toEqual(small);
      if (!small.includes(id)) missed.push(`${turn}: ${small.join(', ')}`);
      first += Number(small[0] === id);
    }
    expect(missed).toEqual([]);
    expect(first).toBeGreaterThanOrEqual(ASKED.length - 3);
  });

  it('is empty for most small talk, though these recipes are about everyday things, and then there is no tool', async () => {
    const session = view.agentSession();
    const general = noMatch.filter(({ kind }) => kind === 'general');
    const offered: string[] = [];
    for (const { query } of general) {
      const { entries, tool } = await session.menu(query);
      expect(tool === undefined).toBe(entries.length === 0);
      if (entries.length > 0) offered.push(query);
    }
    expect(general.length).toBeGreaterThan(50);
    expect(offered.length / general.length, offered.join('\n')).toBeLessThan(0.3);
  });

  it('asks for more support the more skills there are, and offers a part of what a laxer one would', async () => {
    const context = contextOf(catalog);
    const ground = {
      context,
      selection: new Selection(context.data),
      reply: () => Promise.reject(new Error('not read')),
    };
    const idsOf = async (turn: string, admission: Admission): Promise<string[]> => {
      const options = { size: 6, own: [], isLoaded: () => false, embedder: undefined, admission };
      return (await makeMenu(ground, turn, options)).entries.map(({ id }) => id);
    };
    let fewer = 0;
    for (const { query } of noMatch) {
      const [strict, lax] = [
        await idsOf(query, { least: 0.74, perDoubling: 0 }),
        await idsOf(query, { least: 0.5, perDoubling: 0 }),
      ];
      expect(lax).toEqual(expect.arrayContaining(strict));
      const [few, many] = [{ ...ADMISSION, perDoubling: 0 }, ADMISSION];
      fewer += (await idsOf(query, few)).length - (await idsOf(query, many)).length;
    }
    expect(fewer).toBeGreaterThan(0);
  });
});
