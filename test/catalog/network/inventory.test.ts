import { describe, expect, it } from 'vitest';
import type { DeclaredFields } from '../../../src/base/types.ts';
import {
  type InventoryEntry,
  memberNetwork,
  type NetworkInventory,
  readInventory,
  skillNetwork,
} from '../../../src/catalog/network/inventory.ts';
import { checkDocument } from '../../../src/format/schema/check.ts';
import { checkNetworkInventory } from '../../../src/format/schema/generated.ts';
import { declaredFields } from '../../support/declared.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const OTHER = `sha256:${'b'.repeat(64)}`;
const check = (document: unknown) => checkDocument(checkNetworkInventory, document);

function inventory(
  members: Record<string, InventoryEntry>,
  declaration: 'legacy' | 'reviewed' = 'reviewed',
): NetworkInventory {
  return { schema_version: 1, collections: { bio: { declaration, members } } };
}

function read(document: unknown) {
  return readInventory(typeof document === 'string' ? document : JSON.stringify(document), check);
}

describe('a member', () => {
  const entry: InventoryEntry = { mode: 'host_only', domains: ['Rest.Ensembl.org'], digest: DIGEST };

  it.each<[string, NetworkInventory | undefined, string | undefined, string, string, string]>([
    ['without an inventory', undefined, DIGEST, 'unknown', 'legacy', 'no entry'],
    ['without an entry', inventory({}), DIGEST, 'unknown', 'legacy', 'no entry'],
    [
      'of a collection nobody has reviewed',
      inventory({ a: entry }, 'legacy'),
      DIGEST,
      'unknown',
      'legacy',
      'not reviewed',
    ],
    ['with an entry that holds', inventory({ a: entry }), DIGEST, 'host_only', 'reviewed', 'entry holds'],
    ['whose bytes have changed', inventory({ a: entry }), OTHER, 'unknown', 'reviewed', 'bytes have changed'],
    ['whose bytes are not proved', inventory({ a: entry }), undefined, 'unknown', 'reviewed', 'bytes not proved'],
    [
      'that waits for its review',
      inventory({ a: { ...entry, mode: 'unknown' } }),
      DIGEST,
      'unknown',
      'legacy',
      'not reviewed',
    ],
    [
      'whose entry contradicts itself',
      inventory({ a: { ...entry, mode: 'none' } }),
      DIGEST,
      'unknown',
      'reviewed',
      'entry cannot be used',
    ],
  ])('%s', (_, given, digest, mode, declaration, reason) => {
    const answer = memberNetwork(given, 'bio', 'a', () => digest);
    expect(answer).toMatchObject({ capability: { mode, declaration, grants: false }, reason });
    expect(answer.capability.domains).toEqual(mode === 'unknown' ? [] : ['rest.ensembl.org']);
  });

  it('is not asked for its digest where no entry binds to one', () => {
    const prove = () => expect.unreachable();
    memberNetwork(inventory({}), 'bio', 'a', prove);
    memberNetwork(inventory({ a: entry }, 'legacy'), 'bio', 'a', prove);
    memberNetwork(inventory({ a: { mode: 'unknown', digest: DIGEST } }), 'bio', 'a', prove);
  });

  it.each(['__proto__', 'constructor', 'toString'])('named %s has no entry that nobody wrote', (name) => {
    expect(memberNetwork(inventory({}), 'bio', name, () => DIGEST).reason).toBe('no entry');
    expect(memberNetwork(inventory({}), name, 'a', () => DIGEST).reason).toBe('no entry');
  });
});

describe('an ordinary skill', () => {
  const reviewed: NetworkInventory = {
    schema_version: 1,
    skills: { 'a/b': { mode: 'none' }, c: { mode: 'none', digest: DIGEST } },
  };
  const network = (fields: Parameters<typeof declaredFields>[0] | DeclaredFields, path: string = 'a/b') =>
    skillNetwork(reviewed, path, fields as DeclaredFields, () => OTHER);

  it.each<[string, Parameters<typeof declaredFields>[0], string, string]>([
    [
      'capabilities.network',
      { capabilities: { network: { mode: 'host_only', domains: ['x.org'] } } },
      'host_only',
      'frontmatter',
    ],
    [
      'one domain as text',
      { capabilities: { network: { mode: 'host_only', domains: 'x.org' } } },
      'host_only',
      'frontmatter',
    ],
    ['metadata.network', { metadata: { network: { mode: 'raw_required' } } }, 'raw_required', 'frontmatter'],
    ['metadata.network as text', { metadata: { network: 'host_only x.org' } }, 'host_only', 'frontmatter'],
    [
      'metadata.network as JSON text',
      { metadata: { network: '{"mode":"host_only","domains":["x.org"]}' } },
      'host_only',
      'frontmatter',
    ],
    [
      'both',
      { capabilities: { network: { mode: 'raw_required' } }, metadata: { network: 'none' } },
      'raw_required',
      'frontmatter',
    ],
    ['an unknown mode', { capabilities: { network: { mode: 'full' } } }, 'unknown', 'frontmatter'],
    ['no mode', { capabilities: { network: { domains: ['x.org'] } } }, 'unknown', 'frontmatter'],
    ['a truth', { capabilities: { network: 'true' } }, 'unknown', 'frontmatter'],
    [
      'domains that are none',
      { capabilities: { network: { mode: 'none', domains: ['x.org'] } } },
      'unknown',
      'frontmatter',
    ],
    ['a blockchain', { metadata: { network: 'eip155:8453' } }, 'none', 'reviewed'],
    ['other capabilities', { capabilities: { shell: 'true' } }, 'none', 'reviewed'],
    ['nothing', {}, 'none', 'reviewed'],
  ])('that declares %s', (_, fields, mode, declaration) => {
    expect(network(declaredFields(fields)).capability).toMatchObject({ mode, declaration });
  });

  it('whose declaration cannot be read is unknown', () => {
    const capabilities = { state: 'unreadable', line: 3, raw: '{network: {mode: none' } as const;
    expect(network({ capabilities }).capability).toMatchObject({ mode: 'unknown', declaration: 'frontmatter' });
  });

  it('that nobody has listed is unknown', () => {
    expect(network({}, 'x').capability).toMatchObject({ mode: 'unknown', declaration: 'none' });
  });

  it('is bound to its digest where its entry has one', () => {
    expect(network({}, 'c')).toMatchObject({ capability: { mode: 'unknown' }, reason: 'bytes have changed' });
  });
});

describe('the file', () => {
  it('is read whole', () => {
    const document = inventory({
      'x/y': { mode: 'host_only', domains: ['a.org'], digest: DIGEST, note: 'read by two' },
    });
    const reading = read({ $schema: 'https://x', ...document, skills: { s: { mode: 'none' } } });
    expect(reading.findings).toEqual([]);
    expect(memberNetwork(reading.inventory, 'bio', 'x/y', () => DIGEST).capability.mode).toBe('host_only');
  });

  it.each<[string, unknown, RegExp]>([
    ['is not JSON', '{', /not JSON/],
    ['is a list', [], /object/],
    ['has no version', {}, /schema_version/],
    ['has another version', { schema_version: 3 }, /schema_version/],
    ['has a key that nobody knows', { schema_version: 1, skill: {} }, /skill/],
    [
      'has a declaration that nobody knows',
      { schema_version: 1, collections: { bio: { declaration: 'trusted' } } },
      /declaration/,
    ],
  ])('says nothing when it %s', (_, document, message) => {
    const { inventory: given, findings } = read(document);
    expect(given).toBeUndefined();
    expect(findings).toMatchObject([
      { code: 'inventory/broken', severity: 'error', message: expect.stringMatching(message) },
    ]);
  });

  it.each<[string, unknown]>([
    ['an unknown mode', { mode: 'full', digest: DIGEST }],
    ['no digest', { mode: 'none' }],
    ['another kind of digest', { mode: 'none', digest: 'md5:0' }],
    ['an unknown key', { mode: 'none', digest: DIGEST, grant: true }],
    ['text', 'none'],
  ])('makes an entry with %s unknown, and keeps the others', (_, bad) => {
    const reading = read({
      schema_version: 1,
      collections: { bio: { declaration: 'reviewed', members: { 'a/~b': bad, c: { mode: 'none', digest: DIGEST } } } },
    });
    expect(memberNetwork(reading.inventory, 'bio', 'a/~b', () => DIGEST).capability.mode).toBe('unknown');
    expect(memberNetwork(reading.inventory, 'bio', 'c', () => DIGEST).capability.mode).toBe('none');
    expect(reading.findings[0]).toMatchObject({ code: 'inventory/unknown-mode', severity: 'warning' });
  });
});
