import { SkillficheError } from '../../../base/errors.ts';
import { compareCodePoints } from '../../../base/text.ts';
import type { PackageFile } from '../../../format/package/file.ts';
import { repositoryKey } from '../../../format/source/grammar.ts';
import type { LockedPackage } from '../../../format/source/lock.ts';
import { readFullTree } from '../../store/content.ts';
import { type Desk, placesOf } from '../../store/desk.ts';
import { listPackages, listVersions } from '../../store/packages.ts';
import type { PlaceName } from '../../store/types.ts';
import { skillsLockIntegrity, vercelHash } from '../hashes.ts';
import { lockedOf } from '../lockfile.ts';

export const LOCK_FORMATS = ['skills', 'skills-lock'] as const;
export type LockFormat = (typeof LOCK_FORMATS)[number];

export interface LockExport {
  readonly format: LockFormat;
  /** The whole file. */
  readonly text: string;
  readonly skills: number;
  /** What the format has no word for. */
  readonly left_out: readonly { readonly id: string; readonly why: string }[];
}

/** The lock of a place as other tools write it, for those who use them beside us. Nothing is written. */
export async function exportLock(desk: Desk, format: LockFormat, placeName?: PlaceName): Promise<LockExport> {
  if (!LOCK_FORMATS.includes(format)) {
    throw new SkillficheError(
      'INVALID_ARGUMENT',
      `There is no format ${JSON.stringify(format)}. There are ${LOCK_FORMATS.join(' and ')}.`,
    );
  }
  const place = placesOf(desk).find(({ name }) => placeName === undefined || name === placeName) ?? desk.personal;
  const rows: [string, Record<string, unknown>][] = [];
  const left: { id: string; why: string }[] = [];
  for (const one of await listPackages(desk.store, [place])) {
    const locked = await lockedOf(desk, one);
    if (locked === undefined) continue;
    if (one.kind === 'collection') left.push({ id: one.id, why: 'the format knows no collections' });
    else if (locked.source.type !== 'git' && format === 'skills-lock')
      left.push({ id: one.id, why: 'the format knows repositories alone' });
    else if (locked.original_name !== undefined)
      left.push({ id: one.id, why: 'it has another name here than upstream' });
    else {
      const version = (await listVersions(desk.store, one.key)).find(({ digest }) => digest === locked.digest);
      if (version === undefined) continue;
      const full = await readFullTree(desk.store.db.shared, version);
      const files = full.files.map(
        ({ path, sha256, executable }): PackageFile => ({
          path,
          executable,
          kind: 'file',
          bytes: full.bytes.get(sha256) ?? new Uint8Array(),
        }),
      );
      rows.push([one.slug, format === 'skills' ? skillsRow(locked, files) : skillsLockRow(locked, files)]);
    }
  }
  const skills = Object.fromEntries(rows.sort(([a], [b]) => compareCodePoints(a, b)));
  const document = format === 'skills' ? { version: 1, skills } : { lockfileVersion: 1, skills };
  return { format, text: `${JSON.stringify(document, undefined, 2)}\n`, skills: rows.length, left_out: left };
}

function githubName(url: string): string | undefined {
  return /^github\.com\/([^/]+\/[^/]+)$/.exec(repositoryKey(url))?.[1];
}

function skillsRow({ source }: LockedPackage, files: readonly PackageFile[]): Record<string, unknown> {
  const { url = '', ref, path } = source;
  const github = githubName(url);
  const isGit = source.type === 'git';
  const type = !isGit
    ? source.type === 'index'
      ? 'well-known'
      : source.type === 'package'
        ? 'node_modules'
        : 'local'
    : github === undefined
      ? 'git'
      : 'github';
  return {
    source: github ?? url.replace(/^package:/, ''),
    ...(isGit && github === undefined ? { sourceUrl: url } : {}),
    ...(ref === undefined ? {} : { ref }),
    sourceType: type,
    ...(isGit ? { skillPath: path === undefined ? 'SKILL.md' : `${path}/SKILL.md` } : {}),
    computedHash: vercelHash(files),
  };
}

function skillsLockRow({ source }: LockedPackage, files: readonly PackageFile[]): Record<string, unknown> {
  const { url = '', ref, path = '.', commit } = source;
  const spec = `${githubName(url) ?? url}${ref === undefined ? '' : `#${ref}`}`;
  return {
    spec,
    resolved: url,
    ...(ref === undefined ? {} : { ref }),
    commit,
    path,
    integrity: skillsLockIntegrity(files),
  };
}
