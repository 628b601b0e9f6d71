import { Command } from 'commander';
import { SkillficheError } from '../../../base/errors.ts';
import { jsonText } from '../../../base/json-text.ts';
import { toOneLine } from '../../../base/text.ts';
import type { SeedReport } from '../../../owner/session/seed.ts';
import { globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { createPaint } from '../render/color.ts';
import { plural } from '../render/diagnostics.ts';
import { renderExports, showExports } from '../render/exports.ts';
import { withWorkspace } from '../workspace.ts';
import { renderEmpty } from './level.ts';

interface ManifestFlags {
  readonly skill: readonly string[];
  readonly level: readonly string[];
  readonly out?: string;
  readonly dryRun?: boolean;
}

interface Seed {
  readonly cwd: string;
  readonly skill: readonly string[];
  readonly level: readonly string[];
  readonly agent?: string;
  readonly discard?: boolean;
  readonly dryRun?: boolean;
}

const collect = (value: string, earlier: readonly string[]): readonly string[] => [...earlier, value];

export function sessionCommand(io: Io): Command {
  return new Command('session')
    .description('a working folder that holds exactly the skills of a session')
    .addHelpText(
      'after',
      `
Examples:
  skillfiche session seed --cwd ~/shop --level list:review --skill release
  skillfiche session unseed --cwd ~/shop
  skillfiche session manifest --level list:review --out session.json
`,
    )
    .addCommand(seedCommand(io))
    .addCommand(unseedCommand(io))
    .addCommand(manifestCommand(io));
}

function seedCommand(io: Io): Command {
  return new Command('seed')
    .description(
      'put skills into the folder where an agent that is started in DIR looks, and have git ignore exactly them',
    )
    .option('--cwd <dir>', 'the working folder of the session', '.')
    .option('--skill <ref>', 'an id or a name (repeatable)', collect, [])
    .option(
      '--level <key>',
      'every skill of a level: global, list:<key>, task:<key>, agent:<key> (repeatable)',
      collect,
      [],
    )
    .option(
      '--agent <tool>',
      'claude, codex, cursor, gemini ... (`skillfiche export --tools` lists them; default: claude)',
    )
    .option('--discard', 'replace and remove copies that were edited too')
    .option('--dry-run', 'say what would be written and write nothing')
    .addHelpText(
      'after',
      `
Run again, nothing changes; with other skills, those of before go. In a worktree of git each folder gets its own line in
the file of \`git rev-parse --git-path info/exclude\`. A folder that is not ours, a link too, is a conflict that is named
and left. What a level names and no skill is called any more is said, and no error. Exit code 1 for a conflict.

Examples:
  skillfiche session seed --cwd ~/shop --level list:review --level global
  skillfiche --bundled session seed --skill csv-first-look --agent codex
  skillfiche session seed --cwd ~/shop --skill deploy --dry-run --json
`,
    )
    .action(async (flags: Seed, command: Command) => {
      const globals = globalsOf(command);
      const { skill: skills, level: levels, ...options } = flags;
      if (skills.length + levels.length === 0) {
        const message = 'Say which skills: --skill REF or --level KEY. `skillfiche session unseed` takes all away.';
        throw new SkillficheError('INVALID_ARGUMENT', message);
      }
      const { view } = await openFromFlags(globals, io, { narrow: 'all', audience: 'owner' });
      const { report, known } = await withWorkspace(globals, io, async ({ sessions }) => ({
        report: await sessions.seed({ ...options, skills, levels, view }),
        known: (await sessions.levels()).map(({ key }) => key),
      }));
      if (globals.json) io.out(jsonText(report));
      else {
        const { seeded: written, removed, conflicts, refused, dry_run } = report;
        const paint = createPaint(io, globals.color);
        const asExport = { written, removed, conflicts, refused, dry_run, unchanged: [] };
        io.out(renderExports(asExport, paint, 'there') || 'There is nothing to seed.\n');
      }
      if (!globals.quiet) io.err(renderNotes(report, known, globals.json, flags));
      if (report.conflicts.length + report.refused.length > 0) throw new Exit(EXIT.findings);
    });
}

/** What has to be known beside what was done. */
function renderNotes(report: SeedReport, known: readonly string[], json: boolean, flags: Seed): string {
  const notes = [
    ...report.dropped.map((id) => `${toOneLine(id)} is not among the skills seen here, and left out.`),
    ...report.empty.map((key) => renderEmpty(key, known)),
    ...report.present.map(({ id, path }) => `${toOneLine(id)} lies there itself, in ${path}.`),
  ];
  if (!json) {
    const files = [...new Set(report.excluded.map(({ file }) => file))];
    notes.push(...files.map((file) => `git ignores these folders by lines in ${file}.`));
    if (report.dry_run) notes.push('dry run, nothing was changed.');
    else if (report.seeded.length > 0) notes.push(`to undo it: skillfiche session unseed --cwd ${flags.cwd}`);
  }
  return notes.map((line) => `skillfiche: ${line}\n`).join('');
}

function unseedCommand(io: Io): Command {
  return new Command('unseed')
    .description('take away what `session seed` put into a working folder, and its lines')
    .option('--cwd <dir>', 'the working folder of the session', '.')
    .option('--discard', 'remove copies that were edited too')
    .option('--dry-run', 'say what would go and remove nothing')
    .addHelpText(
      'after',
      `
A folder that is not provably ours stays, and is named; so does a line that another seeded worktree of the repository
needs. Exit code 1 for a conflict.

Examples:
  skillfiche session unseed --cwd ~/shop
  skillfiche session unseed --dry-run
`,
    )
    .action(async (flags: Pick<Seed, 'cwd' | 'discard' | 'dryRun'>, command: Command) => {
      const globals = globalsOf(command);
      const report = await withWorkspace(globals, io, ({ sessions }) => sessions.unseed(flags));
      const { json, quiet } = globals;
      const none = `Nothing of ours is in ${toOneLine(flags.cwd)}.\n`;
      showExports(report, { io, json, quiet, paint: createPaint(io, globals.color), none });
    });
}

function manifestCommand(io: Io): Command {
  return new Command('manifest')
    .description('print the skills of a session with the digests of their bytes, to open with by --manifest')
    .option('--skill <ref>', 'an id or a name (repeatable)', collect, [])
    .option('--level <key>', 'every skill of a level (repeatable)', collect, [])
    .option('--out <file>', 'write it there instead; an older manifest gives way, nothing else does')
    .option('--dry-run', 'with --out: print it and write nothing')
    .addHelpText(
      'after',
      `
Without --skill and --level: every visible skill. A command or server that is started with \`--manifest FILE\` shows only
these, and says which have other bytes now, which are gone and how many more there are; with --manifest-strict it
refuses instead (exit code 3).

Examples:
  skillfiche session manifest --level list:review --out session.json
  skillfiche --bundled session manifest --skill csv-first-look
  skillfiche mcp --manifest session.json --manifest-strict
`,
    )
    .action(async (flags: ManifestFlags, command: Command) => {
      const globals = globalsOf(command);
      const { catalog, view } = await openFromFlags(globals, io, { narrow: 'all', audience: 'owner' });
      const { levels, known } =
        flags.level.length === 0
          ? { levels: [], known: [] }
          : await withWorkspace(globals, io, async ({ sessions }) => ({
              levels: await Promise.all(flags.level.map((key) => sessions.level(key, { view }))),
              known: (await sessions.levels()).map(({ key }) => key),
            }));
      const isAll = flags.skill.length + flags.level.length === 0;
      const refs = [...flags.skill, ...levels.flatMap(({ skills }) => skills)];
      const manifest = await catalog.manifest({ view, ...(isAll ? {} : { refs }) });
      if (!globals.quiet) {
        for (const id of new Set(levels.flatMap(({ dropped }) => dropped))) {
          io.err(`skillfiche: ${toOneLine(id)} is not among the skills seen here, and left out.\n`);
        }
        for (const { key, skills, dropped } of levels) {
          if (skills.length + dropped.length === 0) io.err(`skillfiche: ${renderEmpty(key, known)}\n`);
        }
      }
      const text = jsonText(manifest);
      if (flags.out === undefined || flags.dryRun === true || globals.json) io.out(text);
      if (flags.out === undefined) return;
      if (flags.dryRun === true) {
        if (!globals.quiet) io.err('skillfiche: dry run, nothing was written.\n');
        return;
      }
      const { writeManifestFile } = await import('../manifest-file.ts');
      const file = await writeManifestFile(flags.out, text, io);
      if (!globals.json) io.out(`${file}: ${plural(manifest.skills.length, 'skill')}.\n`);
    });
}
