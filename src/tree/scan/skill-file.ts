import { placed } from '../../base/diagnostic.ts';
import { errnoOf } from '../../base/errors.ts';
import { childPath } from '../../base/paths.ts';
import type { SkillSummary } from '../../format/skill/fast/summary.ts';
import type { Disk, Stamp } from '../../io/disk/disk.ts';
import type { RowRecord } from '../table/row.ts';
import type { TableDiagnostic } from '../table/types.ts';

/** A SKILL.md as it is on disk. Bytes are valid until the next read. */
export type SkillFileRead =
  | { readonly kind: 'skill'; readonly bytes: Buffer; readonly stamp: Stamp }
  | { readonly kind: 'unreadable'; readonly error: unknown }
  | { readonly kind: 'not-a-file' | 'empty' | 'not-text'; readonly stamp: Stamp }
  | { readonly kind: 'too-large'; readonly stamp: Stamp };

/** Reads one SKILL.md, or says why it cannot be indexed. The one reader of a cold scan and of a patch. */
export function readDocument(disk: Disk, path: string, limit: number): SkillFileRead {
  let bytes: Buffer;
  let stamp: Stamp;
  try {
    ({ bytes, stamp } = disk.readFile(path, limit));
  } catch (error) {
    return { kind: 'unreadable', error };
  }
  if (stamp.kind !== 'file') return { kind: 'not-a-file', stamp };
  if (stamp.size > limit) return { kind: 'too-large', stamp };
  if (bytes.length === 0) return { kind: 'empty', stamp };
  return bytes.includes(0) ? { kind: 'not-text', stamp } : { kind: 'skill', bytes, stamp };
}

/** A system error that is none: ours to see, not the tree's. */
export function isOurFault({ error }: { readonly error: unknown }): boolean {
  return errnoOf(error) === 'UNKNOWN';
}

/** The full reader's summary, for what the fast one declines; loading it lets others run, so the bytes must be a copy. */
export async function summarizeSlowly(bytes: Buffer): Promise<SkillSummary> {
  const { summarizeFull } = await import('../../format/skill/fast/summary-full.ts');
  return summarizeFull(bytes);
}

/** Where a skill lies: its path in its scope, the name of its file, and the folder's name for want of another. */
export interface RowPlace {
  readonly path: string;
  readonly file: string;
  readonly folderName: string;
}

/** What the table keeps of a summary. */
export function rowRecordOf(summary: SkillSummary, { path, file, folderName }: RowPlace): RowRecord {
  return {
    path,
    file,
    name: summary.name ?? folderName,
    description: summary.description,
    declared: summary.declared === undefined ? '' : JSON.stringify(summary.declared),
    recovered: summary.recovered,
    namedByFolder: summary.name === undefined,
    userOnly: summary.userOnly === true,
    modelOnly: summary.modelOnly === true,
    phrases: summary.phrases === true,
  };
}

/** Adds the findings of a summary, at the row's file. Perf: nearly always there are none. */
export function addDiagnostics(
  add: (one: TableDiagnostic) => void,
  summary: SkillSummary,
  folder: string,
  file: string,
  row: { readonly scope: number; readonly skill: number },
): void {
  const { findings } = summary;
  if (findings.length === 0) return;
  const path = childPath(folder, file);
  for (const found of findings) add({ ...placed(path, found), ...row });
}
