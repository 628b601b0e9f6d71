import { resolve } from 'node:path';
import { Command } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { toOneLine } from '../../../base/text.ts';
import { globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { plural } from '../render/diagnostics.ts';

interface Flags {
  readonly out?: string;
}

export function bootstrapCommand(io: Io): Command {
  return new Command('bootstrap')
    .description('print Python that lets an interpreter import the sidecars (kernel.py) of skills, each checked before')
    .option('--out <file>', 'write it to a file instead; older code of bootstrap gives way, nothing else does')
    .addHelpText(
      'after',
      `
Each kernel.py is compiled by python3 and not run. A member of a collection becomes <collection>.<name>, any other skill
<name>: in lower case, "_" for what no identifier may hold. Exit code 1 when one was refused; standard error says why.

Examples:
  skillfiche --bundled bootstrap --out sidecars.py
  skillfiche bootstrap --only 'bioskills:*' --json
  python3 -i sidecars.py
`,
    )
    .action(async (flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const { catalog, view } = await openFromFlags(globals, io, { narrow: 'all', audience: 'model' });
      const report = await catalog.bootstrap({
        view,
        ...(flags.out === undefined ? {} : { out: resolve(io.cwd, flags.out) }),
      });
      if (globals.json) io.out(jsonText(report));
      else if (flags.out === undefined) io.out(report.code);
      if (!globals.quiet) {
        for (const { id, reason } of report.refused)
          io.err(`skillfiche: ${id}: not importable: ${toOneLine(reason)}\n`);
        const written = flags.out === undefined ? '' : `, in ${flags.out}`;
        io.err(`skillfiche: ${plural(report.entries.length, 'module')}${written}, ${report.refused.length} refused.\n`);
      }
      if (report.refused.length > 0) throw new Exit(EXIT.findings);
    });
}
