import { Numbers, TextBlob } from '../../base/growing.ts';
import { hashText } from '../../base/packing.ts';
import { canonicalName, compareCodePoints } from '../../base/text.ts';
import type { Stamp } from '../../io/disk/disk.ts';
import { DiagnosticWriter } from './diagnostic-writer.ts';
import { FLAG_SIDECAR, SKILL_TEXT_WORDS, WATCH_TEXT_WORDS } from './format.ts';
import { layTable } from './layout.ts';
import { flagsOf, type RowRecord, writeRowText } from './row.ts';
import { digestOfRows } from './row-digest.ts';
import { ABSENT_CODE, kindCode, type SkillTable } from './table.ts';
import type { ScopeRecord, TableHeader } from './types.ts';

/** Where and how one skill was read, beside what its row says. */
export interface SkillRecord {
  /** Number of its scope, as the walk counts. */
  readonly scope: number;
  /** Number of its folder among the watched paths. */
  readonly watch: number;
  readonly sha256: string;
  readonly stamp: Stamp;
  /** A kernel.py stands beside it. */
  readonly hasSidecar: boolean;
}

export interface TableEnd {
  readonly header: Omit<
    TableHeader,
    'digest' | 'skills' | 'watches' | 'diagnostics' | 'errors' | 'scopes' | 'sections'
  >;
  /** By the walk's numbers. */
  readonly scopes: readonly Omit<ScopeRecord, 'first' | 'count'>[];
}

/**
 * Packs what a scan finds, as it finds it. Rows are put in order of scope and path at the end, so the order of
 * reading does not show.
 */
export class TableWriter {
  /** What is wrong, by the walk's numbers of scope and row. */
  readonly diagnostics: DiagnosticWriter = new DiagnosticWriter();
  readonly #text = new TextBlob();
  readonly #watchBlob = new TextBlob();
  readonly #skillText = new Numbers();
  readonly #pushWord = (offset: number): void => this.#skillText.push(offset);
  readonly #skill = {
    mtime: new Numbers(),
    ctime: new Numbers(),
    ino: new Numbers(),
    size: new Numbers(),
    scope: new Numbers(),
    watch: new Numbers(),
    flags: new Numbers(),
  };
  readonly #paths: string[] = [];
  readonly #canonical: string[] = [];
  readonly #sha256: string[] = [];
  readonly #watchText = new Numbers();
  readonly #watch = {
    mtime: new Numbers(),
    ctime: new Numbers(),
    ino: new Numbers(),
    size: new Numbers(),
    kind: new Numbers(),
  };

  /** Number of skills so far; the next one gets it. */
  get skills(): number {
    return this.#paths.length;
  }

  addSkill(row: RowRecord, { scope, watch, stamp, sha256, hasSidecar }: SkillRecord): void {
    writeRowText(this.#text, row, this.#pushWord);
    this.#addNumbers(scope, watch, stamp, flagsOf(row) | (hasSidecar ? FLAG_SIDECAR : 0));
    this.#paths.push(row.path);
    this.#canonical.push(canonicalName(row.name));
    this.#sha256.push(sha256);
  }

  /** Takes over a row of an earlier table whose SKILL.md has not changed. */
  addKnown(
    table: SkillTable,
    row: number,
    now: Pick<SkillRecord, 'scope' | 'watch' | 'hasSidecar'> & { readonly path: string },
  ): void {
    const { path } = now;
    const name = table.name(row);
    // The folder beside its SKILL.md may have changed.
    const flags = ((table.skillFlags[row] ?? 0) & ~FLAG_SIDECAR) | (now.hasSidecar ? FLAG_SIDECAR : 0);
    if (path === table.path(row)) {
      const { bytes, ends } = table.textOf(row);
      const start = this.#text.length;
      this.#skillText.push(start);
      for (const end of ends) this.#skillText.push(start + end);
      this.#text.addBytes(bytes);
    } else {
      // The scope's folder changed around it, and with it the path.
      const file = table.file(row);
      const description = table.description(row);
      const declared = table.declaredJson(row);
      writeRowText(this.#text, { path, file, name, description, declared }, this.#pushWord);
    }
    this.#addNumbers(now.scope, now.watch, table.skillStamp(row), flags);
    this.#paths.push(path);
    this.#canonical.push(canonicalName(name));
    this.#sha256.push(table.sha256(row));
  }

  #addNumbers(scope: number, watch: number, stamp: Stamp, flags: number): void {
    const { mtime, ctime, ino, size } = this.#skill;
    mtime.push(stamp.mtimeMs);
    ctime.push(stamp.ctimeMs);
    ino.push(stamp.ino);
    size.push(stamp.size);
    this.#skill.scope.push(scope);
    this.#skill.watch.push(watch);
    this.#skill.flags.push(flags);
  }

  /** A path whose stamp must hold for the table to be true; no stamp where nothing was. */
  addWatch(path: string, stamp: Stamp | undefined, listing: string): void {
    this.#watchText.push(this.#watchBlob.length);
    this.#watchText.push(this.#watchBlob.add(path));
    this.#watchText.push(this.#watchBlob.add(listing));
    const { mtime, ctime, ino, size, kind } = this.#watch;
    mtime.push(stamp?.mtimeMs ?? 0);
    ctime.push(stamp?.ctimeMs ?? 0);
    ino.push(stamp?.ino ?? 0);
    size.push(stamp?.size ?? 0);
    kind.push(stamp === undefined ? ABSENT_CODE : kindCode(stamp.kind));
  }

  finish(end: TableEnd): SkillTable {
    const scopeOrder = end.scopes.map((_, index) => index);
    scopeOrder.sort((a, b) => compareScopes(end.scopes, a, b));
    const scopeNumber = new Map(scopeOrder.map((from, to) => [from, to]));
    const rows = this.#sortedRows(end.scopes);
    const inOrder = rows.every((index, row) => index === row);
    const moved = inOrder ? undefined : rows;
    const rowOf = new Uint32Array(rows.length);
    for (let row = 0; row < rows.length; row++) rowOf[rows[row] ?? 0] = row;
    const scopes = this.#placeScopes(end.scopes, scopeOrder, rows);
    const watches = this.#watch.kind.length;
    const digest = digestOfRows(
      scopes,
      (row) => this.#sha256[rows[row] ?? 0] ?? '',
      (row) => this.#paths[rows[row] ?? 0] ?? '',
    );
    return layTable({
      header: {
        ...end.header,
        ...(end.header.left_out === undefined
          ? {}
          : { left_out: end.header.left_out.map((one) => ({ ...one, scope: scopeNumber.get(one.scope) ?? 0 })) }),
        digest,
        skills: rows.length,
        watches,
        diagnostics: this.diagnostics.count,
        errors: this.diagnostics.errors,
        scopes,
      },
      skillText: this.#text,
      watchText: this.#watchBlob,
      textBytes: this.#text.length + this.#watchBlob.length,
      diagnostics: this.diagnostics.list(
        (scope) => scopeNumber.get(scope) ?? 0,
        (row) => rowOf[row] ?? 0,
      ),
      skillWords: (word, row) => this.#skillText.at((rows[row] ?? 0) * SKILL_TEXT_WORDS + word),
      watchWords: (word, watch) => this.#watchText.at(watch * WATCH_TEXT_WORDS + word),
      skill: {
        mtime: this.#skill.mtime.values(moved),
        ctime: this.#skill.ctime.values(moved),
        ino: this.#skill.ino.values(moved),
        size: this.#skill.size.values(moved),
        scope: this.#skill.scope.values(moved).map((scope) => scopeNumber.get(scope) ?? 0),
        watch: this.#skill.watch.values(moved),
        flags: this.#skill.flags.values(moved),
        nameHash: Float64Array.from(rows, (index) => hashText(this.#canonical[index] ?? '')),
        order: this.#listingOrder(scopes, rows),
      },
      watch: {
        mtime: this.#watch.mtime.values(),
        ctime: this.#watch.ctime.values(),
        ino: this.#watch.ino.values(),
        size: this.#watch.size.values(),
        kind: this.#watch.kind.values(),
      },
      sha256: (row) => this.#sha256[rows[row] ?? 0] ?? '',
    });
  }

  /** The walk's row numbers in order of scope id, then path. */
  #sortedRows(scopes: TableEnd['scopes']): Uint32Array {
    const rank = new Uint32Array(scopes.length);
    scopes
      .map((_, index) => index)
      .sort((a, b) => compareCodePoints(`${scopes[a]?.id}:`, `${scopes[b]?.id}:`) || compareScopes(scopes, a, b))
      .forEach((scope, at) => {
        rank[scope] = at;
      });
    const rows = Uint32Array.from({ length: this.skills }, (_, index) => index);
    const scopeOf = this.#skill.scope;
    const compare = (a: number, b: number): number =>
      (rank[scopeOf.at(a)] ?? 0) - (rank[scopeOf.at(b)] ?? 0) ||
      compareCodePoints(this.#paths[a] ?? '', this.#paths[b] ?? '');
    // Perf: a walk goes in order, so rows hardly ever need sorting.
    for (let row = 1; row < rows.length; row++) if (compare(row - 1, row) > 0) return rows.sort(compare);
    return rows;
  }

  /** Scopes in the order of the header, each with its rows. */
  #placeScopes(scopes: TableEnd['scopes'], order: readonly number[], rows: Uint32Array): ScopeRecord[] {
    const first = new Map<number, number>();
    const count = new Map<number, number>();
    rows.forEach((index, row) => {
      const scope = this.#skill.scope.at(index);
      if (!first.has(scope)) first.set(scope, row);
      count.set(scope, (count.get(scope) ?? 0) + 1);
    });
    return order.flatMap((index) => {
      const scope = scopes[index];
      return scope === undefined ? [] : [{ ...scope, first: first.get(index) ?? 0, count: count.get(index) ?? 0 }];
    });
  }

  /** Within each scope by canonical name, then id. */
  #listingOrder(scopes: readonly ScopeRecord[], rows: Uint32Array): Uint32Array {
    const order = Uint32Array.from({ length: rows.length }, (_, row) => row);
    const nameOf = (row: number): string => this.#canonical[rows[row] ?? 0] ?? '';
    for (const scope of scopes) {
      // Rows are in id order already, so the row number breaks ties.
      order
        .subarray(scope.first, scope.first + scope.count)
        .sort((a, b) => compareCodePoints(nameOf(a), nameOf(b)) || a - b);
    }
    return order;
  }
}

/** The root's own scope first, then collections by the folder of their marker. */
function compareScopes(scopes: TableEnd['scopes'], a: number, b: number): number {
  if (a === 0 || b === 0) return a === b ? 0 : a === 0 ? -1 : 1;
  return compareCodePoints(scopes[a]?.marker_folder ?? '', scopes[b]?.marker_folder ?? '');
}
