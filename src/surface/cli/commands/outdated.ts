import { Command } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { toOneLine } from '../../../base/text.ts';
import type { OutdatedReport } from '../../../owner/source/verbs/outdated.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { plural } from '../render/diagnostics.ts';
import { renderTable } from '../render/table.ts';
import { withWorkspace } from '../workspace.ts';

export function outdatedCommand(io: Io): Command {
  return new Command('outdated')
    .description('say which installed skills have a newer commit; asks each repository once and changes nothing')
    .argument('[ref...]', 'ids or names (default: everything installed)')
    .addHelpText('after', '\nExamples:\n  skillfiche outdated\n  skillfiche outdated project:deploy --json\n')
    .action(async (refs: readonly string[], _flags: object, command: Command) => {
      const globals = globalsOf(command);
      const report = await withWorkspace(globals, io, ({ sources }) =>
        sources.outdated(refs.length === 0 ? undefined : refs),
      );
      if (globals.json) io.out(jsonText(report));
      else io.out(await render(report, io));
      if (globals.quiet || globals.json) return;
      for (const { id, why } of report.unreachable) io.err(`skillfiche: ${id}: ${toOneLine(why)}\n`);
      if (report.not_followed.length > 0) {
        io.err(
          `skillfiche: ${plural(report.not_followed.length, 'skill')} came from no repository, and cannot be asked about.\n`,
        );
      }
    });
}

async function render({ skills, collections, current }: OutdatedReport, io: Io): Promise<string> {
  const rows = [...skills, ...collections].map(({ id, ref, range, commit, latest, tag_moved, url }) => [
    id,
    toOneLine(range ?? ref ?? ''),
    commit.slice(0, 12),
    latest.slice(0, 12),
    tag_moved === true ? 'the tag was moved' : '',
    toOneLine(url),
  ]);
  if (rows.length === 0) return `Nothing is outdated (${plural(current, 'skill')} asked about).\n`;
  const columns = ['ID', 'FOLLOWS', 'INSTALLED', 'LATEST', 'NOTE'].map((title) => ({ title }));
  return renderTable([...columns, { title: 'SOURCE', flexible: 'start' }], rows, io.columns);
}
