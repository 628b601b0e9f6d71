import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseRequirements } from '../../../src/catalog/readiness/requirements.ts';
import { judge } from '../../../src/catalog/readiness/verdict.ts';
import { summarizeFull } from '../../../src/format/skill/fast/summary-full.ts';
import type { MachineFacts } from '../../../src/io/machine/facts.ts';
import { hasShared, shared } from '../../support/shared.ts';

/** A machine that has everything that can be looked for. */
const EVERYTHING: MachineFacts = {
  here: true,
  platform: 'linux',
  hasProgram: () => true,
  hasVariable: () => true,
  hasFile: () => true,
  packageVersions: () => ['1.0'],
};

function parse(number: string) {
  const folder = shared('cases', 'frontmatter');
  const file = readdirSync(folder).find((name) => name.startsWith(`${number}-`));
  return parseRequirements(summarizeFull(readFileSync(`${folder}/${file}`)).declared);
}

function short(number: string): string[] {
  return parse(number).requirements.map((one) => {
    const text = one.kind === 'unverifiable' ? `?${one.text}` : one.text;
    return one.need === 'required' ? text : `(${text})`;
  });
}

describe.skipIf(!hasShared)('frontmatter seen in the wild', () => {
  it.each<[string, string, string[]]>([
    [
      '029',
      'a brace at column 0',
      ['bin:node', '?secrets:ZOOM_CLIENT_ID', '?secrets:ZOOM_CLIENT_SECRET', '?secrets:ZOOM_ACCOUNT_ID'],
    ],
    ['030', 'a sequence as a key', ['bin:bc', '?["touch"]']],
    ['073', 'metadata as JSON text', ['any-bin:swarmvault|vault']],
    ['087', 'os as text', ['os:darwin|linux|win32']],
    [
      '088',
      'alternatives in one entry, env as a map',
      [
        'bin:node',
        'any-bin:arecord|rec|ffmpeg',
        'env:SONIOX_API_KEY',
        '?note:Captures microphone audio locally and streams audio to Soniox realtime STT only while journal is running.',
      ],
    ],
    [
      '089',
      'bins as objects',
      ['bin:node', '(bin:kannaka)', '(env:EYE_PORT)', '(env:FLUX_URL)', '(env:FLUX_AGENT_ID)'],
    ],
    [
      '090',
      'alternatives with a path',
      ['bin:python3', 'any-bin:google-chrome|chromium|/Applications/Google Chrome.app', '?pip:nodriver>=0.38'],
    ],
    [
      '091',
      'optional variables',
      [
        'bin:curl',
        'bin:jq',
        'file:~/.openclaw/credentials/sonarr/config.json',
        '(env:SONARR_URL)',
        '(env:SONARR_API_KEY)',
      ],
    ],
    ['092', 'variables as text', ['env:SIGNALHIRE_API_KEY', 'env:SIGNALHIRE_CALLBACK_URL']],
    ['093', 'a list of anything', ['?x402']],
    ['094', 'two blocks', ['os:darwin', 'bin:codexmonitor', 'bin:codexmonitor']],
    [
      '095',
      'top level and block',
      ['bin:python3', 'env:SKILL_BILLING_API_KEY', 'env:SKILL_ID', 'env:SKILL_BILLING_API_KEY', 'env:SKILL_ID'],
    ],
    ['096', 'any of several', ['bin:git', 'any-bin:python3|Rscript', 'os:darwin|linux']],
    [
      '097',
      'compatibility as a list',
      [
        '?compatibility:- platform: macOS min_version: "10.12" - platform: Linux min_version: "Ubuntu 18.04" - platform: Windows min_version: "Windows 10"',
      ],
    ],
  ])('%s: %s', (number, _, expected) => {
    expect(short(number)).toEqual(expected);
  });

  it.each([
    ['028', 'a flow map that is not closed'],
    ['031', 'a flow map badly nested'],
    ['032', 'JSON escaped for Markdown'],
    ['033', 'a flow map with a block below it'],
    ['066', 'metadata twice'],
    ['076', 'blanks written as entities'],
  ])('%s: %s is never ready, whatever the machine has', (number) => {
    expect(judge(parse(number), EVERYTHING).state).toBe('unknown');
  });

  it('says where a requirement stands', () => {
    expect(parse('091').requirements.map(({ source, line }) => [source, line])[0]).toEqual([
      'metadata.openclaw.requires.bins',
      19,
    ]);
  });
});
