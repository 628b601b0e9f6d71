// Labelled sets of other fields, through the library as a user meets it, and which settings they would choose.
// A set is NAME/skills/**/SKILL.md and NAME/prompts.jsonl: {id, query, gold: [path], acceptable: [path], kind}.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCatalog } from '../dist/app/open-catalog.js';
import { contextOf } from '../dist/catalog/internals.js';
import { indexOf } from '../dist/catalog/search/keep/kept-index.js';
import { analyzeQuery } from '../dist/catalog/search/query/analyze.js';
import { NAME_SHARE, rarity } from '../dist/catalog/search/query/ranking.js';
import { nameShareOf, scorePairs, scoreTerms } from '../dist/catalog/search/query/score.js';
import { SHARE_OF_SURE, SURE, supportOf, WEAK } from '../dist/catalog/search/query/threshold.js';

const MOST_QUERY = 1000;
const share = (count, of) => (of === 0 ? null : count / of);
const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;

export function setNames(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'prompts.jsonl')));
}

function promptsOf(folder, name) {
  return readFileSync(join(folder, name, 'prompts.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind !== 'not-for');
}

/** The prompts of a set that have an answer. */
export function labelledOf(folder, name) {
  return promptsOf(folder, name)
    .filter(({ gold }) => gold.length > 0)
    .map(({ query, gold }) => ({ query: query.slice(0, MOST_QUERY), gold }));
}

async function open(folder, name, more = {}) {
  const path = join(folder, name, 'skills');
  return openCatalog({ roots: [{ id: 's', kind: 'project', path }], cache: false, ...more });
}

/** By set: what is first, among five with and without weak hits, true questions that find nothing, negatives that find something. */
export async function measureSets(folder, names, embedder) {
  const rows = [];
  for (const set of names) {
    // The bench waits for an embedder as long as it takes.
    const more = embedder === undefined ? {} : { embedder, embedderDeadlineMs: 600_000 };
    const view = (await open(folder, set, more)).view();
    const counts = { hit1: 0, recall5: 0, sure5: 0, nothing: 0, prompts: 0, negatives: 0, fired: 0, fired_sure: 0 };
    for (const { query, gold } of promptsOf(folder, set)) {
      const { skills } = await view.searchSkills({ query: query.slice(0, MOST_QUERY), limit: 5 });
      const isGold = ({ id }) => gold.includes(id.slice(2));
      const sure = skills.filter(({ match }) => match !== 'weak');
      if (gold.length === 0) {
        counts.negatives++;
        counts.fired += skills.length > 0;
        counts.fired_sure += sure.length > 0;
        continue;
      }
      counts.prompts++;
      counts.hit1 += skills.slice(0, 1).some(isGold);
      counts.recall5 += skills.some(isGold);
      counts.sure5 += sure.some(isGold);
      counts.nothing += skills.length === 0;
    }
    const { prompts, negatives } = counts;
    rows.push({
      set,
      prompts,
      ...Object.fromEntries(['hit1', 'recall5', 'sure5', 'nothing'].map((key) => [key, share(counts[key], prompts)])),
      negatives,
      ...Object.fromEntries(['fired', 'fired_sure'].map((key) => [key, share(counts[key], negatives)])),
    });
  }
  return rows;
}

/** What can be had from each prompt, whatever the settings: computed once, so that a hundred settings are compared in seconds. */
async function evidence(folder, name) {
  const { index } = await indexOf(contextOf(await open(folder, name)));
  const unit = rarity(index.livingDocuments, 1, index.livingSections, 1);
  return promptsOf(folder, name).map(({ query, gold }) => {
    const { terms, pairs, unknown, words } = analyzeQuery(index, query.slice(0, MOST_QUERY));
    const scores = scoreTerms(index, terms);
    const known = terms.reduce((sum, { weight }) => sum + weight, 0);
    const documents = [];
    for (let document = 0; document < index.documents; document++) {
      if (scores.score[document] === 0) continue;
      documents.push({
        id: index.id(document).slice(2),
        score: scores.score[document] + scorePairs(index, document, pairs),
        terms: scores.terms[document],
        matched: scores.matched[document],
        name: nameShareOf(index, scores, document),
      });
    }
    return { gold, asked: { weight: known + unknown.length * unit, words, unit }, documents };
  });
}

/** Hit@1 and sure Recall@5 of one setting, negatives that get a sure hit. */
function judge(prompts, { nameShare, sure, weak, company }) {
  const counts = { hit1: 0, recall5: 0, all: 0, fired: 0, negatives: 0 };
  for (const { gold, asked, documents } of prompts) {
    const ranked = documents
      .map((one) => {
        const score = one.score + nameShare * asked.unit * one.name;
        return { id: one.id, score, support: supportOf(score, one.terms, one.matched, asked) };
      })
      .sort((a, b) => b.score - a.score);
    const best = ranked.find(({ support }) => support >= sure);
    const shown = ranked
      .filter(
        (one) =>
          one.support >= sure || (one.support >= weak && (best === undefined || one.score >= company * best.score)),
      )
      .slice(0, best === undefined ? 3 : 5);
    if (gold.length === 0) {
      counts.negatives++;
      counts.fired += best !== undefined;
      continue;
    }
    counts.all++;
    counts.hit1 += gold.includes(shown[0]?.id);
    counts.recall5 += shown.some(({ id }) => gold.includes(id));
  }
  return {
    hit1: share(counts.hit1, counts.all),
    recall5: share(counts.recall5, counts.all),
    fired: share(counts.fired, counts.negatives),
  };
}

/** Leave one set out: the setting that is best on the others, measured on the one; and the fixed one on the same. */
export async function crossValidate(folder, names) {
  const all = [];
  for (const name of names) all.push(await evidence(folder, name));
  const settings = [0, 0.25, 0.5, 0.75, 1].flatMap((nameShare) =>
    [0.65, 0.75, 0.85].flatMap((sure) =>
      [0.5, 0.6, 0.7, 0.8, 1].map((company) => ({ nameShare, sure, weak: WEAK, company })),
    ),
  );
  const fixed = { nameShare: NAME_SHARE, sure: SURE, weak: WEAK, company: SHARE_OF_SURE };
  const results = settings.map((setting) => all.map((prompts) => judge(prompts, setting)));
  const worth = ({ hit1, recall5, fired }) => hit1 + recall5 - (fired ?? 0);
  return names.map((set, out) => {
    const without = (row) => mean(row.filter((_, at) => at !== out).map(worth));
    const best = results.indexOf(results.toSorted((a, b) => without(b) - without(a))[0]);
    return { set, chosen: settings[best], held_out: results[best][out], fixed: judge(all[out], fixed) };
  });
}
