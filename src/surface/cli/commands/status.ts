import { Command } from 'commander';
import { toOneLine } from '../../../base/text.ts';
import type { StoreStatus } from '../../../owner/store/types.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { plural } from '../render/diagnostics.ts';
import { renderTable } from '../render/table.ts';
import { withWorkspace } from '../workspace.ts';

export function statusCommand(io: Io): Command {
  return new Command('status')
    .description('list what the store keeps for the project and the person: version, origin, edits, switches')
    .addHelpText('after', '\nExamples:\n  skillfiche status\n  skillfiche status --json\n')
    .action(async (_flags: object, command: Command) => {
      const globals = globalsOf(command);
      const status = await withWorkspace(globals, io, ({ skills }) => skills.status());
      if (globals.json) io.out(`${JSON.stringify(status, undefined, 2)}\n`);
      else io.out(await renderStatus(status, io));
    });
}

async function renderStatus({ skills, collections, proposals }: StoreStatus, io: Io): Promise<string> {
  if (skills.length + collections.length + proposals.length === 0) {
    return 'The store keeps no skill here. `skillfiche add DIR` takes one in.\n';
  }
  const rows = [
    ...skills.map((one) => {
      const marks = [
        ...(one.enabled ? [] : ['off']),
        ...(one.modified ? ['edited'] : []),
        ...(one.stale ? ['stale'] : []),
      ];
      return [one.id, String(one.version), one.came_by, marks.join(', '), toOneLine(one.source?.url ?? '')];
    }),
    ...collections.map((one) => [
      one.id,
      String(one.version),
      '',
      [plural(one.members, 'recipe'), ...(one.modified ? ['edited'] : [])].join(', '),
      one.commit === undefined ? '' : `commit ${one.commit.slice(0, 12)}`,
    ]),
  ];
  for (const one of proposals) {
    rows.push([one.id, String(one.version), 'proposal', 'proposed, off', toOneLine(one.note ?? '')]);
  }
  const columns = ['ID', 'VERSION', 'CAME BY', 'STATE'].map((title) => ({ title }));
  const table = await renderTable([...columns, { title: 'SOURCE', flexible: 'start' }], rows, io.columns);
  const [first] = proposals;
  if (first === undefined) return table;
  const { id } = first;
  const isOne = proposals.length === 1;
  const who = isOne ? 'A proposal waits' : `${proposals.length} proposals wait`;
  const ways = ['diff', 'enable', 'purge'].map((verb) => `  skillfiche ${verb} ${id}\n`).join('');
  return `${table}\n${who} for you, and nothing uses ${isOne ? 'it' : 'them'} until you decide:\n${ways}`;
}
