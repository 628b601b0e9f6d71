import { Command, Option } from 'commander';
import { SkillficheError } from '../../../base/errors.ts';
import { jsonText } from '../../../base/json-text.ts';
import { toOneLine } from '../../../base/text.ts';
import type { SourceListing } from '../../../owner/source/verbs/install.ts';
import type { AddReport, PlaceName } from '../../../owner/store/types.ts';
import { acceptOption } from '../accept-option.ts';
import { chooseSkills, confirmWith, isInteractive } from '../ask-person.ts';
import { type Globals, globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { renderRefused } from '../render/changes.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural, renderDiagnostic } from '../render/diagnostics.ts';
import { renderReview } from '../render/review.ts';
import { renderTable } from '../render/table.ts';
import { policyOf } from '../source-policy.ts';
import { withWorkspace } from '../workspace.ts';

interface Flags {
  readonly list?: boolean;
  readonly skill?: readonly string[];
  readonly all?: boolean;
  readonly asCollection?: string;
  readonly from?: string;
  readonly acceptMoved?: boolean;
  readonly place?: PlaceName;
  readonly into?: string;
  readonly as?: string;
  readonly note?: string;
  readonly off?: boolean;
  readonly accept?: readonly string[];
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export function addCommand(io: Io): Command {
  return new Command('add')
    .description('install skills from a repository, a folder, an archive or an index: shown, checked, pinned')
    .argument('[source]', 'owner/repo[/folder][@ref], an address, ./folder, a .zip, .skill or .tar.gz, an index.json')
    .option('-l, --list', 'show the skills of the source and take none')
    .option('--skill <name...>', 'take these, by name or path')
    .option('--all', 'take every skill, each by itself')
    .option('--as-collection <id>', 'take the whole tree as one pinned collection: one prompt line')
    .option('--from <file>', 'take what the lock of another tool names (skills, gh skill, skills-lock, apm, ...)')
    .option('--accept-moved', 'with --from: also what is not, or cannot be proved to be, what was installed')
    .addOption(placeOption())
    .option('--into <dir>', 'put it into this folder of skills instead of .agents/skills; stands in no lock')
    .option('--as <name>', 'another name, where the own one is taken: changes the name line and nothing else')
    .option('--note <text>', 'a word on why, for the history')
    .option('--off', 'switched off until `enable` turns it on')
    .addOption(acceptOption())
    .option('-y, --yes', 'do not ask')
    .option('--dry-run', 'say what would come in and write nothing')
    .addHelpText(
      'after',
      `
Nothing of a source is run or checked out. Links, paths that lead out, secrets and
hidden text are refused; the last two can be accepted by their rule's name, which
stands in log and lock. Exit code 1 when anything was. docs/install.md says more.

Examples:
  skillfiche add lab/skills --list
  skillfiche add lab/skills --skill deploy review
  skillfiche add lab/skills@v2 --as-collection lab --yes
  skillfiche add lab/skills/bio@^1.2 --all --place personal
  skillfiche add ~/Downloads/pdf.skill --dry-run
  skillfiche add --from skills-lock.json
  skillfiche add lab/skills --as-collection lab --accept text/hidden-character
`,
    )
    .action(async (source: string | undefined, flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      if (flags.from !== undefined) await addFromLock(flags.from, source, flags, globals, io);
      else if (source === undefined)
        throw new SkillficheError(
          'INVALID_ARGUMENT',
          'Add what? Give a SOURCE, such as owner/repo or ./folder, or --from FILE.',
        );
      else if (flags.list === true) await listSource(source, globals, io);
      else await addFromSource(source, flags, globals, io);
    });
}

async function addFromSource(source: string, flags: Flags, globals: Globals, io: Io): Promise<void> {
  const paint = createPaint(io, globals.color);
  const asks = isInteractive(io) && flags.yes !== true && !globals.json;
  const { allow } = await policyOf(globals, io);
  const { skill, all, asCollection, place, into, as, note, off, accept, dryRun } = flags;
  const report = await withWorkspace(globals, io, ({ sources }) =>
    sources.install(source, {
      ...(skill && { skills: skill }),
      ...(all && { all }),
      ...(asCollection !== undefined && { asCollection }),
      ...(place && { place }),
      ...(into !== undefined && { into }),
      ...(as !== undefined && { as }),
      ...(note !== undefined && { note }),
      ...(off === true && { enabled: false }),
      ...(accept && { accept }),
      ...(dryRun && { dryRun }),
      ...(allow && { allow }),
      ...(asks && { choose: (found) => chooseSkills(io, found) }),
      ...((asks || dryRun === true) && !globals.json
        ? {
            review: async (review) => {
              io.out(renderReview(review, paint));
              const good = review.packages.filter(({ refused }) => !refused).length;
              return (
                dryRun === true ||
                (good > 0 && (await confirmWith(io, `Take in ${plural(good, 'skill')}?`))) ||
                good === 0
              );
            },
          }
        : {}),
    }),
  );
  if (globals.json) io.out(jsonText(report));
  else io.out(renderAdded(report, paint));
  if (!globals.quiet && !globals.json) {
    for (const { name, by, offered } of report.needs) {
      io.err(
        `skillfiche: ${by} names the skill ${toOneLine(name)}, which is not here${offered ? `; add it with --skill ${name}` : ''}.\n`,
      );
    }
    for (const { name, why } of report.unusable.slice(0, 10))
      io.err(`skillfiche: ${toOneLine(name)} of the source cannot be used: ${toOneLine(why)}\n`);
    if (report.left_out.length > 0)
      io.err(
        `skillfiche: ${plural(report.left_out.length, 'link or submodule was', 'links and submodules were')} left out of the collection.\n`,
      );
    io.err(lastWord(report));
  }
  if (report.refused.length > 0) throw new Exit(EXIT.findings);
}

async function addFromLock(
  file: string,
  source: string | undefined,
  flags: Flags,
  globals: Globals,
  io: Io,
): Promise<void> {
  if (source !== undefined) throw new SkillficheError('INVALID_ARGUMENT', 'Either a SOURCE or --from FILE.');
  const { allow } = await policyOf(globals, io);
  const { place, into, note, off, accept, dryRun, acceptMoved } = flags;
  const report = await withWorkspace(globals, io, ({ sources }) =>
    sources.installFromLock(file, {
      ...(place && { place }),
      ...(into !== undefined && { into }),
      ...(note !== undefined && { note }),
      ...(off === true && { enabled: false }),
      ...(accept && { accept }),
      ...(dryRun && { dryRun }),
      ...(acceptMoved && { acceptMoved }),
      ...(allow && { allow }),
    }),
  );
  if (globals.json) io.out(jsonText(report));
  else {
    io.out(renderAdded(report, createPaint(io, globals.color)));
    for (const { name, why } of report.skipped) io.out(`not taken  ${toOneLine(name)}: ${toOneLine(why)}\n`);
  }
  if (!globals.quiet && !globals.json) io.err(lastWord(report));
  if (report.refused.length + report.skipped.length > 0) throw new Exit(EXIT.findings);
}

async function listSource(source: string, globals: Globals, io: Io): Promise<void> {
  const { allow } = await policyOf(globals, io);
  const listing: SourceListing = await withWorkspace(globals, io, ({ sources }) =>
    sources.list(source, allow === undefined ? {} : { allow }),
  );
  if (globals.json) {
    io.out(jsonText(listing));
    return;
  }
  const rows = listing.skills.map(({ name, path, description }) => [toOneLine(name), toOneLine(path), description]);
  io.out(
    await renderTable(
      [{ title: 'NAME' }, { title: 'PATH' }, { title: 'DESCRIPTION', flexible: true }],
      rows,
      io.columns,
    ),
  );
  if (!globals.quiet)
    io.err(`skillfiche: ${plural(rows.length, 'skill')}; take them with --skill NAME, --all or --as-collection ID.\n`);
}

export function placeOption(): Option {
  return new Option('--place <place>', 'whose it is (default: project in a repository, else personal)').choices([
    'personal',
    'project',
  ]);
}

export function renderAdded({ added, refused, dry_run }: AddReport, paint: Paint): string {
  const lines = added.map(({ id, version, folder, findings }) => {
    const shown = findings.filter(({ severity }) => severity === 'warning');
    const head = `${paint('green', dry_run ? 'would be added' : 'added')}  ${id}, version ${version}, ${folder}\n`;
    // Of a collection, which cannot be mended here, the number says enough.
    if (shown.length > 10) return `${head}  ${plural(shown.length, 'warning')}; \`skillfiche audit\` shows them.\n`;
    return head + shown.map((one) => renderDiagnostic(one, paint)).join('');
  });
  return lines.join('') + renderRefused(refused, paint);
}

function lastWord({ added, refused, dry_run }: AddReport): string {
  if (dry_run) return 'skillfiche: dry run, nothing was written.\n';
  const undo =
    added.length > 5 ? `skillfiche remove ID …` : added.map(({ id }) => `skillfiche remove ${id}`).join('; ');
  const out = refused.length === 0 ? '' : `${plural(refused.length, 'skill was', 'skills were')} refused. `;
  return `skillfiche: ${out}${added.length === 0 ? 'Nothing was written.' : `To undo it: ${undo}`}\n`;
}
