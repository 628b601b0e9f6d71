import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AGENT_LISTS } from '../../../src/io/places/agent-lists.ts';
import { AGENT_PLACES } from '../../../src/io/places/agents.ts';
import { describeAgentView, type SeenSkill, viewOfAgent } from '../../../src/owner/target/agent-view.ts';

const skill = (name: string, description: string, more: Partial<SeenSkill> = {}): SeenSkill => ({
  name,
  description,
  depth: 1,
  recovered: false,
  ...more,
});

it('lists of agents are of agents in the table of folders, with a source each', () => {
  const ids = AGENT_PLACES.map(({ id }) => id);
  expect(Object.keys(AGENT_LISTS).filter((id) => !ids.includes(id))).toEqual([]);
  expect(Object.values(AGENT_LISTS).filter(({ source }) => source.trim() === '')).toEqual([]);
  expect(ids.length).toBeGreaterThanOrEqual(30);
  expect(AGENT_PLACES.filter(({ sources }) => !/^[VGSARDI]+$/.test(sources))).toEqual([]);
});

it('a skill deeper than an agent looks, or with a header it refuses, is not seen', () => {
  const skills = [skill('a', 'One.'), skill('b', 'Two.', { depth: 2 }), skill('c', 'Three.', { recovered: true })];
  expect(viewOfAgent(skills, { depth: 1, source: 'x' })).toMatchObject({
    there: 3,
    listed: 2,
    too_deep: 1,
    not_read: 0,
  });
  expect(viewOfAgent(skills, { strict: true, source: 'x' })).toMatchObject({ listed: 2, too_deep: 0, not_read: 1 });
  expect(describeAgentView('gemini-cli', skills, ['/x'])).toMatchObject({ isWhole: false });
  expect(describeAgentView('gemini-cli', skills, ['/x']).message).toMatch(
    /would see 2 of 3 skills in \/x.*read in September 2026.*1 lie deeper/,
  );
  expect(describeAgentView('letta', skills, ['/x']).message).toMatch(/nobody has told what it cuts/);
});

it('where a list has no room for all, names stay with one agent, and go with another', () => {
  const skills = Array.from({ length: 100 }, (_, at) => skill(`s${at}`.padEnd(5, 'x'), 'd'.repeat(90)));
  const room = { characters: 1_900, source: 'x' };
  expect(viewOfAgent(skills, { ...room, cuts: 'descriptions' })).toMatchObject({
    listed: 100,
    left_out: 0,
    without_description: 90,
    characters: 10_000,
  });
  const small = { characters: 500, source: 'x', cuts: 'descriptions-then-skills' } as const;
  expect(viewOfAgent(skills, small)).toMatchObject({ listed: 50, left_out: 50, without_description: 50 });
  expect(viewOfAgent(skills, { source: 'x' })).toMatchObject({ listed: 100, without_description: 0 });
});

it('every skill is counted once, whatever the limits', () => {
  const some = fc.array(
    fc.record({
      name: fc.string(),
      description: fc.string({ maxLength: 200 }),
      depth: fc.nat(9),
      recovered: fc.boolean(),
    }),
  );
  const limits = fc.record(
    { depth: fc.nat(9), entries: fc.nat(30), characters: fc.nat(2_000), strict: fc.constant(true as const) },
    { requiredKeys: [] },
  );
  const cuts = fc.constantFrom('descriptions', 'descriptions-then-skills', undefined);
  fc.assert(
    fc.property(some, limits, cuts, (skills, limit, cut) => {
      const list = { ...limit, source: 'x', ...(cut === undefined ? {} : { cuts: cut }) };
      const seen = viewOfAgent(skills, list);
      expect(seen.too_deep + seen.not_read + seen.left_out + seen.listed).toBe(skills.length);
      expect(seen.without_description).toBeLessThanOrEqual(seen.listed);
      expect(Math.min(...Object.values(seen))).toBeGreaterThanOrEqual(0);
    }),
  );
});
