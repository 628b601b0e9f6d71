import type { Command } from 'commander';
import { SkillficheError } from '../../../base/errors.ts';
import type { Io } from '../io.ts';

type Load = (io: Io) => Promise<Command>;

/** Every command, in the order of the help. One file each; a command line loads only those it names. */
const COMMANDS: readonly (readonly [name: string, load: Load])[] = [
  ['scan', async (io) => (await import('./scan.ts')).scanCommand(io)],
  ['context', async (io) => (await import('./context.ts')).contextCommand(io)],
  ['list', async (io) => (await import('./list.ts')).listCommand(io)],
  ['search', async (io) => (await import('./search.ts')).searchCommand(io)],
  ['show', async (io) => (await import('./show.ts')).showCommand(io)],
  ['readiness', async (io) => (await import('./readiness.ts')).readinessCommand(io)],
  ['inventory', async (io) => (await import('./inventory.ts')).inventoryCommand(io)],
  ['edit', async (io) => (await import('./edit.ts')).editCommand(io)],
  ['validate', async (io) => (await import('./validate.ts')).validateCommand(io)],
  ['pin', async (io) => (await import('./pin.ts')).pinCommand(io)],
  ['verify', async (io) => (await import('./verify.ts')).verifyCommand(io)],
  ['add', async (io) => (await import('./add.ts')).addCommand(io)],
  ['install', async (io) => (await import('./restore.ts')).installCommand(io)],
  ['outdated', async (io) => (await import('./outdated.ts')).outdatedCommand(io)],
  ['update', async (io) => (await import('./update.ts')).updateCommand(io)],
  ['restore', async (io) => (await import('./restore.ts')).restoreCommand(io)],
  ['ci', async (io) => (await import('./restore.ts')).restoreCommand(io, 'ci')],
  ['audit', async (io) => (await import('./audit.ts')).auditCommand(io)],
  ['index', async (io) => (await import('./publish-index.ts')).indexCommand(io)],
  ['lock', async (io) => (await import('./lock.ts')).lockCommand(io)],
  ['status', async (io) => (await import('./status.ts')).statusCommand(io)],
  ['publish', async (io) => (await import('./publish.ts')).publishCommand(io)],
  ['history', async (io) => (await import('./history.ts')).historyCommand(io)],
  ['diff', async (io) => (await import('./diff.ts')).diffCommand(io)],
  ['rollback', async (io) => (await import('./rollback.ts')).rollbackCommand(io)],
  ['remove', async (io) => (await import('./remove.ts')).removeCommand(io)],
  ['purge', async (io) => (await import('./purge.ts')).purgeCommand(io)],
  ['enable', async (io) => (await import('./switch.ts')).enableCommand(io)],
  ['disable', async (io) => (await import('./switch.ts')).disableCommand(io)],
  ['sync', async (io) => (await import('./sync.ts')).syncCommand(io)],
  ['export', async (io) => (await import('./export.ts')).exportCommand(io)],
  ['archive', async (io) => (await import('./archive.ts')).archiveCommand(io)],
  ['unexport', async (io) => (await import('./unexport.ts')).unexportCommand(io)],
  ['level', async (io) => (await import('./level.ts')).levelCommand(io)],
  ['session', async (io) => (await import('./session.ts')).sessionCommand(io)],
  ['init', async (io) => (await import('./init.ts')).initCommand(io)],
  ['import', async (io) => (await import('./import.ts')).importCommand(io)],
  ['generate', async (io) => (await import('./generate.ts')).generateCommand(io)],
  ['doctor', async (io) => (await import('./doctor.ts')).doctorCommand(io)],
  ['store', async (io) => (await import('./store.ts')).storeCommand(io)],
  ['bootstrap', async (io) => (await import('./bootstrap.ts')).bootstrapCommand(io)],
  ['mcp', async (io) => (await import('./mcp.ts')).mcpCommand(io)],
  ['serve', async (io) => (await import('./serve.ts')).serveCommand(io)],
  ['cache', async (io) => (await import('./cache.ts')).cacheCommand(io)],
];

/** Words that people bring from other tools, where they mean one command of ours. */
export const ALIASES: Readonly<Record<string, string>> = {
  ls: 'list',
  find: 'search',
  cat: 'show',
  read: 'show',
  view: 'show',
  info: 'show',
  i: 'install',
  rm: 'remove',
  uninstall: 'remove',
  upgrade: 'update',
  lint: 'validate',
  prompt: 'context',
  new: 'init',
  create: 'init',
};

/** Words that may mean several things here, and which. */
const HINTS: Readonly<Record<string, string>> = {
  check:
    '`validate` checks skills against the format, `readiness` what can run here, `verify` pinned bytes, `outdated` looks for newer versions',
  use: '`show NAME` prints one skill, `enable NAME` switches it on',
  freeze: '`pin COLLECTION` writes a lock, `restore` installs what a lock says',
  run: 'nothing of a skill is ever run; `show NAME` prints it',
};

function own<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

/**
 * The command a command line is about, or all of them where that is none (help, a misspelt name): the first word that
 * is neither an option nor the value of one. `withValue` tells which options take the word behind them.
 */
export async function loadCommands(
  argv: readonly string[],
  io: Io,
  withValue: ReadonlySet<string>,
): Promise<Command[]> {
  const word = argv.find((one, at) => !one.startsWith('-') && !withValue.has(argv[at - 1] ?? '')) ?? '';
  const hint = own(HINTS, word);
  if (hint !== undefined) throw new SkillficheError('INVALID_ARGUMENT', `There is no command ${word}: ${hint}.`);
  const meant = own(ALIASES, word);
  const named = COMMANDS.filter(([name]) => name === (meant ?? word));
  const commands = await Promise.all((named.length > 0 ? named : COMMANDS).map(([, load]) => load(io)));
  return meant === undefined ? commands : commands.map((command) => command.alias(word));
}
