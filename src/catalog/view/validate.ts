import { basename } from 'node:path';
import { diagnostic, placed } from '../../base/diagnostic.ts';
import { errnoOf } from '../../base/errors.ts';
import { MAX_SKILL_BYTES } from '../../base/limits.ts';
import { compareCodePoints } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';
import type { Profile } from '../../format/skill/rules/profile-names.ts';
import type { Disk } from '../../io/disk/disk.ts';
import { contextOf } from '../internals.ts';
import type { ReadableCatalog } from '../types.ts';
import type { Shown, SkillPlace } from './shown.ts';

/** What checking one skill found. */
export interface ValidatedSkill {
  readonly id: string;
  readonly path: string;
  /** No finding of severity error. */
  readonly valid: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Checks skills by a profile: `lenient` is what we read; `strict` is the gate, which looks at every file; the others are
 * what those readers accept of SKILL.md. Each is given away as it is checked, so that nothing grows with their number.
 */
export async function validateSkills(
  catalog: ReadableCatalog,
  skills: Pick<Shown, 'count' | 'skills'>,
  options: { readonly profile: Profile; readonly onProgress?: ((skills: number, total: number) => void) | undefined },
  take: (skill: ValidatedSkill) => void,
): Promise<void> {
  const { disk } = contextOf(catalog);
  const check = await checkerOf(options.profile, disk);
  const total = skills.count();
  let checked = 0;
  for (const entry of skills.skills()) {
    let diagnostics: Diagnostic[];
    try {
      diagnostics = [...(await check(entry))];
    } catch (error) {
      if (errnoOf(error) === 'UNKNOWN') throw error;
      const path = `${entry.folder}/${entry.file}`;
      const message = `${entry.file} cannot be read (${errnoOf(error)}).`;
      diagnostics = [diagnostic('scan/unreadable', path, message)];
    }
    diagnostics.sort(byPlace);
    const valid = !diagnostics.some((one) => one.severity === 'error');
    options.onProgress?.(++checked, total);
    take({ id: entry.id, path: `${entry.folder}/${entry.file}`, valid, diagnostics });
  }
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return compareCodePoints(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

type Check = (entry: SkillPlace) => Promise<readonly Diagnostic[]> | readonly Diagnostic[];

/** What a profile asks of one skill. Its modules load here, once. */
async function checkerOf(profile: Profile, disk: Disk): Promise<Check> {
  if (profile === 'strict') {
    const { checkPackage } = await import('../../format/package/check.ts');
    const { readPackageFolder } = await import('../../tree/files/package-files.ts');
    return async ({ folder }) => {
      const { files, unreadable } = readPackageFolder(disk, folder);
      const { findings } = await checkPackage(files, { origin: 'own', folderName: basename(folder) });
      return [
        ...unreadable.map(({ path, why }) => diagnostic('scan/unreadable', path, `${path} cannot be read (${why}).`)),
        ...findings,
      ].map((one) => ({ ...one, path: `${folder}/${one.path}` }));
    };
  }
  const read = ({ folder, file }: SkillPlace): { path: string; bytes: Buffer } => {
    const path = `${folder}/${file}`;
    return { path, bytes: disk.readFile(path, MAX_SKILL_BYTES).bytes };
  };
  if (profile === 'lenient') {
    const { readSkillDocument } = await import('../../format/skill/read/document.ts');
    const { encodingFindings } = await import('../../format/skill/read/decode.ts');
    const { checkFormat } = await import('../../format/skill/rules/format.ts');
    const { suspiciousCommands } = await import('../../format/skill/rules/suspicious.ts');
    return (entry) => {
      const { path, bytes } = read(entry);
      const text = bytes.toString('utf8');
      const document = readSkillDocument(text);
      const format = checkFormat(document, { folderName: basename(entry.folder), strict: false });
      return [...encodingFindings(bytes), ...format, ...suspiciousCommands(text)].map((one) => placed(path, one));
    };
  }
  const { checkProfile } = await import('../../format/skill/rules/profiles.ts');
  return (entry) => {
    const { path, bytes } = read(entry);
    return checkProfile(profile, bytes.toString('utf8'), basename(entry.folder)).map((one) => placed(path, one));
  };
}
