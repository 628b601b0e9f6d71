import { basename, dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { errnoOf, SkillficheError } from '../../../base/errors.ts';
import { SKILL_FILE } from '../../../base/file-names.ts';
import { jsonText } from '../../../base/json-text.ts';
import { MAX_IMPORT_BYTES } from '../../../base/limits.ts';
import { toOneLine } from '../../../base/text.ts';
import { createDisk, type Disk } from '../../../io/disk/disk.ts';
import type { ImportFile, ImportFilesReport } from '../../../owner/author/import.ts';
import { globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural, renderDiagnostic } from '../render/diagnostics.ts';
import { expandHome } from '../roots.ts';
import { withWorkspace } from '../workspace.ts';

interface Flags {
  readonly agent?: string;
  readonly note?: string;
  readonly dryRun?: boolean;
}

export function importCommand(io: Io): Command {
  return new Command('import')
    .description('take single files that somebody handed you in as skills of yours, checked and switched off')
    .argument('<file...>', '<name>.md, <name>/SKILL.md, or the folder of one; nothing else of a folder is taken')
    .option('--agent <key>', 'put them onto the list of this agent too (the level agent:<key>, 30 at most)')
    .option('--note <text>', 'a word on why, for the history')
    .option('--dry-run', 'say what would come and write nothing')
    .addHelpText(
      'after',
      `
Each file is judged by itself: a bad one keeps no other out, and nothing that is there is
written over. What would grant or run something stays behind and is named: allowed-tools,
compatibility, hooks, and keys that nobody reads. Every skill arrives switched off: read it,
then enable it. To install whole skills with their files, use add. Exit code 1 when a file
failed or was skipped.

Examples:
  skillfiche import review.md ./from-a-friend/deploy
  skillfiche import *.md --agent ciso --dry-run
`,
    )
    .action(async (given: readonly string[], flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const disk = createDisk();
      const files = given.map((one) => readImport(disk, resolve(io.cwd, expandHome(one, io.env))));
      const report = await withWorkspace(globals, io, ({ skills }) => skills.import(files, flags));
      if (globals.json) io.out(jsonText(report));
      else {
        io.out(renderImport(report, createPaint(io, globals.color)));
        if (!globals.quiet && !report.dry_run && report.imported.length > 0) {
          const slug = toOneLine(report.imported[0]?.id ?? '').replace(/^personal:/, '');
          io.err(
            `skillfiche: switched off until you have read them: skillfiche show ~/.agents/skills/${slug}, then skillfiche enable personal:${slug}.\n`,
          );
        }
      }
      if (report.failed.length + report.skipped.length > 0) throw new Exit(EXIT.findings);
    });
}

function readImport(disk: Disk, path: string): ImportFile {
  try {
    const file = disk.stat(path)?.kind === 'folder' ? `${path}/${SKILL_FILE}` : path;
    const name = basename(file) === SKILL_FILE ? `${basename(dirname(file))}/${SKILL_FILE}` : basename(file);
    const { bytes, stamp } = disk.readHead(file, MAX_IMPORT_BYTES + 1);
    if (stamp.kind !== 'file') {
      throw new SkillficheError('UNREADABLE', `${file} is no regular file.`, { paths: [file] });
    }
    return { name, content: new Uint8Array(bytes) };
  } catch (error) {
    if (error instanceof SkillficheError || errnoOf(error) === 'UNKNOWN') throw error;
    const why = errnoOf(error) === 'ENOENT' ? 'there is no such file' : errnoOf(error);
    throw new SkillficheError('UNREADABLE', `${path} cannot be read: ${why}. Nothing was imported.`, {
      paths: [path],
      cause: error,
    });
  }
}

function renderImport({ imported, skipped, failed, dry_run }: ImportFilesReport, paint: Paint): string {
  const lines: string[] = [];
  for (const { name, id, left_out, findings } of imported) {
    const without = left_out.length === 0 ? '' : `, without ${left_out.map(toOneLine).join(', ')}`;
    lines.push(
      `${paint('green', dry_run ? 'would be imported' : 'imported')}  ${toOneLine(name)} as ${id}${without}\n`,
    );
    lines.push(...findings.filter(({ severity }) => severity !== 'info').map((one) => renderDiagnostic(one, paint)));
  }
  for (const { name, reason } of skipped) {
    lines.push(`${paint('yellow', 'skipped')}  ${toOneLine(name)}: ${toOneLine(reason)}\n`);
  }
  for (const { name, findings } of failed) {
    lines.push(`${paint('red', 'failed')}  ${toOneLine(name)}\n`);
    lines.push(...findings.filter(({ severity }) => severity === 'error').map((one) => renderDiagnostic(one, paint)));
  }
  lines.push(
    `${plural(imported.length, 'skill')}${dry_run ? ' would be' : ''} imported, ${skipped.length} skipped, ${failed.length} failed.\n`,
  );
  return lines.join('');
}
