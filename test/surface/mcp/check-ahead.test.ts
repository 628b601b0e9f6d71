import { expect, it } from 'vitest';
import { describeStanding } from '../../../src/surface/mcp/check-ahead.ts';
import { skillText } from '../../support/tree.ts';
import { type FakeTree, fakeDisk, fakeLive } from './support/fake-catalog.ts';

async function describe(tree: FakeTree): Promise<string> {
  const live = fakeLive(fakeDisk(tree));
  return describeStanding(await live.current(), new AbortController().signal);
}

it('one line counts what strict hosts get, and names the rest with reasons', async () => {
  const line = await describe({
    bio: {
      a: { 'SKILL.md': skillText('bio-a') },
      b: { 'SKILL.md': skillText('bio-b', 'Use this: it is good.') },
      c: { 'SKILL.md': `${skillText('bio-c', 'Fine.').replace('name:', '# c\nname:')}`.replace('Fine', 'And: this') },
      d: { 'SKILL.md': skillText('Bio D') },
      e: { 'SKILL.md': skillText('bio-e', 'x'.repeat(1_025)) },
    },
  });
  expect(line).toBe(
    'serving 5 skills, 1 of them over skills/list; left out there, and reachable by the tools: ' +
      '2 because SKILL.md frontmatter: a plain value cannot contain ": "; quote the value (bio:b, bio:c); ' +
      '1 because its name is not 1 to 64 lower-case letters, digits and single hyphens (bio:d); ' +
      '1 because frontmatter description must be 1-1024 characters (bio:e)',
  );
});

it('nothing is left out without being said', async () => {
  expect(await describe({ bio: { a: { 'SKILL.md': skillText('bio-a') } } })).toBe(
    'serving 1 skill, 1 of them over skills/list',
  );
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`s${index}`, { 'SKILL.md': skillText(`S ${index}`) }]),
  );
  expect(await describe({ bio: many })).toContain(' and 10 more)');
});
