import { basename } from 'node:path';
import { placed } from '../../base/diagnostic.ts';
import { errnoOf } from '../../base/errors.ts';
import { MAX_SKILL_BYTES } from '../../base/limits.ts';
import type { Diagnostic } from '../../base/types.ts';
import { contextOf } from '../internals.ts';
import type { Catalog, SkillEntry } from '../types.ts';

/** What checking one skill found. */
export interface ValidatedSkill {
  readonly id: string;
  readonly path: string;
  /** No finding of severity error. */
  readonly valid: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks skills against the Agent Skills format; `strict` makes every violation an error. */
export async function validateSkills(
  catalog: Catalog,
  entries: readonly SkillEntry[],
  options: { readonly strict: boolean },
): Promise<ValidatedSkill[]> {
  const { disk } = contextOf(catalog);
  const { readSkillDocument } = await import('../../format/skill/read/document.ts');
  const { encodingFindings } = await import('../../format/skill/read/decode.ts');
  const { checkFormat } = await import('../../format/skill/rules/format.ts');
  return entries.map((entry) => {
    const path = `${entry.folder}/${entry.file}`;
    let diagnostics: Diagnostic[];
    try {
      const { bytes } = disk.readFile(path, MAX_SKILL_BYTES);
      const document = readSkillDocument(bytes.toString('utf8'));
      const folderName = basename(entry.folder);
      const findings = [...encodingFindings(bytes), ...checkFormat(document, { folderName, strict: options.strict })];
      diagnostics = findings.map((one) => placed(path, one));
    } catch (error) {
      if (errnoOf(error) === 'UNKNOWN') throw error;
      const message = `${entry.file} cannot be read (${errnoOf(error)}).`;
      diagnostics = [{ code: 'scan/unreadable', severity: 'error', path, message }];
    }
    diagnostics.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
    return { id: entry.id, path, valid: !diagnostics.some((one) => one.severity === 'error'), diagnostics };
  });
}
