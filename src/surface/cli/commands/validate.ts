import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { internalError, SkillficheError } from '../../../base/errors.ts';
import { jsonText } from '../../../base/json-text.ts';
import type { Profile } from '../../../format/skill/rules/profile-names.ts';
import type { Fixes } from '../../../owner/edit/fix.ts';
import type { ValidateOptions, ValidateReport } from '../../../owner/edit/validate.ts';
import { guardFromFlags, pathFromHere } from '../edit-target.ts';
import { type Globals, globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { openFromFlags, openSetup, readSetup, refOrPath } from '../open.ts';
import { createPaint } from '../render/color.ts';
import { plural, renderDiagnostic } from '../render/diagnostics.ts';
import { renderDiff } from '../render/diff.ts';
import { Findings } from '../render/findings.ts';
import { showProgress } from '../render/progress.ts';
import { expandHome, isPathRef, isThere } from '../roots.ts';

interface Flags {
  readonly strict?: boolean;
  readonly profile?: Profile;
  readonly details?: boolean;
  readonly fix?: boolean;
  readonly dryRun?: boolean;
}

export function validateCommand(io: Io): Command {
  return new Command('validate')
    .description('check skills against the Agent Skills format, with the line and the fix of each finding')
    .argument('[ref...]', 'ids, names, or paths of skills or of whole trees (default: every skill of the roots)')
    .addOption(
      new Option('--profile <name>', 'whose rules: what agents read, our own gate, or what another reader accepts')
        .choices(['lenient', 'strict', 'agentskills', 'claude', 'codex'])
        .default('lenient'),
    )
    .option('--strict', 'the same as --profile strict: the gate for skills of your own, every file of them')
    .option('--details', 'list every finding, as it is found; else the first five of each kind and how many there are')
    .option('--fix', 'put quotes around text that a colon or " #" breaks: the repairs that keep every word')
    .option('--dry-run', 'with --fix: show what would change and write nothing')
    .addHelpText(
      'after',
      `
Exit code 1 when a finding has severity error.

Examples:
  skillfiche --bundled validate --strict
  skillfiche validate ./skills/deploy
  skillfiche validate ./skills --profile agentskills
  skillfiche validate ./skills --fix --dry-run | less
  skillfiche validate bioskills:population-genetics/plink-basics --json
`,
    )
    .action(async (given: readonly string[], flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const refs: string[] = [];
      for (const ref of given) refs.push(await refOrPath(ref, globals, io));
      const dryRun = flags.dryRun === true;
      if (dryRun && flags.fix !== true) {
        throw new SkillficheError('INVALID_ARGUMENT', '--dry-run goes with --fix: validate alone never writes.');
      }
      const names = refs.filter((ref) => !isPathRef(ref));
      const paths = refs
        .filter(isPathRef)
        .map((ref) => resolve(io.cwd, expandHome(ref, io.env)).replace(/[/\\]skill\.md$/i, ''));
      const absent = paths.find((path) => !isThere(path));
      if (absent !== undefined) throw new SkillficheError('UNREADABLE', `There is nothing at ${absent} to validate.`);
      const progress = showProgress(io, globals.quiet, 'checking', 'skills');
      const paint = createPaint(io, globals.color);
      const details = flags.details === true;
      const findings = new Findings(
        details && !globals.json ? (one) => io.out(renderDiagnostic(one, paint)) : undefined,
      );
      const json = globals.json ? new JsonSkills(io) : undefined;
      const how: ValidateOptions = {
        ...progress.options,
        onSkill: (skill) => {
          findings.add(skill.diagnostics);
          json?.add(skill);
        },
        profile: flags.strict === true ? 'strict' : (flags.profile ?? 'lenient'),
        ...(flags.fix === true
          ? {
              fix: true,
              dryRun,
              guard: await guardFromFlags(globals, io),
              shownAs: (path: string) => pathFromHere(path, io),
            }
          : {}),
      };
      const reports: ValidateReport[] = [];
      if (names.length > 0 || refs.length === 0) {
        const { catalog, view } = await openFromFlags(globals, io, { onDuplicate: 'report' });
        reports.push(await catalog.validate({ ...how, view, ...(refs.length === 0 ? {} : { refs: names }) }));
      }
      for (const path of paths) {
        const setup = await readSetup(globals, io);
        const { catalog, view } = await openSetup(
          { ...setup, only: undefined, roots: [{ id: 'project', kind: 'project', path }] },
          globals,
          io,
          { onDuplicate: 'report' },
        );
        reports.push(await catalog.validate({ ...how, view }));
      }
      progress.end();
      const [first, ...others] = reports;
      const report = first === undefined || others.length === 0 ? first : joined(reports);
      if (report === undefined) throw internalError('nothing was validated');
      const { fixes, not_fixed } = report;
      if (fixes !== undefined && not_fixed !== undefined) printFixes({ fixes, not_fixed }, dryRun, io, globals);
      findings.add(report.diagnostics);
      if (json === undefined) show(report, findings, details, io, globals);
      else json.end(report);
      if (findings.errors > 0) throw new Exit(EXIT.findings);
    });
}

/** The report as JSON, each skill written when it was checked: what is held does not grow with their number. */
class JsonSkills {
  readonly #io: Io;
  #written = 0;

  constructor(io: Io) {
    this.#io = io;
  }

  add(skill: ValidateReport['skills'][number]): void {
    this.#io.out(`${this.#written++ === 0 ? '{\n  "skills": [' : ','}\n${indented(skill, 4)}`);
  }

  end({ skills: _, ...rest }: ValidateReport): void {
    this.#io.out(this.#written === 0 ? '{\n  "skills": [' : '\n  ');
    this.#io.out(`],\n${indented(rest, 0).slice('{\n'.length)}\n`);
  }
}

/** JSON as we print it, so many blanks further in. */
function indented(value: unknown, blanks: number): string {
  return jsonText(value).trimEnd().replace(/^/gm, ' '.repeat(blanks));
}

/** Several trees that were checked one after the other, as one report. */
function joined(reports: readonly ValidateReport[]): ValidateReport {
  const isFixing = reports.some(({ fixes }) => fixes !== undefined);
  return {
    checked: reports.reduce((sum, { checked }) => sum + checked, 0),
    valid: reports.reduce((sum, { valid }) => sum + valid, 0),
    skills: reports.flatMap(({ skills }) => skills),
    diagnostics: reports.flatMap(({ diagnostics }) => diagnostics),
    ...(isFixing
      ? {
          fixes: reports.flatMap(({ fixes = [] }) => fixes),
          not_fixed: reports.flatMap(({ not_fixed = [] }) => not_fixed),
        }
      : {}),
  };
}

function printFixes({ fixes, not_fixed }: Fixes, dryRun: boolean, io: Io, globals: Globals): void {
  const paint = createPaint(io, globals.color);
  if (!globals.json) for (const { diff } of fixes) io.out(renderDiff(diff, io, paint));
  if (!globals.json && fixes.length > 0) io.out('\n');
  if (globals.quiet) return;
  for (const { message } of not_fixed) io.err(`skillfiche: ${message}\n`);
  io.err(`skillfiche: ${plural(fixes.length, 'file')} ${dryRun ? 'would be fixed, nothing was written' : 'fixed'}.\n`);
}

/** Places shown of one code; a tree of thousands has as many of some. */
const SHOWN_PLACES = 5;

function show(report: ValidateReport, findings: Findings, details: boolean, io: Io, globals: Globals): void {
  const { checked, valid } = report;
  if (!details) io.out(findings.render(createPaint(io, globals.color), SHOWN_PLACES));
  if (findings.total > 0) io.out('\n');
  io.out(`${plural(checked, 'skill')} checked, ${checked - valid} invalid: ${findings.summary()}.\n`);
}
