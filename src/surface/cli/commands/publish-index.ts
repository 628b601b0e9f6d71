import { resolve } from 'node:path';
import { Command } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { plural } from '../render/diagnostics.ts';

interface Flags {
  readonly out: string;
  readonly older: boolean;
  readonly dryRun?: boolean;
}

export function indexCommand(io: Io): Command {
  return new Command('index')
    .description('write an index of skills for a web site, .well-known/agent-skills, from which others can add them')
    .requiredOption('--out <dir>', 'folder of the web site')
    .option('--no-older', 'not the older shape, .well-known/skills, beside it')
    .option('--dry-run', 'say what would be published and write nothing')
    .addHelpText(
      'after',
      '\nExamples:\n  skillfiche index --root ./skills --out ./public\n  skillfiche index --only "bioskills:*" --out ./public --dry-run\n',
    )
    .action(async ({ out, older, dryRun = false }: Flags, command: Command) => {
      const globals = globalsOf(command);
      const { catalog, view } = await openFromFlags(globals, io, { narrow: 'all', audience: 'owner' });
      const report = await catalog.publishIndex({ view, out: resolve(io.cwd, out), older, dryRun });
      if (globals.json) io.out(jsonText(report));
      else io.out(report.skills.map(({ name, type, digest }) => `${name}  ${type}  ${digest}\n`).join(''));
      if (globals.quiet || globals.json) return;
      for (const { id, why } of report.left_out.slice(0, 20)) io.err(`skillfiche: ${id} is left out: ${why}.\n`);
      io.err(
        `skillfiche: ${plural(report.skills.length, 'skill')}${dryRun ? ', nothing was written' : ` in ${plural(report.written.length, 'file')}`}.\n`,
      );
    });
}
