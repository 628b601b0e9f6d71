import { resolve } from 'node:path';
import { Command } from 'commander';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { expandHome } from '../roots.ts';
import { withWorkspace } from '../workspace.ts';

export function storeCommand(io: Io): Command {
  const command = new Command('store')
    .description('the file that keeps versions and switches: copy it')
    .addHelpText(
      'after',
      '\nExamples:\n  skillfiche store backup skills-backup.db\n  skillfiche store backup ~/b.db --json\n',
    );
  command
    .command('backup')
    .description('copy the store whole into a new file, while others go on')
    .argument('<file>', 'a file that is not there yet')
    .addHelpText('after', '\nTo restore, put the copy in place of store.db; `skillfiche doctor` names it.\n')
    .action(async (file: string, _flags: object, sub: Command) => {
      const globals = globalsOf(sub);
      const path = resolve(io.cwd, expandHome(file, io.env));
      const copy = await withWorkspace(globals, io, ({ store }) => store.backup(path));
      if (globals.json) io.out(`${JSON.stringify(copy, undefined, 2)}\n`);
      else io.out(`${copy.file}: ${(copy.bytes / 1048576).toFixed(1)} MB.\n`);
    });
  return command;
}
