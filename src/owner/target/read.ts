import { SkillficheError } from '../../base/errors.ts';
import { SKILL_FILE } from '../../base/file-names.ts';
import { quoteValue } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';
import { treeDigest } from '../../format/lock/digest.ts';
import { readSkillDocument, type SkillDocument } from '../../format/skill/read/document.ts';
import type { FolderDisk } from '../../io/disk/folder-disk.ts';
import { admit } from '../store/accept.ts';
import type { Desk } from '../store/desk.ts';
import { type FullTree, listFolder, readEntries, readTree, treeOf } from '../store/folder.ts';
import type { PackageKind } from '../store/types.ts';

/** A skill as it lies in its folder, read once and past the gate: what is looked at is what is copied. */
export interface CheckedSkill {
  readonly digest: string;
  readonly content: FullTree;
  readonly document: SkillDocument;
}

/** Reads a skill's folder and asks the gate. Throws UNREADABLE where there is no folder, or no SKILL.md. */
export async function readChecked(
  desk: Desk,
  folder: string,
): Promise<CheckedSkill | { readonly findings: readonly Diagnostic[] }> {
  const { disk } = desk.store;
  const listing = listFolder(disk, folder, 'skill');
  if (listing === undefined) throw gone(folder);
  const slug = folder.slice(folder.lastIndexOf('/') + 1);
  const gated = await admit(desk, 'skill', slug, readEntries(disk, folder, listing));
  if (gated.refused) return { findings: gated.findings };
  const content = treeOf('skill', gated.files);
  const bytes = content.bytes.get(content.files.find(({ path }) => path === SKILL_FILE)?.sha256 ?? '');
  if (bytes === undefined) throw gone(folder);
  return { digest: content.digest, content, document: readSkillDocument(Buffer.from(bytes).toString('utf8')) };
}

function gone(folder: string): SkillficheError {
  const message = `There is no skill in ${quoteValue(folder)}: no folder, or no ${SKILL_FILE}.`;
  return new SkillficheError('UNREADABLE', message, { paths: [folder] });
}

/** What a digest was read under: the same text while nothing in the folder was touched. */
export interface Stamped {
  readonly digest: string;
  /** Absent where a change was so young that another could hide behind the same times. */
  readonly stamp?: string;
}

/** A change younger than this may hide another within the clock's grain. */
const YOUNG_MS = 2_000;

/**
 * The digest of what lies in a folder now; `undefined` where nothing does. Files are read only where the stamp is not that
 * of `known`. Throws UNREADABLE.
 */
export function digestNow(
  disk: FolderDisk,
  folder: string,
  kind: PackageKind,
  known: { readonly digest?: string; readonly stamp?: string } = {},
): Stamped | undefined {
  const listing = listFolder(disk, folder, kind);
  if (listing === undefined || listing.entries.length === 0) return undefined;
  const { stamp } = listing;
  if (known.digest !== undefined && known.stamp === stamp) return { digest: known.digest, stamp };
  const tree = readTree(disk, folder, kind, listing);
  // A collection by every file of its folder, wherever its tree lies.
  const digest = kind === 'skill' ? tree.digest : treeDigest(tree.files);
  const isOld = Date.now() - listing.newestMs > YOUNG_MS;
  return isOld && listFolder(disk, folder, kind)?.stamp === stamp ? { digest, stamp } : { digest };
}
