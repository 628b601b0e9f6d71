import { Command, InvalidArgumentError, Option } from 'commander';
import { internalError, SkillficheError } from '../../../base/errors.ts';
import { DEFAULT_MENU_SKILLS, MAX_MENU_SKILLS, SLICE_MS } from '../../../base/limits.ts';
import { REDACTIONS, type Redaction } from '../../../base/redact.ts';
import { VERSION } from '../../../base/version.ts';
import type { ServeOptions } from '../../mcp/serve.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { followSwitches, withWorkspace } from '../workspace.ts';

interface Flags {
  readonly http?: number;
  readonly token: boolean;
  readonly directories: boolean;
  readonly menu?: number | true;
  readonly propose?: boolean;
  readonly redact?: readonly Redaction[];
}

const FOR_PEOPLE =
  'skillfiche mcp: an agent should start this and speak MCP on stdin; docs/mcp.md shows how to add it to yours. Ctrl-C ends it.\n';

export function mcpCommand(io: Io): Command {
  return new Command('mcp')
    .description('serve the skills to an agent over MCP: on stdin and stdout, or on a port of this machine')
    .option('--http <port>', 'Streamable HTTP on 127.0.0.1 instead; 0 takes a free port', readPort)
    .option('--no-token', 'with --http: let every program on this machine in')
    .option('--no-directories', 'do not tell where on disk a skill lies; with --http it is never told')
    .option(
      '--menu [size]',
      'a menu of the 3 (at most 6) skills that fit a turn, in place of lists and search',
      readSize,
    )
    .addOption(new Option('--redact <what...>', 'take this out of every text that is served').choices([...REDACTIONS]))
    .option('--propose', 'let agents propose new skills, which you turn on or throw away (see status)')
    .addHelpText(
      'after',
      `
--only, --root and --config say what clients can see. With --http clients must send a bearer token: the one in
SKILLFICHE_TOKEN, or else a new one that is printed on standard error.

With --menu an agent calls suggest_skills with what the user said; load_skill is there
while something fits, and takes exactly what was named.

Examples:
  skillfiche --bundled mcp
  skillfiche --bundled mcp --menu
  skillfiche mcp --root ./skills --only 'bioskills:*'
  skillfiche mcp --root ./skills --http 8731
`,
    )
    .action(async (flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      if (flags.menu !== undefined && flags.http !== undefined) {
        const message = '--menu is of one conversation, and --http serves many clients: leave one of them out.';
        throw new SkillficheError('INVALID_ARGUMENT', message);
      }
      const { streams } = io;
      if (streams === undefined) throw internalError('mcp was started without streams');
      const options: ServeOptions = {
        open: () =>
          openFromFlags(globals, io, {
            sliceMs: SLICE_MS,
            narrow: 'all',
            audience: 'model',
            live: true,
            redact: flags.redact ?? [],
          }),
        version: VERSION,
        stderr: streams.stderr,
        quiet: globals.quiet,
        directories: flags.directories,
        ...(flags.propose === true
          ? {
              propose: (draft, more) =>
                withWorkspace({ ...globals, quiet: true }, io, ({ skills }) => skills.propose(draft, more)),
            }
          : {}),
      };
      const stopFollowing = await followSwitches(globals, io);
      const { serveHttp, serveStdio } = await import('../../mcp/serve.ts');
      if (flags.http === undefined) {
        if ('isTTY' in streams.stdin && streams.stdin.isTTY === true && !globals.quiet) io.err(FOR_PEOPLE);
        const menu = flags.menu === true ? DEFAULT_MENU_SKILLS : flags.menu;
        await serveStdio({
          ...options,
          ...(menu === undefined ? {} : { menu }),
          stdin: streams.stdin,
          stdout: streams.stdout,
        });
        await stopFollowing();
        // A search index that is being built, or output that nobody takes, would keep the process for seconds more.
        io.end?.();
        return;
      }
      const token = flags.token ? io.env['SKILLFICHE_TOKEN'] || undefined : false;
      const running = await serveHttp({ ...options, port: flags.http, ...(token === undefined ? {} : { token }) });
      await interrupted();
      await stopFollowing();
      await running.close();
    });
}

/** Ctrl-C, or a supervisor that asks us to stop. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a port, 0 to 65535.');
}

function readSize(text: string): number {
  if (/^[1-6]$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`It must be 1 to ${MAX_MENU_SKILLS}.`);
}
