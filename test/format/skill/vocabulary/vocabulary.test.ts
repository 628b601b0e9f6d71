import { describe, expect, test } from 'vitest';
import { parseRequirements } from '../../../../src/catalog/readiness/requirements.ts';
import { judge } from '../../../../src/catalog/readiness/verdict.ts';
import { keywordsFast } from '../../../../src/format/skill/fast/keywords.ts';
import { keywordsFull } from '../../../../src/format/skill/fast/keywords-full.ts';
import { type SkillSummary, summarizeFast } from '../../../../src/format/skill/fast/summary.ts';
import { summarizeFull } from '../../../../src/format/skill/fast/summary-full.ts';
import { readSkillDocument } from '../../../../src/format/skill/read/document.ts';
import { KEYS } from '../../../../src/format/skill/vocabulary/keys.ts';
import { type Asks, NEEDS, needOf } from '../../../../src/format/skill/vocabulary/needs.ts';
import { keyFacts } from '../../../../src/format/skill/vocabulary/vocabulary.ts';
import type { MachineFacts } from '../../../../src/io/machine/facts.ts';

const NOTHING_THERE: MachineFacts = {
  here: true,
  platform: 'linux',
  hasProgram: () => false,
  hasVariable: () => false,
  hasFile: () => false,
  packageVersions: () => undefined,
};

/** What the catalog keeps, from bytes; where the fast reader answers, the full one says the same. */
function summarize(header: string): SkillSummary {
  const bytes = Buffer.from(`---\nname: a\ndescription: d\n${header}\n---\nbody\n`);
  const full = summarizeFull(bytes);
  expect(summarizeFast(bytes) ?? full).toEqual(full);
  return full;
}

const verdict = (header: string) => judge(parseRequirements(summarize(header).declared), NOTHING_THERE);

/** For each thing a key may ask for: a value that a bare machine does not have. */
const UNMET: Readonly<Record<Asks, string>> = {
  items: '[bin:nosuchx]',
  programs: '[nosuchx]',
  'any-program': '[nosuchx, nosuchy]',
  commands: '[nosuchx]',
  variables: '[NOSUCH]',
  systems: '[win32]',
  platforms: '[windows]',
  settings: '[/no/such]',
  block: '{requiredEnv: [NOSUCH]}',
  files: '[/no/such]',
  gpu: 'true',
  python: '"3"',
  node: '"20"',
  agent: '[x]',
  package: '[x]',
  other: '[x]',
};

const OUTSIDE = NEEDS.flatMap(({ keys, outside }) =>
  outside === undefined ? [] : keys.split(' ').map((key) => [key, UNMET[outside]] as const),
).filter(([key]) => key !== 'compatibility');
const INSIDE = NEEDS.flatMap(({ keys, asks }) => keys.split(' ').map((key) => [key, UNMET[asks]] as const));

describe('every key that states a need survives from bytes to verdict', () => {
  test.each(OUTSIDE)('%s at the top level, in metadata and in any block', (key, value) => {
    for (const header of [
      `${key}: ${value}`,
      `metadata:\n  ${key}: ${value}`,
      `metadata:\n  openclaw:\n    ${key}: ${value}`,
      `metadata: {"hermes": {"${key}": ${value.startsWith('[') ? JSON.stringify([value.slice(1, -1)]) : value}}}`,
      `openclaw:\n  ${key}: ${value}`,
      `metadata.openclaw:\n  ${key}: ${value}`,
    ]) {
      const { declared, state } = verdict(header);
      expect({ header, declared, isReady: state === 'ready' }).toEqual({ header, declared: true, isReady: false });
    }
  });

  test.each(INSIDE)('%s inside requires, and with `required` before it', (key, value) => {
    for (const header of [
      `requires:\n  ${key}: ${value}`,
      `metadata:\n  moltbot:\n    requires:\n      ${key}: ${value}`,
    ]) {
      expect(verdict(header)).toMatchObject({ declared: true, state: expect.stringMatching(/needs_setup|unknown/) });
    }
    if (key === 'requires' || key === 'requirements' || key === 'compatibility') return;
    for (const spelt of [`required_${key}`, `required-${key}`, `required${key[0]?.toUpperCase()}${key.slice(1)}`]) {
      expect(verdict(`${spelt}: ${value}`).state, spelt).not.toBe('ready');
      expect(verdict(`${spelt}: ${value}`).declared, spelt).toBe(true);
    }
  });

  test.each(OUTSIDE)('%s that nobody wrote out is in doubt beside what is there', (key) => {
    const facts = { ...NOTHING_THERE, hasVariable: () => true };
    const beside = key === 'env' ? 'requiredEnv: [HOME]' : 'env: [HOME]';
    const { declared } = summarize(`${key}:\n${beside}`);
    expect(judge(parseRequirements(declared), facts)).toMatchObject({ state: 'unknown', unverifiable: [key] });
  });
});

describe('a need by its name', () => {
  test.each([
    'required_environment_variables',
    'requiresEnv',
    'systemPackages',
    'runtimeVersion',
    'needs_docker',
    'prerequisites',
    'dependencies',
    'os_support',
    'Dependencies',
  ])('%s', (key) => {
    expect(needOf(key, false)).toBeDefined();
    expect(summarize(`${key}: [something of yours]`).declared).toHaveProperty([key]);
    expect(verdict(`${key}: [something of yours]\nenv: []`).state).not.toBe('ready');
  });

  test.each([
    'tools',
    'allowed-tools',
    'install',
    'primaryEnv',
    'command-dispatch',
    'user-invocable',
    'license',
    'position',
    'cost',
    'binding',
    'needle',
    'independent',
    'ecosystem',
    'systematic',
    'environmental_impact',
  ])('not %s', (key) => {
    expect(needOf(key, false)).toBeUndefined();
  });
});

describe('every other key', () => {
  test.each(
    KEYS()
      .filter(({ role }) => role === 'keyword')
      .map(({ key }) => key),
  )('%s gives words for search', (key) => {
    for (const header of [`${key}: zebrawort`, `metadata:\n  ${key}: [zebrawort]`]) {
      const { text, fences } = readSkillDocument(`---\nname: a\ndescription: d\n${header}\n---\n`);
      expect(keywordsFast(text, fences)).toBe('zebrawort');
      expect(keywordsFull(text, fences)).toBe('zebrawort');
    }
  });

  test.each(
    KEYS()
      .filter(({ role }) => role === 'trigger')
      .map(({ key }) => key),
  )('%s follows the description', (key) => {
    expect(summarize(`${key}: zebrawort`).description).toBe('d - zebrawort');
  });

  test.each(
    KEYS()
      .filter(({ role }) => role === 'vendor')
      .map(({ key }) => key),
  )('%s is a block in metadata', (key) => {
    expect(verdict(`metadata:\n  ${key}: '{"requires": {"bins": ["nosuchx"]}}'`).missing).toEqual(['bin:nosuchx']);
    expect(verdict(`metadata:\n  ${key}:\n    always: true\n    requires: {bins: [nosuchx]}`).state).toBe('ready');
  });

  test.each(
    KEYS()
      .filter(({ kind }) => kind === 'text')
      .map(({ key }) => key),
  )('%s is text, whatever it looks like', (key) => {
    const document = readSkillDocument(`---\n${key}: [b, c]\n---\n`);
    expect(document.frontmatter[key]).toBe('[b, c]');
    expect(document.findings.some(({ code }) => code === 'frontmatter/wrong-type')).toBe(true);
  });

  test.each(
    KEYS()
      .filter(({ kind }) => kind === 'structure')
      .map(({ key }) => key),
  )('%s is unreadable, never text', (key) => {
    expect(readSkillDocument(`---\nname: a\n${key}: {b: [c\n---\n`).fields.at(-1)?.state).toBe('unreadable');
  });

  test('each stands in the table once', () => {
    const keys = [...KEYS().map(({ key }) => key), ...NEEDS.flatMap(({ keys: all }) => all.split(' '))];
    const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
    // A display key of one agent can be a need inside `requires`.
    expect(twice.filter((key) => !KEYS().some((one) => one.key === key))).toEqual([]);
    expect(keyFacts('name')).toMatchObject({ isText: true, isStructured: false, isDeclared: false });
  });
});
