import { lintSource } from '@secretlint/core';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayHoldSecret, SECRET_ANCHORS } from '../../../src/format/package/secret-anchors.ts';
import { findSecrets } from '../../../src/format/package/secrets.ts';

const PREFIX = '@secretlint/secretlint-rule-';
const random = 'Zq3vX9kLmP2sT7wYbN4cR8dF1gH6jK0aEuQi5oWx'.repeat(8);
const letters = random.replace(/\d/g, 'k');
const hex = '9f3a7c1e5b8d2046'.repeat(4);
const pem = (what: string): string =>
  `-----BEGIN ${what}PRIVATE KEY-----\nMI${`${random.slice(0, 64)}\n`.repeat(6)}-----END ${what}PRIVATE KEY-----`;

/** What a service account's token holds, so long that its last character stands alone in base64. */
const fields = {
  email: 'a@corp.io',
  muk: { k: random.slice(0, 40) },
  secretKey: 'A3-C4ZJMN',
  srpX: hex,
  signInAddress: 'corp.io',
  userAuth: { method: 'SRPg-4096', salt: 'x' },
};
const short = JSON.stringify({ ...fields, deviceUuid: '' }).length;
const account = Buffer.from(JSON.stringify({ ...fields, deviceUuid: 'x'.repeat((4 - (short % 3)) % 3) })).toString(
  'base64',
);

/** What each rule of the set finds, in every shape that it knows. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  '1password': [`ops_${account}`],
  anthropic: [`sk-ant-api03-${random.slice(0, 93)}AA`],
  aws: [
    `AWS_SECRET_ACCESS_KEY=${random.slice(0, 40)}`,
    `"awsSecretAccessKey" : "${random.slice(0, 40)}"`,
    `SecretAccessKey => '${random.slice(0, 40)}'`,
  ],
  basicauth: ['https://ada:lovelace42@host.corp.io/', 'ftp://a-b:kT7wYbN4c_d@x.io'],
  'database-connection-string': [
    `mongodb://ada:${random.slice(0, 12)}@db.corp.io/x`,
    `MONGODB+SRV://ada:${random.slice(0, 12)}@db.corp.io/x`,
    `jdbc:mysql://ada:${random.slice(0, 12)}@db.corp.io/x`,
    `postgresql://ada:${random.slice(0, 12)}@db.corp.io/x`,
  ],
  databricks: [`dapi${hex.slice(0, 32)}`, `dapi${hex.slice(0, 32).toUpperCase()}-2`],
  docker: [`dckr_pat_${random.slice(0, 27)}`],
  figma: [`figd_${random.slice(0, 44)}`],
  gcp: [
    JSON.stringify({ private_key_id: 'x', private_key: pem('') }),
    `\n { ${'"private_key_id": 1, "private_key": "-----BEGIN PRIVATE KEY"'.replaceAll('p', '\\u0070')} }`,
  ],
  github: [...'pousr'].map((kind) => `gh${kind}_${random.slice(0, 36)}`).concat(`github_pat_${random.slice(0, 82)}`),
  gitlab: [`glpat-${random.slice(0, 20)}`],
  grafana: [`glc_${random.slice(0, 40)}`, `glsa_${random.slice(0, 32)}_${hex.slice(0, 8)}`],
  groq: [`gsk_${random.slice(0, 52)}`],
  'hashicorp-vault': [`hvs.${random.slice(0, 95)}`, `hvb.${random.slice(0, 150)}`, `hvr.${random.slice(0, 95)}`],
  huggingface: [`hf_${letters.slice(0, 34)}`],
  linear: [`lin_api_${random.slice(0, 40)}`],
  notion: [`ntn_12345678901${random.slice(0, 35)}`],
  npm: [
    'https://abcdef:x-oauth-basic@github.com/a/b',
    `//registry.corp.io/:_authToken=${random.slice(0, 36)}`,
    `npm_${random.slice(0, 36)}`,
  ],
  openai: [`sk-${random.slice(0, 20)}T3BlbkFJ${random.slice(0, 20)}`],
  privatekey: ['', 'RSA ', 'EC ', 'OPENSSH ', 'DSA '].map(pem),
  sendgrid: [`SG.${random.slice(0, 22)}.${random.slice(0, 43)}`],
  shopify: ['pa', 'ca', 'at', 'ss'].map((kind) => `shp${kind}_${random.slice(0, 32)}`),
  slack: [
    ...['xoxb', 'xoxp', 'xapp-1', 'xoxa', 'xoxo', 'xoxr'].map(
      (kind) => `${kind}-${random.slice(0, 12)}-${random.slice(0, 24)}`,
    ),
    `https://HOOKS.slack.com/services/T${random.slice(0, 9)}/B${random.slice(0, 9)}/${random.slice(0, 24)}`,
  ],
  vercel: [...'piark'].map((kind) => `vc${kind}_${random.slice(0, 24)}`),
};

/** Some rules look at files of one name alone. */
const NAMES = ['a.txt', 'key.json', '.npmrc', 'package.json', 'store.p12'];

async function findsIn(path: string, text: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { content: text, filePath: path, contentType: 'text', ext: path.slice(path.lastIndexOf('.')) },
    options: { config: { rules: rules.map((rule) => ({ id: rule.meta.id, rule })) }, noPhysicFilePath: true },
  });
  return messages.map(({ ruleId }) => ruleId.slice(PREFIX.length));
}

const finds = async (text: string): Promise<string[]> =>
  (await Promise.all(NAMES.slice(0, 4).map((path) => findsIn(path, text)))).flat();

const samples = Object.entries(FOUND).flatMap(([rule, texts]) => texts.map((text) => [rule, text] as const));

describe('what a text must hold for the rule set to be asked', () => {
  it('is written down for every rule there is, so that a new one is not passed over', () => {
    const known = [...Object.keys(SECRET_ANCHORS), 'filter-comments'].map((name) => PREFIX + name).sort();
    expect(rules.map(({ meta }) => meta.id).sort()).toEqual(known);
    expect(Object.keys(FOUND).sort()).toEqual(Object.keys(SECRET_ANCHORS).sort());
  });

  it.each(samples)('of %s, whatever shape: %#', async (rule, text) => {
    expect(await finds(text)).toContain(rule);
    expect(SECRET_ANCHORS[rule]?.test(text)).toBe(true);
  });

  it('is in every text that the rules find something in', async () => {
    // Law: found by the set, then past the anchors. Samples cut, joined, changed and put between other text.
    const piece = fc.oneof(
      fc.constantFrom(...samples.map(([, text]) => text)),
      fc.tuple(fc.constantFrom(...samples.map(([, text]) => text)), fc.nat(30)).map(([text, cut]) => text.slice(cut)),
      fc.constantFrom('\n', ' ', '"', "'", '=', ': ', 'é', 'x', '{', '}', 'aws_', 'ACCOUNT_ID', '123456789012'),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        fc.constantFrom(...NAMES),
        async (pieces, isUpper, path) => {
          const text = isUpper ? pieces.join('').toUpperCase() : pieces.join('');
          if ((await findsIn(path, text)).length === 0) return;
          found++;
          expect(mayHoldSecret(path, text)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(60);
  });

  it('is in no ordinary text', () => {
    const text =
      'Use `npm_config_registry`, an account ID such as yours, access keys, and https://example.org:8080/@x.\n';
    expect(mayHoldSecret('a.txt', text)).toBe(false);
  });

  it('cannot be talked out of: a comment that switches rules off is a comment', async () => {
    const text = `<!-- secretlint-disable -->\n// secretlint-disable\nfigd_${random.slice(0, 44)}\n`;
    expect((await findSecrets('a.md', text)).map(({ code, line }) => [code, line])).toEqual([['package/secret', 3]]);
  });
});
