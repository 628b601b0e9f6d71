import { jsonText } from '../../base/json-text.ts';
import { compareCodePoints } from '../../base/text.ts';
import type { NetworkCapability, NetworkMode } from '../../base/types.ts';
import type { InventoryCollection, NetworkAnswer, NetworkInventory } from './inventory.ts';

/** What an inventory and a tree have to say to each other, one line each. */
export interface InventoryProblem {
  readonly problem:
    | 'no such collection'
    | 'no such member'
    | 'no such skill'
    | 'bytes have changed'
    | 'entry cannot be used'
    | 'no entry'
    | 'entries without effect';
  readonly collection?: string;
  readonly path?: string;
  readonly message: string;
}

/** One skill of the tree and the answer it got. */
export interface AnsweredSkill {
  readonly collection?: string;
  readonly path: string;
  readonly answer: NetworkAnswer;
  /** Its requirements were reviewed with other bytes. */
  readonly isStale?: boolean;
}

/** How many skills want what, and on whose word. */
export interface NetworkCounts {
  readonly total: number;
  readonly modes: Readonly<Record<NetworkMode, number>>;
  readonly declarations: Readonly<Record<NetworkCapability['declaration'], number>>;
}

export function countNetwork(answers: readonly NetworkCapability[]): NetworkCounts {
  const modes = { none: 0, host_only: 0, raw_required: 0, unknown: 0 };
  const declarations = { reviewed: 0, legacy: 0, frontmatter: 0, none: 0 };
  for (const { mode, declaration } of answers) {
    modes[mode]++;
    declarations[declaration]++;
  }
  return { total: answers.length, modes, declarations };
}

function ofCollection(id: string, listed: InventoryCollection, skills: readonly AnsweredSkill[]): InventoryProblem[] {
  const members = skills.filter((one) => one.collection === id);
  const paths = Object.keys(listed.members ?? {});
  if (members.length === 0) {
    return [{ problem: 'no such collection', collection: id, message: `No collection \`${id}\` is in this root.` }];
  }
  if (listed.declaration === 'legacy') {
    // Requirements hold by their digest, whatever is declared about the network.
    const idle = Object.values(listed.members ?? {}).filter(({ requirements }) => requirements === undefined).length;
    const message = `\`${id}\` is declared legacy, so its ${idle} entries have no effect; declare it reviewed once they are.`;
    const problems: InventoryProblem[] =
      idle === 0 ? [] : [{ problem: 'entries without effect', collection: id, message }];
    return [...problems, ...members.filter((one) => one.isStale === true).map(stale)];
  }
  const known = new Set(members.map((one) => one.path));
  const gone = paths
    .filter((path) => !known.has(path))
    .map((path): InventoryProblem => {
      return { problem: 'no such member', collection: id, path, message: `\`${id}\` has no member at \`${path}\`.` };
    });
  return [...gone, ...members.flatMap(ofSkill)];
}

function stale({ collection, path }: AnsweredSkill): InventoryProblem {
  return {
    problem: 'bytes have changed',
    ...(collection === undefined ? {} : { collection }),
    path,
    message: `\`${path}\` has other bytes than its requirements were reviewed with; \`skillfiche inventory review\` shows what it needs now.`,
  };
}

function ofSkill(skill: AnsweredSkill): InventoryProblem[] {
  const { collection, path, answer } = skill;
  const place = { ...(collection === undefined ? {} : { collection }), path };
  switch (answer.reason) {
    case 'bytes have changed':
    case 'bytes not proved':
      return [
        {
          problem: 'bytes have changed',
          ...place,
          message: `\`${path}\` has other bytes than were reviewed; review it again, then write its new digest, which \`skillfiche inventory init --stdout\` prints.`,
        },
      ];
    case 'entry cannot be used':
      return [
        {
          problem: 'entry cannot be used',
          ...place,
          message: `The entry of \`${path}\` counts as unknown: ${answer.problem}.`,
        },
      ];
    case 'no entry':
      return [{ problem: 'no entry', ...place, message: `\`${path}\` has no entry, so its mode is unknown.` }];
    default:
      return skill.isStale === true ? [stale(skill)] : [];
  }
}

/**
 * Entries without a skill, reviewed entries that no longer fit, and members of reviewed collections without an entry.
 * `skills` are all of the root, ordinary and members, with the answers the inventory gave them.
 */
export function checkInventory(inventory: NetworkInventory, skills: readonly AnsweredSkill[]): InventoryProblem[] {
  const collections = Object.entries(inventory.collections ?? {}).flatMap(([id, listed]) =>
    ofCollection(id, listed, skills),
  );
  const ordinary = skills.filter((one) => one.collection === undefined);
  const known = new Set(ordinary.map((one) => one.path));
  const gone = Object.keys(inventory.skills ?? {})
    .filter((path) => !known.has(path))
    .map(
      (path): InventoryProblem => ({
        problem: 'no such skill',
        path,
        message: `This root has no ordinary skill at \`${path}\`.`,
      }),
    );
  // Ordinary skills need no entry, so a missing one is no problem.
  const others = ordinary.flatMap((one) =>
    one.answer.reason !== 'no entry' ? ofSkill(one) : one.isStale === true ? [stale(one)] : [],
  );
  return [...collections, ...gone, ...others];
}

/** A member as a skeleton lists it. */
export interface SkeletonMember {
  readonly path: string;
  readonly digest: string;
}

/**
 * An inventory to start a review from: every member with its digest and the mode `unknown`, under the declaration
 * `legacy`. Sorted, no times, ends in a newline.
 */
export function formatSkeleton(collections: Readonly<Record<string, readonly SkeletonMember[]>>): string {
  const listed = Object.entries(collections)
    .sort(([a], [b]) => compareCodePoints(a, b))
    .map(([id, members]): [string, InventoryCollection] => {
      const sorted = members.toSorted((a, b) => compareCodePoints(a.path, b.path));
      const entries = sorted.map(({ path, digest }) => [path, { mode: 'unknown' as const, domains: [], digest }]);
      return [id, { declaration: 'legacy', members: Object.fromEntries(entries) }];
    });
  const inventory: NetworkInventory = { schema_version: 1, collections: Object.fromEntries(listed), skills: {} };
  return jsonText(inventory);
}
