import { Command, Option } from 'commander';
import { readSwitches } from '../../../app/switch-state.ts';
import { defaultDataFolder } from '../../../io/places/data-folder.ts';
import type { SwitchReport } from '../../../owner/store/types.ts';
import { type Globals, globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { readSetup } from '../open.ts';
import { homeOf } from '../roots.ts';
import { switchTargets } from '../switch-targets.ts';
import { withWorkspace } from '../workspace.ts';

interface Flags {
  readonly for: 'person' | 'project';
  readonly dryRun?: boolean;
}

export const enableCommand = (io: Io): Command => switchCommand(io, true);
export const disableCommand = (io: Io): Command => switchCommand(io, false);

function switchCommand(io: Io, on: boolean): Command {
  const name = on ? 'enable' : 'disable';
  const what = on ? 'switch skills on again' : 'switch skills off: no prompt, list, search or server shows them';
  return new Command(name)
    .description(what)
    .argument('<ref...>', 'ids, names, ids of collections, or "<scope>:*"')
    .addOption(
      new Option('--for <whom>', 'for you alone, or for everybody in this project')
        .choices(['person', 'project'])
        .default('person'),
    )
    .option('--dry-run', 'say what would change and change nothing')
    .addHelpText(
      'after',
      `
Readiness is another matter, and stays as it is. Running servers follow within a second.

Examples:
  skillfiche ${name} deploy
  skillfiche --bundled ${name} unix-recipes
  skillfiche ${name} "bioskills:*" --for project
`,
    )
    .action(async (refs: readonly string[], flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const report = await withWorkspace(globals, io, async ({ skills }) => {
        // What was proposed is in no catalog yet.
        const status = on ? await skills.status() : undefined;
        const isInUse = (ref: string): boolean => status?.skills.some(({ slug }) => slug === ref) === true;
        const isProposed = (ref: string): boolean =>
          status?.proposals.some(({ id, slug }) => id === ref || (slug === ref && !isInUse(ref))) === true;
        const proposed = refs.filter(isProposed);
        const others = refs.filter((ref) => !proposed.includes(ref));
        const targets = [...proposed, ...(others.length === 0 ? [] : await switchTargets(others, globals, io))];
        return on ? skills.enable(targets, flags) : skills.disable(targets, flags);
      });
      if (globals.json) io.out(`${JSON.stringify(report, undefined, 2)}\n`);
      else io.out(renderSwitches(report));
      if (globals.quiet || globals.json) return;
      if (on && !report.dry_run) io.err(await renderStillOff(report, globals, io));
      if (report.changed.length === 0) return;
      const whose = report.for === 'person' ? '' : ' --for project';
      const back = `skillfiche ${on ? 'disable' : 'enable'} ${report.changed.join(' ')}${whose}`;
      io.err(`skillfiche: ${report.dry_run ? 'dry run, nothing was changed.' : `to undo it: ${back}`}\n`);
    });
}

/** There are two switches of a skill: who turned one on is told where the other keeps it off. */
async function renderStillOff(report: SwitchReport, globals: Globals, io: Io): Promise<string> {
  const data = defaultDataFolder(io.env, homeOf(io.env));
  if (data === undefined) return '';
  const { project } = await readSetup(globals, io);
  const { state } = readSwitches(data, project.key, []);
  const other = report.for === 'person' ? ' --for project' : '';
  return [...report.changed, ...report.unchanged]
    .filter((target) => state.isDisabled(target))
    .map((target) => `skillfiche: ${target} stays off by another switch: skillfiche enable ${target}${other}\n`)
    .join('');
}

function renderSwitches({ enabled, changed, unchanged, dry_run }: SwitchReport): string {
  const state = enabled ? 'on' : 'off';
  return [
    ...changed.map((target) => `${dry_run ? 'would be switched' : 'switched'} ${state}  ${target}\n`),
    ...unchanged.map((target) => `${state} already  ${target}\n`),
  ].join('');
}
