import { setImmediate } from 'node:timers/promises';
import { MAX_MARKER_BYTES } from '../../base/limits.ts';
import type { Root } from '../../base/types.ts';
import { readMarker } from '../../format/collection/marker.ts';
import { checkDocument } from '../../format/schema/check.ts';
import { checkCollection } from '../../format/schema/generated.ts';
import type { SkillSummary } from '../../format/skill/fast/summary.ts';
import type { Disk } from '../../io/disk/disk.ts';
import { TableWriter } from '../table/build.ts';
import type { SkillTable } from '../table/table.ts';
import { ledgerOf } from './ledger.ts';
import type { Prior } from './prior.ts';
import { type ReadSkill, readSkill } from './read-skill.ts';
import { addDiagnostics, rowRecordOf, summarizeSlowly } from './skill-file.ts';
import { Walk } from './walk.ts';
import type { FoundSkill, WalkLimits } from './walk-types.ts';

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
  /** False watches nothing: cheaper, and the next check reads every folder again. */
  readonly isWatching: boolean;
  /** Milliseconds of work between two pauses that let a server answer; 0 = no pauses. */
  readonly sliceMs: number;
  readonly onProgress?: ((skills: number) => void) | undefined;
}

/** Skills whose frontmatter the fast reader declined are held until this many wait for the full one. */
const FULL_BATCH = 128;

/** Walks a root and reads every SKILL.md; what `prior` knows to be unchanged is taken from there. */
export async function scanCold(scan: ColdScan): Promise<SkillTable> {
  const { disk, limits } = scan;
  const writer = new TableWriter();
  const found: FoundSkill[] = [];
  let owed: ReadSkill[] = [];

  const walk = new Walk({
    disk,
    root: scan.root,
    rootPath: scan.realRoot,
    realRoot: scan.realRoot,
    limits,
    isWatching: scan.isWatching,
    markerLimit: MAX_MARKER_BYTES,
    readMarker: (bytes) =>
      readMarker(bytes.toString('utf8'), {
        bundled: scan.root.kind === 'bundled',
        check: (document) => checkDocument(checkCollection, document),
      }),
    ...(scan.prior === undefined ? {} : { known: (path) => scan.prior?.folder(path) }),
    onSkill: (one) => found.push(one),
    onWatch: (path, stamp, listing) => writer.addWatch(path, stamp, listing),
  });

  const count = (one: FoundSkill): void => {
    walk.count(one.scope, walk.scopes[one.scope]?.collection === undefined ? 'ordinary' : 'members');
  };
  const keep = (read: ReadSkill, summary: SkillSummary): void => {
    const { scope, watch, path, file, folder, hasSidecar } = read.found;
    addDiagnostics((one) => writer.diagnostics.add(one), summary, folder, file, { scope, skill: writer.skills });
    const folderName = lastPart(folder) ?? lastPart(scan.realRoot) ?? scan.root.id;
    const row = rowRecordOf(summary, { path, file, folderName });
    writer.addSkill(row, { scope, watch, sha256: read.sha256, stamp: read.stamp, hasSidecar });
    count(read.found);
  };
  const take = (one: FoundSkill): void => {
    const known = scan.prior?.skill(one);
    if (scan.prior !== undefined && known !== undefined) {
      for (const diagnostic of known.diagnostics)
        writer.diagnostics.add({ ...diagnostic, scope: one.scope, skill: writer.skills });
      writer.addKnown(scan.prior.table, known.row, one);
      count(one);
      return;
    }
    const read = readSkill(walk, disk, one, limits.maxSkillBytes);
    if (read === undefined) return;
    if (read.summary === undefined) owed.push(read);
    else keep(read, read.summary);
  };
  const settle = async (): Promise<void> => {
    for (const read of owed) if (read.bytes !== undefined) keep(read, await summarizeSlowly(read.bytes));
    owed = [];
  };

  let sliceEnd = performance.now() + scan.sliceMs;
  while (walk.step()) {
    // Read while the folder is fresh in the file system's cache.
    for (const one of found) take(one);
    found.length = 0;
    if (owed.length >= FULL_BATCH) await settle();
    if (scan.sliceMs > 0 && performance.now() > sliceEnd) {
      scan.onProgress?.(writer.skills);
      await setImmediate();
      sliceEnd = performance.now() + scan.sliceMs;
    }
  }
  if (owed.length > 0) await settle();
  for (const diagnostic of walk.diagnostics) writer.diagnostics.add(diagnostic);
  return writer.finish({
    header: {
      root: scan.root,
      real_path: scan.realRoot,
      taken_ms: scan.takenMs,
      key: scan.key,
      revisits: walk.revisits,
      ...(walk.followed.length === 0 ? {} : { links: walk.followed }),
      ...(walk.leftOut.parts.length === 0 ? {} : { left_out: walk.leftOut.parts }),
      ...(scan.isWatching ? {} : { unwatched: true }),
    },
    scopes: walk.scopes.map(({ tally, ...scope }) => ({ ...scope, ledger: ledgerOf(tally) })),
  });
}

function lastPart(path: string): string | undefined {
  if (path === '.') return undefined;
  return path.slice(path.lastIndexOf('/') + 1) || undefined;
}
