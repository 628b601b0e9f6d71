import { Command, Option } from 'commander';
import { SkillficheError } from '../../../base/errors.ts';
import { jsonText } from '../../../base/json-text.ts';
import { toOneLine } from '../../../base/text.ts';
import type { NetworkMode } from '../../../base/types.ts';
import type { InventoryAccept } from '../../../owner/inventory/accept.ts';
import type { InventoryReview } from '../../../owner/inventory/review.ts';
import { globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural } from '../render/diagnostics.ts';
import { renderDiff } from '../render/diff.ts';
import { openWhole, renderEvidence } from './inventory-common.ts';

interface ReviewFlags {
  readonly mode?: NetworkMode;
  readonly domain?: readonly string[];
  readonly requirement?: readonly string[];
  readonly accept?: boolean;
  readonly acceptAll?: string;
  readonly forgetRequirements?: boolean;
  readonly note?: string;
  readonly dryRun?: boolean;
}

const collect = (text: string, earlier: readonly string[] = []): readonly string[] => [...earlier, text];

export function reviewCommand(io: Io): Command {
  return new Command('review')
    .description('write down how one skill uses the network and what it needs, bound to the bytes it has now')
    .argument('<ref>', 'an id or a name; a collection with --accept-all')
    .addOption(
      new Option('--mode <mode>', 'how it uses the network; unknown takes an earlier review back').choices([
        'none',
        'host_only',
        'raw_required',
        'unknown',
      ]),
    )
    .addOption(new Option('--domain <host>', 'a host that it asks (repeatable)').argParser(collect))
    .addOption(
      new Option('--requirement <text>', 'something it needs, such as bin:samtools; none: nothing (repeatable)')
        .argParser(collect)
        .conflicts(['accept', 'forgetRequirements', 'acceptAll']),
    )
    .addOption(
      new Option('--accept', 'it needs what its text shows, as listed').conflicts(['forgetRequirements', 'acceptAll']),
    )
    .addOption(
      new Option('--forget-requirements', 'take an earlier review of what it needs back').conflicts('acceptAll'),
    )
    .addOption(
      new Option(
        '--accept-all <collection>',
        'accept what every member shows, unread; the id once more, so that it is no slip',
      ).conflicts('mode'),
    )
    .option('--note <text>', 'why, for whoever reviews it next')
    .option('--dry-run', 'show what would change and write nothing')
    .addHelpText(
      'after',
      `
Without a flag that reviews, it shows what the skill's code holds and what it shows that it needs, and writes nothing.
Once the files of the skill change, the entry counts as unknown until it is reviewed again.

Examples:
  skillfiche inventory review bioskills:alignment/msa-parsing
  skillfiche inventory review bioskills:alignment/msa-parsing --accept --mode none
  skillfiche inventory review msa-parsing --requirement python:biopython --requirement bin:mafft
  skillfiche inventory review fetch-weather --mode host_only --domain api.example.org --note "read only"
  skillfiche inventory review bioskills --accept-all bioskills --dry-run
`,
    )
    .action(async (ref: string, flags: ReviewFlags, command: Command) => {
      const globals = globalsOf(command);
      const { catalog } = await openWhole(globals, io);
      const paint = createPaint(io, globals.color);
      const dryRun = flags.dryRun === true;
      if (flags.acceptAll !== undefined) {
        const report = await catalog.inventoryAccept(ref, { confirm: flags.acceptAll, dryRun });
        if (globals.json) io.out(jsonText(report));
        else io.out(renderAccept(report, paint));
        if (!globals.quiet) io.err(`skillfiche: ${describeAccept(report, dryRun)}\n`);
        if (report.refused.length > 0) throw new Exit(EXIT.findings);
        return;
      }
      const { mode, domain: domains, note } = flags;
      const requirements = requirementsAsked(flags);
      const review = await catalog.inventoryReview(ref, {
        dryRun,
        ...(mode === undefined ? {} : { mode }),
        ...(domains === undefined ? {} : { domains }),
        ...(requirements === undefined ? {} : { requirements }),
        ...(note === undefined ? {} : { note }),
      });
      const isProposal = mode === undefined && requirements === undefined;
      if (globals.json) io.out(jsonText(review));
      else io.out(renderReview(review, isProposal, io, paint));
      if (!globals.quiet) io.err(`skillfiche: ${isProposal ? describeProposal(review) : describeReview(review)}\n`);
    });
}

function requirementsAsked(flags: ReviewFlags): readonly string[] | 'evidence' | null | undefined {
  if (flags.forgetRequirements === true) return null;
  if (flags.accept === true) return 'evidence';
  const { requirement } = flags;
  if (requirement === undefined || !requirement.includes('none')) return requirement;
  if (requirement.length === 1) return [];
  throw new SkillficheError('INVALID_ARGUMENT', '--requirement none stands alone: it says that nothing is needed.');
}

function renderReview(review: InventoryReview, isProposal: boolean, io: Io, paint: Paint): string {
  const { id, evidence, entry, diff } = review;
  const network = renderEvidence([{ id, name: id, mode: entry.mode, ...evidence }], paint);
  return `${network}\n${renderNeeds(review, isProposal, paint)}${diff === '' ? '' : '\n'}${renderDiff(diff, io, paint)}`;
}

function renderNeeds({ needs, proposed, entry }: InventoryReview, isProposal: boolean, paint: Paint): string {
  const lines = [paint('bold', 'Its text shows that it needs:')];
  const places = Object.values(needs.needs).flat();
  proposed.forEach((text, at) => {
    const place = places[at];
    const where = place === undefined ? '' : ` (${toOneLine(place.file)}:${place.line}: ${toOneLine(place.text)})`;
    lines.push(`  ${toOneLine(text)}${paint('dim', where)}`);
  });
  if (proposed.length === 0) lines.push(paint('dim', '  nothing that commands and code would show'));
  const optional = Object.values(needs.optional).flatMap((list) => list.map(({ name }) => name));
  if (optional.length > 0) lines.push(paint('dim', `  and perhaps ${optional.map(toOneLine).join(', ')}`));
  const reviewed = entry.requirements;
  if (isProposal && reviewed !== undefined) {
    const by = entry.reviewed_by === 'evidence' ? 'accepted from its text' : 'reviewed';
    lines.push(`In the inventory, ${by}: ${reviewed.length === 0 ? 'nothing' : reviewed.map(toOneLine).join(', ')}.`);
  }
  return `${lines.join('\n')}\n`;
}

function describeProposal({ id }: InventoryReview): string {
  return `nothing was written. To write it down: skillfiche inventory review ${toOneLine(id)} --accept, or --requirement for each thing; --mode for the network.`;
}

function describeReview({ id, path, diff, written }: InventoryReview): string {
  if (diff === '') return `${path} says so of ${toOneLine(id)} already. Nothing was written.`;
  return `${written ? '' : 'dry run, nothing was written: '}${path}: ${toOneLine(id)} reviewed.`;
}

/** Members named one by one; `--json` has all. */
const SHOWN_ACCEPTED = 20;

function renderAccept({ accepted, kept, without_evidence, refused }: InventoryAccept, paint: Paint): string {
  const lines = accepted
    .slice(0, SHOWN_ACCEPTED)
    .map(({ id, requirements }) => `${toOneLine(id)}: ${requirements.map(toOneLine).join(', ')}`);
  if (accepted.length > lines.length)
    lines.push(paint('dim', `and ${accepted.length - lines.length} more; --json has all.`));
  if (kept.length > 0) lines.push(`${plural(kept.length, 'member')} reviewed by a person stay as they are.`);
  if (without_evidence.length > 0)
    lines.push(`${plural(without_evidence.length, 'member')} show nothing that is needed, and stay unknown.`);
  for (const { id, reason } of refused) lines.push(`${paint('yellow', 'not accepted')}: ${toOneLine(id)}: ${reason}`);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function describeAccept({ path, accepted, written }: InventoryAccept, dryRun: boolean): string {
  const what = `${path}: what ${plural(accepted.length, 'member')} show is accepted as evidence, unread by a person`;
  if (!written && !dryRun) return `${path} says so already, or nothing is shown. Nothing was written.`;
  return `${written ? '' : 'dry run, nothing was written: '}${what}. To undo: --forget-requirements for one, or the file's earlier version.`;
}
