import { Command } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { toOneLine } from '../../../base/text.ts';
import type { InventoryCheck, InventoryReport } from '../../../owner/inventory/inventory.ts';
import { globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural, renderDiagnostic } from '../render/diagnostics.ts';
import { renderTable } from '../render/table.ts';
import { openWhole, renderEvidence } from './inventory-common.ts';
import { reviewCommand } from './inventory-review.ts';

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
  skillfiche inventory review bioskills:a/b    what it shows that it needs, and how to write that down
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
    .description(
      'list hosts, network commands and what is suspicious in the files of each member, for whoever reviews it',
    )
    .argument('<collection>', "the collection's id")
    .action(async (collection: string, _flags: unknown, command: Command) => {
      const globals = globalsOf(command);
      const { catalog, view } = await openFromFlags(globals, io);
      const skills = await catalog.inventoryEvidence(collection, { view });
      if (globals.json) io.out(jsonText({ collection, skills }));
      else io.out(renderEvidence(skills, createPaint(io, globals.color)));
    });
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
