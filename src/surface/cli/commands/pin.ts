import { Command } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import type { PinReport } from '../../../owner/pin/pin.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural } from '../render/diagnostics.ts';

interface Flags {
  readonly source?: string | false;
  readonly dryRun?: boolean;
  readonly commit?: string;
}

export function pinCommand(io: Io): Command {
  return new Command('pin')
    .description('write down which bytes a collection has, in COLLECTION.lock.json beside its marker')
    .argument('<collection>', "the collection's id")
    .option('--source <url>', 'where the tree was copied from (default: what COLLECTION.json says)')
    .option('--no-source', 'write no source, though the marker or the old lock names one')
    .option('--commit <sha>', 'the commit it was copied from; the source is then the one that is known')
    .option('--dry-run', 'show what would be pinned and write nothing')
    .addHelpText(
      'after',
      `
Anyone can check the digest of a skill with coreutils, in its folder:
  find . -type f -printf '%P\\0' | LC_ALL=C sort -z | xargs -0 sha256sum -- | sha256sum

Examples:
  skillfiche pin bioskills --root ./collections
  skillfiche pin bioskills --source https://example.org/bio.git --commit 0a1b2c3
  skillfiche pin bioskills --commit 4d5e6f7   # after an update: the source stays
`,
    )
    .action(async (collection: string, flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const { catalog } = await openFromFlags({ ...globals, only: undefined }, io);
      const { source, commit, dryRun = false } = flags;
      const report = await catalog.pin(collection, {
        ...(source === false ? { noSource: true } : source === undefined ? {} : { source }),
        ...(commit === undefined ? {} : { commit }),
        dryRun,
        ...progress(io, globals.quiet),
      });
      if (io.isErrTty && !globals.quiet) io.err('\r\u001b[K');
      if (globals.json) io.out(jsonText(report));
      else io.out(renderPin(report, createPaint(io, globals.color)));
    });
}

/** Reports on standard error how far hashing has come, on a terminal. */
export function progress(io: Io, isQuiet: boolean): { onProgress?: (files: number) => void } {
  return io.isErrTty && !isQuiet ? { onProgress: (files) => io.err(`\rhashing: ${files} files `) } : {};
}

function renderPin(report: PinReport, paint: Paint): string {
  const { id, members, files, bytes, recovered, source, changed, written } = report;
  const lines = [
    `${paint('bold', id)}: ${plural(members, 'member')}, ${plural(files, 'file')}, ${bytes} bytes.`,
    `  digest       ${report.digest}`,
    `  tree digest  ${report.tree_digest}`,
  ];
  if (source !== undefined)
    lines.push(`  source       ${source.url}${source.commit === undefined ? '' : ` at ${source.commit}`}`);
  if (recovered > 0) {
    lines.push(
      `  ${plural(recovered, 'member has', 'members have')} frontmatter a strict reader refuses; pinned as they are.`,
    );
  }
  lines.push(`${written ? 'Written' : changed ? 'Would be written' : 'Already so'}: ${report.lock}`);
  return `${lines.join('\n')}\n`;
}
