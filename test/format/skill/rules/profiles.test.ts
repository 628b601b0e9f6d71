import { describe, expect, it } from 'vitest';
import type { ForeignProfile } from '../../../../src/format/skill/rules/profile-names.ts';
import { checkProfile } from '../../../../src/format/skill/rules/profiles.ts';

const skill = (header: string): string => `---\n${header}\n---\nBody.\n`;
const codes = (profile: ForeignProfile, text: string, folder = 'deploy'): string[] =>
  checkProfile(profile, text, folder).map(({ code, line }) => `${code}:${line}`);

const GOOD = 'name: deploy\ndescription: Deploys things.';
const ALL: readonly ForeignProfile[] = ['agentskills', 'claude', 'codex'];

describe('another reader', () => {
  it.each(ALL)('%s takes a plain skill', (profile) => {
    expect(codes(profile, skill(GOOD))).toEqual([]);
    expect(codes(profile, skill(`${GOOD}\nlicense: MIT\ncompatibility: Needs docker\nmetadata:\n  a: b`))).toEqual([]);
  });

  it.each(ALL)('%s takes no missing, open or broken header', (profile) => {
    expect(codes(profile, '# Deploy\n')).toEqual(['profile/unreadable:1']);
    expect(codes(profile, `---\n${GOOD}\n`)).toEqual(['profile/unreadable:1']);
    expect(codes(profile, skill('name: deploy\ndescription: Use: when asked'))).toEqual(['profile/unreadable:3']);
    expect(codes(profile, skill('name: deploy\nname: twice\ndescription: D.'))).toEqual(['profile/unreadable:3']);
    expect(codes(profile, skill('- a\n- b'))).toEqual(['profile/unreadable:2']);
  });

  it.each(ALL)('%s wants a description', (profile) => {
    for (const description of [
      '',
      'description:',
      'description: ""',
      'description: [a]',
      `description: ${'d'.repeat(1025)}`,
    ]) {
      const found = codes(profile, skill(`name: deploy\n${description}`));
      expect(found.map((one) => one.replace(/:\d+$/, ''))).toEqual([
        profile === 'agentskills' && description.includes('[') ? 'profile/unreadable' : 'profile/description',
      ]);
    }
    expect(codes(profile, skill(`name: deploy\ndescription: ${'d'.repeat(1024)}`))).toEqual([]);
  });
});

/** What the reference validator says, case by case: true where it prints "Valid skill". */
const REFERENCE: readonly (readonly [text: string, folder: string, valid: boolean])[] = [
  [skill(GOOD), 'deploy', true],
  [skill(GOOD), 'other', false],
  [`\uFEFF${skill(GOOD)}`, 'deploy', false],
  [`\n${skill(GOOD)}`, 'deploy', false],
  [skill(GOOD).replaceAll('\n', '\r\n'), 'deploy', true],
  // The second `---` anywhere ends the header: here within the description, which is then cut and still there.
  [skill('name: deploy\ndescription: a --- b'), 'deploy', true],
  [skill('name: a---b\ndescription: D.'), 'a---b', false],
  [`---\n${GOOD}\n---# Deploy\n`, 'deploy', true],
  [skill('name: größe\ndescription: D.'), 'größe', true],
  [skill('name: Größe\ndescription: D.'), 'Größe', false],
  [skill('name: 部署\ndescription: D.'), '部署', true],
  [skill('name: a_b\ndescription: D.'), 'a_b', false],
  [skill('name: -a\ndescription: D.'), '-a', false],
  [skill('name: a--b\ndescription: D.'), 'a--b', false],
  [skill(`name: ${'a'.repeat(65)}\ndescription: D.`), 'a'.repeat(65), false],
  [skill('description: D.'), 'deploy', false],
  [skill('name: deploy\ndescription: one\n  two'), 'deploy', true],
  [skill(`${GOOD}\nversion: 1.0`), 'deploy', false],
  [skill(`${GOOD}\nallowed-tools: [Read]`), 'deploy', false],
  [skill(`${GOOD}\nallowed-tools: Read Grep`), 'deploy', true],
  [skill(`${GOOD}\nallowed-tools:\n  - Read`), 'deploy', true],
  [skill(`${GOOD}\nmetadata:\n  a: {}`), 'deploy', false],
  [skill(`${GOOD}\nmetadata:\n  a: &x b\n  c: *x`), 'deploy', false],
  [skill(`${GOOD}\nmetadata:\n  a: !!str b`), 'deploy', false],
  [skill(`${GOOD}\ncompatibility: ${'c'.repeat(501)}`), 'deploy', false],
  [skill(`${GOOD}\ncompatibility: ""`), 'deploy', true],
  [skill(`${GOOD}\nlicense:\n  - MIT`), 'deploy', true],
];

describe('agentskills', () => {
  it.each(REFERENCE)('%j in %j: %s', (text, folder, valid) => {
    expect(codes('agentskills', text, folder).length === 0).toBe(valid);
  });
});

describe('claude', () => {
  const cases: readonly (readonly [header: string, codes: readonly string[]])[] = [
    [`${GOOD}\nwhen_to_use: When asked.\nmodel: opus\nhooks: {}\nallowed-tools: [Read, Grep]`, []],
    ['description: D.', []],
    ['name: deploy\ndescription: Wraps <example> tags.', ['profile/description:3']],
    ['name: deploy\ndescription: Sizes a < b > c and <3.', []],
    ['name: claude-helper\ndescription: D.', ['profile/name:2']],
    ['name: größe\ndescription: D.', ['profile/name:2']],
    [`${GOOD}\nversion: 1`, ['profile/unknown-key:4']],
  ];
  it.each(cases)('%j', (header, expected) => expect(codes('claude', skill(header))).toEqual(expected));
});

describe('codex', () => {
  it('takes any key, and a name of its own', () => {
    expect(codes('codex', skill('name: Deploy It\ndescription: D.\nversion: [1, 2]'))).toEqual([]);
    expect(codes('codex', skill(`name: ${'a'.repeat(65)}\ndescription: D.`))).toEqual(['profile/name:2']);
  });
});

describe('compatibility', () => {
  it('is text, for readers that look at it', () => {
    const text = skill(`${GOOD}\ncompatibility:\n  - docker`);
    expect(ALL.map((profile) => codes(profile, text))).toEqual([
      ['profile/compatibility:4'],
      ['profile/compatibility:4'],
      [],
    ]);
  });
});
