import type { StoreStatus } from '../../../owner/store/types.ts';

/** A skill that a model wrote and nobody has turned on. */
export interface Proposal {
  readonly id: string;
  readonly name: string;
  readonly at: string;
  readonly note?: string;
}

export function proposalsOf(status: StoreStatus & { readonly proposals?: readonly Proposal[] }): readonly Proposal[] {
  return status.proposals ?? [];
}
