import { errnoOf } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { childPath } from '../../base/paths.ts';
import type { SkillSummary } from '../../format/skill/fast/summary.ts';
import { summarizeFast } from '../../format/skill/fast/summary.ts';
import type { Disk, Stamp } from '../../io/disk/disk.ts';
import { readDocument, type SkillFileRead } from './skill-file.ts';
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
  const read = readDocument(disk, walk.absolute(childPath(found.folder, found.file)), limit);
  if (read.kind !== 'skill') {
    refuse(walk, disk, found, whyRefused(read, found.file, limit));
    return undefined;
  }
  const { bytes, stamp } = read;
  const summary = summarizeFast(bytes);
  return {
    found,
    stamp,
    sha256: sha256Hex(bytes),
    summary,
    bytes: summary === undefined ? Buffer.from(bytes) : undefined,
  };
}

interface ReadRefusal {
  readonly disposition: 'unreadable' | 'invalid';
  readonly code: Parameters<Walk['say']>[1];
  readonly message: string;
  readonly hint: string;
}

function whyRefused(read: Exclude<SkillFileRead, { kind: 'skill' }>, file: string, limit: number): ReadRefusal {
  const refusal = (
    disposition: ReadRefusal['disposition'],
    code: ReadRefusal['code'],
    what: string,
    hint: string,
  ): ReadRefusal => ({ disposition, code, message: `${file} ${what}; the skill is not listed.`, hint });
  switch (read.kind) {
    case 'unreadable': {
      const what = `cannot be read (${errnoOf(read.error)})`;
      return refusal('unreadable', 'scan/unreadable', what, 'Check owner and permissions, then scan again.');
    }
    case 'not-a-file':
      return refusal('unreadable', 'scan/unreadable', 'is no longer a regular file', 'Scan again.');
    case 'too-large': {
      const what = `has ${read.stamp.size} bytes, more than the ${limit} that are read`;
      const hint = 'Move long material into files beside it, or raise limits.maxSkillBytes.';
      return refusal('unreadable', 'scan/too-large', what, hint);
    }
    case 'empty':
      return refusal('invalid', 'scan/empty-file', 'is empty', 'Write its frontmatter and recipe, or remove it.');
    case 'not-text':
      return refusal('invalid', 'scan/not-text', 'holds NUL bytes, so it is no text', 'Save it as UTF-8 text.');
  }
}

function refuse(walk: Walk, disk: Disk, found: FoundSkill, { disposition, code, message, hint }: ReadRefusal): void {
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
