import { diagnostic } from '../../base/diagnostic.ts';
import { isSkillFileName } from '../../base/file-names.ts';
import type { Diagnostic } from '../../base/types.ts';
import { FLAG_SIDECAR } from '../../tree/table/format.ts';
import { joinPath } from '../files/files.ts';
import { TableWriter } from '../table/build.ts';
import { UNWATCHED } from '../table/format.ts';
import type { SkillTable } from '../table/table.ts';
import type { LeftOutRecord, TableDiagnostic } from '../table/types.ts';
import { type Disposition, ledgerOf, type Tally } from './ledger.ts';

// One real folder is one skill, whatever roots and links lead to it. A walk sees to that within its root; here roots are
// compared with each other. Tables stay as they were scanned, so that each can be kept and checked by itself: what is
// joined is a copy without the second visits.

/** What became of a SKILL.md that a diagnostic speaks of. */
const DISPOSITIONS: Readonly<Partial<Record<Diagnostic['code'], Disposition>>> = {
  'scan/nested-skill': 'nested',
  'collection/outside-tree': 'nested',
  'scan/miscased-duplicate': 'miscased_duplicate',
  'scan/empty-file': 'invalid',
  'scan/not-text': 'invalid',
  'scan/too-large': 'unreadable',
  'scan/unreadable': 'unreadable',
};

/** Who was at a place first. */
interface Claim {
  readonly table: SkillTable;
  readonly id: string;
}

/**
 * The tables without the skills that another one has by another way, `order` saying who comes first. A collection is
 * whole or not at all: its members are never those left out. Tables that share nothing are given back as they are.
 */
export function leaveSecondVisits(tables: readonly SkillTable[], order: readonly number[]): SkillTable[] {
  const claims = new Map<string, Claim>();
  const files = new Map<string, SkillTable>();
  const ordered = order.flatMap((at) => tables[at] ?? []);
  for (const table of ordered) {
    const real = realFolders(table);
    for (const scope of table.header.scopes) {
      if (scope.collection === undefined) continue;
      for (let row = scope.first; row < scope.first + scope.count; row++) {
        const folder = real(table.folder(row));
        if (!claims.has(folder)) claims.set(folder, { table, id: `${scope.id}:${table.path(row)}` });
      }
    }
  }
  const left = new Map(
    ordered.map((table) => [table, table.header.missing === undefined ? leave(table, claims, files) : table]),
  );
  return tables.map((table) => left.get(table) ?? table);
}

/** A row that goes, and where it is listed. */
interface Gone {
  readonly row: number;
  readonly first: Claim;
}

function leave(table: SkillTable, claims: Map<string, Claim>, files: Map<string, SkillTable>): SkillTable {
  const real = realFolders(table);
  const gone: Gone[] = [];
  table.header.scopes.forEach((scope) => {
    if (scope.collection !== undefined) return;
    for (let row = scope.first; row < scope.first + scope.count; row++) {
      const folder = real(table.folder(row));
      const first = claims.get(folder);
      if (first === undefined) claims.set(folder, { table, id: `${scope.id}:${table.path(row)}` });
      else if (first.table !== table) gone.push({ row, first });
    }
  });
  const rows = new Set(gone.map(({ row }) => row));
  const tallies = table.header.scopes.map(
    ({ ledger: { found: _found, indexed: _indexed, ...tally } }): Tally => ({ ...tally }),
  );
  const kept: TableDiagnostic[] = [];
  let isSame = rows.size === 0;
  for (const one of table.diagnostics()) {
    if (one.skill !== undefined && rows.has(one.skill)) continue;
    const at = one.path.lastIndexOf('/');
    const folder = real(at < 0 ? '.' : one.path.slice(0, at));
    const file = `${one.code}\0${folder}/${one.path.slice(at + 1)}`;
    const owner = one.skill === undefined ? files.get(file) : table;
    if (owner === undefined) files.set(file, table);
    if ((owner ?? table) === table) {
      kept.push(one);
      continue;
    }
    isSame = false;
    const disposition = DISPOSITIONS[one.code];
    const tally = tallies[one.scope];
    if (disposition !== undefined && tally !== undefined && isSkillFileName(one.path.slice(at + 1)))
      tally[disposition]--;
  }
  // What is only counted is counted once too.
  const leftOut = (table.header.left_out ?? []).filter(({ path, as, scope, count }) => {
    const place = `\0${as}\0${real(path)}`;
    const owner = files.get(place) ?? table;
    files.set(place, owner);
    const tally = tallies[scope];
    if (owner === table || tally === undefined) return true;
    tally[as] -= count;
    isSame = false;
    return false;
  });
  return isSame ? table : copyWithout(table, gone, tallies, kept, leftOut);
}

function copyWithout(
  table: SkillTable,
  gone: readonly Gone[],
  tallies: readonly Tally[],
  kept: readonly TableDiagnostic[],
  leftOut: readonly LeftOutRecord[],
): SkillTable {
  const writer = new TableWriter();
  const leaves = new Set(gone.map(({ row }) => row));
  const newRow = new Map<number, number>();
  for (let row = 0; row < table.skills; row++) {
    const scope = table.skillScope[row] ?? 0;
    if (leaves.has(row)) {
      const tally = tallies[scope];
      if (tally !== undefined) tally.ordinary--;
      continue;
    }
    newRow.set(row, writer.skills);
    writer.addKnown(table, row, {
      scope,
      watch: UNWATCHED,
      path: table.path(row),
      hasSidecar: table.flag(row, FLAG_SIDECAR),
    });
  }
  for (const one of kept) {
    writer.diagnostics.add(one.skill === undefined ? one : { ...one, skill: newRow.get(one.skill) ?? 0 });
  }
  for (const one of notes(table, gone)) writer.diagnostics.add(one);
  const { root, real_path, taken_ms, key, revisits, links } = table.header;
  return writer.finish({
    header: {
      root,
      real_path,
      taken_ms,
      key,
      revisits: revisits + gone.length,
      unwatched: true,
      ...(links === undefined ? {} : { links }),
      ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
    },
    scopes: table.header.scopes.map(({ first: _first, count: _count, ...scope }, at) => ({
      ...scope,
      ledger: ledgerOf(tallies[at] ?? scope.ledger),
    })),
  });
}

/** One note a way that led to folders already listed: a link, or the root itself. */
function notes(table: SkillTable, gone: readonly Gone[]): TableDiagnostic[] {
  const links = new Map(table.header.links ?? []);
  const byWay = new Map<string, Gone[]>();
  for (const one of gone) {
    const way = wayTo(table.folder(one.row), links);
    const list = byWay.get(way);
    if (list === undefined) byWay.set(way, [one]);
    else list.push(one);
  }
  return [...byWay].map(([way, list]) => {
    const first = list[0]?.first.id ?? '';
    const message =
      list.length === 1
        ? `The skill in this folder is already listed as ${first}: both ways lead to one folder.`
        : `${list.length} skills here are already listed under another root, the first as ${first}: both ways lead to the same folders.`;
    const path = list.length === 1 ? table.folder(list[0]?.row ?? 0) : way;
    return { ...diagnostic('scan/revisit', path, message), scope: 0 };
  });
}

function wayTo(folder: string, links: ReadonlyMap<string, string>): string {
  for (let at = folder; ; at = at.slice(0, at.lastIndexOf('/'))) {
    if (links.has(at)) return at;
    if (!at.includes('/')) return '.';
  }
}

/** Where the folders of a table really are: below its root, or below what a followed link leads to. */
function realFolders(table: SkillTable): (folder: string) => string {
  const { real_path, links } = table.header;
  if (links === undefined) return (folder) => joinPath(real_path, folder);
  const byPath = new Map(links);
  return (folder) => {
    const way = wayTo(folder, byPath);
    const real = byPath.get(way);
    return real === undefined ? joinPath(real_path, folder) : real + folder.slice(way.length);
  };
}
