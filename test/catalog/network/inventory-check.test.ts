import { describe, expect, it } from 'vitest';
import { networkCapability } from '../../../src/catalog/network/capability.ts';
import {
  memberNetwork,
  type NetworkInventory,
  readInventory,
  skillNetwork,
} from '../../../src/catalog/network/inventory.ts';
import {
  type AnsweredSkill,
  checkInventory,
  countNetwork,
  formatSkeleton,
} from '../../../src/catalog/network/inventory-check.ts';
import { checkDocument } from '../../../src/format/schema/check.ts';
import { checkNetworkInventory } from '../../../src/format/schema/generated.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const OTHER = `sha256:${'b'.repeat(64)}`;

function answered(
  inventory: NetworkInventory,
  members: readonly string[],
  ordinary: readonly string[] = [],
): AnsweredSkill[] {
  return [
    ...members.map((path) => ({
      collection: 'bio',
      path,
      answer: memberNetwork(inventory, 'bio', path, () => DIGEST),
    })),
    ...ordinary.map((path) => ({ path, answer: skillNetwork(inventory, path, undefined, () => DIGEST) })),
  ];
}

describe('inventory check', () => {
  it('names entries without members, digests that no longer fit, members without entry', () => {
    const inventory: NetworkInventory = {
      schema_version: 1,
      collections: {
        bio: {
          declaration: 'reviewed',
          members: {
            fits: { mode: 'none', digest: DIGEST },
            changed: { mode: 'none', digest: OTHER },
            gone: { mode: 'none', digest: DIGEST },
            odd: { mode: 'none', domains: ['x.org'], digest: DIGEST },
          },
        },
        absent: { declaration: 'reviewed' },
      },
      skills: { lost: { mode: 'none' }, there: { mode: 'none' } },
    };
    const problems = checkInventory(
      inventory,
      answered(inventory, ['changed', 'fits', 'new', 'odd'], ['there', 'unlisted']),
    );
    expect(problems.map(({ problem, collection, path }) => [problem, collection, path])).toEqual([
      ['no such member', 'bio', 'gone'],
      ['bytes have changed', 'bio', 'changed'],
      ['no entry', 'bio', 'new'],
      ['entry cannot be used', 'bio', 'odd'],
      ['no such collection', 'absent', undefined],
      ['no such skill', undefined, 'lost'],
    ]);
  });

  it('tells that entries under `legacy` have no effect', () => {
    const inventory: NetworkInventory = {
      schema_version: 1,
      collections: { bio: { declaration: 'legacy', members: { a: { mode: 'none', digest: DIGEST } } } },
    };
    expect(checkInventory(inventory, answered(inventory, ['a']))).toMatchObject([
      { problem: 'entries without effect' },
    ]);
  });

  it('has nothing to say about a collection declared `legacy` and left at that', () => {
    const inventory: NetworkInventory = { schema_version: 1, collections: { bio: { declaration: 'legacy' } } };
    expect(checkInventory(inventory, answered(inventory, ['a', 'b']))).toEqual([]);
  });
});

describe('counts', () => {
  it('are by mode and by declaration, and add up', () => {
    const counts = countNetwork([
      networkCapability('none', [], 'reviewed'),
      networkCapability('unknown', [], 'legacy'),
      networkCapability('unknown', [], 'reviewed'),
    ]);
    expect(counts).toEqual({
      total: 3,
      modes: { none: 1, host_only: 0, raw_required: 0, unknown: 2 },
      declarations: { reviewed: 2, legacy: 1, frontmatter: 0, none: 0 },
    });
  });
});

describe('a skeleton', () => {
  it('fits the schema, changes no mode, and holds once it is reviewed', () => {
    const text = formatSkeleton({ bio: [{ path: 'a', digest: DIGEST }] });
    const { inventory, findings } = readInventory(text, (document) => checkDocument(checkNetworkInventory, document));
    expect(findings).toEqual([]);
    expect(memberNetwork(inventory, 'bio', 'a', () => DIGEST).capability.mode).toBe('unknown');
    const reviewed = text.replace('"legacy"', '"reviewed"').replace('"unknown"', '"none"');
    const after = readInventory(reviewed, (document) => checkDocument(checkNetworkInventory, document)).inventory;
    expect(memberNetwork(after, 'bio', 'a', () => DIGEST).capability.mode).toBe('none');
    expect(text.endsWith('}\n')).toBe(true);
  });
});
