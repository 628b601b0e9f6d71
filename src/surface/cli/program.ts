import { Command, CommanderError } from 'commander';
import { SkillficheError } from '../../base/errors.ts';
import { jsonText } from '../../base/json-text.ts';
import { VERSION } from '../../base/version.ts';
import { loadCommands } from './commands/index.ts';
import { addGlobals } from './globals.ts';
import { EXIT, Exit, type Io } from './io.ts';

const EXAMPLES = `
Examples:
  skillfiche --bundled context             the prompt block of what is shipped
  skillfiche scan --root ./skills          what is in a tree, and what is wrong
  skillfiche list bioskills --offset 50    the second page of a collection
  skillfiche show bioskills:alignment/msa-parsing

Words of other tools are understood: ls, find, cat, read, i, rm, upgrade, lint.

Variables:
  SKILLFICHE_DATA     the folder of the store (default: skillfiche in the user's
                      data folder)
  SKILLFICHE_STORE    the postgres:// address of a store that machines share
  SKILLFICHE_TOKEN    the token that servers ask for

Exit codes: 0 done; 1 findings of severity error (scan, validate, audit), or
something was refused or in conflict; 2 usage, or it could not run; 3 drift
(verify, inventory check, restore, lock check, --manifest-strict); 70 our bug.
`;

/** Runs one command line (without node and script) and returns the exit code. Never exits, never throws. */
export async function runCli(argv: readonly string[], world: Io): Promise<number> {
  const io = forScreen(world);
  try {
    return await run(argv, io);
  } catch (error) {
    return codeOf(error, argv, io);
  }
}

async function run(argv: readonly string[], io: Io): Promise<number> {
  const program = addGlobals(new Command('skillfiche'))
    .description('The catalog for large, pinned trees of agent skills.')
    .version(VERSION, '-V, --version')
    .usage('[options] COMMAND')
    .addHelpText('after', EXAMPLES)
    .showSuggestionAfterError(true)
    .showHelpAfterError('`skillfiche --help` lists the commands.');
  const withValue = new Set(program.options.filter((option) => option.required).map((option) => option.long ?? ''));
  for (const command of await loadCommands(argv, io, withValue)) {
    const name = command.name();
    command.showHelpAfterError(`\`skillfiche ${name} --help\` shows how it is used.`);
    for (const part of command.commands)
      part.showHelpAfterError(`\`skillfiche ${name} ${part.name()} --help\` shows how it is used.`);
    program.addCommand(command.configureHelp({ showGlobalOptions: true }));
  }
  for (const command of [program, ...program.commands.flatMap((one) => [one, ...one.commands])]) {
    command.exitOverride().configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      outputError: (text, write) => write(text.replace(/^error: /, 'skillfiche: ')),
      getOutHelpWidth: () => io.columns ?? 80,
      getErrHelpWidth: () => io.columns ?? 80,
    });
  }
  if (argv.length === 0) program.outputHelp();
  else await program.parseAsync([...argv], { from: 'user' });
  return EXIT.ok;
}

function codeOf(error: unknown, argv: readonly string[], io: Io): number {
  if (error instanceof Exit) return error.code;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.ok;
    // Commander has said it on stderr.
    printJson(new SkillficheError('INVALID_ARGUMENT', error.message.replace(/^error: /, '')), argv, io);
    return EXIT.usage;
  }
  if (error instanceof SkillficheError && error.code !== 'INTERNAL') {
    printJson(error, argv, io);
    io.err(`skillfiche: ${error.message}\n`);
    return error.code === 'MANIFEST_DRIFT' ? EXIT.drift : EXIT.usage;
  }
  const what = error instanceof Error ? error : new Error(String(error));
  printJson(new SkillficheError('INTERNAL', what.message), argv, io);
  io.err(`skillfiche: internal error: ${what.stack ?? what.message}\nPlease report this with the command you ran.\n`);
  return EXIT.internal;
}

/** Who asked for JSON gets the error as JSON too, beside the sentence on stderr. */
function printJson(
  { code, reason, message, suggestions, paths }: SkillficheError,
  argv: readonly string[],
  io: Io,
): void {
  const end = argv.indexOf('--');
  if (!argv.slice(0, end < 0 ? argv.length : end).includes('--json')) return;
  io.out(jsonText({ error: { code, reason, message, suggestions, paths } }));
}

/** What a terminal would obey instead of showing; our own colours and the clearing of a line stay. */
const OBEYED =
  /\u001B(?!\[[\d;]*[mK])|[\u0000-\u0008\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Names, paths and texts of a tree reach the terminal in many places, so they are made harmless in one. A pipe gets
 * what is there.
 */
function forScreen(io: Io): Io {
  const shown = (text: string): string => text.replace(OBEYED, '');
  return { ...io, out: io.isTty ? (text) => io.out(shown(text)) : io.out, err: (text) => io.err(shown(text)) };
}
