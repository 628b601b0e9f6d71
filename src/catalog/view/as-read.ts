import { basename } from 'node:path';
import { SkillficheError } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import type { Audience } from '../../base/types.ts';
import type { SkillSummary } from '../../format/skill/fast/summary.ts';
import type { SkillEntry } from '../types.ts';

/** A skill as the bytes of its file say. */
export interface AsRead {
  readonly entry: SkillEntry;
  /** `sha256:` and 64 hex digits. */
  readonly digest: string;
  /** What the file says now, where it is no longer the one that was scanned. */
  readonly changed?: SkillSummary;
}

/**
 * One read, one answer: where the bytes are not those that were scanned, name and description are told from them too.
 * Throws FILE_CHANGED where they are no text any more, or are no longer for this audience.
 */
export async function asRead(entry: SkillEntry, bytes: Buffer, audience: Audience): Promise<AsRead> {
  const sha256 = sha256Hex(bytes);
  const digest = `sha256:${sha256}`;
  if (sha256 === entry.sha256) return { entry, digest };
  if (bytes.length === 0 || bytes.includes(0)) {
    const message = `${entry.file} of ${entry.id} changed, and is no text any more. Save it as UTF-8 text.`;
    throw new SkillficheError('FILE_CHANGED', message);
  }
  const { summarizeFull } = await import('../../format/skill/fast/summary-full.ts');
  const changed = summarizeFull(bytes);
  if ((audience === 'model' && changed.userOnly) || (audience === 'person' && changed.modelOnly)) {
    throw new SkillficheError('FILE_CHANGED', `${entry.id} changed, and is not for this audience any more.`);
  }
  const { description, recovered } = changed;
  const name = changed.name ?? (basename(entry.folder) || entry.name);
  return { entry: { ...entry, name, description, recovered }, digest, changed };
}
