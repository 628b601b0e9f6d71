import { Command, Option } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import type { ContextReport, View } from '../../../catalog/types.ts';
import { globalsOf, wholeNumber, withRoots } from '../globals.ts';
import type { Io } from '../io.ts';
import { openFromFlags } from '../open.ts';

interface Flags {
  readonly maxCharacters?: number;
  readonly via: 'mcp' | 'cli' | 'files';
  readonly format: 'markdown' | 'xml' | 'json';
}

export function contextCommand(io: Io): Command {
  return new Command('context')
    .description('print the block for a system prompt: one line a skill, one counted line a collection')
    .argument('[dir...]', 'the same as --root DIR')
    .option('--max-characters <n>', 'budget of the whole block (default: 8000)', wholeNumber)
    .addOption(new Option('--via <way>', 'how the reader gets on').choices(['mcp', 'cli', 'files']).default('cli'))
    .addOption(
      new Option('--format <format>', 'form of the block').choices(['markdown', 'xml', 'json']).default('markdown'),
    )
    .addHelpText(
      'after',
      `
Examples:
  skillfiche --bundled context
  skillfiche context --root skills --via mcp --max-characters 4000
  skillfiche context --root skills --json      {text, report}
`,
    )
    .action(async (folders: readonly string[], flags: Flags, command: Command) => {
      const globals = withRoots(globalsOf(command), folders);
      const { view } = await openFromFlags(globals, io, { narrow: 'all', audience: 'model' });
      const { maxCharacters, via, format } = flags;
      const result = await view.context({
        via,
        format,
        ...(maxCharacters === undefined ? {} : { max_characters: maxCharacters }),
      });
      if (globals.json) {
        io.out(jsonText(result));
        return;
      }
      io.out(result.text);
      if (!globals.quiet) io.err(describeReport(result.report, view.ledger()));
    });
}

/** What the budget cost, or nothing where it cost nothing. */
function describeReport(report: ContextReport, ledger: ReturnType<View['ledger']>): string {
  const said: string[] = [];
  if (report.shortened > 0) said.push(`${report.shortened} descriptions shortened`);
  if (report.names_only > 0) said.push(`${report.names_only} skills by name only`);
  if (report.folded > 0) said.push(`${report.folded} skills folded into one line`);
  if (report.shadowed > 0) said.push(`${report.shadowed} shadowed skills left out`);
  if (report.collections_shortened > 0) said.push(`${report.collections_shortened} collection lines shortened`);
  if (report.exceeded_by > 0) said.push(`still ${report.exceeded_by} characters over`);
  const unlisted = ledger.withheld > 0 ? 0 : ledger.invalid + ledger.unreadable + ledger.in_broken_collection;
  if (report.ordinary + report.collections === 0 && unlisted > 0)
    return `skillfiche: nothing to show: ${unlisted} SKILL.md could not be listed; \`skillfiche scan --details\` says why.\n`;
  if (report.ordinary + report.collections === 0)
    return 'skillfiche: no skills found; name a folder with --root DIR, or try --bundled.\n';
  if (said.length === 0) return '';
  return `skillfiche: ${report.characters} of ${report.max_characters} characters; ${said.join(', ')}.\n`;
}
