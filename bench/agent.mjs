// How good the menu of a turn is: whether it holds the skill that the turn is about, and whether small talk gets none.
// Usage: node bench/agent.mjs [--shared DIR] [--every N] [--no-cross] [--json]      after `node build.mjs`
// --every N: every N-th prompt, for a quick look. --no-cross: without leaving sets out.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openCatalog } from '../dist/app/open-catalog.js';
import { ADMISSION, makeMenu } from '../dist/catalog/agent/menu.js';
import { contextOf } from '../dist/catalog/internals.js';
import { Selection } from '../dist/catalog/rows/selection.js';
import { setNames } from './retrieval-sets.mjs';

const { values } = parseArgs({
  options: {
    shared: { type: 'string', default: process.env.SKILLFICHE_SHARED ?? resolve(import.meta.dirname, '../../shared') },
    every: { type: 'string', default: '1' },
    'no-cross': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
if (!existsSync(join(values.shared, 'retrieval'))) {
  console.log(`agent: ${values.shared} is not there; name the folder of trees and prompts with --shared.`);
  process.exit(0);
}

/** For leaving sets out: every so-manieth prompt of each is enough to tell settings apart. */
const CROSS_EVERY = 4;
const SETTINGS = [0.5, 0.6, 0.7].flatMap((least) => [0, 0.05, 0.1].map((perDoubling) => ({ least, perDoubling })));
const MENU_SKILLS = 6;

const readLines = (file) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
const thin = (list, every) => list.filter((_, at) => at % every === 0);
const smallTalk = readLines(join(import.meta.dirname, 'no-match.jsonl')).filter(({ kind }) => kind === 'general');

/** A tree of skills, the prompts that one of them answers, and those that none does. */
async function openGroup(name, path, prompts) {
  const catalog = await openCatalog({ roots: [{ id: 's', kind: 'project', path }], cache: false });
  const context = contextOf(catalog);
  return {
    name,
    ground: { context, selection: new Selection(context.data, undefined, undefined, undefined, 'model') },
    prompts: prompts.filter(({ gold }) => gold.length > 0),
    negatives: prompts.filter(({ gold }) => gold.length === 0),
  };
}

async function groups() {
  const retrieval = join(values.shared, 'retrieval');
  const found = [];
  const bio = readLines(join(retrieval, 'bioskills-dev.jsonl')).filter(({ kind }) => kind === 'quick_start');
  const bioPrompts = bio.map(({ query, gold }) => ({ query, gold: [gold] }));
  found.push(await openGroup('bioskills', join(values.shared, 'corpora/bioskills'), bioPrompts));
  for (const name of setNames(join(retrieval, 'sets'))) {
    const folder = join(retrieval, 'sets', name);
    const prompts = readLines(join(folder, 'prompts.jsonl')).filter(({ kind }) => kind !== 'not-for');
    found.push(await openGroup(name, join(folder, 'skills'), prompts));
  }
  return found;
}

async function measure({ ground, prompts, negatives }, admission, every) {
  const menu = async (query) => {
    const options = { size: MENU_SKILLS, own: [], isLoaded: () => false, embedder: undefined, admission };
    return (await makeMenu(ground, query, options)).entries;
  };
  const counts = { in3: 0, in6: 0, empty: 0, offered: 0 };
  const asked = thin(prompts, every);
  for (const { query, gold } of asked) {
    const at = (await menu(query)).findIndex(({ id }) =>
      gold.some((one) => id === `s:${one}` || id.endsWith(`:${one}`)),
    );
    counts.in3 += at >= 0 && at < 3;
    counts.in6 += at >= 0;
  }
  const emptyOf = async (list) => {
    let empty = 0;
    for (const { query } of list) empty += (await menu(query)).length === 0;
    return list.length === 0 ? null : empty / list.length;
  };
  return {
    prompts: asked.length,
    in3: counts.in3 / asked.length,
    in6: counts.in6 / asked.length,
    small_talk_empty: await emptyOf(thin(smallTalk, Math.min(every, 2))),
    negatives_empty: await emptyOf(thin(negatives, every)),
  };
}

const all = await groups();
const rows = [];
for (const group of all) rows.push({ set: group.name, ...(await measure(group, ADMISSION, Number(values.every))) });
const [bio, ...sets] = rows;
const macro = (key) => mean(sets.map((row) => row[key]));

/** Leave one set out: the setting that is best on the others, measured on the one; and the fixed one on the same. */
async function crossValidate() {
  const results = [];
  for (const setting of SETTINGS) {
    const row = [];
    for (const group of all) row.push(await measure(group, setting, CROSS_EVERY));
    results.push(row);
  }
  const worth = ({ in3, small_talk_empty }) => in3 + small_talk_empty;
  const fixed = SETTINGS.findIndex(
    ({ least, perDoubling }) => least === ADMISSION.least && perDoubling === ADMISSION.perDoubling,
  );
  return all.map(({ name }, out) => {
    const without = (row) => mean(row.filter((_, at) => at !== out).map(worth));
    const best = results.map(without).reduce((top, one, at, list) => (one > list[top] + 1e-9 ? at : top), 0);
    return { set: name, chosen: SETTINGS[best], held_out: results[best][out], fixed: results[fixed][out] };
  });
}

const cross = !values['no-cross'] ? await crossValidate() : undefined;
if (values.json) console.log(JSON.stringify({ admission: ADMISSION, rows, cross }, undefined, 2));
else {
  const percent = (share) => (share === null ? '' : (share * 100).toFixed(1)).padStart(6);
  const line = (row) =>
    `${row.set.padEnd(12)} ${String(row.prompts).padStart(6)} ${percent(row.in3)} ${percent(row.in6)} ${percent(row.small_talk_empty)} ${percent(row.negatives_empty)}`;
  console.log(
    'menu of a turn, %: the gold skill among 3 and 6; no menu for small talk, and for prompts of no skill of the set',
  );
  console.log(
    `${'set'.padEnd(12)} ${'asked'.padStart(6)} ${'in 3'.padStart(6)} ${'in 6'.padStart(6)} ${'talk'.padStart(6)} ${'none'.padStart(6)}`,
  );
  for (const row of rows) console.log(line(row));
  const total = { set: 'sets, macro', prompts: sets.reduce((sum, row) => sum + row.prompts, 0), negatives_empty: null };
  for (const key of ['in3', 'in6', 'small_talk_empty']) total[key] = macro(key);
  console.log(line(total));
  console.log(
    `aims: bioskills 93 / 96 (${bio.in3 >= 0.93 && bio.in6 >= 0.96 ? 'kept' : 'missed'}), sets 85 / 90 (${macro('in3') >= 0.85 && macro('in6') >= 0.9 ? 'kept' : 'missed'}), small talk over bioskills 85 (${bio.small_talk_empty >= 0.85 ? 'kept' : 'missed'})`,
  );
  if (cross !== undefined) {
    console.log(
      `\nleave one set out (every ${CROSS_EVERY}th prompt): what the others choose, on the one left out; ours on the same`,
    );
    for (const { set, chosen, held_out, fixed } of cross) {
      const figures = (one) => `${percent(one.in3)} / ${percent(one.in6)} / ${percent(one.small_talk_empty)}`;
      console.log(
        `${set.padEnd(12)} ${chosen.least} + ${chosen.perDoubling}   ${figures(held_out)}     ours ${figures(fixed)}`,
      );
    }
  }
}
