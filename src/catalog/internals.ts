import { SkillficheError } from '../base/errors.ts';
import type { Root } from '../base/types.ts';
import type { Disk } from '../io/disk/disk.ts';
import type { MachineOptions } from '../io/machine/machine.ts';
import type { Embedder } from '../io/net/embedder.ts';
import type { ScanLimits } from '../tree/scan/cold.ts';
import type { ScanHow } from '../tree/scan/scan.ts';
import type { SkillTable } from '../tree/table/table.ts';
import type { CatalogData } from './rows/build.ts';
import type { SwitchedOff } from './rows/switched-off.ts';
import type { ReadableCatalog } from './types.ts';

/** Switches kept beside the disk, such as in a store. Both are asked often and must answer at once. */
export interface CatalogState {
  /** Another value whenever an answer of `isDisabled` may have changed. */
  revision(): number | string;
  /** Whether the skill with this id is switched off. Asked once for each skill of a catalog; `refresh` asks again. */
  isDisabled(id: string): boolean;
}

export interface OpenOptions {
  /** Directories to scan. Ids must differ. */
  readonly roots: readonly Root[];
  /** Folder for scan snapshots and the search index, or `false` for none. Default: the user's cache folder. */
  readonly cache?: string | false;
  /** Raises or lowers limits of scanning; see base/limits.ts for the defaults and their reasons. */
  readonly limits?: Partial<ScanLimits>;
  /** Network inventory file for all roots; default: each root's own `network-inventory.json`. */
  readonly inventory?: string;
  /** The machine readiness is judged for. Default: this one, as this process sees it. With a `target`, nothing is checked. */
  readonly machine?: MachineOptions;
  /** The machine that runs the skills may open network connections, so `raw_required` stands in nobody's way. Default false. */
  readonly rawNetworkAllowed?: boolean;
  /** `report` keeps the first of two collections with one id and says so, instead of throwing. Default `throw`. */
  readonly onDuplicate?: 'throw' | 'report';
  /** Called now and then during a cold scan with the number of skills read so far. */
  readonly onProgress?: (skills: number) => void;
  /**
   * For network file systems: folders and files asked for at once before a cold scan, so that their delays overlap.
   * Default 1, which is fastest on a local disk.
   */
  readonly concurrency?: number;
  /** Milliseconds of scanning between two pauses that let other work run; 0 = no pauses. Default 12. */
  readonly sliceMs?: number;
  /** What may switch skills off without a change on disk. Default: nothing does. */
  readonly state?: CatalogState;
  /**
   * Adds nearness in meaning to the words of a search: a module of yours, or `openEmbedder({url, model})` for a server of
   * the Ollama or OpenAI shape. It is given names and descriptions of all skills, and the questions. Default: none.
   */
  readonly embedder?: Embedder;
  /** Milliseconds a search waits for the embedder before words alone decide. Default 1,500. */
  readonly embedderDeadlineMs?: number;
  /** The skills of a session at their bytes: views hold only these, and `manifestDrift` says what differs. Default: none. */
  readonly manifest?: {
    readonly schema_version?: 1;
    readonly skills: readonly { readonly id: string; readonly digest: string }[];
  };
  /**
   * `refuse` throws MANIFEST_DRIFT where a skill of the manifest is gone or has other bytes; one that comes to differ later is
   * switched off by the next refresh. Default `report`.
   */
  readonly onManifestDrift?: 'report' | 'refuse';
  /** The file system that is scanned and served. Default: Node's. @internal */
  readonly disk?: Disk;
}

/** What the rooms behind a catalog share. Internal. */
export interface CatalogContext {
  readonly data: CatalogData;
  readonly disk: Disk;
  readonly options: OpenOptions;
  readonly cacheFolder: string | undefined;
  /** The freshest table of each root by its id: what a refresh begins from. Moves while `data` stays. */
  readonly known: Map<string, SkillTable>;
  /** How each table was come by, in the order of the roots given. */
  readonly how: readonly ScanHow[];
}

interface Insides {
  readonly context: CatalogContext;
  readonly switchedOff: SwitchedOff | undefined;
}

const insides = new WeakMap<ReadableCatalog, Insides>();

export function rememberInsides(catalog: ReadableCatalog, kept: Insides): void {
  insides.set(catalog, kept);
}

function insidesOf(catalog: ReadableCatalog): Insides {
  const kept = insides.get(catalog);
  if (kept === undefined) throw new SkillficheError('INVALID_ARGUMENT', 'The catalog was not made by openCatalog.');
  return kept;
}

/** The insides of a catalog made by `openCatalog`. Internal: for the surfaces' own reports. */
export function contextOf(catalog: ReadableCatalog): CatalogContext {
  return insidesOf(catalog).context;
}

/** What its state switched off when the catalog was made. Two catalogs of one disk may differ in this alone. */
export function switchedOffIn(catalog: ReadableCatalog): SwitchedOff | undefined {
  return insidesOf(catalog).switchedOff;
}
