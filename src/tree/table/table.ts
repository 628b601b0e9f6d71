import { SKILL_FILE } from '../../base/file-names.ts';
import { cryptoModule } from '../../base/hash.ts';
import { childPath } from '../../base/paths.ts';
import type { DeclaredFields } from '../../base/types.ts';
import type { EntryKind, Stamp } from '../../io/disk/disk.ts';
import { diagnosticsAbout, eachDiagnostic } from './diagnostic-lines.ts';
import type { TableEdits } from './edits.ts';
import {
  FLAG_NAMED_BY_FOLDER,
  FLAG_RECOVERED,
  type SectionName,
  SKILL_TEXT_WORDS,
  WATCH_TEXT_WORDS,
} from './format.ts';
import type { ScopeRecord, TableDiagnostic, TableHeader } from './types.ts';

const KINDS: readonly EntryKind[] = ['folder', 'file', 'link', 'other'];
/** Kind code of a watched path where nothing was. */
export const ABSENT_CODE: number = KINDS.length;

export function kindCode(kind: EntryKind): number {
  return KINDS.indexOf(kind);
}

/** A scanned root, packed; strings are decoded when asked for. Immutable. */
export class SkillTable {
  readonly header: TableHeader;
  readonly bytes: Buffer;
  /** What was changed since it was laid. */
  readonly edits: TableEdits | undefined;
  readonly skillSize: Uint32Array;
  readonly skillScope: Uint32Array;
  /** Number of the skill's folder among the watched paths. */
  readonly skillWatch: Uint32Array;
  readonly skillNameHash: Uint32Array;
  /** Rows of each scope in listing order (canonical name, then id); a scope's part is `first .. first + count`. */
  readonly skillOrder: Uint32Array;
  readonly skillFlags: Uint8Array;
  readonly #skillText: Uint32Array;
  readonly #watchText: Uint32Array;
  readonly #text: number;
  readonly #sha256: number;
  readonly #skillStamps: readonly [Float64Array, Float64Array, Float64Array];
  readonly #watchStamps: readonly [Float64Array, Float64Array, Float64Array, Float64Array];
  readonly watchKind: Uint8Array;

  constructor(header: TableHeader, bytes: Buffer, edits?: TableEdits) {
    this.header = header;
    this.bytes = bytes;
    this.edits = edits;
    const at = (name: SectionName): [ArrayBufferLike, number, number] => {
      const [offset, length] = header.sections[name];
      return [bytes.buffer, bytes.byteOffset + offset, length];
    };
    const doubles = (name: SectionName): Float64Array => {
      const [buffer, offset, length] = at(name);
      return new Float64Array(buffer, offset, length / 8);
    };
    const words = (name: SectionName): Uint32Array => {
      const [buffer, offset, length] = at(name);
      return new Uint32Array(buffer, offset, length / 4);
    };
    this.skillSize = words('skillSize');
    this.skillScope = words('skillScope');
    this.skillWatch = words('skillWatch');
    this.skillNameHash = words('skillNameHash');
    this.skillOrder = words('skillOrder');
    this.skillFlags = new Uint8Array(...at('skillFlags'));
    this.watchKind = new Uint8Array(...at('watchKind'));
    this.#skillText = words('skillText');
    this.#watchText = words('watchText');
    this.#text = header.sections.text[0];
    this.#sha256 = header.sections.skillSha256[0];
    this.#skillStamps = [doubles('skillMtime'), doubles('skillCtime'), doubles('skillIno')];
    this.#watchStamps = [doubles('watchMtime'), doubles('watchCtime'), doubles('watchIno'), doubles('watchSize')];
  }

  get skills(): number {
    return this.header.skills;
  }

  get watches(): number {
    return this.header.watches;
  }

  #skillString(row: number, column: number): string {
    const at = row * SKILL_TEXT_WORDS + column;
    return this.bytes.toString(
      'utf8',
      this.#text + (this.#skillText[at] ?? 0),
      this.#text + (this.#skillText[at + 1] ?? 0),
    );
  }

  /** Relative to the scope's folder; `.` for its own. */
  path(row: number): string {
    return this.#skillString(row, 0);
  }

  /** The spelling of SKILL.md. */
  file(row: number): string {
    return this.#skillString(row, 1) || SKILL_FILE;
  }

  name(row: number): string {
    return this.#skillString(row, 2);
  }

  description(row: number): string {
    return this.#skillString(row, 3);
  }

  declared(row: number): DeclaredFields | undefined {
    const text = this.declaredJson(row);
    return text === '' ? undefined : JSON.parse(text);
  }

  declaredJson(row: number): string {
    return this.#skillString(row, 4);
  }

  scope(row: number): ScopeRecord {
    const scope = this.header.scopes[this.skillScope[row] ?? 0];
    if (scope === undefined) throw new RangeError(`no row ${row}`);
    return scope;
  }

  id(row: number): string {
    return `${this.scope(row).id}:${this.path(row)}`;
  }

  /** Folder of the skill, relative to the root. */
  folder(row: number): string {
    const scope = this.scope(row).folder;
    const path = this.path(row);
    return scope === '.' ? path : path === '.' ? scope : `${scope}/${path}`;
  }

  /** The row's strings as they stand in the text, and where each of them ends, counted from the first. */
  textOf(row: number): { readonly bytes: Buffer; readonly ends: readonly number[] } {
    const at = row * SKILL_TEXT_WORDS;
    const start = this.#skillText[at] ?? 0;
    const ends: number[] = [];
    for (let word = 1; word < SKILL_TEXT_WORDS; word++) ends.push((this.#skillText[at + word] ?? 0) - start);
    return { bytes: this.bytes.subarray(this.#text + start, this.#text + start + (ends.at(-1) ?? 0)), ends };
  }

  /** All strings, as one range of bytes, and words of the columns that say where each stands. */
  get textBytes(): Buffer {
    const [offset, length] = this.header.sections.text;
    return this.bytes.subarray(offset, offset + length);
  }

  skillTextWord(word: number, row: number): number {
    return this.#skillText[row * SKILL_TEXT_WORDS + word] ?? 0;
  }

  watchTextWord(word: number, watch: number): number {
    return this.#watchText[watch * WATCH_TEXT_WORDS + word] ?? 0;
  }

  /** The columns as they lie in the table: read them, copy them, leave them. */
  get skillColumns(): Record<'mtime' | 'ctime' | 'ino', Float64Array> {
    const [mtime, ctime, ino] = this.#skillStamps;
    return { mtime, ctime, ino };
  }

  get watchColumns(): Record<'mtime' | 'ctime' | 'ino' | 'size', Float64Array> {
    const [mtime, ctime, ino, size] = this.#watchStamps;
    return { mtime, ctime, ino, size };
  }

  /** 64 hex digits over the bytes of SKILL.md. */
  sha256(row: number): string {
    return this.bytes.toString('latin1', this.#sha256 + row * 64, this.#sha256 + row * 64 + 64);
  }

  recovered(row: number): boolean {
    return this.flag(row, FLAG_RECOVERED);
  }

  namedByFolder(row: number): boolean {
    return this.flag(row, FLAG_NAMED_BY_FOLDER);
  }

  /** Whether a row has one of the flags of format.ts. */
  flag(row: number, flag: number): boolean {
    return ((this.skillFlags[row] ?? 0) & flag) !== 0;
  }

  /** Whether the SKILL.md of this row still has the stamp it was read under. */
  skillStampIs(row: number, stamp: Stamp): boolean {
    const [mtime, ctime, ino] = this.#skillStamps;
    return (
      stamp.mtimeMs === mtime[row] &&
      stamp.size === this.skillSize[row] &&
      stamp.ctimeMs === ctime[row] &&
      stamp.ino === ino[row]
    );
  }

  skillStamp(row: number): Stamp {
    const [mtime, ctime, ino] = this.#skillStamps;
    return {
      kind: 'file',
      size: this.skillSize[row] ?? 0,
      mtimeMs: mtime[row] ?? 0,
      ctimeMs: ctime[row] ?? 0,
      ino: ino[row] ?? 0,
    };
  }

  /** A watched path, relative to the root: a folder, a marker, or a file that could not be indexed. */
  watchPath(watch: number): string {
    const at = watch * WATCH_TEXT_WORDS;
    return this.bytes.toString(
      'utf8',
      this.#text + (this.#watchText[at] ?? 0),
      this.#text + (this.#watchText[at + 1] ?? 0),
    );
  }

  /** What a folder listed that mattered; see listing.ts. */
  watchListing(watch: number): string {
    const at = watch * WATCH_TEXT_WORDS + 1;
    return this.bytes.toString(
      'utf8',
      this.#text + (this.#watchText[at] ?? 0),
      this.#text + (this.#watchText[at + 1] ?? 0),
    );
  }

  watchStampIs(watch: number, stamp: Stamp | undefined): boolean {
    if (stamp === undefined) return this.watchKind[watch] === ABSENT_CODE;
    const [mtime, ctime, ino, size] = this.#watchStamps;
    return (
      stamp.mtimeMs === mtime[watch] &&
      stamp.ctimeMs === ctime[watch] &&
      stamp.ino === ino[watch] &&
      stamp.size === size[watch] &&
      kindCode(stamp.kind) === this.watchKind[watch]
    );
  }

  watchStamp(watch: number): Stamp | undefined {
    const kind = KINDS[this.watchKind[watch] ?? 0];
    if (kind === undefined) return undefined;
    const [mtime, ctime, ino, size] = this.#watchStamps;
    return {
      kind,
      size: size[watch] ?? 0,
      mtimeMs: mtime[watch] ?? 0,
      ctimeMs: ctime[watch] ?? 0,
      ino: ino[watch] ?? 0,
    };
  }

  /** Decoded one by one, afresh at each call: few commands need them, and there may be several for every skill. */
  diagnostics(): Generator<TableDiagnostic> {
    return eachDiagnostic(this.diagnosticBytes);
  }

  /** Those of one row; the others' are not decoded. */
  diagnosticsOf(row: number): readonly TableDiagnostic[] {
    const path = childPath(this.folder(row), this.file(row));
    return diagnosticsAbout(this.diagnosticBytes, path).filter((one) => one.skill === row);
  }

  /** The list of diagnostic-lines.ts. */
  get diagnosticBytes(): Buffer {
    const [offset, length] = this.header.sections.diagnostics;
    return this.bytes.subarray(offset, offset + length);
  }

  /** sha256 over the digests and the strings of a range of rows. Perf: they are hashed as they lie, never decoded. */
  contentDigest(first: number, count: number): string {
    const hash = cryptoModule().createHash('sha256');
    const digests = this.#sha256 + first * 64;
    hash.update(this.bytes.subarray(digests, digests + count * 64));
    const text = this.textBytes;
    let start = this.skillTextWord(0, first);
    let end = start;
    for (let row = first; row < first + count; row++) {
      const next = this.skillTextWord(0, row);
      // Rows of a patched table lie apart.
      if (next !== end) {
        hash.update(text.subarray(start, end));
        start = next;
      }
      end = this.skillTextWord(SKILL_TEXT_WORDS - 1, row);
    }
    return hash.update(text.subarray(start, end)).digest('hex');
  }
}
