import { Command } from 'commander';
import { toOneLine } from '../../base/text.ts';
import type { SkillPage } from '../../base/types.ts';
import { globalsOf, wholeNumber } from '../globals.ts';
import type { Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural } from '../render/diagnostics.ts';
import { fitCells, measureFor, renderTable } from '../render/table.ts';

interface Flags {
  readonly offset?: number;
  readonly limit?: number;
}

export function listCommand(io: Io): Command {
  return new Command('list')
    .description('page the skills: ordinary ones and every collection, or the members of one collection')
    .argument('[collection]', "a collection's id")
    .option('--offset <n>', 'first row (default: 0)', wholeNumber)
    .option('--limit <n>', 'rows of a page, 1 to 200 (default: 50)', wholeNumber)
    .addHelpText(
      'after',
      `
Examples:
  skillfiche --bundled list
  skillfiche --bundled list unix-recipes
  skillfiche list bioskills --offset 50 --limit 100 --json
`,
    )
    .action(async (collection: string | undefined, flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const { view } = await openFromFlags(globals, io);
      const page = await view.listSkills({ ...flags, ...(collection === undefined ? {} : { collection }) });
      if (globals.json) {
        io.out(`${JSON.stringify(page, undefined, 2)}\n`);
        return;
      }
      io.out(await renderPage(page, io, createPaint(io, globals.color)));
    });
}

/** A description shorter than this says too little to be worth a column. */
const LEAST_DESCRIPTION_CELLS = 40;

/**
 * A table where it leaves room for descriptions; else two lines a skill: what names it, whole, since somebody will
 * want to copy it, and what it does.
 */
async function renderSkills(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
  paint: Paint,
): Promise<string> {
  const measure = await measureFor(rows.flat());
  const widest = titles.map((title, at) => Math.max(title.length, ...rows.map((row) => measure(row[at] ?? ''))));
  const taken = widest.reduce((sum, cells) => sum + cells + 2, 0);
  if (width === undefined || width - taken >= LEAST_DESCRIPTION_CELLS) {
    const columns = [...titles.map((title) => ({ title })), { title: 'DESCRIPTION', flexible: true }];
    return renderTable(columns, rows, width);
  }
  return rows
    .map(([name = '', place = '', readiness = '', network = '', description = '']) => {
      const isNamedByPlace = place === name || place.endsWith(`/${name}`) || place.endsWith(`:${name}`);
      const about = [...(isNamedByPlace ? [] : [name]), readiness, `network ${network}`].join(', ');
      return `${paint('bold', place)}  ${paint('dim', about)}\n    ${fitCells(description, width - 4, measure)}\n`;
    })
    .join('');
}

export async function renderPage(page: SkillPage, io: Io, paint: Paint): Promise<string> {
  const parts: string[] = [];
  if (page.collections !== undefined && page.collections.length > 0) {
    const rows = page.collections.map((one) => [one.id, String(one.count), toOneLine(one.prompt_line)]);
    parts.push(
      await renderTable(
        [{ title: 'COLLECTION' }, { title: 'RECIPES', right: true }, { title: 'PROMPT LINE', flexible: true }],
        rows,
        io.columns,
      ),
    );
  }
  if (page.skills.length > 0) {
    const rows = page.skills.map((skill) => [
      toOneLine(skill.name) + (skill.shadowed_by === undefined ? '' : ` (hidden by ${toOneLine(skill.shadowed_by)})`),
      toOneLine(page.collection === undefined ? skill.id : skill.id.slice(page.collection.length + 1)),
      skill.readiness.state.replace('_', ' '),
      skill.network.mode.replace('_', ' '),
      skill.description,
    ]);
    const titles = ['NAME', page.collection === undefined ? 'ID' : 'PATH', 'READINESS', 'NETWORK'];
    parts.push(await renderSkills(titles, rows, io.columns, paint));
  }
  const last = page.offset + page.count;
  const what =
    page.collection === undefined
      ? plural(page.total, 'ordinary skill')
      : `${plural(page.total, 'recipe')} in ${page.collection}`;
  const range =
    page.count > 0
      ? `, ${page.offset + 1} to ${last} shown`
      : page.total > 0
        ? `, none from ${page.offset + 1} on`
        : '';
  const next = page.next_offset === undefined ? '' : `; the next page is the same with --offset ${page.next_offset}`;
  parts.push(paint('dim', `${what}${range}${next}.`), '');
  return parts.join('\n');
}
