import type { Command } from 'commander';
import type { Io } from '../io.ts';

type Load = (io: Io) => Promise<Command>;

/** Every command, in the order of the help. One file each; a command line loads only those it names. */
const COMMANDS: readonly (readonly [name: string, load: Load])[] = [
  ['scan', async (io) => (await import('./scan.ts')).scanCommand(io)],
  ['context', async (io) => (await import('./context.ts')).contextCommand(io)],
  ['list', async (io) => (await import('./list.ts')).listCommand(io)],
  ['show', async (io) => (await import('./show.ts')).showCommand(io)],
  ['readiness', async (io) => (await import('./readiness.ts')).readinessCommand(io)],
  ['inventory', async (io) => (await import('./inventory.ts')).inventoryCommand(io)],
  ['edit', async (io) => (await import('./edit.ts')).editCommand(io)],
  ['validate', async (io) => (await import('./validate.ts')).validateCommand(io)],
  ['pin', async (io) => (await import('./pin.ts')).pinCommand(io)],
  ['verify', async (io) => (await import('./verify.ts')).verifyCommand(io)],
  ['mcp', async (io) => (await import('./mcp.ts')).mcpCommand(io)],
  ['cache', async (io) => (await import('./cache.ts')).cacheCommand(io)],
];

/**
 * The commands a command line may be about: those whose name stands anywhere in it, or all of them where none does
 * (help, a misspelt name). A name that is really an option's value only loads one command too many.
 */
export async function loadCommands(argv: readonly string[], io: Io): Promise<Command[]> {
  const named = COMMANDS.filter(([name]) => argv.includes(name));
  const wanted = named.length > 0 && !argv.includes('help') ? named : COMMANDS;
  return Promise.all(wanted.map(([, load]) => load(io)));
}
