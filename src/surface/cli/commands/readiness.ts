import { Command, Option } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { MAX_EVIDENCE_UNASKED } from '../../../base/limits.ts';
import { toOneLine } from '../../../base/text.ts';
import type { ReadinessState } from '../../../base/types.ts';
import { summarizeReadiness, waitsFor } from '../../../catalog/readiness/summary.ts';
import type { ReadinessSummary, SkillReadiness, View } from '../../../catalog/types.ts';
import { type Globals, globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { openForRef, openFromFlags, refOrPath } from '../open.ts';
import { renderBar } from '../render/bar.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural } from '../render/diagnostics.ts';
import { renderEntries } from '../render/entries.ts';
import { renderTable } from '../render/table.ts';
import { isPathRef } from '../roots.ts';
import { evidenceCommand } from './readiness-evidence.ts';

interface Flags {
  readonly collection?: string;
  readonly state?: ReadinessState;
  readonly missing?: string;
  readonly why?: boolean;
}

/** Requirements named in the summary; `--json` has all of them. */
const SHOWN_MISSING = 10;

export function readinessCommand(io: Io): Command {
  return new Command('readiness')
    .description('say which skills can run on this machine, and what the others wait for; nothing is started or opened')
    .argument('[ref...]', 'ids, names or paths (default: a summary of every skill)')
    .option('--collection <id>', 'only the members of this collection')
    .addOption(
      new Option('--state <state>', 'list the skills in this state').choices(['ready', 'needs_setup', 'unknown']),
    )
    .option('--missing <requirement>', 'list the skills that wait for it, such as bin:samtools')
    .option('--why', 'give the reason for each requirement, with the line that declares it')
    .addHelpText(
      'after',
      `
Examples:
  skillfiche --bundled readiness
  skillfiche readiness --collection bioskills --state needs_setup
  skillfiche readiness --missing bin:samtools
  skillfiche readiness deploy --why
  skillfiche readiness evidence bioskills        what their commands and code show that they need
`,
    )
    .action(async (refs: readonly string[], flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const { skills, collections, view } = await judge(refs, flags, globals, io);
      const isList = refs.length > 0 || flags.state !== undefined || flags.missing !== undefined || flags.why === true;
      const summary =
        isList || view === undefined
          ? summarizeReadiness(skills, collections)
          : await summarize(view, flags, globals.cache !== false, io);
      const listed = skills.filter((one) => matches(one, flags));
      if (globals.json) {
        io.out(jsonText({ summary, skills: listed }));
        return;
      }
      const paint = createPaint(io, globals.color);
      if (flags.why === true) io.out(listed.map((one) => renderReasons(one, paint)).join('\n'));
      else if (isList) io.out(await renderList(listed, io, paint));
      if (isList) io.out(paint('dim', `${plural(listed.length, 'skill')} of ${skills.length}.\n`));
      else io.out(await renderSummary(summary, io, paint));
    })
    .addCommand(evidenceCommand(io));
}

/**
 * The summary with what skills show that they need. It is read once and kept, so that it costs little the next time;
 * without a cache, and of very large trees, only `readiness evidence` reads it.
 */
async function summarize(view: View, { collection }: Flags, isKept: boolean, io: Io): Promise<ReadinessSummary> {
  const of = collection === undefined ? {} : { collection };
  const summary = await view.readinessSummary({ ...of, evidence: 'kept' });
  const { evidence_unread: unread = 0 } = summary;
  if (unread === 0 || !isKept || unread > MAX_EVIDENCE_UNASKED) return summary;
  if (io.isErrTty) io.err(`skillfiche: reading what ${plural(unread, 'skill')} show that they need ...\n`);
  return view.readinessSummary({ ...of, evidence: 'read' });
}

async function judge(
  given: readonly string[],
  flags: Flags,
  globals: Globals,
  io: Io,
): Promise<{
  readonly skills: readonly SkillReadiness[];
  readonly collections: ReadonlySet<string>;
  /** Where everything was asked for. */
  readonly view?: View;
}> {
  const ask = { why: flags.why === true, ...(flags.collection === undefined ? {} : { collection: flags.collection }) };
  const refs: string[] = [];
  for (const ref of given) refs.push(await refOrPath(ref, globals, io));
  const names = refs.filter((ref) => !isPathRef(ref));
  let skills: SkillReadiness[] = [];
  const collections = new Set<string>();
  const note = (view: View) => {
    for (const { id } of view.collections()) collections.add(id);
  };
  if (names.length > 0 || refs.length === 0) {
    const { view } = await openFromFlags(globals, io, { narrow: 'allowlist' });
    skills = [...(await view.readiness(refs.length === 0 ? undefined : names, ask))];
    note(view);
    if (refs.length === 0) return { skills, collections, view };
  }
  for (const path of refs.filter(isPathRef)) {
    const { view, ref } = await openForRef(path, globals, io, 'allowlist');
    skills.push(...(await view.readiness([ref], ask)));
    note(view);
  }
  return { skills, collections };
}

function matches(skill: SkillReadiness, { state, missing }: Flags): boolean {
  return (
    (state === undefined || skill.readiness.state === state) &&
    (missing === undefined || waitsFor(skill).includes(missing))
  );
}

function wordOf(state: ReadinessState): string {
  return state.replace('_', ' ');
}

const BAR_CELLS = 18;
const LEAST_BAR_CELLS = 6;

async function renderSummary(summary: ReadinessSummary, io: Io, paint: Paint): Promise<string> {
  const named = summary.scopes.map((scope) => (scope.kind === 'root' ? `${scope.id} (ordinary)` : scope.id));
  const titles = ['READY', 'SETUP', 'UNKNOWN', 'UNDECLARED'];
  // Ids and counts stay whole in a narrow terminal; the bar takes what they leave.
  const taken = [...titles, named.reduce((a, b) => (a.length > b.length ? a : b), 'TREE')];
  const room = (io.columns ?? Number.POSITIVE_INFINITY) - taken.reduce((sum, text) => sum + text.length + 2, 0);
  const barCells = Math.min(BAR_CELLS, room);
  const hasBar = barCells >= LEAST_BAR_CELLS;
  const bars = summary.scopes.map((scope) =>
    renderBar(
      [
        { count: scope.ready, mark: '█', style: 'green' },
        { count: scope.needs_setup, mark: '▒', style: 'yellow' },
        { count: scope.unknown, mark: '·', style: 'dim' },
      ],
      hasBar ? barCells : BAR_CELLS,
      paint,
    ),
  );
  const rows = summary.scopes.map((scope, at) => [
    named[at] ?? '',
    ...(hasBar ? [bars[at] ?? ''] : []),
    String(scope.ready),
    String(scope.needs_setup),
    String(scope.unknown),
    String(scope.total - scope.declared),
  ]);
  if (rows.length === 0) return 'There are no skills.\n';
  const columns = [
    { title: 'TREE' },
    ...(hasBar ? [{ title: '' }] : []),
    ...titles.map((title) => ({ title, right: true })),
  ];
  const parts = [await renderTable(columns, rows, io.columns)];
  const { total, ready, needs_setup, unknown } = summary;
  const legend = hasBar ? '█ ready  ▒ needs setup  · unknown' : 'Ready, needs setup, unknown';
  parts.push(paint('dim', `${legend}: ${ready}, ${needs_setup} and ${unknown} of ${plural(total, 'skill')}.\n`));
  parts.push(...renderKnown(summary, paint));
  if (summary.missing.length > 0) {
    parts.push('\nMissing most:\n');
    const shown = summary.missing.slice(0, SHOWN_MISSING);
    const waiting = shown.map(({ requirement, skills, alone }) => [requirement, String(skills), String(alone)]);
    const titles = [
      { title: 'REQUIREMENT', flexible: true },
      { title: 'SKILLS WAIT FOR IT', right: true },
      { title: 'FOR NOTHING ELSE', right: true },
    ];
    parts.push(await renderTable(titles, waiting, io.columns));
    const more = summary.missing.length - shown.length;
    if (more > 0) parts.push(paint('dim', `and ${more} more; --json has all.\n`));
    parts.push(
      `\nList them: skillfiche readiness --missing '${shown[0]?.requirement}', or --state needs_setup; --why gives the reasons.\n`,
    );
  } else if (unknown > 0) parts.push('\nList what nobody can tell: skillfiche readiness --state unknown --why\n');
  return parts.join('');
}

/** On whose word each tree is judged, and what to install for the most of it to be ready. */
function renderKnown(summary: ReadinessSummary, paint: Paint): string[] {
  const lines = summary.scopes.flatMap((scope) => {
    const { id, declared, by_review, by_evidence, evidence_only = 0, evidence_unread = 0, unlock } = scope;
    if (by_review + by_evidence + evidence_only + evidence_unread === 0) return [];
    const said = [
      `${declared} by declaration`,
      `${by_review} by review`,
      ...(by_evidence > 0 ? [`${by_evidence} by evidence accepted unread`] : []),
    ];
    const rest = [
      ...(evidence_only > 0 ? [`${evidence_only} have only evidence`] : []),
      ...(evidence_unread > 0 ? [`of ${evidence_unread} no evidence was read`] : []),
    ];
    const judged = `${toOneLine(id)}: judged ${said.join(', ')}${rest.length === 0 ? '' : `; ${rest.join(', ')}`}.\n`;
    if (unlock === undefined) return [judged];
    const names = unlock.install.map((one) => toOneLine(one.slice(one.indexOf(':') + 1)));
    return [
      judged,
      `  install ${names.join(', ')}: ${plural(unlock.skills, 'skill')} would lack nothing that is known\n`,
    ];
  });
  const hint =
    (summary.evidence_only ?? 0) + (summary.evidence_unread ?? 0) > 0
      ? ['Evidence is no verdict: skillfiche readiness evidence shows it, inventory review makes it one.\n']
      : [];
  return lines.length === 0 ? [] : ['\n', ...lines, ...hint.map((line) => paint('dim', line))];
}

async function renderList(skills: readonly SkillReadiness[], io: Io, paint: Paint): Promise<string> {
  if (skills.length === 0) return '';
  const entries = skills.map((skill) => {
    const waiting = waitsFor(skill);
    const { state, declared, unverifiable, reviewed_by } = skill.readiness;
    const isSaid = declared || unverifiable.length > 0 || reviewed_by !== undefined;
    const said = reviewed_by === 'evidence' ? ['accepted from evidence'] : [];
    const what = isSaid
      ? [...waiting, ...(waiting.length === 0 ? unverifiable : []), ...said].join(', ')
      : 'declares nothing';
    const id = toOneLine(skill.id);
    return { cells: [id, wordOf(state), toOneLine(what)], place: id, about: wordOf(state) };
  });
  return renderEntries(['ID', 'READINESS', 'WAITS FOR, OR CANNOT BE CHECKED'], entries, io.columns, paint);
}

const MARKS = {
  met: ['green', '+'],
  missing: ['yellow', '-'],
  unverifiable: ['cyan', '?'],
  not_needed: ['dim', ' '],
} as const;

/** On whose word the verdict is. */
function aboutWord({ declared, reviewed_by }: SkillReadiness['readiness']): string {
  if (reviewed_by === 'evidence') return ' (its evidence was accepted unread)';
  if (reviewed_by === 'person') return ' (reviewed)';
  return declared ? '' : ' (declares nothing)';
}

function renderReasons(skill: SkillReadiness, paint: Paint): string {
  const { readiness, reasons = [] } = skill;
  const lines = [`${paint('bold', toOneLine(skill.id))}: ${wordOf(readiness.state)}${aboutWord(readiness)}`];
  for (const { requirement, state, source, line, note } of reasons) {
    const [style, mark] = MARKS[state];
    lines.push(
      `  ${paint(style, mark)} ${toOneLine(requirement)}: ${note} ${paint('dim', `(${toOneLine(source)}${line === undefined ? '' : `, line ${line}`})`)}`,
    );
  }
  for (const posture of readiness.blocked_on) {
    lines.push(`  ${paint('yellow', '-')} ${posture}: It opens network connections itself, which is not allowed here.`);
  }
  return `${lines.join('\n')}\n`;
}
