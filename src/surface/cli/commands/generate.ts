import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import { errnoOf, SkillficheError } from '../../../base/errors.ts';
import { jsonText } from '../../../base/json-text.ts';
import { MAX_DOCUMENT_BYTES } from '../../../base/limits.ts';
import { toOneLine } from '../../../base/text.ts';
import { createDisk } from '../../../io/disk/disk.ts';
import type { GeneratedSkill, SourceDocument } from '../../../owner/author/generate.ts';
import { globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { renderDiagnostic } from '../render/diagnostics.ts';
import { expandHome } from '../roots.ts';
import { withWorkspace } from '../workspace.ts';
import { type WriterFlags, writerFromFlags, writerOptions } from '../writer.ts';

interface Flags extends WriterFlags {
  readonly artifact?: boolean;
  readonly name?: string;
  readonly agent?: string;
  readonly note?: string;
  readonly dryRun?: boolean;
}

export function generateCommand(io: Io): Command {
  const command = new Command('generate')
    .description('have a model write a skill from a document, in other words; it arrives switched off')
    .argument('<document>', 'a file of text, or with --artifact <skill id>/<path>')
    .option('--artifact', 'the document is a listed file of a skill')
    .option('--name <name>', 'name of the skill (default: from its title)')
    .option('--agent <key>', 'put it onto the list of this agent too (the level agent:<key>)')
    .option('--note <text>', 'a word on why, for the history')
    .option('--dry-run', 'show what the model writes and keep nothing');
  for (const option of writerOptions()) command.addOption(option);
  return command
    .addHelpText(
      'after',
      `
The model gets the document and no tools. A draft that repeats eight words of the document
in a row, outside code and names, is written once more and then refused. A long document is
read from its beginning, and that is said. Read what came, then enable it.
SKILLFICHE_WRITER_KEY is sent to the server as its key. Exit code 1 when the draft is refused.

Examples:
  skillfiche generate runbook.md --writer http://127.0.0.1:11434/v1 --model qwen3:8b
  skillfiche generate handbook.txt --writer ./my-writer.mjs --agent ops --dry-run
`,
    )
    .action(async (given: string, flags: Flags, ran: Command) => {
      const globals = globalsOf(ran);
      const writer = await writerFromFlags(flags, io);
      const { artifact, writer: _writer, model: _model, allowRemote: _remote, ...options } = flags;
      const source: SourceDocument = artifact === true ? { artifact: given } : readDocument(given, io);
      const view =
        artifact === true ? (await openFromFlags(globals, io, { narrow: 'all', audience: 'owner' })).view : undefined;
      const report = await withWorkspace(globals, io, ({ skills }) =>
        skills.generate(source, {
          ...options,
          ...(writer === undefined ? {} : { writer }),
          ...(view === undefined ? {} : { view }),
          onStep: (step) => {
            if (io.isErrTty && !globals.quiet) io.err(`skillfiche: ${step} ...\n`);
          },
        }),
      );
      if (globals.json) io.out(jsonText(report));
      else io.out(renderGenerated(report, createPaint(io, globals.color)));
      if (!globals.quiet && !globals.json) io.err(nextStep(report));
      if (report.refused) throw new Exit(EXIT.findings);
    });
}

function readDocument(given: string, io: Io): SourceDocument {
  const path = resolve(io.cwd, expandHome(given, io.env));
  try {
    const { bytes, stamp } = createDisk().readFile(path, MAX_DOCUMENT_BYTES);
    if (stamp.kind === 'file' && stamp.size <= MAX_DOCUMENT_BYTES) {
      return { content: new Uint8Array(bytes), source_name: basename(path) };
    }
    const why = stamp.kind === 'file' ? `has more than ${MAX_DOCUMENT_BYTES} bytes` : 'is no regular file';
    throw new SkillficheError(stamp.kind === 'file' ? 'TOO_LARGE' : 'UNREADABLE', `${path} ${why}.`, { paths: [path] });
  } catch (error) {
    if (error instanceof SkillficheError || errnoOf(error) === 'UNKNOWN') throw error;
    const why = errnoOf(error) === 'ENOENT' ? 'there is no such file' : errnoOf(error);
    throw new SkillficheError('UNREADABLE', `${path} cannot be read: ${why}.`, { paths: [path], cause: error });
  }
}

/** Text of a model is shown as text: nothing in it reaches the terminal as an order. */
function renderGenerated({ text, findings, refused }: GeneratedSkill, paint: Paint): string {
  const shown = text.split('\n').map(toOneLine).join('\n');
  const told = findings.filter(({ severity }) => severity === 'error' || (!refused && severity === 'warning'));
  return `${shown}${told.map((one) => renderDiagnostic(one, paint)).join('')}`;
}

function nextStep({ id, name, refused, truncated, drafts, dry_run, writer }: GeneratedSkill): string {
  const cut = truncated ? 'skillfiche: the document is long; only its beginning was read.\n' : '';
  const again = drafts === 2 ? ', at the second try' : '';
  const done = refused
    ? `refused: ${name} was not kept`
    : dry_run
      ? `dry run, nothing was kept; written by ${toOneLine(writer)}${again}`
      : `${id} was written by ${toOneLine(writer)}${again}, and is switched off. Read it, then: skillfiche enable ${id}`;
  return `${cut}skillfiche: ${done}.\n`;
}
