import type { Diagnostic, Root } from '../base/types.ts';
import type { FolderDisk } from '../io/disk/folder-disk.ts';
import type { Fetch } from '../io/net/ask.ts';
import type { Writer } from '../io/net/writer.ts';
import type { RepoCloner } from '../owner/source/git/cloner.ts';
import type { SourcePolicy } from '../owner/source/policy.ts';
import type { AuditReport, LockCheck } from '../owner/source/verbs/audit.ts';
import type { LockExport, LockFormat } from '../owner/source/verbs/export-lock.ts';
import type { ImportOptions, ImportReport } from '../owner/source/verbs/from-lock.ts';
import type { InstallOptions, InstallReport, SourceListing } from '../owner/source/verbs/install.ts';
import type { OutdatedReport } from '../owner/source/verbs/outdated.ts';
import type { RestoreOptions, RestoreReport } from '../owner/source/verbs/restore.ts';
import type { SourceUpdateOptions, SourceUpdateReport } from '../owner/source/verbs/update.ts';
import type { Following, FollowOptions } from '../owner/store/follow.ts';
import type { SwitchOptions } from '../owner/store/switches.ts';
import type {
  AddReport,
  ChangeReport,
  DiffReport,
  DoctorReport,
  PackageSource,
  PlaceName,
  Proposal,
  StoreEvent,
  StoreHistory,
  StoreStatus,
  SwitchReport,
} from '../owner/store/types.ts';
import type { AddOptions } from '../owner/store/verbs/add.ts';
import type { CopyOptions, CopyReport } from '../owner/store/verbs/copy.ts';
import type { EventOptions } from '../owner/store/verbs/events.ts';
import type { InitOptions, InitReport } from '../owner/store/verbs/init.ts';
import type { ProposedSkill, ProposeOptions } from '../owner/store/verbs/propose.ts';
import type { PublishOptions } from '../owner/store/verbs/publish.ts';
import type { ChangeOptions } from '../owner/store/verbs/rollback.ts';
import type { UpdateOptions } from '../owner/store/verbs/update.ts';
import type { StoreStep } from '../owner/store/world.ts';
import type { AuthorVerbs } from './author-verbs.ts';
import type { ExportsSynced } from './export-sync.ts';
import type { SessionVerbs } from './session-verbs.ts';
import type { TargetVerbs } from './target-types.ts';

export interface WorkspaceOptions {
  /** A folder of the project, or `false` for none. Default: the one the working folder lies in. */
  readonly project?: string | false;
  /** Default: the home of whoever runs this. */
  readonly home?: string;
  /** Where the store is kept. Default: `SKILLFICHE_DATA`, else the user's data folder. */
  readonly data?: string;
  /** A `postgres://` address of a store that machines share. Default: `SKILLFICHE_STORE`, else the store is a file in `data`. */
  readonly store?: string;
  /** Roots whose skills win over what is taken in. Default: the shipped collections. */
  readonly roots?: readonly Root[];
  /** Folder for snapshots of those roots, or `false` for none. Default: the user's cache folder. */
  readonly cache?: string | false;
  /** Whose switches and levels these are, where several people share a store. Default on a server: `USER`. */
  readonly person?: string;
  readonly now?: () => Date;
  /** Milliseconds a change waits for one of another process before it gives up. Default 10,000. */
  readonly waitMs?: number;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How repositories are reached. Default: the `git` on PATH, which checks nothing out. */
  readonly cloner?: RepoCloner;
  /** How documents are asked for. Default: the platform's. */
  readonly fetch?: Fetch;
  /** What writes skills from documents. Default: none, and `generate` says how to give one. */
  readonly writer?: Writer;
  /** Told when a change ended with a look at exported copies; nothing is said where there are none. */
  readonly onExports?: (synced: ExportsSynced) => void;
  /** @internal */
  readonly disk?: FolderDisk;
  /** @internal Called between the steps of a change. */
  readonly onStep?: (step: StoreStep) => void | Promise<void>;
}

/** Skills that the store keeps. A REF is an id (`personal:deploy`), the name of its folder, or the name it declares. */
export interface SkillVerbs extends AuthorVerbs {
  /** Takes skills in: a folder of this machine, or what a source gives. Rejects for what is no skill at all; what the gate or a collision keeps out is in `refused`. */
  add(source: string | PackageSource | readonly PackageSource[], options?: AddOptions): Promise<AddReport>;
  /** Takes the newer state of one skill; the owner's edits are merged, and a conflict changes nothing. */
  update(ref: string, source: PackageSource, options?: UpdateOptions): Promise<ChangeReport>;
  /** What lies in a skill's folder becomes its next version. A folder the store does not know yet is taken in as it is. */
  publish(ref: string, options?: PublishOptions): Promise<ChangeReport>;
  /** Makes an earlier version the active one; by default the one before. */
  rollback(ref: string, options?: ChangeOptions & { readonly to?: number }): Promise<ChangeReport>;
  /** Takes the folder away; the versions stay. */
  remove(ref: string, options?: ChangeOptions): Promise<ChangeReport>;
  /** Forgets a removed skill, every version of it. */
  purge(ref: string, options?: ChangeOptions): Promise<ChangeReport>;
  /** Makes the folders of this machine show what is active. */
  sync(options?: ChangeOptions): Promise<ChangeReport>;
  /** Makes a folder with the least that is valid, to write on; `publish` then keeps it. */
  init(name: string, options?: InitOptions): Promise<InitReport>;
  /**
   * Keeps a skill that a model wrote as a proposal, which is active nowhere and in no folder: `status` lists it, `diff` shows
   * it, `enable` takes it in, `remove` or `purge` throws it away. Rejects with GATE_REFUSED, NAME_TAKEN.
   */
  propose(
    draft: ProposedSkill,
    options?: ProposeOptions,
  ): Promise<Proposal & { readonly findings: readonly Diagnostic[] }>;
  history(ref: string): Promise<StoreHistory>;
  /** Default: from the active version to what lies on disk; of a proposal, the whole of it. */
  diff(ref: string, options?: { readonly from?: number | 'disk'; readonly to?: number | 'disk' }): Promise<DiffReport>;
  /** Ids, names, ids of collections, or `<scope>:*`; a proposal among them is taken in. */
  enable(refs: readonly string[], options?: SwitchOptions): Promise<SwitchReport>;
  disable(refs: readonly string[], options?: SwitchOptions): Promise<SwitchReport>;
  status(): Promise<StoreStatus>;
}

/** Skills from elsewhere: `owner/repo[/path][@ref]`, a repository's address, a folder, an archive, an index. */
export interface SourceVerbs {
  /** What a source has, without taking anything in. */
  list(source: string, policy?: SourcePolicy): Promise<SourceListing>;
  /**
   * Fetches a source and takes skills of it in, pinned in the lock of the place. Rejects with INVALID_ARGUMENT, `reason`
   * `choice`, where there are several and nothing says which; what the gate or a taken name keeps out is in `refused`.
   */
  install(source: string, options?: InstallOptions): Promise<InstallReport>;
  /** Takes in what the lock of another tool names: `skills`, `gh skill`, `skills-lock`, `rulesync`, `apm` and others. */
  installFromLock(file: string, options?: ImportOptions): Promise<ImportReport>;
  /** What has a newer commit; each repository is asked once, and nothing installed is touched. Default: everything. */
  outdated(refs?: readonly string[]): Promise<OutdatedReport>;
  /**
   * Takes the newer state of packages from their repositories; edits of the owner are merged. Where history was rewritten,
   * or cannot be proved, a package is in `refused`.
   */
  update(refs?: readonly string[], options?: SourceUpdateOptions): Promise<SourceUpdateReport>;
  /** Makes what is installed what the locks say, or says what differs. Joins the sides of an unfinished merge. */
  restore(options?: RestoreOptions): Promise<RestoreReport>;
  /** The gate over everything installed, and disk, versions and locks against each other. Nothing is fetched. */
  audit(): Promise<AuditReport>;
  checkLocks(file?: string): Promise<LockCheck>;
  /** The lock of a place in the words of another tool. */
  exportLock(format: LockFormat, place?: PlaceName): Promise<LockExport>;
}

export interface StoreVerbs {
  /** Is everything as it was put in? Reads every byte of the store. */
  doctor(): Promise<DoctorReport>;
  /** The last lines of the log, the oldest first: what was done, and what was ended after a process was stopped. */
  events(options?: EventOptions): Promise<readonly StoreEvent[]>;
  /** Ends what stopped processes left; how many changes wait still, because nothing may be written here. */
  recover(): Promise<number>;
  /** A copy of the store, whole, while others go on; refuses a file that is there. */
  backup(
    file: string,
    options?: { readonly dryRun?: boolean },
  ): Promise<{ readonly file: string; readonly bytes: number; readonly dry_run: boolean }>;
  /**
   * For servers: keeps the switches of this machine in step with a store on a server, until it is stopped; `refresh()` of
   * a catalog then sees them. Returns at once, keeps no process alive, and does nothing where the store is a file.
   */
  follow(options?: FollowOptions): Following;
  /**
   * Puts everything that machines may share into another store that is empty: a `postgres://` address, or a file. All of
   * it or nothing, and what was put there is read again. Rejects with NAME_TAKEN where the target is not empty.
   */
  copy(to: string, options?: CopyOptions): Promise<CopyReport>;
}

/** What remembers: versions, switches, levels. Every call asks for the store as it is now. */
export interface Workspace {
  readonly skills: SkillVerbs;
  readonly sources: SourceVerbs;
  readonly targets: TargetVerbs;
  readonly sessions: SessionVerbs;
  readonly store: StoreVerbs;
  /** Absolute, and what the store calls it; absent outside projects. */
  readonly project: { readonly key: string; readonly folder: string } | undefined;
  readonly home: string;
  /** Folder of the store. */
  readonly data: string;
  /** Lets go of the store's file; the next call opens it again. */
  close(): Promise<void>;
}
