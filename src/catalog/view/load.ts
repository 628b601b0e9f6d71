import { placed } from '../../base/diagnostic.ts';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { MAX_FILE_BYTES, MAX_REPLY_CHARACTERS, MAX_SKILL_BYTES } from '../../base/limits.ts';
import { redactDeep } from '../../base/redact.ts';
import { canonicalName, cutTo, quoteValue, toOneLine } from '../../base/text.ts';
import type { Audience } from '../../base/types.ts';
import { splitFences } from '../../format/skill/read/fence.ts';
import {
  describeFile,
  type FileList,
  joinPath,
  listFiles,
  plainPath,
  type StampedFile,
  sameStamp,
} from '../../tree/files/files.ts';
import { filesNote } from '../context/files-note.ts';
import { cleanText, cutText, frameText } from '../context/frame.ts';
import type { CatalogContext } from '../internals.ts';
import type { Posture } from '../readiness/posture.ts';
import { isLostIn, ownFilesOf } from '../rows/own-files.ts';
import { readOffset } from '../rows/paging.ts';
import { diagnosticsAt } from '../rows/rows.ts';
import type { Selection } from '../rows/selection.ts';
import type { LeftOutFile, LoadedSkill, SkillEntry, SkillFilePage, SkillReply } from '../types.ts';
import { asRead } from './as-read.ts';
import { entryOf } from './entries.ts';
import { nearestPaths, onlyOne, shownPath, unreadable } from './file-paths.ts';
import type { Lookup } from './lookup.ts';
import { hashShown, redactBytes } from './redacted.ts';

/** Listings kept at a time; a listing is what `readSkillFile` is held to. */
const MAX_KEPT_LISTINGS = 64;

interface SkillListing {
  readonly entry: SkillEntry;
  readonly files: readonly StampedFile[];
  readonly leftOut: readonly LeftOutFile[];
}

/** Loads skills and their files for one view. */
export class Loader {
  readonly #context: CatalogContext;
  readonly #selection: Selection;
  readonly #lookup: Lookup;
  readonly #posture: () => Promise<Posture>;
  readonly #audience: Audience;
  readonly #listings = new Map<number, SkillListing>();

  constructor(
    context: CatalogContext,
    selection: Selection,
    lookup: Lookup,
    posture: () => Promise<Posture>,
    audience: Audience,
  ) {
    this.#context = context;
    this.#selection = selection;
    this.#lookup = lookup;
    this.#posture = posture;
    this.#audience = audience;
  }

  async load(ref: string): Promise<LoadedSkill> {
    const row = await this.#lookup.resolve(ref);
    const { entry: listed, files, leftOut } = this.#list(row);
    const bytes = this.#readSkillFile(row, listed);
    const { readSkillDocument } = await import('../../format/skill/read/document.ts');
    const document = readSkillDocument(bytes.toString('utf8'));
    const { entry, digest, changed } = await asRead(listed, bytes, this.#audience);
    const posture = await this.#posture();
    const judged =
      changed === undefined
        ? { readiness: posture.readiness(row), network: posture.network(row) }
        : posture.ofChanged(row, changed.declared);
    const path = `${entry.folder}/${entry.file}`;
    const { redact } = this.#selection;
    return {
      id: entry.id,
      name: entry.name,
      description: redact(entry.description),
      ...(entry.collection === undefined ? {} : { collection: entry.collection }),
      folder: entry.folder,
      body: redact(document.body),
      digest,
      ...(entry.source === undefined ? {} : { source: entry.source }),
      files: files.map(({ path, kind, size }) => ({ path, kind, size })),
      left_out: leftOut,
      frontmatter: redactDeep(document.frontmatter, redact) as Readonly<Record<string, unknown>>,
      ...judged,
      diagnostics:
        changed === undefined
          ? diagnosticsAt(this.#selection.scopeOf(row), row, path)
          : changed.findings.map((one) => placed(path, one)),
      ...(entry.user_only === true ? { user_only: true as const } : {}),
      ...(entry.model_only === true ? { model_only: true as const } : {}),
      ...(entry.shadowed_by === undefined ? {} : { shadowed_by: entry.shadowed_by }),
    };
  }

  async reply(ref: string, offset?: number): Promise<SkillReply> {
    const start = readOffset(offset);
    const row = await this.#lookup.resolve(ref);
    const { entry: listed, files, leftOut } = this.#list(row);
    const bytes = this.#readSkillFile(row, listed);
    const { entry, digest } = await asRead(listed, bytes, this.#audience);
    const text = bytes.toString('utf8');
    const body = this.#selection.redact(cleanText(text.slice(splitFences(text).body)));
    const page = cutText(body, start, MAX_REPLY_CHARACTERS);
    const shown = files.map(({ path, kind, size }) => ({ path, kind, size }));
    const hint = listed.sidecar === true ? await this.#importHint(listed) : undefined;
    return {
      id: entry.id,
      name: entry.name,
      digest,
      ...(entry.source === undefined ? {} : { source: entry.source }),
      text: frameText(page.text, entry),
      note: filesNote(entry.id, shown, page, leftOut),
      ...(hint === undefined ? {} : { import_hint: hint }),
      offset: start,
      ...(page.next_offset === undefined ? {} : { next_offset: page.next_offset }),
      files: shown,
    };
  }

  async #importHint(entry: SkillEntry): Promise<string | undefined> {
    const { importHint } = await import('../sidecar/hint.ts');
    return importHint(this.#context, entry, () => this.#selection.all().map((row) => this.#entry(row)));
  }

  async readFile(ref: string, path: string, offset?: number): Promise<SkillFilePage> {
    const start = readOffset(offset);
    const row = await this.#lookup.resolve(ref);
    const file = this.#file(row, path);
    const bytes = this.#readListed(row, file);
    const about = {
      id: this.#selection.id(row),
      path: file.path,
      kind: file.kind,
      size: file.size,
      digest: `sha256:${sha256Hex(bytes)}`,
    };
    if (file.kind === 'binary') return { ...about, offset: start };
    const page = cutText(this.#selection.redact(cleanText(bytes.toString('utf8'))), start, MAX_REPLY_CHARACTERS);
    return {
      ...about,
      text: page.text,
      offset: start,
      ...(page.next_offset === undefined ? {} : { next_offset: page.next_offset }),
    };
  }

  async readBytes(ref: string, path: string): Promise<Uint8Array> {
    const row = await this.#lookup.resolve(ref);
    const file = this.#file(row, path);
    return redactBytes(this.#selection, Buffer.from(this.#readListed(row, file)));
  }

  async manifest(
    ref: string,
  ): Promise<readonly { readonly path: string; readonly digest: string; readonly size: number }[]> {
    const row = await this.#lookup.resolve(ref);
    const entry = this.#entry(row);
    // What is read after this must be what it names.
    this.#listings.delete(row);
    return this.#ownFiles(row, entry).paths.map((path) => {
      try {
        const { sha256, size } = hashShown(this.#context.disk, this.#selection, entry.folder, path);
        return { path, digest: `sha256:${sha256}`, size };
      } catch (error) {
        throw unreadable(entry, path, error);
      }
    });
  }

  async manifestStamp(ref: string): Promise<string> {
    const row = await this.#lookup.resolve(ref);
    const entry = this.#entry(row);
    const lines = this.#ownFiles(row, entry).paths.map((path) => {
      const stamp = this.#context.disk.stat(joinPath(entry.folder, path));
      return [path, stamp?.size, stamp?.mtimeMs, stamp?.ctimeMs, stamp?.ino].join('\0');
    });
    return lines.join('\n');
  }

  /** Lists the files afresh; later reads are held to this listing. */
  #list(row: number): SkillListing {
    const entry = this.#entry(row);
    const { paths, leftOut } = this.#ownFiles(row, entry);
    const files: StampedFile[] = [];
    const out: LeftOutFile[] = [...leftOut];
    for (const path of paths) {
      try {
        files.push(describeFile(this.#context.disk, entry.folder, path));
      } catch (error) {
        if (errnoOf(error) === 'UNKNOWN') throw error;
        out.push({ path, reason: 'unreadable', cause: errnoOf(error) });
      }
    }
    const listing = { entry, files, leftOut: out };
    this.#listings.delete(row);
    this.#listings.set(row, listing);
    for (const oldest of this.#listings.keys()) {
      if (this.#listings.size <= MAX_KEPT_LISTINGS) break;
      this.#listings.delete(oldest);
    }
    return listing;
  }

  /** A skill in its scope's own folder has other skills below it: their files are theirs, and this view may withhold them. */
  #ownFiles(row: number, entry: SkillEntry): FileList {
    const scope = this.#selection.scopeOf(row);
    const { except, only } = ownFilesOf(scope, row);
    const isLost = entry.path === '.' ? isLostIn(scope) : () => false;
    const isOwn = (path: string): boolean => except?.has(path) !== true && (only?.(path) ?? true) && !isLost(path);
    const { paths, leftOut } = listFiles(this.#context.disk, entry.folder);
    return { paths: paths.filter(isOwn), leftOut: leftOut.filter(({ path }) => isOwn(path)) };
  }

  #entry(row: number): SkillEntry {
    const canonical = canonicalName(this.#selection.name(row));
    return entryOf(this.#selection, row, this.#selection.namesakes(new Set([canonical])));
  }

  #file(row: number, path: string): StampedFile {
    const { entry, files } = this.#listings.get(row) ?? this.#list(row);
    if (typeof path !== 'string') {
      throw new SkillficheError('INVALID_ARGUMENT', `The path of a file is a text, not ${quoteValue(path)}.`);
    }
    // Only a path that the listing itself holds is served: no text of the caller's ever becomes a path.
    const wanted = path.replace(/^\.\//, '');
    const file =
      files.find((one) => one.path === wanted) ?? onlyOne(files, (one) => shownPath(one) === wanted.normalize());
    if (file !== undefined) return file;
    const suggestions = nearestPaths(
      files.map((one) => one.path),
      wanted,
    );
    const meant = suggestions.length === 0 ? '' : ` It has ${suggestions.join(', ')}.`;
    throw new SkillficheError(
      'FILE_NOT_FOUND',
      `Skill ${entry.id} has no file "${cutTo(toOneLine(path), 80)}".${meant}`,
      { suggestions },
    );
  }

  #readListed(row: number, file: StampedFile): Buffer {
    const entry = this.#listings.get(row)?.entry ?? this.#list(row).entry;
    if (file.size > MAX_FILE_BYTES) {
      throw new SkillficheError(
        'TOO_LARGE',
        `${file.path} of ${entry.id} has ${file.size} bytes; at most ${MAX_FILE_BYTES} are served.`,
      );
    }
    try {
      const { bytes, stamp } = this.#context.disk.readFile(joinPath(entry.folder, file.path), MAX_FILE_BYTES);
      if (sameStamp(stamp, file.stamp) && bytes.length === file.size) return bytes;
    } catch (error) {
      throw unreadable(entry, file.path, error);
    }
    this.#listings.delete(row);
    throw new SkillficheError(
      'FILE_CHANGED',
      `${file.path} of ${entry.id} changed since the skill was loaded. Load the skill again, then read the file.`,
    );
  }

  #readSkillFile(row: number, entry: SkillEntry): Buffer {
    try {
      const { bytes, stamp } = this.#context.disk.readFile(`${entry.folder}/${entry.file}`, MAX_SKILL_BYTES);
      if (stamp.kind === 'file' && stamp.size <= MAX_SKILL_BYTES) {
        const copy = Buffer.from(bytes);
        this.#checkPlace(row, entry, copy);
        return copy;
      }
      throw new SkillficheError(
        'TOO_LARGE',
        `${entry.file} of ${entry.id} has ${stamp.size} bytes; at most ${MAX_SKILL_BYTES} are read.`,
      );
    } catch (error) {
      throw error instanceof SkillficheError ? error : unreadable(entry, entry.file, error);
    }
  }

  /** A link out of the root that leads elsewhere since the scan may lead anywhere: the next scan says what it is now. */
  #checkPlace(row: number, entry: SkillEntry, bytes: Buffer): void {
    const { disk } = this.#context;
    if (sha256Hex(bytes) === this.#selection.sha256(row)) return;
    const isLink = disk.readFolder(entry.folder).some((one) => one.name === entry.file && one.kind === 'link');
    if (!isLink) return;
    const real = plainPath(disk.realPath(`${entry.folder}/${entry.file}`));
    const places = [this.#selection.scopeOf(row).table.header.real_path, plainPath(disk.realPath(entry.folder))];
    if (places.some((place) => real.startsWith(`${place}/`))) return;
    throw new SkillficheError(
      'UNREADABLE',
      `${entry.file} of ${entry.id} is a link out of its root, and not to what was scanned; scan again to see it.`,
    );
  }
}
