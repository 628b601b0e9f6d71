import { Command, Option } from 'commander';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { withWorkspace } from '../workspace.ts';
import { placeOption } from './add.ts';

interface Flags {
  readonly place?: 'personal' | 'project';
  readonly into?: string;
  readonly description?: string;
  readonly kind: 'skill' | 'collection';
  readonly dryRun?: boolean;
}

export function initCommand(io: Io): Command {
  return new Command('init')
    .description('begin a skill, or a collection: a folder with the least that is valid, to write on')
    .argument('<name>', 'small letters and digits with "-" between: deploy-service')
    .addOption(new Option('--kind <kind>', 'what to begin').choices(['skill', 'collection']).default('skill'))
    .option('--description <text>', 'what it does and when to use it, on one line')
    .addOption(placeOption())
    .option('--into <dir>', 'put it into this folder of skills instead of .agents/skills')
    .option('--dry-run', 'say what would be made and make nothing')
    .addHelpText(
      'after',
      `
Examples:
  skillfiche init deploy --description "Deploys a service. Use when somebody asks for a release."
  skillfiche init team-recipes --kind collection --place personal
`,
    )
    .action(async (name: string, flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const made = await withWorkspace(globals, io, ({ skills }) => skills.init(name, flags));
      if (globals.json) {
        io.out(`${JSON.stringify(made, undefined, 2)}\n`);
        return;
      }
      io.out(made.files.map((file) => `${made.dry_run ? 'would be made' : 'made'}  ${made.folder}/${file}\n`).join(''));
      if (globals.quiet) return;
      const next =
        made.kind === 'skill'
          ? `write it, then: skillfiche publish ${made.id}`
          : 'put skills below it, each in a folder of its own';
      io.err(`skillfiche: ${made.dry_run ? 'dry run, nothing was made' : next}.\n`);
    });
}
