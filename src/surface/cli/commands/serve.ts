import { Command } from 'commander';
import type { Workspace } from '../../../app/workspace-types.ts';
import { internalError, SkillficheError } from '../../../base/errors.ts';
import { SLICE_MS } from '../../../base/limits.ts';
import { VERSION } from '../../../base/version.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { policyOf } from '../source-policy.ts';
import { sayTrouble, withWorkspace } from '../workspace.ts';
import { type WriterFlags, writerFromFlags, writerOptions } from '../writer.ts';
import { interrupted, readPort } from './mcp.ts';

export function serveCommand(io: Io): Command {
  const serve = new Command('serve')
    .description(
      'serve a page and an HTTP API to the owner of the skills, on this machine alone; MCP is one of its routes',
    )
    .option('--port <port>', 'port of 127.0.0.1; 0 takes a free one', readPort, 0);
  for (const option of writerOptions()) serve.addOption(option);
  return serve
    .addHelpText(
      'after',
      `
The link that is printed opens the page in a browser; it works once, within ten minutes.
Every other request needs the owner's token: the one in SKILLFICHE_TOKEN, or else the one in
a file of the data folder that only you may read. /api/openapi.json says what there is.
docs/serve.md says more.

Examples:
  skillfiche serve --port 8740
  curl -H "Authorization: Bearer $(cat ~/.local/share/skillfiche/serve-token)" \\
    http://127.0.0.1:8740/api/skills
`,
    )
    .action(async (flags: WriterFlags & { readonly port: number }, command: Command) => {
      const globals = globalsOf(command);
      const { streams } = io;
      if (streams === undefined) throw internalError('serve was started without streams');
      if (globals.only !== undefined) {
        const message = 'serve shows its owner everything: --only narrows what `skillfiche mcp` serves.';
        throw new SkillficheError('INVALID_ARGUMENT', message);
      }
      const policy = await policyOf(globals, io);
      const writer = await writerFromFlags(flags, io);
      const serveFrom = async (workspace: Workspace): Promise<void> => {
        const given = io.env['SKILLFICHE_TOKEN'] || undefined;
        const { ownerToken } = await import('../../../io/places/owner-token.ts');
        const kept = given === undefined ? await ownerToken(workspace.data) : undefined;
        const token = given ?? kept?.token ?? '';
        const { serveApi } = await import('../../http/serve.ts');
        const { pageFiles } = await import('../../../io/places/page-files.ts');
        const page = pageFiles();
        const running = await serveApi({
          open: async () => {
            const opened = await openFromFlags(globals, io, {
              sliceMs: SLICE_MS,
              narrow: 'all',
              audience: 'model',
              live: true,
            });
            if (opened.setup.only === undefined) return opened;
            const message = 'serve shows its owner everything: take "only" out of the configuration for it.';
            throw new SkillficheError('INVALID_ARGUMENT', message);
          },
          workspace,
          policy,
          port: flags.port,
          token,
          version: VERSION,
          stderr: streams.stderr,
          quiet: true,
          ...(page === undefined ? {} : { page }),
        });
        const where = kept === undefined ? 'is the one in SKILLFICHE_TOKEN' : `is in ${kept.file}`;
        io.err(`skillfiche: listening on ${running.url}; the token ${where}. Ctrl-C ends it.\n`);
        if (running.link !== undefined) {
          io.err(`skillfiche: open ${running.link} in a browser; the link works once, within ten minutes.\n`);
        }
        const following = workspace.store.follow({ onTrouble: (message) => sayTrouble(globals, io, message) });
        await interrupted();
        await following.stop();
        await running.close();
      };
      await withWorkspace(globals, io, serveFrom, writer === undefined ? {} : { writer });
    });
}
