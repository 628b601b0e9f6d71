import type { LedgerCounts } from '../../base/types.ts';

/** Where one SKILL.md goes: exactly one of these. */
export type Disposition =
  | 'ordinary'
  | 'members'
  | 'nested'
  | 'miscased_duplicate'
  | 'invalid'
  | 'unreadable'
  | 'in_broken_collection'
  | 'ignored';

export type Tally = Record<Disposition, number>;

export function emptyTally(): Tally {
  return {
    ordinary: 0,
    members: 0,
    nested: 0,
    miscased_duplicate: 0,
    invalid: 0,
    unreadable: 0,
    in_broken_collection: 0,
    ignored: 0,
  };
}

/** The counts as they are printed; the sums are made here, so that they always add up. */
export function ledgerOf(tally: Readonly<Tally>): LedgerCounts {
  const { ordinary, members, nested, miscased_duplicate, invalid, unreadable, in_broken_collection, ignored } = tally;
  const indexed = ordinary + members;
  const found = indexed + nested + miscased_duplicate + invalid + unreadable + in_broken_collection + ignored;
  return {
    found,
    indexed,
    ordinary,
    members,
    nested,
    miscased_duplicate,
    invalid,
    unreadable,
    in_broken_collection,
    ignored,
  };
}

/** The counts of several scopes together. */
export function sumLedgers(ledgers: readonly LedgerCounts[]): LedgerCounts {
  const total = emptyTally();
  for (const ledger of ledgers) {
    for (const key of Object.keys(total) as Disposition[]) total[key] += ledger[key];
  }
  return ledgerOf(total);
}
