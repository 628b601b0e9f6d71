import { Command, Option } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { isPathRef } from '../../../base/paths.ts';
import { toOneLine } from '../../../base/text.ts';
import type { SkillPage, SkillRow } from '../../../base/types.ts';
import type { ListOptions } from '../../../catalog/types.ts';
import { NETWORK_MODES, READINESS_STATES } from '../../../catalog/view/list-filter.ts';
import { globalsOf, wholeNumber, withRoots } from '../globals.ts';
import type { Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural } from '../render/diagnostics.ts';
import { type Entry, renderEntries } from '../render/entries.ts';
import { renderTable, wrapText } from '../render/table.ts';

type Flags = Omit<ListOptions, 'collection'>;

export function listCommand(io: Io): Command {
  return new Command('list')
    .description('page the skills: ordinary ones and every collection, or the members of one collection')
    .argument('[collection]', "a collection's id, or a folder: the same as --root DIR")
    .option('--offset <n>', 'first row (default: 0)', wholeNumber)
    .option('--limit <n>', 'rows of a page, 1 to 200 (default: 50)', wholeNumber)
    .addOption(new Option('--state <state>', 'only those that are so on this machine').choices(READINESS_STATES))
    .addOption(new Option('--network <mode>', 'only those that want the network so').choices(NETWORK_MODES))
    .option('--match <text>', 'only those with this text in name, id or description, in any case')
    .addHelpText(
      'after',
      `
With a filter each collection shows how many of its members fit.

Examples:
  skillfiche --bundled list
  skillfiche --bundled list --match csv --state ready
  skillfiche --bundled list unix-recipes
  skillfiche list bioskills --offset 50 --limit 100 --json
`,
    )
    .action(async (given: string | undefined, flags: Flags, command: Command) => {
      const isFolder = given !== undefined && isPathRef(given);
      const globals = withRoots(globalsOf(command), isFolder ? [given] : []);
      const collection = isFolder ? undefined : given;
      const { view } = await openFromFlags(globals, io, { narrow: 'all' });
      const { disabled } = view.ledger();
      if (disabled > 0 && globals.only === undefined && !globals.quiet) {
        const what = `${plural(disabled, 'skill')} ${disabled === 1 ? 'is' : 'are'} switched off and not listed`;
        io.err(`skillfiche: ${what}: \`disable\`, skillfiche.json or a configuration says so.\n`);
      }
      const page = await view.listSkills({ ...flags, ...(collection === undefined ? {} : { collection }) });
      if (globals.json) {
        io.out(jsonText(page));
        return;
      }
      io.out(await renderPage(page, io, createPaint(io, globals.color)));
    });
}

/** Behind a name that another skill has; below the rows it says which. */
const HIDDEN = ' *';

/** A skill as a list shows it. Its name is said beside its place only where the place does not say it. */
function entryOf(skill: SkillRow, collection: string | undefined): Entry {
  const place = toOneLine(collection === undefined ? skill.id : skill.id.slice(collection.length + 1));
  const hidden = skill.shadowed_by === undefined ? '' : HIDDEN;
  const bare = toOneLine(skill.name);
  const name = bare + hidden;
  const only = skill.user_only === true ? ', user-only' : '';
  const readiness = skill.readiness.state.replace('_', ' ');
  const network = skill.network.mode.replace('_', ' ');
  const isNamedByPlace = hidden === '' && (place === bare || place.endsWith(`/${bare}`) || place.endsWith(`:${bare}`));
  return {
    cells: [skill.user_only === true ? `${name} (user-only)` : name, place, readiness, network, skill.description],
    place,
    about: [...(isNamedByPlace ? [] : [name]), readiness, `network ${network}${only}`].join(', '),
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
    for (const { id, name, shadowed_by } of page.skills) {
      if (shadowed_by === undefined) continue;
      const said = `* ${toOneLine(name)} is the name of ${toOneLine(shadowed_by)}; this one is reached as ${toOneLine(id)}.`;
      parts.push((await wrapText(said, io.columns)).trimEnd());
    }
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
