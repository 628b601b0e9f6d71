import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { errnoOf, SkillficheError } from '../../../base/errors.ts';
import { toOneLine } from '../../../base/text.ts';
import { replaceFile } from '../../../io/disk/replace.ts';
import type { ArchiveFormat } from '../../../owner/target/archive.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { expandHome } from '../roots.ts';
import { withWorkspace } from '../workspace.ts';

interface Flags {
  readonly format: ArchiveFormat;
  readonly out?: string;
}

export function archiveCommand(io: Io): Command {
  return new Command('archive')
    .description('pack one skill into a file to hand on, the same bytes on every machine')
    .argument('<ref>', 'an id or a name')
    .addOption(
      new Option('--format <format>', 'zip that `add` and others take, or one document of its texts')
        .choices(['zip', 'markdown'])
        .default('zip'),
    )
    .option(
      '--out <file>',
      'a file that is not there yet, or "-" for standard output (default: <name>.zip or <name>.md)',
    )
    .addHelpText(
      'after',
      `
Only keys of the Agent Skills specification stand at the top of its SKILL.md; others of ours go below metadata, and
compatibility and allowed-tools stay here. What the gate refuses is not packed.

Examples:
  skillfiche archive deploy
  skillfiche archive deploy --format markdown --out - | less
`,
    )
    .action(async (ref: string, flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const { view } = await openFromFlags(globals, io, { narrow: 'all', audience: 'owner' });
      const { bytes, ...packed } = await withWorkspace(globals, io, ({ targets }) =>
        targets.archive(ref, { format: flags.format, view }),
      );
      if (flags.out === '-') {
        io.outBytes(bytes);
        return;
      }
      const path = resolve(io.cwd, expandHome(flags.out ?? packed.file, io.env));
      await writeNew(path, bytes);
      if (globals.json) io.out(`${JSON.stringify({ ...packed, file: path, size: bytes.length }, undefined, 2)}\n`);
      else io.out(`${path}: ${toOneLine(packed.id)}, ${bytes.length} bytes.\n`);
      if (!globals.quiet && !globals.json && packed.left_out.length > 0) {
        io.err(`skillfiche: left out of its header: ${packed.left_out.map(toOneLine).join(', ')}.\n`);
      }
    });
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await replaceFile(path, bytes, { mustBeNew: true });
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    const why = errnoOf(error) === 'EEXIST' ? 'something is there already' : errnoOf(error);
    const message = `${path} cannot be written: ${why}. Choose another file with --out.`;
    throw new SkillficheError('NOT_WRITABLE', message, { paths: [path], cause: error });
  }
}
