import { Command } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { toOneLine } from '../../../base/text.ts';
import { cleanText } from '../../../catalog/context/frame.ts';
import type { LoadedSkill } from '../../../catalog/types.ts';
import { type Globals, globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { openForRef } from '../open.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural } from '../render/diagnostics.ts';
import { renderTable, wrapText } from '../render/table.ts';

interface Flags {
  readonly body?: boolean;
  readonly file?: string;
}

export function showCommand(io: Io): Command {
  return new Command('show')
    .description('print one skill: what it is, its recipe and its files; or one of its files')
    .argument('<ref>', 'an id, a name, or a path that starts with . / ~ or a drive letter')
    .option('--body', 'print the recipe alone, byte for byte')
    .option('--file <path>', 'print one file of the skill, byte for byte')
    .addHelpText(
      'after',
      `
Examples:
  skillfiche --bundled show using-skillfiche
  skillfiche show bioskills:alignment/msa-parsing --body
  skillfiche show ./skills/deploy --json
  skillfiche show deploy --file references/checklist.md
  skillfiche show -- --help                   a skill that is really named --help
`,
    )
    .action(async (given: string, flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const { view, ref } = await openForRef(given, globals, io);
      await orSwitchedOff(view.resolve(ref), ref, globals, io);
      if (flags.file !== undefined) {
        if (globals.json) io.out(jsonText(await view.readSkillFile(ref, flags.file)));
        else printBytes(io, await view.readBytes(ref, flags.file));
        return;
      }
      const skill = await view.loadSkill(ref);
      if (globals.json) io.out(jsonText(skill));
      else if (flags.body === true) printText(io, skill.body);
      else io.out(await renderSkill(skill, io, createPaint(io, globals.color)));
    });
}

/** Who asks for a skill by a name that is switched off is told so, and not that there is none. */
async function orSwitchedOff(resolved: Promise<unknown>, ref: string, globals: Globals, io: Io): Promise<void> {
  try {
    await resolved;
  } catch (error) {
    throw (await (await import('../switched-off.ts')).switchedOff(error, ref, globals, io)) ?? error;
  }
}

/** A terminal obeys control characters, so there they are taken out; a pipe gets what is there. */
function printText(io: Io, text: string): void {
  io.out(io.isTty ? cleanText(text) : text);
}

function printBytes(io: Io, bytes: Uint8Array): void {
  if (!io.isTty) io.outBytes(bytes);
  else if (bytes.includes(0))
    io.err(`skillfiche: a binary file of ${bytes.length} bytes is not printed to a terminal; redirect it to a file.\n`);
  else io.out(cleanText(Buffer.from(bytes).toString('utf8')));
}

/** A folder with too many files has as many that are left out: somebody came for the recipe. */
const SHOWN_LEFT_OUT = 10;

async function renderSkill(skill: LoadedSkill, io: Io, paint: Paint): Promise<string> {
  const head: [string, string][] = [
    ['id', skill.id],
    ['digest', skill.digest],
    ['folder', skill.folder],
    ['readiness', readinessLine(skill)],
    [
      'network',
      skill.network.domains.length === 0
        ? skill.network.mode
        : `${skill.network.mode} (${skill.network.domains.join(', ')})`,
    ],
  ];
  if (skill.user_only === true) head.push(['audience', 'user-only: models are not shown it']);
  if (skill.shadowed_by !== undefined) head.push(['hidden by', skill.shadowed_by]);
  if (skill.diagnostics.length > 0)
    head.push(['findings', `${plural(skill.diagnostics.length, 'finding')}: skillfiche validate ${skill.id}`]);
  const width = io.columns;
  const lines = head.map(([key, value]) => `${paint('dim', `${key.padEnd(10)}`)} ${toOneLine(value)}\n`).join('');
  const description = await wrapText(toOneLine(skill.description), width);
  const files = await renderTable(
    [{ title: 'FILE', flexible: 'start' }, { title: 'KIND' }, { title: 'BYTES', right: true }],
    skill.files.map((file) => [toOneLine(file.path), file.kind, String(file.size)]),
    width,
  );
  const leftOut = skill.left_out.slice(0, SHOWN_LEFT_OUT).map(({ path, reason }) => `${toOneLine(path)} (${reason})`);
  const more = skill.left_out.length - leftOut.length;
  const others = more > 0 ? ` and ${more} more; --json has all` : '';
  const missing = leftOut.length === 0 ? '' : paint('dim', `Not served: ${leftOut.join(', ')}${others}.\n`);
  const body = cleanText(skill.body).trim();
  return `${paint('bold', toOneLine(skill.name))}\n${description}\n${lines}\n${files}${missing}\n${body}\n`;
}

function readinessLine({ readiness }: LoadedSkill): string {
  const reasons = [...readiness.missing, ...readiness.blocked_on];
  if (reasons.length > 0) return `${readiness.state.replace('_', ' ')}: missing ${reasons.join(', ')}`;
  if (!readiness.declared) return 'unknown: it declares no requirements';
  if (readiness.unverifiable.length > 0)
    return `${readiness.state}: cannot be checked: ${readiness.unverifiable.join(', ')}`;
  return readiness.state;
}
