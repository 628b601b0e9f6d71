import { finding } from '../../base/diagnostic.ts';
import { INVENTORY_FILE } from '../../base/file-names.ts';
import { readJson } from '../../base/json.ts';
import type { DeclaredFields, Finding, NetworkCapability, NetworkMode } from '../../base/types.ts';
import type { SchemaFault } from '../../format/schema/check.ts';
import { networkCapability, networkStatement } from './capability.ts';
import { declaredNetwork } from './frontmatter.ts';

export interface InventoryEntry {
  readonly mode: NetworkMode;
  readonly domains?: readonly string[];
  readonly digest?: string;
  readonly note?: string;
  /** What the skill needs, in our own spelling (`bin:samtools`, `python:pysam>=0.22`); holds for the digest alone. */
  readonly requirements?: readonly string[];
  /** `evidence`: the requirements were accepted as its text shows them. Absent: a person reviewed them. */
  readonly reviewed_by?: 'evidence';
}

export interface InventoryCollection {
  readonly declaration: 'legacy' | 'reviewed';
  readonly members?: Readonly<Record<string, InventoryEntry>>;
  readonly note?: string;
}

/** A network-inventory.json. */
export interface NetworkInventory {
  /** 2 where an entry holds requirements. */
  readonly schema_version: 1 | 2;
  readonly collections?: Readonly<Record<string, InventoryCollection>>;
  readonly skills?: Readonly<Record<string, InventoryEntry>>;
}

export interface InventoryReading {
  /** Absent when the file as a whole is broken: then nothing in it holds. */
  readonly inventory?: NetworkInventory;
  readonly findings: readonly Finding[];
}

/** Faults inside one entry cost that entry; any other fault costs the file. */
const IN_ENTRY = /^\/(?:skills\/[^/]+|collections\/[^/]+\/members\/[^/]+)(?:\/|$)/;

function withoutBadEntries(document: NetworkInventory, faults: readonly SchemaFault[]): NetworkInventory {
  const bad = new Set(faults.map((fault) => IN_ENTRY.exec(`${fault.pointer}/`)?.[0].replace(/\/$/, '')));
  const segment = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');
  const keep = (entries: Readonly<Record<string, InventoryEntry>> | undefined, place: string) =>
    Object.fromEntries(
      Object.entries(entries ?? {}).map(([path, entry]) =>
        bad.has(`${place}/${segment(path)}`) ? [path, { mode: 'unknown' as const }] : [path, entry],
      ),
    );
  const collections = Object.entries(document.collections ?? {}).map(([id, one]) => [
    id,
    { ...one, members: keep(one.members, `/collections/${segment(id)}/members`) },
  ]);
  return { ...document, collections: Object.fromEntries(collections), skills: keep(document.skills, '/skills') };
}

/**
 * Reads an inventory's text. `check` lists what its schema does not allow. An entry that does not fit, such as one with
 * an unknown mode, is `unknown`; a file that does not fit as a whole says nothing at all.
 */
export function readInventory(text: string, check: (document: unknown) => readonly SchemaFault[]): InventoryReading {
  const reading = readJson(text);
  if ('fault' in reading) return broken(`it is not JSON (${reading.fault.message})`, reading.fault);
  const document = reading.value;
  const faults = check(document);
  const whole = faults.find((fault) => !IN_ENTRY.test(`${fault.pointer}/`));
  if (whole !== undefined) return broken(whole.message);
  const findings = faults.map((fault) =>
    finding('inventory/unknown-mode', `This entry counts as \`unknown\`: ${fault.message}.`, {
      hint: 'An entry is {"mode": "none" | "host_only" | "raw_required", "domains": [...], "digest": "sha256:..."}.',
    }),
  );
  return { inventory: withoutBadEntries(document as NetworkInventory, faults), findings };
}

function broken(why: string, { line, column }: Pick<Finding, 'line' | 'column'> = {}): InventoryReading {
  return {
    findings: [
      finding(
        'inventory/broken',
        `${INVENTORY_FILE} cannot be used: ${why}. Every mode it would give is \`unknown\`.`,
        {
          line,
          column,
          hint: 'Expected {"schema_version": 1, "collections": {...}, "skills": {...}}; `skillfiche inventory init` writes one to start from.',
        },
      ),
    ],
  };
}

/** Why a mode is what it is. */
export type NetworkReason =
  | 'frontmatter'
  | 'entry holds'
  | 'no entry'
  | 'not reviewed'
  | 'bytes have changed'
  | 'bytes not proved'
  | 'entry cannot be used';

export interface NetworkAnswer {
  readonly capability: NetworkCapability;
  readonly reason: NetworkReason;
  /** What is wrong with a declaration that gives `unknown`. */
  readonly problem?: string;
}

/** The digest of a skill's files as they are now. Asked for only where an entry binds to one; `undefined` = not proved. */
export type ProveDigest = () => string | undefined;

function ownEntry<T>(entries: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return entries !== undefined && Object.hasOwn(entries, key) ? entries[key] : undefined;
}

function fromEntry(entry: InventoryEntry, prove: ProveDigest): NetworkAnswer {
  const unknown = (reason: NetworkReason, problem?: string): NetworkAnswer => ({
    capability: networkCapability('unknown', [], reason === 'not reviewed' ? 'legacy' : 'reviewed'),
    reason,
    ...(problem === undefined ? {} : { problem }),
  });
  const statement = networkStatement(entry.mode, entry.domains ?? []);
  if (statement.problem !== undefined) return unknown('entry cannot be used', statement.problem);
  if (statement.mode === 'unknown') return unknown('not reviewed');
  if (entry.digest !== undefined) {
    const digest = prove();
    if (digest === undefined) return unknown('bytes not proved');
    if (digest !== entry.digest) return unknown('bytes have changed');
  }
  return { capability: networkCapability(statement.mode, statement.domains, 'reviewed'), reason: 'entry holds' };
}

/** A member's mode: from the inventory alone. What its own frontmatter says is never asked. */
export function memberNetwork(
  inventory: NetworkInventory | undefined,
  collection: string,
  path: string,
  prove: ProveDigest,
): NetworkAnswer {
  const listed = ownEntry(inventory?.collections, collection);
  const entry = ownEntry(listed?.members, path);
  if (listed?.declaration === 'reviewed' && entry !== undefined) return fromEntry(entry, prove);
  return {
    capability: networkCapability('unknown', [], 'legacy'),
    reason: entry === undefined ? 'no entry' : 'not reviewed',
  };
}

/** An ordinary skill's mode: its frontmatter, else the inventory's entry for its path. */
export function skillNetwork(
  inventory: NetworkInventory | undefined,
  path: string,
  declared: DeclaredFields | undefined,
  prove: ProveDigest,
): NetworkAnswer {
  const own = declaredNetwork(declared);
  if (own !== undefined) {
    const { mode, domains, problem } = own.statement;
    const capability = networkCapability(mode, domains, 'frontmatter');
    return { capability, reason: 'frontmatter', ...(problem === undefined ? {} : { problem }) };
  }
  const entry = ownEntry(inventory?.skills, path);
  if (entry !== undefined) return fromEntry(entry, prove);
  return { capability: networkCapability('unknown', [], 'none'), reason: 'no entry' };
}

/** What somebody reviewed that a skill needs. `changed`: it was reviewed with other bytes, and holds no more. */
export type ReviewedNeeds =
  | { readonly requirements: readonly string[]; readonly by: 'person' | 'evidence' }
  | 'changed'
  | undefined;

/**
 * The reviewed requirements of a skill, of a member where `collection` is given. They are bound to its digest alone: the
 * collection's `declaration` speaks of the network.
 */
export function reviewedNeeds(
  inventory: NetworkInventory | undefined,
  collection: string | undefined,
  path: string,
  prove: ProveDigest,
): ReviewedNeeds {
  const entries = collection === undefined ? inventory?.skills : ownEntry(inventory?.collections, collection)?.members;
  const { requirements, digest, reviewed_by } = ownEntry(entries, path) ?? {};
  if (requirements === undefined || digest === undefined) return undefined;
  return prove() === digest ? { requirements, by: reviewed_by ?? 'person' } : 'changed';
}
