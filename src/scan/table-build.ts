import { internalError } from '../base/errors.ts';
import { canonicalName, compareCodePoints } from '../base/text.ts';
import type { Stamp } from './disk.ts';
import { SKILL_FILE } from './names.ts';
import {
  ABSENT_CODE,
  emptySections,
  kindCode,
  openTable,
  type ScopeRecord,
  type SkillTable,
  type TableDiagnostic,
  type TableHeader,
} from './table.ts';
import {
  alignUp,
  checksumOf,
  FLAG_NAMED_BY_FOLDER,
  FLAG_RECOVERED,
  hashName,
  MAGIC,
  PREAMBLE_BYTES,
  SECTION_NAMES,
  type SectionName,
  SKILL_STRINGS,
  TABLE_VERSION,
  WATCH_STRINGS,
} from './table-format.ts';

/** One skill as it was read. */
export interface SkillRecord {
  /** Index of its scope. */
  readonly scope: number;
  readonly path: string;
  readonly file: string;
  readonly name: string;
  readonly description: string;
  /** JSON of its declared fields, `''` for none. */
  readonly declared: string;
  readonly sha256: string;
  readonly stamp: Stamp;
  readonly recovered: boolean;
  readonly namedByFolder: boolean;
}

/** A path whose stamp must hold for the table to be true; `stamp` is absent where nothing was. */
export interface WatchRecord {
  readonly path: string;
  readonly stamp: Stamp | undefined;
  readonly listing: string;
}

export interface TableParts {
  readonly header: Omit<TableHeader, 'skills' | 'watches' | 'diagnostics' | 'scopes' | 'sections'>;
  readonly scopes: readonly Omit<ScopeRecord, 'first' | 'count'>[];
  readonly skills: readonly SkillRecord[];
  readonly watches: readonly WatchRecord[];
  /** `skill` is an index into `skills`. */
  readonly diagnostics: readonly TableDiagnostic[];
}

/** Packs what a scan found. Rows are put in order of scope id and path, so the order of reading does not matter. */
export function buildTable(parts: TableParts): SkillTable {
  const { skills, watches } = parts;
  const scopeOrder = parts.scopes.map((_, index) => index);
  scopeOrder.sort((a, b) => compareCodePoints(`${parts.scopes[a]?.id}:`, `${parts.scopes[b]?.id}:`));
  const scopeRank = new Uint32Array(scopeOrder.length);
  scopeOrder.forEach((scope, rank) => {
    scopeRank[scope] = rank;
  });
  const rows = skills.map((_, index) => index);
  const at = (index: number): SkillRecord => {
    const record = skills[index];
    if (record === undefined) throw internalError(`table row ${index} is missing`);
    return record;
  };
  rows.sort((a, b) => {
    const x = at(a);
    const y = at(b);
    return (scopeRank[x.scope] ?? 0) - (scopeRank[y.scope] ?? 0) || compareCodePoints(x.path, y.path);
  });
  const rowOf = new Uint32Array(rows.length);
  rows.forEach((index, row) => {
    rowOf[index] = row;
  });

  const counts = new Uint32Array(parts.scopes.length);
  for (const skill of skills) counts[skill.scope] = (counts[skill.scope] ?? 0) + 1;
  const scopes: ScopeRecord[] = parts.scopes.map((scope) => ({ ...scope, first: 0, count: 0 }));
  let first = 0;
  for (const index of scopeOrder) {
    const scope = scopes[index];
    if (scope !== undefined) scopes[index] = { ...scope, first, count: counts[index] ?? 0 };
    first += counts[index] ?? 0;
  }

  const canonical = rows.map((index) => canonicalName(at(index).name));
  const order = new Uint32Array(rows.length);
  for (const scope of scopes) {
    const part = rows.slice(scope.first, scope.first + scope.count).map((_, offset) => scope.first + offset);
    // Rows are in id order already and sorting is stable: only names need comparing.
    part.sort((a, b) => compareCodePoints(canonical[a] ?? '', canonical[b] ?? ''));
    order.set(part, scope.first);
  }

  const diagnostics = parts.diagnostics.map((one) =>
    one.skill === undefined ? one : { ...one, skill: rowOf[one.skill] ?? 0 },
  );
  diagnostics.sort(compareDiagnostics);
  const diagnosticBytes = Buffer.from(JSON.stringify(diagnostics));

  const text = new TextBlob();
  const skillText = new Uint32Array(rows.length * SKILL_STRINGS.length + 1);
  rows.forEach((index, row) => {
    const record = at(index);
    const base = row * SKILL_STRINGS.length;
    skillText[base] = text.add(record.path);
    skillText[base + 1] = text.add(record.file === SKILL_FILE ? '' : record.file);
    skillText[base + 2] = text.add(record.name);
    skillText[base + 3] = text.add(record.description);
    skillText[base + 4] = text.add(record.declared);
  });
  skillText[skillText.length - 1] = text.length;
  const watchText = new Uint32Array(watches.length * WATCH_STRINGS.length + 1);
  watches.forEach((watch, index) => {
    watchText[index * WATCH_STRINGS.length] = text.add(watch.path);
    watchText[index * WATCH_STRINGS.length + 1] = text.add(watch.listing);
  });
  watchText[watchText.length - 1] = text.length;

  const n = rows.length;
  const m = watches.length;
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
    skillNameHash: n * 4,
    skillOrder: n * 4,
    skillText: skillText.byteLength,
    watchText: watchText.byteLength,
    skillFlags: n,
    watchKind: m,
    skillSha256: n * 64,
    text: text.length,
    diagnostics: diagnosticBytes.length,
  };
  const header = layout(
    { ...parts.header, skills: n, watches: m, diagnostics: diagnostics.length, scopes, sections: emptySections() },
    sizes,
  );
  const bytes = Buffer.alloc(header.total);
  const view = (name: SectionName): [ArrayBufferLike, number] => [
    bytes.buffer,
    bytes.byteOffset + header.record.sections[name][0],
  ];
  const doubles = (name: SectionName, count: number): Float64Array => new Float64Array(...view(name), count);
  const words = (name: SectionName, count: number): Uint32Array => new Uint32Array(...view(name), count);

  const skillColumns = [doubles('skillMtime', n), doubles('skillCtime', n), doubles('skillIno', n)] as const;
  const size = words('skillSize', n);
  const scope = words('skillScope', n);
  const nameHash = words('skillNameHash', n);
  words('skillOrder', n).set(order);
  words('skillText', skillText.length).set(skillText);
  words('watchText', watchText.length).set(watchText);
  const flags = new Uint8Array(...view('skillFlags'), n);
  const sha256At = header.record.sections.skillSha256[0];
  rows.forEach((index, row) => {
    const record = at(index);
    skillColumns[0][row] = record.stamp.mtimeMs;
    skillColumns[1][row] = record.stamp.ctimeMs;
    skillColumns[2][row] = record.stamp.ino;
    size[row] = record.stamp.size;
    scope[row] = record.scope;
    nameHash[row] = hashName(canonical[row] ?? '');
    flags[row] = (record.recovered ? FLAG_RECOVERED : 0) | (record.namedByFolder ? FLAG_NAMED_BY_FOLDER : 0);
    bytes.write(record.sha256, sha256At + row * 64, 64, 'latin1');
  });
  const watchColumns = [
    doubles('watchMtime', m),
    doubles('watchCtime', m),
    doubles('watchIno', m),
    doubles('watchSize', m),
  ] as const;
  const kinds = new Uint8Array(...view('watchKind'), m);
  watches.forEach((watch, index) => {
    watchColumns[0][index] = watch.stamp?.mtimeMs ?? 0;
    watchColumns[1][index] = watch.stamp?.ctimeMs ?? 0;
    watchColumns[2][index] = watch.stamp?.ino ?? 0;
    watchColumns[3][index] = watch.stamp?.size ?? 0;
    kinds[index] = watch.stamp === undefined ? ABSENT_CODE : kindCode(watch.stamp.kind);
  });
  text.copyTo(bytes, header.record.sections.text[0]);
  diagnosticBytes.copy(bytes, header.record.sections.diagnostics[0]);

  const json = Buffer.from(header.json);
  bytes.write(MAGIC, 0, 8, 'latin1');
  bytes.writeUInt32LE(TABLE_VERSION, 8);
  bytes.writeUInt32LE(json.length, 12);
  bytes.writeDoubleLE(bytes.length, 24);
  json.copy(bytes, PREAMBLE_BYTES);
  bytes.writeUInt32LE(checksumOf(bytes), 16);
  const table = openTable(bytes);
  if (table === undefined) throw internalError('a table does not open after it was built');
  return table;
}

/** The header holds offsets that depend on its own length: room is left for the longest numbers. */
function layout(
  draft: TableHeader,
  sizes: Record<SectionName, number>,
): { record: TableHeader; json: string; total: number } {
  const place = (from: number): { sections: Record<SectionName, [number, number]>; total: number } => {
    const sections = emptySections();
    let offset = alignUp(from);
    for (const name of SECTION_NAMES) {
      sections[name] = [offset, sizes[name]];
      offset = alignUp(offset + sizes[name]);
    }
    return { sections, total: offset };
  };
  const rough = Buffer.byteLength(JSON.stringify(draft)) + SECTION_NAMES.length * 32;
  const placed = place(PREAMBLE_BYTES + rough);
  const record = { ...draft, sections: placed.sections };
  const json = JSON.stringify(record);
  if (Buffer.byteLength(json) > rough) throw internalError('a table header outgrew its room');
  return { record, json, total: placed.total };
}

function compareDiagnostics(a: TableDiagnostic, b: TableDiagnostic): number {
  return (
    compareCodePoints(a.path, b.path) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareCodePoints(a.code, b.code)
  );
}

/** Strings one behind the other, as UTF-8. */
class TextBlob {
  length = 0;
  #bytes = Buffer.allocUnsafeSlow(256 * 1024);

  /** Where the string begins. */
  add(text: string): number {
    const start = this.length;
    if (text === '') return start;
    const most = text.length * 3;
    if (start + most > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, start + most));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    this.length += this.#bytes.write(text, start, 'utf8');
    return start;
  }

  copyTo(target: Buffer, offset: number): void {
    this.#bytes.copy(target, offset, 0, this.length);
  }
}
