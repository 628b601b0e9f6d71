import { Command } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { toOneLine } from '../../../base/text.ts';
import { acceptOption } from '../accept-option.ts';
import { type Globals, globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { renderChanges } from '../render/changes.ts';
import { createPaint } from '../render/color.ts';
import { policyOf } from '../source-policy.ts';
import { withWorkspace } from '../workspace.ts';
import { addCommand } from './add.ts';

interface Flags {
  readonly lock?: string;
  readonly accept?: readonly string[];
  readonly dryRun?: boolean;
}

export function restoreCommand(io: Io, name: 'restore' | 'ci' = 'restore'): Command {
  return new Command(name)
    .description('install exactly what the locks say, from the very commits they name; or say what differs')
    .option('--lock <file>', 'another lock than skillfiche.lock.json of the project and the person')
    .addOption(acceptOption())
    .option('--dry-run', 'say what would change and change nothing')
    .addHelpText(
      'after',
      `
An unfinished merge in a lock is joined where its sides do not contradict each
other. Exit code 3 when something is not as the locks say.

Examples:
  skillfiche restore
  skillfiche restore --lock ../other/skillfiche.lock.json --dry-run
`,
    )
    .action((flags: Flags, command: Command) => restore(flags, globalsOf(command), io));
}

/** The word people bring: with a source it adds, without one it restores. */
export function installCommand(io: Io): Command {
  const add = addCommand(io).name('install').description('the same as add; without a source, the same as restore');
  return add
    .option('--frozen-lockfile', 'without a source: what it does anyway')
    .hook('preAction', async (_this, command) => {
      if (command.args.length > 0 || command.opts()['from'] !== undefined) return;
      const { dryRun, accept } = command.opts<Flags>();
      await restore({ ...(dryRun && { dryRun }), ...(accept && { accept }) }, globalsOf(command), io);
      throw new Exit(EXIT.ok);
    });
}

async function restore(flags: Flags, globals: Globals, io: Io): Promise<void> {
  const { allow } = await policyOf(globals, io);
  const { resolve } = await import('node:path');
  const report = await withWorkspace(globals, io, ({ sources }) =>
    sources.restore({
      ...(flags.lock === undefined ? {} : { lock: resolve(io.cwd, flags.lock).replaceAll('\\', '/') }),
      ...(flags.accept && { accept: flags.accept }),
      ...(flags.dryRun && { dryRun: true }),
      ...(allow && { allow }),
    }),
  );
  if (globals.json) io.out(jsonText(report));
  else {
    for (const file of report.mended) io.out(`joined  ${toOneLine(file)}: both sides of a merge\n`);
    io.out(renderChanges(report, 'restored', createPaint(io, globals.color)));
    for (const id of report.extra) io.out(`in no lock  ${id}: it stays\n`);
    const seen = report.changed.length + report.unchanged.length + report.conflicts.length + report.refused.length;
    if (seen === 0 && report.ok && !globals.quiet) {
      const why = report.locks.length === 0 ? 'there is no lock here' : 'no lock here names a skill';
      io.err(`skillfiche: ${why}, so there is nothing to restore.\n`);
    }
  }
  if (!report.ok) throw new Exit(EXIT.drift);
}
