import { diagnostic } from '../../base/diagnostic.ts';
import { errnoOf } from '../../base/errors.ts';
import { IGNORE_FILE, PRUNED_NAMES, SKILL_FILE } from '../../base/file-names.ts';
import { childPath, relativeTo } from '../../base/paths.ts';
import type { Diagnostic } from '../../base/types.ts';
import type { Stamp } from '../../io/disk/disk.ts';
import { joinPath } from '../files/files.ts';
import { UNWATCHED } from '../table/format.ts';
import { sayFolderFault, sayLimit } from './folder-fault.ts';
import { isIgnored, readIgnoreFile } from './ignore-file.ts';
import { type Disposition, emptyTally } from './ledger.ts';
import { LeftOut } from './left-out.ts';
import { followLinks, type PendingLink } from './links.ts';
import { type Listing, packListing, selectListing } from './listing.ts';
import { isReadable, readMarkerFile, treePlace } from './single-files.ts';
import type { FolderTask, Mode, ScopeDraft, ScopedDiagnostic, WalkHost, WalkLimits } from './walk-types.ts';

/** One walk of one root. A class, because it has a life: `step()` until it says that nothing is left. */
export class Walk {
  readonly host: WalkHost;
  readonly scopes: ScopeDraft[];
  readonly diagnostics: ScopedDiagnostic[] = [];
  readonly links: PendingLink[] = [];
  /** Real paths outside the root that links led to. */
  readonly outside: Set<string> = new Set();
  /** Links that were followed, and where they led. */
  readonly followed: [path: string, real: string][] = [];
  readonly leftOut: LeftOut = new LeftOut();
  revisits = 0;
  #skills = 0;
  #folders = 0;
  #watches = 0;
  /** Number of the folder being visited, among the watched paths. */
  #folderWatch = 0;
  #limitSaid: Set<string> = new Set();
  readonly #stack: FolderTask[] = [];

  constructor(host: WalkHost) {
    this.host = host;
    this.scopes = [{ id: host.root.id, folder: '.', tally: emptyTally() }];
    this.push({ path: '.', real: host.realRoot, depth: 0, mode: 'open', scope: 0 });
  }

  push(task: FolderTask): void {
    this.#stack.push(task);
  }

  /** Visits one folder, or the links once no folder is left. False when all is done. */
  step(): boolean {
    const task = this.#stack.pop();
    if (task !== undefined) {
      this.#visit(task);
      return true;
    }
    // Links come after every real folder: a folder that also has a real place is indexed there, whatever the order.
    return this.links.length > 0 && followLinks(this);
  }

  say(scope: number, code: Diagnostic['code'], path: string, message: string, hint?: string): void {
    this.diagnostics.push({ ...diagnostic(code, path, message, { hint }), scope });
  }

  sayIgnored(scope: number, path: string): void {
    this.say(scope, 'scan/ignored', path, `It is left out by ${IGNORE_FILE}.`);
  }

  count(scope: number, disposition: Disposition): void {
    const tally = this.scopes[scope]?.tally;
    if (tally !== undefined) tally[disposition]++;
  }

  watch(path: string, stamp: Stamp | undefined, listing = ''): number {
    if (!this.host.isWatching) return UNWATCHED;
    this.host.onWatch(path, stamp, listing);
    return this.#watches++;
  }

  #watchFolder(path: string, stamp: Stamp | undefined, listing: Listing): number {
    return this.host.isWatching ? this.watch(path, stamp, packListing(listing)) : UNWATCHED;
  }

  absolute(path: string): string {
    return joinPath(this.host.rootPath, path);
  }

  #visit(task: FolderTask): void {
    const { limits } = this.host;
    if (this.#folders >= limits.maxFolders) {
      this.#limit(task, 'maxFolders', `more than ${limits.maxFolders} folders`);
      return;
    }
    this.#folders++;
    const listing = this.#read(task);
    if (listing === undefined) return;
    if (task.mode === 'open') this.#open(task, listing);
    else this.#countOnly(task, listing);
  }

  #read(task: FolderTask): Listing | undefined {
    const known = this.host.known?.(task.path);
    if (known !== undefined) {
      this.#folderWatch = this.#watchFolder(task.path, known.stamp, known.listing);
      return known.listing;
    }
    const absolute = this.absolute(task.path);
    let stamp: Stamp | undefined;
    try {
      // The stamp is taken first: a change while the folder is read then shows as a newer one.
      if (this.host.isWatching) stamp = this.host.disk.stat(absolute);
      const listing = selectListing(this.host.disk.readFolder(absolute));
      this.#folderWatch = this.#watchFolder(task.path, stamp, listing);
      return listing;
    } catch (error) {
      this.watch(task.path, stamp);
      sayFolderFault(this, task, errnoOf(error));
      return undefined;
    }
  }

  #open(task: FolderTask, listing: Listing): void {
    let { scope, path, ignores } = task;
    if (listing.marker !== undefined && listing.marker.kind !== 'folder') {
      if (this.scopes[scope]?.collection !== undefined) {
        const message = `A collection inside collection "${this.scopes[scope]?.id}" is not one of its own; the marker is ignored.`;
        this.say(
          scope,
          'collection/nested',
          childPath(path, listing.marker.name),
          message,
          'Move the inner tree out, or remove its COLLECTION.json.',
        );
      } else {
        const opened = this.#openCollection(task, listing);
        if (opened === undefined) return;
        scope = opened;
        ignores = undefined;
      }
    }
    if (listing.hasIgnoreFile && this.scopes[scope]?.collection === undefined) {
      const read = readIgnoreFile(this, scope, path, ignores);
      if (read === 'unreadable') {
        this.#countOnly(this.leftOut.begin(task, 'ignored'), listing);
        return;
      }
      ignores = read;
    }
    const isOwnFolder = this.scopes[scope]?.folder === path;
    const exact = listing.skillFiles.length > 0 && this.#skillFiles({ ...task, ignores }, scope, listing);
    const mode: Mode = exact && !isOwnFolder ? 'inside' : 'open';
    this.#descend({ ...task, scope, mode, ignores }, listing);
  }

  /** Starts a collection at this folder; undefined when the walk must not go on here as usual. */
  #openCollection(task: FolderTask, listing: Listing): number | undefined {
    const { path } = task;
    const file = childPath(path, listing.marker?.name ?? '');
    const reading = readMarkerFile(this, file);
    for (const found of reading.findings) {
      this.diagnostics.push({ ...diagnostic(found.code, file, found.message, found), scope: task.scope });
    }
    const { marker } = reading;
    if (marker === undefined) {
      this.#countOnly(this.leftOut.begin(task, 'broken'), listing);
      return undefined;
    }
    const folder = marker.tree === '.' ? path : childPath(path, marker.tree);
    const scope = this.scopes.length;
    this.scopes.push({
      id: marker.id,
      folder,
      collection: marker,
      marker_folder: path,
      real_path: task.real,
      tally: emptyTally(),
    });
    if (marker.tree === '.') return scope;
    // Beside the tree nothing is a member; SKILL.md files there are counted and reported.
    this.#countOnly({ ...task, scope, mode: 'beside' }, listing);
    this.push({
      path: folder,
      real: treePlace(this, folder, `${task.real}/${marker.tree}`),
      depth: task.depth + 1,
      mode: 'open',
      scope,
    });
    return undefined;
  }

  /** Says what becomes of each SKILL.md here; true when the folder is a skill. */
  #skillFiles(task: FolderTask, scope: number, listing: Listing): boolean {
    const { path } = task;
    const [first, ...others] = listing.skillFiles;
    if (first === undefined) return false;
    for (const other of others) {
      this.count(scope, 'miscased_duplicate');
      const message = `${other.name} stands beside ${first.name} and is ignored; many systems cannot hold both.`;
      const hint = 'Keep one file, named SKILL.md.';
      this.say(scope, 'scan/miscased-duplicate', childPath(path, other.name), message, hint);
    }
    const file = childPath(path, first.name);
    if (isIgnored(task.ignores, file)) {
      this.count(scope, 'ignored');
      this.leftOut.add(this.leftOut.begin({ ...task, scope, path: file }, 'ignored'));
      this.sayIgnored(scope, file);
      return false;
    }
    if (first.name !== SKILL_FILE) {
      const message = `The file is named ${first.name}; other tools find only SKILL.md.`;
      this.say(scope, 'scan/miscased-file', file, message, 'Rename it to SKILL.md.');
    }
    if (!isReadable(this, scope, file, first)) return true;
    const { limits } = this.host;
    if (this.#skills >= limits.maxSkills) {
      this.#limit({ ...task, scope }, 'maxSkills', `more than ${limits.maxSkills} skills`);
      this.count(scope, 'unreadable');
      return true;
    }
    this.#skills++;
    const scopeFolder = this.scopes[scope]?.folder ?? '.';
    this.host.onSkill({
      scope,
      folder: path,
      path: relativeTo(scopeFolder, path),
      file: first.name,
      watch: this.#folderWatch,
      hasSidecar: listing.sidecar,
    });
    return true;
  }

  #countOnly(task: FolderTask, listing: Listing): void {
    for (const entry of listing.skillFiles) {
      const path = childPath(task.path, entry.name);
      const as = this.leftOut.add(task);
      if (as !== undefined) this.count(task.scope, as);
      else {
        this.count(task.scope, 'nested');
        if (task.mode === 'inside') {
          const message = `${entry.name} lies inside another skill; it is one of that skill's files, not a skill of its own.`;
          this.say(task.scope, 'scan/nested-skill', path, message);
        } else {
          const message = `${entry.name} lies beside the collection's tree "${this.scopes[task.scope]?.collection?.tree}" and is no member.`;
          this.say(
            task.scope,
            'collection/outside-tree',
            path,
            message,
            'Move it into the tree, or out of the collection.',
          );
        }
      }
    }
    this.#descend(task, listing);
  }

  #descend(task: FolderTask, listing: Listing): void {
    const { path, scope, mode } = task;
    const scopeFolder = mode === 'beside' ? this.scopes[scope]?.folder : undefined;
    // The last pushed is visited first: from the back, so that folders come in order and rows nearly sorted.
    for (let at = listing.folders.length - 1; at >= 0; at--) {
      const name = listing.folders[at] ?? '';
      const child = childPath(path, name);
      if (PRUNED_NAMES.has(name)) {
        if (mode === 'open') this.say(scope, 'scan/pruned', child, `${name} is never searched for skills.`);
        continue;
      }
      if (child === scopeFolder) continue;
      if (task.depth >= this.host.limits.maxDepth) {
        this.#limit({ ...task, path: child }, 'maxDepth', `folders more than ${this.host.limits.maxDepth} deep`);
        continue;
      }
      const real = `${task.real}/${name}`;
      if (this.outside.size > 0 && this.outside.has(real)) {
        this.revisits++;
        this.say(scope, 'scan/revisit', child, 'The folder was already visited through a link; it is listed there.');
        continue;
      }
      const isLeftOut = mode === 'open' && isIgnored(task.ignores, `${child}/`);
      if (isLeftOut) this.sayIgnored(scope, child);
      const next = { path: child, real, depth: task.depth + 1, scope, mode, part: task.part, ignores: task.ignores };
      this.push(isLeftOut ? this.leftOut.begin(next, 'ignored') : next);
    }
    if (mode !== 'open') return;
    for (const name of listing.links) {
      const child = childPath(path, name);
      if (PRUNED_NAMES.has(name)) this.say(scope, 'scan/pruned', child, `${name} is never searched for skills.`);
      else this.links.push({ path: child, depth: task.depth, scope, ignores: task.ignores });
    }
  }

  #limit(task: FolderTask, which: keyof WalkLimits, what: string): void {
    // One message a limit and scope: a runaway tree must not drown the report as well.
    const key = `${which}:${task.scope}`;
    if (this.#limitSaid.has(key)) return;
    this.#limitSaid.add(key);
    sayLimit(this, task, which, what);
  }
}
