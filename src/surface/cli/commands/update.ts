import { Command } from 'commander';
import { SkillficheError } from '../../../base/errors.ts';
import { jsonText } from '../../../base/json-text.ts';
import { toOneLine } from '../../../base/text.ts';
import type { SourceUpdateReport } from '../../../owner/source/verbs/update.ts';
import { acceptOption } from '../accept-option.ts';
import { confirmWith, isInteractive } from '../ask-person.ts';
import { globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { renderChanges } from '../render/changes.ts';
import { createPaint } from '../render/color.ts';
import { renderUpdateReview } from '../render/review.ts';
import { policyOf } from '../source-policy.ts';
import { withWorkspace } from '../workspace.ts';

interface Flags {
  readonly yes?: boolean;
  readonly ours?: boolean;
  readonly theirs?: boolean;
  readonly minAge?: string;
  readonly acceptRewritten?: boolean;
  readonly prune?: boolean;
  readonly accept?: readonly string[];
  readonly note?: string;
  readonly dryRun?: boolean;
}

export function updateCommand(io: Io): Command {
  return new Command('update')
    .description(
      'take the newer state of installed skills, shown first; your edits are merged, and a conflict changes nothing',
    )
    .argument('[ref...]', 'ids or names (default: everything installed)')
    .option('-y, --yes', 'do not ask')
    .option(
      '--theirs',
      'where both sides changed the same lines, take upstream’s; your edits are saved as a version first',
    )
    .option('--ours', 'where both sides changed the same lines, keep yours')
    .option('--min-age <age>', 'only commits that have been known here for so long: 7d, 12h')
    .option('--accept-rewritten', 'also where upstream rewrote history, or may have changed hands')
    .option('--prune', 'remove what upstream no longer has; versions stay')
    .addOption(acceptOption())
    .option('--note <text>', 'a word on why, for the history')
    .option('--dry-run', 'show what would change and change nothing')
    .addHelpText(
      'after',
      `
First what a skill could do that it could not before, then its files and text.
Exit code 1 when anything was refused or met a conflict.

Examples:
  skillfiche update --dry-run
  skillfiche update deploy --yes --min-age 7d
  skillfiche update project:deploy --theirs
`,
    )
    .action(async (refs: readonly string[], flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const paint = createPaint(io, globals.color);
      const { yes, ours, theirs, acceptRewritten, prune, accept, note, dryRun } = flags;
      if (ours && theirs) throw new SkillficheError('INVALID_ARGUMENT', 'Either --ours or --theirs.');
      const asks = isInteractive(io) && yes !== true && !globals.json && dryRun !== true;
      const policy = await policyOf(globals, io, flags.minAge);
      const report = await withWorkspace(globals, io, ({ sources }) =>
        sources.update(refs.length === 0 ? undefined : refs, {
          ...policy,
          ...(ours && { take: 'ours' as const }),
          ...(theirs && { take: 'theirs' as const }),
          ...(acceptRewritten && { acceptRewritten }),
          ...(prune && { prune }),
          ...(accept && { accept }),
          ...(note !== undefined && { note }),
          ...(dryRun && { dryRun }),
          ...((!globals.json || (yes !== true && dryRun !== true)) && {
            review: async (review) => {
              if (globals.json) throw nobodyToAsk();
              io.out(renderUpdateReview(review, paint));
              if (!asks && yes !== true && dryRun !== true) throw nobodyToAsk();
              return !asks || confirmWith(io, `Take this into ${review.id}?`);
            },
          }),
        }),
      );
      if (globals.json) io.out(jsonText(report));
      else io.out(renderChanges(report, 'updated', paint) + more(report));
      if (!globals.quiet && !globals.json) {
        const undo = report.changed
          .map(({ id, from, saved }) => `skillfiche rollback ${id} --to ${saved ?? from}`)
          .slice(0, 5);
        if (report.dry_run) io.err('skillfiche: dry run, nothing was changed.\n');
        else if (undo.length > 0) io.err(`skillfiche: to undo it: ${undo.join('; ')}\n`);
      }
      if (report.refused.length + report.conflicts.length + report.unreachable.length > 0)
        throw new Exit(EXIT.findings);
    });
}

/** Only when there is something to take: a project that is up to date needs no answer. */
function nobodyToAsk(): SkillficheError {
  const message = 'Nobody is here to be asked: see it with --dry-run, then say --yes.';
  return new SkillficheError('INVALID_ARGUMENT', message);
}

function more({ held, gone, moved, declined, unreachable }: SourceUpdateReport): string {
  const lines = [
    ...moved.map(
      ({ id, from, to }) => `moved  ${id}: upstream has it at ${toOneLine(to)} instead of ${toOneLine(from)}`,
    ),
    ...held.map(({ id, commit, until }) => `held  ${id}: ${commit.slice(0, 12)} is too new, until ${until}`),
    ...gone.map(
      ({ id, path }) =>
        `gone  ${id}: upstream has nothing at ${toOneLine(path)} any more; it stays as it is (--prune removes it)`,
    ),
    ...declined.map((id) => `not taken  ${id}`),
    ...unreachable.map(({ id, why }) => `not reached  ${id}: ${toOneLine(why)}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
