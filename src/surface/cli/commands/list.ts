import { Command } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { toOneLine } from '../../../base/text.ts';
import type { SkillPage, SkillRow } from '../../../base/types.ts';
import { globalsOf, wholeNumber } from '../globals.ts';
import type { Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural } from '../render/diagnostics.ts';
import { type Entry, renderEntries } from '../render/entries.ts';
import { renderTable } from '../render/table.ts';

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
      const { view } = await openFromFlags(globals, io, { narrow: 'all' });
      const page = await view.listSkills({ ...flags, ...(collection === undefined ? {} : { collection }) });
      if (globals.json) {
        io.out(jsonText(page));
        return;
      }
      io.out(await renderPage(page, io, createPaint(io, globals.color)));
    });
}

/** A skill as a list shows it. Its name is said beside its place only where the place does not say it. */
function entryOf(skill: SkillRow, collection: string | undefined): Entry {
  const place = toOneLine(collection === undefined ? skill.id : skill.id.slice(collection.length + 1));
  const hidden = skill.shadowed_by === undefined ? '' : ` (hidden by ${toOneLine(skill.shadowed_by)})`;
  const bare = toOneLine(skill.name);
  const name = bare + hidden;
  const readiness = skill.readiness.state.replace('_', ' ');
  const network = skill.network.mode.replace('_', ' ');
  const isNamedByPlace = hidden === '' && (place === bare || place.endsWith(`/${bare}`) || place.endsWith(`:${bare}`));
  return {
    cells: [name, place, readiness, network, skill.description],
    place,
    about: [...(isNamedByPlace ? [] : [name]), readiness, `network ${network}`].join(', '),
  };
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
    const titles = ['NAME', page.collection === undefined ? 'ID' : 'PATH', 'READINESS', 'NETWORK', 'DESCRIPTION'];
    const entries = page.skills.map((skill) => entryOf(skill, page.collection));
    parts.push(await renderEntries(titles, entries, io.columns, paint));
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
