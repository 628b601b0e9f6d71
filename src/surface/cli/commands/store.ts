import { resolve } from 'node:path';
import { Command } from 'commander';
import { toOneLine } from '../../../base/text.ts';
import type { CopyReport } from '../../../owner/store/verbs/copy.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { plural } from '../render/diagnostics.ts';
import { expandHome } from '../roots.ts';
import { withWorkspace } from '../workspace.ts';

export function storeCommand(io: Io): Command {
  const command = new Command('store')
    .description('the store of versions and switches: back it up, or move it to a server and back')
    .addHelpText(
      'after',
      '\nExamples:\n  skillfiche store backup skills-backup.db\n  skillfiche store backup ~/b.db --json\n  skillfiche store copy --to postgres://team@db.example.org/skills\n',
    );
  command
    .command('backup')
    .description('copy the store whole into a new file, while others go on')
    .argument('<file>', 'a file that is not there yet')
    .option('--dry-run', 'say what would be written and write nothing')
    .addHelpText('after', '\nTo restore, put the copy in place of store.db; `skillfiche doctor` names it.\n')
    .action(async (file: string, flags: { readonly dryRun?: boolean }, sub: Command) => {
      const globals = globalsOf(sub);
      const path = resolve(io.cwd, expandHome(file, io.env));
      const copy = await withWorkspace(globals, io, ({ store }) => store.backup(path, flags));
      if (globals.json) io.out(`${JSON.stringify(copy, undefined, 2)}\n`);
      else {
        const size = `${(copy.bytes / 1048576).toFixed(1)} MB`;
        io.out(
          copy.dry_run ? `${copy.file} would have about ${size}; nothing was written.\n` : `${copy.file}: ${size}.\n`,
        );
      }
    });
  command
    .command('copy')
    .description('put everything into another store that is empty: on a PostgreSQL server, or in a file')
    .requiredOption('--to <address>', 'postgres://USER@HOST/DATABASE, or a file')
    .option('--dry-run', 'read everything, look at the target, and write nothing')
    .addHelpText(
      'after',
      `
All of it or nothing: what was put there is read again before it counts, and a copy that
is interrupted leaves the target empty. The store copied from stays as it is. Keep the
password in ~/.pgpass, not in the address. docs/team.md says more.

Examples:
  skillfiche store copy --to postgres://team@db.example.org/skills --dry-run
  skillfiche store copy --to postgres://team@db.example.org/skills
  SKILLFICHE_STORE=postgres://team@db.example.org/skills skillfiche store copy --to skills.db
`,
    )
    .action(async (flags: { readonly to: string; readonly dryRun?: boolean }, sub: Command) => {
      const globals = globalsOf(sub);
      const options = { dryRun: flags.dryRun === true };
      const copy = await withWorkspace(globals, io, ({ store }) => store.copy(flags.to, options));
      if (globals.json) io.out(`${JSON.stringify(copy, undefined, 2)}\n`);
      else io.out(renderCopy(copy));
      if (!globals.quiet && !globals.json) {
        if (copy.dry_run) io.err('skillfiche: dry run, nothing was changed.\n');
        else io.err(`skillfiche: ${copy.to === 'PostgreSQL' ? TO_SERVER : TO_FILE}\n`);
      }
    });
  return command;
}

const TO_SERVER = 'to work with it, set SKILLFICHE_STORE to that address; then `skillfiche sync`.';
const TO_FILE =
  'to work with it, unset SKILLFICHE_STORE and put the file in place of store.db; then `skillfiche sync`.';

function renderCopy(copy: CopyReport): string {
  const { from, to, packages, versions, contents, bytes, events, unfinished } = copy;
  const size = `${plural(contents, 'content')} (${(bytes / 1048576).toFixed(1)} MB)`;
  const what = `${plural(packages, 'package')}, ${plural(versions, 'version')}, ${size}, ${plural(events, 'line')} of the log`;
  const left = unfinished === 0 ? '' : `${plural(unfinished, 'version')} of changes that are not done stayed behind.\n`;
  return `${toOneLine(from)} ${copy.dry_run ? 'would be copied' : 'copied'} to ${toOneLine(to)}: ${what}.\n${left}${copy.digest}\n`;
}
