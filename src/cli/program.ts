import { Command, CommanderError } from 'commander';
import { SkillficheError } from '../base/errors.ts';
import { VERSION } from '../base/version.ts';
import { loadCommands } from './commands/index.ts';
import { addGlobals } from './globals.ts';
import { EXIT, Exit, type Io } from './io.ts';

const EXAMPLES = `
Examples:
  skillfiche --bundled context                 the prompt block of the shipped collections
  skillfiche scan --root ./skills              what is in a tree, and what is wrong with it
  skillfiche list bioskills --offset 50        the second page of a collection
  skillfiche show bioskills:alignment/msa-parsing

Exit codes: 0 done; 1 findings of severity error (scan, validate); 2 usage, or it could not run; 3 drift (verify); 70 our bug.
`;

/** Runs one command line (without node and script) and returns the exit code. Never exits, never throws. */
export async function runCli(argv: readonly string[], io: Io): Promise<number> {
  const program = addGlobals(new Command('skillfiche'))
    .description('The catalog for large, pinned trees of agent skills.')
    .version(VERSION, '-V, --version')
    .usage('[options] COMMAND')
    .addHelpText('after', EXAMPLES)
    .showSuggestionAfterError(true);
  for (const command of await loadCommands(argv, io)) program.addCommand(command);
  for (const command of [program, ...program.commands.flatMap((one) => [one, ...one.commands])]) {
    command.exitOverride().configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      getOutHelpWidth: () => io.columns ?? 80,
      getErrHelpWidth: () => io.columns ?? 80,
    });
  }
  try {
    if (argv.length === 0) {
      program.outputHelp();
      return EXIT.ok;
    }
    await program.parseAsync([...argv], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    return codeOf(error, argv, io);
  }
}

function codeOf(error: unknown, argv: readonly string[], io: Io): number {
  if (error instanceof Exit) return error.code;
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof SkillficheError && error.code !== 'INTERNAL') {
    if (argv.includes('--json')) {
      const { code, reason, message, suggestions, paths } = error;
      io.out(`${JSON.stringify({ error: { code, reason, message, suggestions, paths } }, undefined, 2)}\n`);
    }
    io.err(`skillfiche: ${error.message}\n`);
    return EXIT.usage;
  }
  io.err(
    `skillfiche: internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\nPlease report this with the command you ran.\n`,
  );
  return EXIT.internal;
}
