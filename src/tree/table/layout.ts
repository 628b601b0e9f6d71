import { internalError } from '../../base/errors.ts';
import type { TextBlob } from '../../base/growing.ts';
import { placeParts } from '../../base/packing.ts';
import {
  emptySections,
  PREAMBLE_BYTES,
  SECTION_NAMES,
  type SectionName,
  SKILL_TEXT_WORDS,
  WATCH_TEXT_WORDS,
} from './format.ts';
import { SkillTable } from './table.ts';
import type { TableHeader } from './types.ts';

/** Numbers of the rows, one a row. */
export interface SkillColumns {
  readonly mtime: ArrayLike<number>;
  readonly ctime: ArrayLike<number>;
  readonly ino: ArrayLike<number>;
  readonly size: ArrayLike<number>;
  readonly scope: ArrayLike<number>;
  readonly watch: ArrayLike<number>;
  readonly flags: ArrayLike<number>;
  readonly nameHash: ArrayLike<number>;
  readonly order: ArrayLike<number>;
}

export interface WatchColumns {
  readonly mtime: ArrayLike<number>;
  readonly ctime: ArrayLike<number>;
  readonly ino: ArrayLike<number>;
  readonly size: ArrayLike<number>;
  readonly kind: ArrayLike<number>;
}

/** Everything a table holds, by row. */
export interface TableContent {
  readonly header: Omit<TableHeader, 'sections'>;
  readonly skillText: TextBlob;
  readonly watchText: TextBlob;
  /** Bytes of text that rows and watched paths use; the blob may hold more. */
  readonly textBytes: number;
  readonly diagnostics: Buffer;
  readonly skillWords: (word: number, row: number) => number;
  readonly watchWords: (word: number, watch: number) => number;
  readonly skill: SkillColumns;
  readonly watch: WatchColumns;
  readonly sha256: (row: number) => string;
}

/** Lays a table out in one buffer and opens it. */
export function layTable(content: TableContent): SkillTable {
  const n = content.header.skills;
  const m = content.header.watches;
  const sizes: Record<SectionName, number> = {
    skillMtime: n * 8,
    skillCtime: n * 8,
    skillIno: n * 8,
    watchMtime: m * 8,
    watchCtime: m * 8,
    watchIno: m * 8,
    watchSize: m * 8,
    skillSize: n * 4,
    skillScope: n * 4,
    skillWatch: n * 4,
    skillNameHash: n * 4,
    skillOrder: n * 4,
    skillText: n * SKILL_TEXT_WORDS * 4,
    watchText: m * WATCH_TEXT_WORDS * 4,
    skillFlags: n,
    watchKind: m,
    skillSha256: n * 64,
    text: content.textBytes,
    diagnostics: content.diagnostics.length,
  };
  const { header, total } = layOut({ ...content.header, sections: emptySections() }, sizes);
  const bytes = Buffer.allocUnsafeSlow(total);
  bytes.fill(0, 0, header.sections.skillMtime[0]);
  const at = (name: SectionName): [ArrayBufferLike, number] => [
    bytes.buffer,
    bytes.byteOffset + header.sections[name][0],
  ];
  const { skill, watch } = content;
  new Float64Array(...at('skillMtime'), n).set(skill.mtime);
  new Float64Array(...at('skillCtime'), n).set(skill.ctime);
  new Float64Array(...at('skillIno'), n).set(skill.ino);
  new Float64Array(...at('watchMtime'), m).set(watch.mtime);
  new Float64Array(...at('watchCtime'), m).set(watch.ctime);
  new Float64Array(...at('watchIno'), m).set(watch.ino);
  new Float64Array(...at('watchSize'), m).set(watch.size);
  new Uint32Array(...at('skillSize'), n).set(skill.size);
  new Uint32Array(...at('skillScope'), n).set(skill.scope);
  new Uint32Array(...at('skillWatch'), n).set(skill.watch);
  new Uint32Array(...at('skillNameHash'), n).set(skill.nameHash);
  new Uint32Array(...at('skillOrder'), n).set(skill.order);
  new Uint8Array(...at('skillFlags'), n).set(skill.flags);
  new Uint8Array(...at('watchKind'), m).set(watch.kind);
  // Text is put in the order of the rows: the same content is the same bytes, however it was found.
  const target = bytes.subarray(header.sections.text[0]);
  const skillWords = new Uint32Array(...at('skillText'), n * SKILL_TEXT_WORDS);
  const watchWords = new Uint32Array(...at('watchText'), m * WATCH_TEXT_WORDS);
  const middle = copyText(content.skillText, target, 0, skillWords, SKILL_TEXT_WORDS, content.skillWords);
  const end = copyText(content.watchText, target, middle, watchWords, WATCH_TEXT_WORDS, content.watchWords);
  if (end !== content.textBytes) throw internalError('a table lost some of its text');
  const sha256At = header.sections.skillSha256[0];
  for (let row = 0; row < n; row++) bytes.write(content.sha256(row), sha256At + row * 64, 64, 'latin1');
  content.diagnostics.copy(bytes, header.sections.diagnostics[0]);
  clearGaps(bytes, header, total);
  return new SkillTable(header, bytes);
}

/** Copies the strings of all rows behind one another and fills the column that says where they are. */
function copyText(
  text: TextBlob,
  target: Buffer,
  from: number,
  column: Uint32Array,
  width: number,
  wordOf: (word: number, row: number) => number,
): number {
  let end = from;
  // Perf: rows that follow one another in the blob too, which is nearly all of them, are copied in one go.
  let runStart = 0;
  let runEnd = 0;
  let runAt = from;
  for (let row = 0; row * width < column.length; row++) {
    const start = wordOf(0, row);
    const stop = wordOf(width - 1, row);
    if (start !== runEnd) {
      text.copyRange(target, runAt, runStart, runEnd);
      runStart = start;
      runAt = end;
    }
    runEnd = stop;
    column[row * width] = end;
    for (let word = 1; word < width; word++) column[row * width + word] = end + wordOf(word, row) - start;
    end += stop - start;
  }
  text.copyRange(target, runAt, runStart, runEnd);
  return end;
}

/** Bytes between sections are zero, so that the same content is the same file. */
function clearGaps(bytes: Buffer, header: TableHeader, total: number): void {
  let end = 0;
  for (const name of SECTION_NAMES) {
    const [offset, size] = header.sections[name];
    if (end > 0) bytes.fill(0, end, offset);
    end = offset + size;
  }
  bytes.fill(0, end, total);
}

/** The header holds offsets that depend on its own length: room is left for the longest numbers. */
function layOut(
  draft: TableHeader,
  sizes: Readonly<Record<SectionName, number>>,
): { header: TableHeader; total: number } {
  const room = Buffer.byteLength(JSON.stringify(draft)) + SECTION_NAMES.length * 32;
  const { places, total } = placeParts(SECTION_NAMES, PREAMBLE_BYTES + room, (name) => sizes[name]);
  return { header: { ...draft, sections: places }, total };
}
