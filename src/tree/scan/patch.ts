import { TextBlob } from '../../base/growing.ts';
import { sha256Hex } from '../../base/hash.ts';
import { canonicalName } from '../../base/text.ts';
import { summarizeFast } from '../../format/skill/fast/summary.ts';
import type { Disk, Stamp } from '../../io/disk/disk.ts';
import { joinPath } from '../files/files.ts';
import { compareDiagnostics, countErrors } from '../table/build.ts';
import { diagnosticLines } from '../table/diagnostic-lines.ts';
import { FLAG_SIDECAR, SKILL_TEXT_WORDS } from '../table/format.ts';
import { layTable } from '../table/layout.ts';
import { flagsOf, writeRowText } from '../table/row.ts';
import { SkillTable } from '../table/table.ts';
import { addDiagnostics, isOurFault, readDocument, rowRecordOf, summarizeSlowly } from './skill-file.ts';

interface Patch {
  readonly stamp: Stamp;
  readonly sha256: string;
  readonly flags: number;
  /** Where its strings stand in the blob: see SKILL_TEXT_WORDS. */
  readonly words: readonly number[];
}

/**
 * The table with a few SKILL.md files read again, where nothing else changed: no walk, every other row copied as
 * bytes. `undefined` where that is not enough, such as a new name or a file that can no longer be indexed.
 */
export async function patchTable(
  table: SkillTable,
  disk: Disk,
  rows: ReadonlySet<number>,
  options: { readonly takenMs: number; readonly maxSkillBytes: number },
): Promise<SkillTable | undefined> {
  if (isSame(table, disk, rows, options.maxSkillBytes)) {
    return new SkillTable({ ...table.header, taken_ms: options.takenMs }, table.bytes);
  }
  const text = new TextBlob(table.textBytes);
  const patches = new Map<number, Patch>();
  const diagnostics = table.diagnostics().filter((one) => one.skill === undefined || !rows.has(one.skill));
  let textBytes = text.length;
  for (const row of rows) {
    const folder = table.folder(row);
    const file = table.file(row);
    const read = readDocument(disk, `${joinPath(table.header.real_path, folder)}/${file}`, options.maxSkillBytes);
    // The whole scan knows what to say of a file that is no skill any more.
    if (read.kind === 'unreadable' && isOurFault(read)) throw read.error;
    if (read.kind !== 'skill') return undefined;
    const { stamp } = read;
    const sha256 = sha256Hex(read.bytes);
    const summary = summarizeFast(read.bytes) ?? (await summarizeSlowly(Buffer.from(read.bytes)));
    const place = { path: table.path(row), file, folderName: table.name(row) };
    const record = rowRecordOf(summary, place);
    // Another name changes the order and who has which name: that is for the whole scan.
    const isNamedAlike = !record.namedByFolder || table.namedByFolder(row);
    if (!isNamedAlike || canonicalName(record.name) !== canonicalName(table.name(row))) return undefined;
    const words: number[] = [];
    writeRowText(text, record, (offset) => words.push(offset));
    textBytes +=
      (words.at(-1) ?? 0) -
      (words[0] ?? 0) -
      (table.skillTextWord(SKILL_TEXT_WORDS - 1, row) - table.skillTextWord(0, row));
    patches.set(row, { stamp, sha256, flags: flagsOf(record), words });
    addDiagnostics(diagnostics, summary, folder, file, { scope: table.skillScope[row] ?? 0, skill: row });
  }
  const sorted = diagnostics.sort(compareDiagnostics);
  const { sections: _sections, digest: _digest, ...header } = table.header;
  const sha256 = (row: number): string => patches.get(row)?.sha256 ?? table.sha256(row);
  return layTable({
    header: {
      ...header,
      taken_ms: options.takenMs,
      diagnostics: sorted.length,
      errors: countErrors(sorted),
    },
    skillText: text,
    watchText: new TextBlob(table.textBytes),
    textBytes,
    diagnostics: diagnosticLines(sorted),
    skillWords: (word, row) => patches.get(row)?.words[word] ?? table.skillTextWord(word, row),
    watchWords: (word, watch) => table.watchTextWord(word, watch),
    skill: {
      mtime: patched(table.skillColumns.mtime, patches, ({ stamp }) => stamp.mtimeMs),
      ctime: patched(table.skillColumns.ctime, patches, ({ stamp }) => stamp.ctimeMs),
      ino: patched(table.skillColumns.ino, patches, ({ stamp }) => stamp.ino),
      size: patched(table.skillSize, patches, ({ stamp }) => stamp.size),
      scope: table.skillScope,
      watch: table.skillWatch,
      flags: patched(
        table.skillFlags,
        patches,
        ({ flags }, row) => flags | ((table.skillFlags[row] ?? 0) & FLAG_SIDECAR),
      ),
      nameHash: table.skillNameHash,
      order: table.skillOrder,
    },
    watch: { ...table.watchColumns, kind: table.watchKind },
    sha256,
  });
}

/** A column with the patched rows' numbers put in. */
function patched(
  column: ArrayLike<number>,
  patches: ReadonlyMap<number, Patch>,
  value: (patch: Patch, row: number) => number,
): Float64Array {
  const copy = Float64Array.from(column);
  for (const [row, patch] of patches) copy[row] = value(patch, row);
  return copy;
}

/** Whether stamps were only too young to trust, and nothing changed. Perf: that is every look within two seconds of an edit. */
function isSame(table: SkillTable, disk: Disk, rows: ReadonlySet<number>, limit: number): boolean {
  for (const row of rows) {
    const path = `${joinPath(table.header.real_path, table.folder(row))}/${table.file(row)}`;
    const read = readDocument(disk, path, limit);
    if (read.kind !== 'skill' || !table.skillStampIs(row, read.stamp)) return false;
    if (sha256Hex(read.bytes) !== table.sha256(row)) return false;
  }
  return true;
}
