import { Command, Option } from 'commander';
import { SkillficheError } from '../../../base/errors.ts';
import { AGENT_PLACES } from '../../../io/places/agents.ts';
import type { PlaceName } from '../../../owner/store/types.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { createPaint } from '../render/color.ts';
import { showExports } from '../render/exports.ts';
import { withWorkspace } from '../workspace.ts';
import { placeOption } from './add.ts';

interface Flags {
  readonly to?: string;
  readonly place?: PlaceName;
  readonly prefix?: string;
  readonly keepHints?: boolean;
  readonly follow?: boolean;
  readonly fold?: boolean;
  readonly all?: boolean;
  readonly discard?: boolean;
  readonly sync?: boolean;
  readonly tools?: boolean;
  readonly dryRun?: boolean;
}

export function exportCommand(io: Io): Command {
  return new Command('export')
    .description("copy skills into another tool's folder, as copies of ours that can be taken back")
    .argument('[ref...]', 'ids or names; a collection with --fold')
    .option('--to <tool|dir>', 'claude, codex, cursor, gemini ... (see --tools), or a folder of skills')
    .addOption(placeOption())
    .option('--prefix <text>', 'before the name of each (default: fiche-)')
    .option('--fold', 'a collection goes as one skill that searches, pages and loads its recipes')
    .option('--all', 'every skill but personal ones and those of collections')
    .option('--keep-hints', 'keep what the header says beside name and description, such as allowed-tools')
    .option('--follow', 'renew these copies after each update you review')
    .option('--discard', 'replace copies that were edited too')
    .addOption(new Option('--sync', 'only remove copies of what is gone, switched off or changed'))
    .option('--tools', 'list the tools and their folders')
    .option('--dry-run', 'say what would be written and write nothing')
    .addHelpText(
      'after',
      `
A folder is replaced or removed only with our marker in it, our note of it in the store, and not an edit since; anything
else, a link too, is a conflict that is named and left. Exit code 1 when there was one. \`skillfiche unexport\` takes copies back.

Examples:
  skillfiche export deploy --to claude
  skillfiche --bundled export unix-recipes --fold --to codex --place personal
  skillfiche export deploy --to ./other/.cursor/skills --prefix "" --dry-run
  skillfiche export --sync
`,
    )
    .action(async (refs: readonly string[], flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const { to, sync, tools, ...options } = flags;
      const paint = createPaint(io, globals.color);
      const { json, quiet } = globals;
      if (tools === true) {
        io.out(json ? `${JSON.stringify({ tools: AGENT_PLACES }, undefined, 2)}\n` : renderTools());
        return;
      }
      if (sync === true) {
        const report = await withWorkspace(globals, io, ({ targets }) =>
          targets.sync({ dryRun: flags.dryRun === true }),
        );
        showExports(report, { io, json, quiet, paint });
        return;
      }
      if (to === undefined) {
        throw new SkillficheError(
          'INVALID_ARGUMENT',
          'Say where to: --to claude, --to codex, or --to DIR. --tools lists the tools.',
        );
      }
      const { view } = await openFromFlags(globals, io, { narrow: 'all', audience: 'owner' });
      const report = await withWorkspace(globals, io, ({ targets }) => targets.export(refs, { ...options, to, view }));
      const undo =
        report.written.length === 0
          ? undefined
          : `skillfiche unexport ${report.written.map(({ path }) => path).join(' ')}`;
      showExports(report, { io, json, quiet, paint, undo });
    });
}

function renderTools(): string {
  const width = Math.max(...AGENT_PLACES.map(({ id }) => id.length));
  const places = Math.max(...AGENT_PLACES.map(({ project }) => (project[0] ?? '-').length));
  return AGENT_PLACES.map(({ id, project, user }) => {
    const home = (user[0] ?? '').replace(/^<([A-Z_]+)\|([^>]+)>/, '~/$2').replace(/^(?![~/])(?=.)/, '~/');
    return `${id.padEnd(width)}  ${(project[0] ?? '-').padEnd(places)}  ${home}`.trimEnd().concat('\n');
  }).join('');
}
