import { Command } from 'commander';
import { SkillficheError } from '../../../base/errors.ts';
import type { PinReport } from '../../../owner/pin/pin.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural } from '../render/diagnostics.ts';

interface Flags {
  readonly source?: string;
  readonly commit?: string;
}

export function pinCommand(io: Io): Command {
  return new Command('pin')
    .description('write down which bytes a collection has, in COLLECTION.lock.json beside its marker')
    .argument('<collection>', "the collection's id")
    .option('--source <url>', 'where the tree was copied from (default: what COLLECTION.json says)')
    .option('--commit <sha>', 'the commit it was copied from')
    .addHelpText(
      'after',
      `
Anyone can check the digest of a skill with coreutils, in its folder:
  find . -type f -printf '%P\\0' | LC_ALL=C sort -z | xargs -0 sha256sum -- | sha256sum

Examples:
  skillfiche pin bioskills --root ./collections
  skillfiche pin bioskills --source https://example.org/bio.git --commit 0a1b2c3
`,
    )
    .action(async (collection: string, flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const source = readSource(flags);
      const { catalog } = await openFromFlags({ ...globals, only: undefined }, io);
      const { pinCollection } = await import('../../../owner/pin/pin.ts');
      const report = await pinCollection(catalog, collection, {
        ...(source === undefined ? {} : { source }),
        ...progress(io, globals.quiet),
      });
      if (io.isErrTty && !globals.quiet) io.err('\r\u001b[K');
      if (globals.json) io.out(`${JSON.stringify(report, undefined, 2)}\n`);
      else io.out(renderPin(report, createPaint(io, globals.color)));
    });
}

/** Reports on standard error how far hashing has come, on a terminal. */
export function progress(io: Io, isQuiet: boolean): { onProgress?: (files: number) => void } {
  return io.isErrTty && !isQuiet ? { onProgress: (files) => io.err(`\rhashing: ${files} files `) } : {};
}

/** A lock is read by others, who may hand its source to git, and is published: no option, no line break, no password. */
function sourceFault(source: string): string | undefined {
  if (source.trim() === '') return 'it is empty';
  if (source.startsWith('-')) return 'programs would read it as an option';
  if (/\p{Cc}/u.test(source)) return 'it has a line break or a control character';
  const hasPassword = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*:[^/?#]*@/i.test(source);
  return hasPassword ? 'it holds a password, and the lock is for everybody to read' : undefined;
}

function readSource({ source, commit }: Flags): PinReport['source'] {
  if (source === undefined && commit === undefined) return undefined;
  if (source === undefined) {
    throw new SkillficheError('INVALID_ARGUMENT', 'A --commit needs the --source it belongs to.');
  }
  const fault = sourceFault(source);
  if (fault !== undefined) throw new SkillficheError('INVALID_ARGUMENT', `--source cannot be kept: ${fault}.`);
  if (commit !== undefined && !/^[0-9a-f]{7,64}$/.test(commit)) {
    throw new SkillficheError(
      'INVALID_ARGUMENT',
      `--commit ${JSON.stringify(commit)} is no commit: give 7 to 64 hex digits in lower case.`,
    );
  }
  return { url: source, ...(commit === undefined ? {} : { commit }) };
}

function renderPin(report: PinReport, paint: Paint): string {
  const { id, members, files, bytes, recovered, source, changed } = report;
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
  lines.push(`${changed ? 'Written' : 'Already so'}: ${report.lock}`);
  return `${lines.join('\n')}\n`;
}
