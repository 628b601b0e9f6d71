import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import { hasShared, shared } from '../../support/shared.ts';

interface Prompt {
  readonly query: string;
  readonly gold: string;
  readonly kind: 'quick_start' | 'example';
}

/** Prompts that belong to none of the recipes. */
const FOREIGN = [
  'book a flight to Lisbon for next Tuesday',
  'write a birthday poem for my grandmother',
  'how do I renew my passport',
  'center a div vertically with CSS',
  'order a pizza with mushrooms',
  'turn on the living room lights',
  'who won the football world cup in 1998',
  'post a tweet about our release',
  'knit a scarf for beginners',
  'draft a rental contract',
  'deploy a Next.js app to Vercel',
  'set up a Kubernetes ingress with TLS',
];

describe.skipIf(!hasShared)('search over real recipes', () => {
  it('puts the recipe of a prompt first, or among five, as often as promised', { timeout: 120_000 }, async () => {
    const roots = [{ id: 'bioskills', kind: 'project', path: shared('corpora', 'bioskills') }];
    const view = (await openCatalog({ roots, cache: false })).view();
    const prompts: Prompt[] = readFileSync(shared('retrieval', 'bioskills-dev.jsonl'), 'utf8')
      .trim()
      .split('\n')
      // Half of them tell the same in half the time; the bench asks them all.
      .filter((_, at) => at % 2 === 0)
      .map((line) => JSON.parse(line));
    const counts = { quick_start: { all: 0, first: 0, five: 0 }, example: { all: 0, first: 0, five: 0 } };
    for (const { query, gold, kind } of prompts) {
      const { skills } = await view.searchSkills({ query, limit: 5 });
      const at = skills.findIndex(({ id }) => id === `bioskills:${gold}`);
      counts[kind].all++;
      if (at === 0) counts[kind].first++;
      if (at >= 0) counts[kind].five++;
    }
    expect(counts.quick_start.first / counts.quick_start.all).toBeGreaterThanOrEqual(0.79);
    expect(counts.quick_start.five / counts.quick_start.all).toBeGreaterThanOrEqual(0.97);
    expect(counts.example.first / counts.example.all).toBeGreaterThanOrEqual(0.78);
    expect(counts.example.five / counts.example.all).toBeGreaterThanOrEqual(0.955);
    for (const query of FOREIGN) {
      const sure = (await view.searchSkills({ query })).skills.filter(({ match }) => match !== 'weak');
      expect([query, sure.map(({ id }) => id)]).toEqual([query, []]);
    }
  });

  it('finds the one allowed skill by its own description, among all trees', { timeout: 180_000 }, async () => {
    const folders = readdirSync(shared('corpora'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const roots = folders.map(({ name }) => ({ id: name, kind: 'project', path: shared('corpora', name) }));
    const catalog = await openCatalog({ roots, cache: false });
    const entries = catalog.view().entries();
    const described = entries.filter(({ description }) => description.length > 30);
    // A sample over all of them, the same each time.
    const step = Math.floor(described.length / 40);
    for (let at = 0; at < described.length; at += step) {
      const entry = described[at];
      if (entry === undefined) continue;
      const query = entry.description.slice(0, 2000);
      const result = await catalog.view({ only: [entry.id] }).searchSkills({ query });
      expect([entry.id, result.total, result.skills[0]?.id]).toEqual([entry.id, 1, entry.id]);
    }
  });
});
