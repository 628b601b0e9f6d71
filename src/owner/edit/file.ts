import { dirname, resolve } from 'node:path';
import { unifiedDiff } from '../../base/diff.ts';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { MAX_SKILL_BYTES } from '../../base/limits.ts';
import type { EditResult, FieldChanges, FieldEdit } from '../../format/skill/edit/edit.ts';
import { createFolderDisk } from '../../io/disk/folder-disk.ts';
import { removeLeftovers } from '../../io/disk/leftovers.ts';
import { type OnStep, replaceFile } from '../../io/disk/replace.ts';
import { checkEditable, type EditGuard } from './guard.ts';

/** How a file is edited. */
export interface EditFileOptions {
  /** Says what would change and writes nothing. Default false. */
  readonly dryRun?: boolean;
  /** The roots in use, so that bundled ones are left alone. */
  readonly guard?: EditGuard;
  /** The path as the diff names it. Default: as given. */
  readonly shownAs?: string;
  /** Writes also what a rule of the format forbids. Default false. */
  readonly force?: boolean;
  /** @internal Called between the steps of a write. */
  readonly onStep?: OnStep;
}

/** What happened to one SKILL.md. */
export interface FileEdit {
  readonly path: string;
  /** False when the file already says what was asked. */
  readonly changed: boolean;
  /** True when the file was replaced: changed, and no dry run. */
  readonly written: boolean;
  /** One entry for each field that changes. */
  readonly edits: readonly FieldEdit[];
  /** Unified diff of exactly what changes; empty when nothing does. */
  readonly diff: string;
}

/**
 * Changes fields of one SKILL.md and not a byte more. The file is replaced whole, and only if its bytes are still those
 * that were read; a crash at any point leaves the old file or the new one. Throws EDIT_REFUSED (with a `reason`),
 * UNREADABLE, TOO_LARGE or FILE_CHANGED, and has then written nothing.
 */
export async function editSkillFile(
  path: string,
  changes: FieldChanges,
  options: EditFileOptions = {},
): Promise<FileEdit> {
  const { editFrontmatter } = await import('../../format/skill/edit/edit.ts');
  const { editRefused } = await import('../../format/skill/edit/result.ts');
  const { brokenRule } = await import('../../format/skill/rules/edited.ts');
  const edit = (text: string): EditResult => {
    const result = editFrontmatter(text, changes);
    const broken = result.ok && options.force !== true ? brokenRule(text, result.text, result.edits) : undefined;
    return broken === undefined ? result : editRefused('breaks-rule', broken.reason, broken.line);
  };
  return rewriteSkillFile(path, edit, options);
}

/** Makes the two safe repairs of `validate --fix` in one SKILL.md. Writes and throws as {@link editSkillFile} does. */
export async function fixSkillFile(path: string, options: EditFileOptions = {}): Promise<FileEdit> {
  const { fixFrontmatter } = await import('../../format/skill/edit/fix.ts');
  return rewriteSkillFile(path, fixFrontmatter, options);
}

async function rewriteSkillFile(
  path: string,
  edit: (text: string) => EditResult,
  { dryRun = false, guard, shownAs = path, onStep = () => {} }: EditFileOptions,
): Promise<FileEdit> {
  const file = resolve(path);
  const disk = createFolderDisk();
  const { size } = checkEditable(file, guard, dryRun, disk);
  if (size > MAX_SKILL_BYTES) {
    const message = `Not edited: ${path} has ${size} bytes; a SKILL.md may have ${MAX_SKILL_BYTES}.`;
    throw new SkillficheError('TOO_LARGE', message, { paths: [file] });
  }
  if (!dryRun) await orRefuse(path, async () => removeLeftovers(dirname(file)));
  const { bytes } = await orRefuse(path, async () => disk.readFile(file));
  const text = decode(bytes, path);
  await onStep('read');

  const result = edit(text);
  if (!result.ok) {
    const place = result.line === undefined ? path : `${path}:${result.line}`;
    const wayOut = result.code === 'breaks-rule' ? ' `--force` (in a library `force`) writes it all the same.' : '';
    throw new SkillficheError('EDIT_REFUSED', `Not edited: ${place}: ${result.reason}${wayOut}`, {
      reason: result.code,
      paths: [file],
    });
  }
  const changed = result.text !== text;
  const report = { path, changed, edits: result.edits, diff: unifiedDiff(shownAs, text, result.text) };
  if (!changed || dryRun) return { ...report, written: false };
  const next = Buffer.from(result.text);
  if (!(await orRefuse(path, () => replaceFile(file, next, { expected: bytes, onStep })))) {
    const message = `Not edited: ${path} was changed by somebody else in the meantime. Look at it and try again.`;
    throw new SkillficheError('FILE_CHANGED', message, { paths: [file] });
  }
  return { ...report, written: true };
}

/** What the system does not let us do is no bug of ours: a folder nobody may write to, a full disk. */
async function orRefuse<T>(path: string, doing: () => Promise<T>): Promise<T> {
  try {
    return await doing();
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === 'UNKNOWN' || error instanceof SkillficheError) throw error;
    const message = `Not edited: ${path}: the file or its folder cannot be read or written (${cause}).`;
    throw new SkillficheError('UNREADABLE', message, { reason: cause, paths: [resolve(path)], cause: error });
  }
}

/** The text with its byte-order mark, such that encoding it gives the same bytes; anything else is not ours to edit. */
function decode(bytes: Uint8Array, path: string): string {
  const refuse = (reason: string, message: string, cause?: unknown): SkillficheError =>
    new SkillficheError('EDIT_REFUSED', `Not edited: ${path} ${message}`, { reason, paths: [resolve(path)], cause });
  if (bytes.includes(0)) throw refuse('not-text', 'is not text: it holds a NUL byte.');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw refuse('not-utf8', 'is not UTF-8, and its bytes could not be kept. Save it as UTF-8 first.', error);
  }
}
