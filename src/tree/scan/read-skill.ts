import { errnoOf } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { childPath } from '../../base/paths.ts';
import type { SkillSummary } from '../../format/skill/fast/summary.ts';
import { summarizeFast } from '../../format/skill/fast/summary.ts';
import type { Disk, Stamp } from '../../io/disk/disk.ts';
import type { Walk } from './walk.ts';
import type { FoundSkill } from './walk-types.ts';

/** A SKILL.md whose bytes are read and whose summary may still be owed by the full reader. */
export interface ReadSkill {
  readonly found: FoundSkill;
  readonly stamp: Stamp;
  readonly sha256: string;
  readonly summary: SkillSummary | undefined;
  /** A copy, where `summary` is still owed. */
  readonly bytes: Buffer | undefined;
}

/** Reads and summarises one SKILL.md; what cannot be indexed is counted and said, and gives `undefined`. */
export function readSkill(walk: Walk, disk: Disk, found: FoundSkill, limit: number): ReadSkill | undefined {
  const file = childPath(found.folder, found.file);
  const absolute = walk.absolute(file);
  let bytes: Buffer;
  let stamp: Stamp;
  try {
    ({ bytes, stamp } = disk.readFile(absolute, limit));
  } catch (error) {
    refuse(
      walk,
      disk,
      found,
      'unreadable',
      'scan/unreadable',
      `${found.file} cannot be read (${errnoOf(error)}); the skill is not listed.`,
      'Check owner and permissions, then scan again.',
    );
    return undefined;
  }
  if (stamp.kind !== 'file') {
    refuse(
      walk,
      disk,
      found,
      'unreadable',
      'scan/unreadable',
      `${found.file} is no longer a regular file; the skill is not listed.`,
      'Scan again.',
    );
    return undefined;
  }
  if (stamp.size > limit) {
    refuse(
      walk,
      disk,
      found,
      'unreadable',
      'scan/too-large',
      `${found.file} has ${stamp.size} bytes, more than the ${limit} that are read; the skill is not listed.`,
      'Move long material into files beside it, or raise limits.maxSkillBytes.',
    );
    return undefined;
  }
  if (bytes.length === 0) {
    refuse(
      walk,
      disk,
      found,
      'invalid',
      'scan/empty-file',
      `${found.file} is empty; the skill is not listed.`,
      'Write its frontmatter and recipe, or remove it.',
    );
    return undefined;
  }
  if (bytes.includes(0)) {
    refuse(
      walk,
      disk,
      found,
      'invalid',
      'scan/not-text',
      `${found.file} holds NUL bytes, so it is no text; the skill is not listed.`,
      'Save it as UTF-8 text.',
    );
    return undefined;
  }
  const summary = summarizeFast(bytes);
  return {
    found,
    stamp,
    sha256: sha256Hex(bytes),
    summary,
    bytes: summary === undefined ? Buffer.from(bytes) : undefined,
  };
}

function refuse(
  walk: Walk,
  disk: Disk,
  found: FoundSkill,
  disposition: 'unreadable' | 'invalid',
  code: Parameters<Walk['say']>[1],
  message: string,
  hint: string,
): void {
  const file = childPath(found.folder, found.file);
  walk.count(found.scope, disposition);
  walk.say(found.scope, code, file, message, hint);
  try {
    walk.watch(file, disk.stat(walk.absolute(file)));
  } catch (error) {
    // Nothing to compare with later: the path counts as absent, so any answer to a stat looks like a change.
    walk.watch(file, undefined);
    walk.say(found.scope, 'scan/unreadable', file, `Its stamp cannot be read (${errnoOf(error)}).`);
  }
}
