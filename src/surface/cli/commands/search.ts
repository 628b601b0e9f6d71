import { Command } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { toOneLine } from '../../../base/text.ts';
import type { SearchHit, SearchResult } from '../../../base/types.ts';
import { globalsOf, wholeNumber } from '../globals.ts';
import type { Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural } from '../render/diagnostics.ts';
import { showProgress } from '../render/progress.ts';
import { fitCells, measureFor } from '../render/table.ts';

interface Flags {
  readonly collection?: string;
  readonly limit?: number;
  readonly offset?: number;
}

/** Finds the forms of the query's words in a text. */
type Ranges = (text: string) => readonly (readonly [start: number, end: number])[];

export function searchCommand(io: Io): Command {
  return new Command('search')
    .description('find the skill for a task by its words, a tool, a format or a name, the best first')
    .argument('<query...>', 'words of the task; quotes are not needed')
    .option('--collection <id>', 'search the members of this collection only')
    .option('--limit <n>', 'hits shown, 1 to 200 (default: 10)', wholeNumber)
    .option('--offset <n>', 'first hit shown (default: 0)', wholeNumber)
    .addHelpText(
      'after',
      `
Examples:
  skillfiche --bundled search merge two pdf files
  skillfiche --bundled search "which process listens on a port" --collection unix-recipes
  skillfiche search msa parsing --limit 3 --json
  skillfiche search read fasta | cut -f1          the ids alone
`,
    )
    .action(async (words: readonly string[], flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const { view } = await openFromFlags(globals, io, { narrow: 'all' });
      const progress = showProgress(io, globals.quiet, 'reading for the search', 'skills');
      const result = await view.searchSkills({ ...flags, query: words.join(' '), ...progress.options });
      progress.end();
      if (globals.json) {
        io.out(jsonText(result));
        return;
      }
      if (!globals.quiet) io.err(renderSummary(result));
      if (result.skills.length === 0) return;
      io.out(io.isTty ? await renderHits(result, io, createPaint(io, globals.color)) : renderRows(result));
    });
}

/** For a person: name and id, what it is, and why it was found, with the words that were searched for marked. */
async function renderHits(result: SearchResult, io: Io, paint: Paint): Promise<string> {
  const { matchRanges, queryForms } = await import('../../../catalog/search/snippet.ts');
  const forms = queryForms(result.query);
  const ranges: Ranges = (text) => matchRanges(text, forms);
  const measure = await measureFor(result.skills.flatMap((hit) => [hit.description, hit.snippet]));
  const shorten = (text: string): string => (io.columns === undefined ? text : fitCells(text, io.columns - 4, measure));
  const lines = result.skills.flatMap((hit) => [
    `${paint('bold', toOneLine(hit.name))}  ${paint('dim', `${hit.id}${hit.user_only === true ? ', user-only' : ''}`)}`,
    `    ${mark(shorten(toOneLine(hit.description)), ranges, paint)}`,
    ...(isRepeated(hit) ? [] : [`    ${paint('dim', '›')} ${mark(shorten(toOneLine(hit.snippet)), ranges, paint)}`]),
    '',
  ]);
  return lines.join('\n');
}

/** For a program: one line a hit, with id, name, description and snippet apart by tabs. */
function renderRows({ skills }: SearchResult): string {
  return skills
    .map((hit) => `${[hit.id, hit.name, hit.description, hit.snippet].map(toOneLine).join('\t')}\n`)
    .join('');
}

function renderSummary({ total, offset, skills, next_offset }: SearchResult): string {
  if (total === 0) return 'Nothing here fits. Try other words, or page what there is: skillfiche list.\n';
  const range = skills.length === 0 ? 'none from this offset on' : `${offset + 1} to ${offset + skills.length} shown`;
  const next = next_offset === undefined ? '' : `; more: --offset ${next_offset}`;
  const doubt = skills.some(({ match }) => match === 'weak') ? ' They answer in part only.' : '';
  return `${plural(total, 'skill')} found, ${range}${next}.${doubt}\n`;
}

function isRepeated({ description, snippet }: SearchHit): boolean {
  return snippet === '' || description.startsWith(snippet.replace(/…$/, ''));
}

function mark(text: string, ranges: Ranges, paint: Paint): string {
  let marked = '';
  let at = 0;
  for (const [start, end] of ranges(text)) {
    marked += text.slice(at, start) + paint('yellow', text.slice(start, end));
    at = end;
  }
  return marked + text.slice(at);
}
