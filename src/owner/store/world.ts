import type { FolderDisk } from '../../io/disk/folder-disk.ts';
import type { StoreDialect } from './sql/dialect.ts';

/** The moments of a change, in order. Tests stop a process at each of them. */
export const STORE_STEPS = [
  'read',
  'intent-row',
  'intent-file',
  'stored',
  'folder-made',
  'half-filled',
  'filled',
  'set-aside',
  'swapped',
  'committed',
  'carried',
  'old-removed',
  'viewed',
] as const;
export type StoreStep = (typeof STORE_STEPS)[number];

/** What the store's verbs work with. */
export interface StoreWorld {
  /** Holds the store's file, `switches.json` and the plans of changes under way. */
  readonly folder: string;
  readonly disk: FolderDisk;
  readonly now: () => Date;
  /** Whose switches and levels these are; on a machine of one person nobody needs to say. */
  readonly person: string;
  /** Milliseconds a change waits for another one before it gives up. */
  readonly waitMs: number;
  /** A `postgres://` address of the shared tables; absent: they are in the store's file. Never shown. */
  readonly url?: string;
  readonly onStep: (step: StoreStep) => void | Promise<void>;
}

/** An open store. */
export interface Store extends StoreWorld {
  readonly db: StoreDialect;
}

export const STORE_FILE = 'store.db';
export const SWITCHES_FILE = 'switches.json';
export const INTENTS_FOLDER = 'intents';
/** A note for each change whose locks are not written yet. */
export const BEHIND_FOLDER = 'locks-behind';
/** Folders we build in lie beside `skills`, where no tool looks for any. */
export const ASIDE_PREFIX = '.skillfiche-';
