import { Command, Option } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { toOneLine } from '../../../base/text.ts';
import type { NetworkMode } from '../../../base/types.ts';
import type { SkillEvidence } from '../../../owner/inventory/evidence.ts';
import type { InventoryCheck, InventoryReport } from '../../../owner/inventory/inventory.ts';
import type { InventoryReview } from '../../../owner/inventory/review.ts';
import { type Globals, globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural, renderDiagnostic } from '../render/diagnostics.ts';
import { renderDiff } from '../render/diff.ts';
import { renderTable } from '../render/table.ts';

export function inventoryCommand(io: Io): Command {
  return new Command('inventory')
    .description(
      'say which skills want the network, as network-inventory.json and frontmatter declare; nothing is granted',
    )
    .argument('[collection]', "a collection's id (default: every tree)")
    .addHelpText(
      'after',
      `
Examples:
  skillfiche inventory --root ./collections
  skillfiche inventory init bioskills          write a skeleton to review
  skillfiche inventory evidence bioskills      what in the code of each member uses the network
  skillfiche inventory review bioskills:a/b --mode host_only --domain api.example.org
  skillfiche inventory check                   does the inventory still fit the trees?
`,
    )
    .action(async (collection: string | undefined, _flags: unknown, command: Command) => {
      const globals = globalsOf(command);
      const { catalog } = await openWhole(globals, io);
      const report = await catalog.inventory(collection === undefined ? {} : { collection });
      if (globals.json) io.out(jsonText(report));
      else io.out(await renderReport(report, io, createPaint(io, globals.color)));
    })
    .addCommand(initCommand(io))
    .addCommand(checkCommand(io))
    .addCommand(evidenceCommand(io))
    .addCommand(reviewCommand(io));
}

/** Inventories are about whole trees: an allowlist does not narrow them. */
async function openWhole(globals: Globals, io: Io): ReturnType<typeof openFromFlags> {
  if (globals.only !== undefined && !globals.quiet)
    io.err('skillfiche: an inventory is about whole trees; --only does not narrow it.\n');
  return openFromFlags({ ...globals, only: undefined }, io);
}

function initCommand(io: Io): Command {
  return new Command('init')
    .description('write a network-inventory.json to start a review from: every member with its digest, mode unknown')
    .argument('[collection...]', 'ids of collections (default: all)')
    .option('--stdout', 'print it instead')
    .action(async (ids: readonly string[], flags: { readonly stdout?: boolean }, command: Command) => {
      const globals = globalsOf(command);
      const { catalog } = await openWhole(globals, io);
      const skeletons = await catalog.inventoryInit({ collections: ids, dryRun: flags.stdout === true });
      if (flags.stdout === true) {
        for (const { text } of skeletons) io.out(text);
        return;
      }
      const written = skeletons.map(({ path, collections, members }) => ({ path, collections, members }));
      if (globals.json) io.out(jsonText({ written }));
      else {
        for (const { path, members } of written) {
          io.out(`${path}: ${plural(members, 'member')} to review. Set each mode, then "declaration": "reviewed".\n`);
        }
      }
    });
}

function checkCommand(io: Io): Command {
  return new Command('check')
    .description('find entries without members, members without entries, and reviewed digests that no longer fit')
    .addHelpText('after', '\nExit code 3 when an inventory cannot be used or no longer fits its tree.\n')
    .action(async (_flags: unknown, command: Command) => {
      const globals = globalsOf(command);
      const { catalog } = await openWhole(globals, io);
      const check = await catalog.inventoryCheck();
      if (globals.json) io.out(jsonText(check));
      else io.out(renderCheck(check, createPaint(io, globals.color)));
      if (!check.ok) throw new Exit(EXIT.drift);
    });
}

function evidenceCommand(io: Io): Command {
  return new Command('evidence')
    .description('list hosts and network commands in the code of each member, for whoever reviews it; changes no mode')
    .argument('<collection>', "the collection's id")
    .action(async (collection: string, _flags: unknown, command: Command) => {
      const globals = globalsOf(command);
      const { catalog, view } = await openFromFlags(globals, io);
      const skills = await catalog.inventoryEvidence(collection, { view });
      if (globals.json) io.out(jsonText({ collection, skills }));
      else io.out(renderEvidence(skills, createPaint(io, globals.color)));
    });
}

interface ReviewFlags {
  readonly mode: NetworkMode;
  readonly domain?: readonly string[];
  readonly note?: string;
  readonly dryRun?: boolean;
}

function reviewCommand(io: Io): Command {
  return new Command('review')
    .description('write down how one skill uses the network, bound to the bytes it has now; shows what its code holds')
    .argument('<ref>', 'an id or a name')
    .addOption(
      new Option('--mode <mode>', 'what the review found; unknown takes an earlier one back')
        .choices(['none', 'host_only', 'raw_required', 'unknown'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--domain <host>', 'a host that it asks (repeatable)').argParser(
        (host: string, earlier: readonly string[] = []) => [...earlier, host],
      ),
    )
    .option('--note <text>', 'why, for whoever reviews it next')
    .option('--dry-run', 'show what would change and write nothing')
    .addHelpText(
      'after',
      `
Once the files of the skill change, the entry counts as unknown until it is reviewed again.

Examples:
  skillfiche inventory review bioskills:alignment/msa-parsing --mode none --dry-run
  skillfiche inventory review fetch-weather --mode host_only --domain api.example.org --note "read only"
`,
    )
    .action(async (ref: string, flags: ReviewFlags, command: Command) => {
      const globals = globalsOf(command);
      const { catalog } = await openWhole(globals, io);
      const { mode, domain: domains, note, dryRun = false } = flags;
      const review = await catalog.inventoryReview(ref, {
        mode,
        dryRun,
        ...(domains === undefined ? {} : { domains }),
        ...(note === undefined ? {} : { note }),
      });
      if (globals.json) io.out(jsonText(review));
      else io.out(renderReview(review, io, createPaint(io, globals.color)));
      if (!globals.quiet) io.err(`skillfiche: ${describeReview(review)}\n`);
    });
}

function renderReview({ id, evidence, entry, diff }: InventoryReview, io: Io, paint: Paint): string {
  return `${renderEvidence([{ id, name: id, mode: entry.mode, ...evidence }], paint)}${diff === '' ? '' : '\n'}${renderDiff(diff, io, paint)}`;
}

function describeReview({ id, path, diff, written }: InventoryReview): string {
  if (diff === '') return `${path} says so of ${toOneLine(id)} already. Nothing was written.`;
  return `${written ? '' : 'dry run, nothing was written: '}${path}: ${toOneLine(id)} reviewed.`;
}

async function renderReport(report: InventoryReport, io: Io, paint: Paint): Promise<string> {
  const rows = report.scopes.map(({ id, kind, total, modes, declarations }) => [
    kind === 'root' ? `${id} (ordinary)` : id,
    ...[total, modes.none, modes.host_only, modes.raw_required, modes.unknown].map(String),
    ...[declarations.reviewed, declarations.frontmatter, declarations.legacy + declarations.none].map(String),
  ]);
  const all = ['SKILLS', 'NONE', 'HOST ONLY', 'RAW REQUIRED', 'UNKNOWN', 'REVIEWED', 'FRONTMATTER', 'NOT DECLARED'];
  // Where not all columns fit, those that count nothing go; ids stay whole, for somebody will want to type them.
  const trees = rows.map(([tree = '']) => tree.length);
  const width = all.reduce((sum, title) => sum + title.length + 2, Math.max(4, ...trees));
  const isNarrow = width > (io.columns ?? Number.POSITIVE_INFINITY);
  const kept = all.map((_, at) => at).filter((at) => !isNarrow || rows.some((row) => row[at + 1] !== '0'));
  const columns = [{ title: 'TREE' }, ...kept.map((at) => ({ title: all[at] ?? '', right: true }))];
  const cells = rows.map(([tree = '', ...counts]) => [tree, ...kept.map((at) => counts[at] ?? '')]);
  const files = report.files.length === 0 ? 'No network-inventory.json is there.' : `From ${report.files.join(', ')}.`;
  return [
    rows.length === 0 ? 'There are no skills.\n' : await renderTable(columns, cells, io.columns),
    // A file that is there and broken is told below.
    report.files.length === 0 && report.diagnostics.length > 0 ? '' : paint('dim', `${files}\n`),
    ...report.diagnostics.map((one) => renderDiagnostic(one, paint)),
  ].join('');
}

function renderCheck(check: InventoryCheck, paint: Paint): string {
  const lines = check.problems.map(
    ({ inventory, collection, path, problem, message }) =>
      `${toOneLine(inventory)}: ${paint('yellow', problem)}: ${toOneLine([collection, path].filter((one) => one !== undefined).join(':'))}: ${toOneLine(message)}\n`,
  );
  const files =
    check.files.length === 0
      ? 'No network-inventory.json is there.'
      : `${plural(check.files.length, 'inventory', 'inventories')} checked`;
  const found = check.files.length === 0 ? '' : `, ${plural(check.problems.length, 'problem')}.`;
  return [...check.diagnostics.map((one) => renderDiagnostic(one, paint)), ...lines, `${files}${found}\n`].join('');
}

function renderEvidence(skills: readonly SkillEvidence[], paint: Paint): string {
  const parts = skills.map(({ id, mode, files, unread }) => {
    const lines = [`${paint('bold', toOneLine(id))}: ${mode.replace('_', ' ')} now`];
    if (files.length + unread.length === 0) lines.push(paint('dim', '  nothing found in its code'));
    for (const { path, hosts, commands } of files) {
      for (const { host, lines: at } of hosts)
        lines.push(
          `  ${toOneLine(path)}:${at[0]}: ${toOneLine(host)}${at.length > 1 ? ` (and ${at.length - 1} more)` : ''}`,
        );
      for (const { command, line } of commands) lines.push(`  ${toOneLine(path)}:${line}: ${paint('yellow', command)}`);
    }
    for (const { path, why } of unread) lines.push(`  ${toOneLine(path)}: not read (${why})`);
    return `${lines.join('\n')}\n`;
  });
  return parts.join('\n');
}
