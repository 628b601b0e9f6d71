import { resolve } from 'node:path';
import { Command } from 'commander';
import { toOneLine } from '../../../base/text.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { createPaint } from '../render/color.ts';
import { showExports } from '../render/exports.ts';
import { expandHome, isPathRef } from '../roots.ts';
import { withWorkspace } from '../workspace.ts';

interface Flags {
  readonly to?: string;
  readonly all?: boolean;
  readonly list?: boolean;
  readonly discard?: boolean;
  readonly dryRun?: boolean;
}

export function unexportCommand(io: Io): Command {
  return new Command('unexport')
    .description("take copies of skills out of other tools' folders again")
    .argument('[ref...]', 'ids or names of skills, or folders')
    .option('--to <tool|dir>', 'only those in this tool or folder')
    .option('--all', 'everything that was exported')
    .option('--list', 'show what was exported')
    .option('--discard', 'remove copies that were edited too')
    .option('--dry-run', 'say what would go and remove nothing')
    .addHelpText(
      'after',
      `
A folder that is not provably ours stays, and is named. Exit code 1 when there was one.

Examples:
  skillfiche unexport deploy
  skillfiche unexport --all --to claude
  skillfiche unexport --list
`,
    )
    .action(async (given: readonly string[], flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const { list, ...options } = flags;
      const { json, quiet } = globals;
      if (list === true) {
        const exports = await withWorkspace(globals, io, ({ targets }) => targets.list());
        if (json) io.out(`${JSON.stringify({ exports }, undefined, 2)}\n`);
        else io.out(exports.map(({ id, path }) => `${toOneLine(id)}  ${path}\n`).join('') || 'Nothing is exported.\n');
        return;
      }
      const refs = given.map((ref) =>
        isPathRef(ref) ? resolve(io.cwd, expandHome(ref, io.env)).replaceAll('\\', '/') : ref,
      );
      const report = await withWorkspace(globals, io, ({ targets }) => targets.unexport(refs, options));
      showExports(report, { io, json, quiet, paint: createPaint(io, globals.color) });
    });
}
