import { setImmediate } from 'node:timers/promises';
import { placed } from '../base/diagnostic.ts';
import { MAX_MARKER_BYTES } from '../base/limits.ts';
import { compareCodePoints } from '../base/text.ts';
import type { Root } from '../base/types.ts';
import { readMarker } from '../collection/marker.ts';
import { checkDocument } from '../schema/check.ts';
import { checkCollection } from '../schema/generated.ts';
import type { SkillSummary } from '../skill/summary.ts';
import type { Disk } from './disk.ts';
import { ledgerOf } from './ledger.ts';
import type { Prior } from './prior.ts';
import { type ReadSkill, readSkill } from './read-skill.ts';
import type { SkillTable, TableDiagnostic } from './table.ts';
import { buildTable, type SkillRecord } from './table-build.ts';
import { childPath, type FoundSkill, Walk, type WalkLimits } from './walk.ts';

export interface ScanLimits extends WalkLimits {
  readonly maxSkillBytes: number;
}

export interface ColdScan {
  readonly disk: Disk;
  readonly root: Root;
  /** Where the root's folder really is. */
  readonly realRoot: string;
  readonly key: string;
  readonly limits: ScanLimits;
  readonly takenMs: number;
  readonly prior?: Prior | undefined;
  /** Milliseconds of work between two pauses that let a server answer; 0 = no pauses. */
  readonly sliceMs: number;
  readonly onProgress?: ((skills: number) => void) | undefined;
}

/** Skills whose frontmatter the fast reader declined are held until this many wait for the full one. */
const FULL_BATCH = 128;

/** Walks a root and reads every SKILL.md; what `prior` knows to be unchanged is taken from there. */
export async function scanCold(scan: ColdScan): Promise<SkillTable> {
  const { disk, limits } = scan;
  const records: SkillRecord[] = [];
  const skillDiagnostics: TableDiagnostic[] = [];
  const found: FoundSkill[] = [];
  let owed: ReadSkill[] = [];

  const walk = new Walk({
    disk,
    root: scan.root,
    rootPath: scan.realRoot,
    realRoot: scan.realRoot,
    limits,
    markerLimit: MAX_MARKER_BYTES,
    readMarker: (bytes) =>
      readMarker(bytes.toString('utf8'), {
        bundled: scan.root.kind === 'bundled',
        check: (document) => checkDocument(checkCollection, document),
      }),
    ...(scan.prior === undefined ? {} : { known: (path) => scan.prior?.folder(path) }),
    onSkill: (one) => found.push(one),
  });

  const keep = (read: ReadSkill, summary: SkillSummary): void => {
    const { scope } = read.found;
    const folderName = lastPart(read.found.folder) ?? lastPart(scan.realRoot) ?? scan.root.id;
    for (const one of summary.findings) {
      const file = childPath(read.found.folder, read.found.file);
      skillDiagnostics.push({ ...placed(file, one), scope, skill: records.length });
    }
    records.push({
      scope,
      path: read.found.path,
      file: read.found.file,
      name: summary.name ?? folderName,
      description: summary.description,
      declared: summary.declared === undefined ? '' : JSON.stringify(summary.declared),
      sha256: read.sha256,
      stamp: read.stamp,
      recovered: summary.recovered,
      namedByFolder: summary.name === undefined,
    });
    walk.count(scope, walk.scopes[scope]?.collection === undefined ? 'ordinary' : 'members');
  };
  const take = (one: FoundSkill): void => {
    const known = scan.prior?.skill(one);
    if (known !== undefined) {
      for (const diagnostic of known.diagnostics) {
        skillDiagnostics.push({ ...diagnostic, scope: one.scope, skill: records.length });
      }
      records.push({ ...known.record, scope: one.scope, path: one.path });
      walk.count(one.scope, walk.scopes[one.scope]?.collection === undefined ? 'ordinary' : 'members');
      return;
    }
    const read = readSkill(walk, disk, one, limits.maxSkillBytes);
    if (read === undefined) return;
    if (read.summary === undefined) owed.push(read);
    else keep(read, read.summary);
  };
  const settle = async (): Promise<void> => {
    const { summarizeFull } = await import('../skill/summary-full.ts');
    for (const read of owed) if (read.bytes !== undefined) keep(read, summarizeFull(read.bytes));
    owed = [];
  };

  let sliceEnd = performance.now() + scan.sliceMs;
  while (walk.step()) {
    // Read while the folder is fresh in the file system's cache.
    for (const one of found) take(one);
    found.length = 0;
    if (owed.length >= FULL_BATCH) await settle();
    if (scan.sliceMs > 0 && performance.now() > sliceEnd) {
      scan.onProgress?.(records.length);
      await setImmediate();
      sliceEnd = performance.now() + scan.sliceMs;
    }
  }
  if (owed.length > 0) await settle();

  // Scopes are numbered by folder, not by the order of the walk.
  const order = walk.scopes.map((_, index) => index);
  order.sort((a, b) =>
    a === 0 ? -1 : b === 0 ? 1 : compareCodePoints(walk.scopes[a]?.folder ?? '', walk.scopes[b]?.folder ?? ''),
  );
  const numberOf = new Map(order.map((from, to) => [from, to]));
  const renumber = (scope: number): number => numberOf.get(scope) ?? 0;
  return buildTable({
    header: {
      root: scan.root,
      real_path: scan.realRoot,
      taken_ms: scan.takenMs,
      key: scan.key,
      revisits: walk.revisits,
    },
    scopes: order.map((index) => {
      const { tally, ...scope } = walk.scopes[index] ?? { id: '', folder: '.', tally: undefined };
      return {
        ...scope,
        ledger: ledgerOf(
          tally ?? {
            ordinary: 0,
            members: 0,
            nested: 0,
            miscased_duplicate: 0,
            invalid: 0,
            unreadable: 0,
            in_broken_collection: 0,
          },
        ),
      };
    }),
    skills: records.map((record) => ({ ...record, scope: renumber(record.scope) })),
    watches: walk.watches,
    diagnostics: [...walk.diagnostics, ...skillDiagnostics].map((one) => ({ ...one, scope: renumber(one.scope) })),
  });
}

function lastPart(path: string): string | undefined {
  if (path === '.') return undefined;
  return path.slice(path.lastIndexOf('/') + 1) || undefined;
}
