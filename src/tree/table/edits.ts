import { TextBlob } from '../../base/growing.ts';
import { childPath } from '../../base/paths.ts';
import type { Stamp } from '../../io/disk/disk.ts';
import { replaceDiagnostics } from './diagnostic-lines.ts';
import { FLAG_SIDECAR, type SectionName, SKILL_TEXT_WORDS } from './format.ts';
import { layTable } from './layout.ts';
import { type RowText, writeRowText } from './row.ts';
import { SkillTable } from './table.ts';
import type { TableDiagnostic } from './types.ts';

/** A row whose file was read again: all that the table says of it. Its place, its name in canonical form and its order stay. */
export interface RowEdit {
  readonly row: number;
  readonly stamp: Stamp;
  readonly sha256: string;
  /** That of a sidecar apart. */
  readonly flags: number;
  readonly text: RowText;
  readonly diagnostics: readonly TableDiagnostic[];
}

/** A folder that was listed again and holds what it held. */
export interface WatchEdit {
  readonly watch: number;
  readonly stamp: Stamp;
}

/** What of a table was changed since it was laid; of each row and folder once. */
export interface TableEdits {
  /** When the table was laid, milliseconds since 1970, and its bytes then. */
  readonly base_ms: number;
  readonly base_bytes: number;
  /** When it was last looked through. */
  readonly taken_ms: number;
  readonly rows: readonly RowEdit[];
  readonly watches: readonly WatchEdit[];
}

export type TableChange = Omit<TableEdits, 'base_ms' | 'base_bytes'>;

/** Beyond this a table is laid anew: edits are read and put in at every start. */
const MAX_EDITS = 256;
const MAX_EDIT_BYTES = 1024 * 1024;

/**
 * The table with a few rows changed: a copy of its bytes, the numbers overwritten in place, the texts behind all else.
 * `digest`: that of all rows, where it is known already.
 */
export function editTable(table: SkillTable, change: TableChange, digest?: string): SkillTable {
  const { header } = table;
  const edits: TableEdits = {
    base_ms: table.edits?.base_ms ?? header.taken_ms,
    base_bytes: table.edits?.base_bytes ?? table.bytes.length,
    taken_ms: change.taken_ms,
    rows: latest(table.edits?.rows, change.rows, ({ row }) => row),
    watches: latest(table.edits?.watches, change.watches, ({ watch }) => watch),
  };
  const kept = change.rows.some(({ row, sha256 }) => sha256 !== table.sha256(row)) ? undefined : header.digest;
  const { digest: _digest, ...rest } = header;
  const known = digest ?? kept;
  const renewed = { ...rest, ...(known === undefined ? {} : { digest: known }), taken_ms: change.taken_ms };
  if (change.rows.length + change.watches.length === 0) return new SkillTable(renewed, table.bytes, edits);

  const texts = new TextBlob(Buffer.alloc(0));
  const words = change.rows.map(({ text }) => {
    const ends: number[] = [];
    writeRowText(texts, text, (offset) => ends.push(offset));
    return ends;
  });
  const findings = replaceDiagnostics(
    table.diagnosticBytes,
    new Map(change.rows.map(({ row, diagnostics }) => [childPath(table.folder(row), table.file(row)), diagnostics])),
  );
  const textsAt = table.bytes.length;
  const findingsAt = textsAt + texts.length;
  const bytes = Buffer.allocUnsafeSlow(findingsAt + (findings?.list.length ?? 0));
  table.bytes.copy(bytes);
  texts.copyRange(bytes, textsAt, 0, texts.length);
  findings?.list.copy(bytes, findingsAt);
  const textAt = header.sections.text[0];
  const edited = new SkillTable(
    {
      ...renewed,
      diagnostics: header.diagnostics + (findings?.more ?? 0),
      errors: header.errors + (findings?.moreErrors ?? 0),
      sections: {
        ...header.sections,
        // All up to the last text; what lies between is no row's.
        text: [textAt, findingsAt - textAt],
        ...(findings === undefined ? {} : { diagnostics: [findingsAt, findings.list.length] }),
      },
    },
    bytes,
    edits,
  );
  const at = (name: SectionName): number => bytes.byteOffset + header.sections[name][0];
  const skillText = new Uint32Array(bytes.buffer, at('skillText'), table.skills * SKILL_TEXT_WORDS);
  change.rows.forEach(({ row, stamp, sha256, flags }, index) => {
    const { mtime, ctime, ino } = edited.skillColumns;
    mtime[row] = stamp.mtimeMs;
    ctime[row] = stamp.ctimeMs;
    ino[row] = stamp.ino;
    edited.skillSize[row] = stamp.size;
    edited.skillFlags[row] = flags | ((table.skillFlags[row] ?? 0) & FLAG_SIDECAR);
    bytes.write(sha256, header.sections.skillSha256[0] + row * 64, 64, 'latin1');
    words[index]?.forEach((end, word) => {
      skillText[row * SKILL_TEXT_WORDS + word] = textsAt - textAt + end;
    });
  });
  for (const { watch, stamp } of change.watches) {
    const { mtime, ctime, ino, size } = edited.watchColumns;
    mtime[watch] = stamp.mtimeMs;
    ctime[watch] = stamp.ctimeMs;
    ino[watch] = stamp.ino;
    size[watch] = stamp.size;
  }
  return edited;
}

/** Of two lists the entries of the later one, and those of the earlier one that it does not replace. */
function latest<T>(before: readonly T[] = [], now: readonly T[], numberOf: (one: T) => number): readonly T[] {
  if (before.length === 0) return now;
  return [...new Map([...before, ...now].map((one) => [numberOf(one), one])).values()];
}

/** True where a table holds so many edits that it should be laid anew. */
export function isMuchEdited({ bytes, edits }: SkillTable): boolean {
  if (edits === undefined) return false;
  return edits.rows.length + edits.watches.length > MAX_EDITS || bytes.length - edits.base_bytes > MAX_EDIT_BYTES;
}

/** The same table as a scan would lay it. */
export function layAnew(table: SkillTable): SkillTable {
  const { sections: _sections, ...header } = table.header;
  const text = new TextBlob(table.textBytes);
  let textBytes = 0;
  for (let row = 0; row < table.skills; row++)
    textBytes += table.skillTextWord(SKILL_TEXT_WORDS - 1, row) - table.skillTextWord(0, row);
  for (let watch = 0; watch < table.watches; watch++)
    textBytes += table.watchTextWord(2, watch) - table.watchTextWord(0, watch);
  return layTable({
    header,
    skillText: text,
    watchText: text,
    textBytes,
    diagnostics: table.diagnosticBytes,
    skillWords: (word, row) => table.skillTextWord(word, row),
    watchWords: (word, watch) => table.watchTextWord(word, watch),
    skill: {
      ...table.skillColumns,
      size: table.skillSize,
      scope: table.skillScope,
      watch: table.skillWatch,
      flags: table.skillFlags,
      nameHash: table.skillNameHash,
      order: table.skillOrder,
    },
    watch: { ...table.watchColumns, kind: table.watchKind },
    sha256: (row) => table.sha256(row),
  });
}
