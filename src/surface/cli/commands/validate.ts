import { resolve } from 'node:path';
import { Command } from 'commander';
import { SkillficheError } from '../../../base/errors.ts';
import type { Diagnostic } from '../../../base/types.ts';
import type { Catalog, SkillEntry } from '../../../catalog/types.ts';
import type { ValidatedSkill } from '../../../catalog/view/validate.ts';
import type { Fixes } from '../../../owner/edit/fix.ts';
import { guardOf, shownPath } from '../edit-target.ts';
import { type Globals, globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { noteMissingDot, openFromFlags, openSetup, readSetup } from '../open.ts';
import { createPaint } from '../render/color.ts';
import { countSeverities, plural, renderDiagnostic } from '../render/diagnostics.ts';
import { renderDiff } from '../render/diff.ts';
import { expandHome, isPathRef, isThere } from '../roots.ts';

interface Flags {
  readonly strict?: boolean;
  readonly fix?: boolean;
  readonly dryRun?: boolean;
}

/** Skills of one catalog that are checked. */
interface Batch {
  readonly catalog: Catalog;
  readonly entries: readonly SkillEntry[];
}

export function validateCommand(io: Io): Command {
  return new Command('validate')
    .description('check skills against the Agent Skills format, with the line and the fix of each finding')
    .argument('[ref...]', 'ids, names, or paths of skills or of whole trees (default: every skill of the roots)')
    .option('--strict', 'count every violation of the format as an error')
    .option('--fix', 'put quotes around text that a colon or " #" breaks: the repairs that keep every word')
    .option('--dry-run', 'with --fix: show what would change and write nothing')
    .addHelpText(
      'after',
      `
Exit code 1 when a finding has severity error.

Examples:
  skillfiche --bundled validate --strict
  skillfiche validate ./skills/deploy
  skillfiche validate ./skills --fix --dry-run | less
  skillfiche validate bioskills:population-genetics/plink-basics --json
`,
    )
    .action(async (refs: readonly string[], flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const dryRun = flags.dryRun === true;
      if (dryRun && flags.fix !== true) {
        throw new SkillficheError('INVALID_ARGUMENT', '--dry-run goes with --fix: validate alone never writes.');
      }
      const batches: Batch[] = [];
      const others: Diagnostic[] = [];
      const { validateSkills } = await import('../../../catalog/view/validate.ts');
      const names = refs.filter((ref) => !isPathRef(ref));
      const strict = flags.strict === true;
      const check = async ({ catalog, entries }: Batch): Promise<ValidatedSkill[]> =>
        validateSkills(catalog, entries, { strict });
      const results: ValidatedSkill[] = [];
      for (const name of names) noteMissingDot(name, io);
      if (names.length > 0 || refs.length === 0) {
        const { catalog, view } = await openFromFlags(globals, io, { onDuplicate: 'report' });
        const entries = refs.length === 0 ? view.entries() : await Promise.all(names.map((name) => view.resolve(name)));
        batches.push({ catalog, entries });
        addAll(results, await check({ catalog, entries }));
        if (refs.length === 0) addAll(others, withoutThose(view.diagnostics, results));
      }
      for (const ref of refs.filter(isPathRef)) {
        const path = resolve(io.cwd, expandHome(ref, io.env)).replace(/[/\\]skill\.md$/i, '');
        if (!isThere(path)) throw new SkillficheError('UNREADABLE', `There is nothing at ${path} to validate.`);
        const setup = await readSetup(globals, io);
        const { catalog, view } = await openSetup(
          { ...setup, only: undefined, roots: [{ id: 'project', kind: 'project', path }] },
          globals,
          io,
          { onDuplicate: 'report' },
        );
        const batch = { catalog, entries: view.entries() };
        batches.push(batch);
        const checked = await check(batch);
        addAll(results, checked);
        addAll(others, withoutThose(view.diagnostics, checked));
      }
      if (flags.fix !== true) {
        report(results, others, io, globals);
        return;
      }
      const { fixSkills } = await import('../../../owner/edit/fix.ts');
      const shownAs = (path: string): string => shownPath(path, io);
      const fixed = await fixSkills(results, { dryRun, guard: await guardOf(globals, io), shownAs });
      printFixes(fixed, io, globals);
      // What is reported is what is left.
      const isWritten = fixed.fixes.some(({ written }) => written);
      const left = isWritten ? (await Promise.all(batches.map(check))).flat() : results;
      report(left, others, io, globals, fixed);
    });
}

/** A call takes some 100,000 arguments; a registry has more skills. */
function addAll<T>(to: T[], from: readonly T[]): void {
  for (const one of from) to.push(one);
}

/** What no skill carries: markers, files that are no skill. */
function withoutThose(diagnostics: readonly Diagnostic[], checked: readonly ValidatedSkill[]): Diagnostic[] {
  const paths = new Set(checked.map(({ path }) => path));
  return diagnostics.filter(({ path }) => !paths.has(path));
}

function printFixes({ fixes, not_fixed }: Fixes, io: Io, globals: Globals): void {
  const paint = createPaint(io, globals.color);
  if (!globals.json) for (const { diff } of fixes) io.out(renderDiff(diff, io, paint));
  if (!globals.json && fixes.length > 0) io.out('\n');
  if (globals.quiet) return;
  for (const { message } of not_fixed) io.err(`skillfiche: ${message}\n`);
  const isDry = fixes.some(({ written }) => !written);
  io.err(`skillfiche: ${plural(fixes.length, 'file')} ${isDry ? 'would be fixed, nothing was written' : 'fixed'}.\n`);
}

function report(
  results: readonly ValidatedSkill[],
  others: readonly Diagnostic[],
  io: Io,
  globals: Globals,
  fixed?: Fixes,
): void {
  const all = [...results.flatMap((result) => result.diagnostics), ...others];
  const invalid = results.filter((result) => !result.valid).length;
  if (globals.json) {
    io.out(
      `${JSON.stringify({ checked: results.length, valid: results.length - invalid, skills: results, diagnostics: others, ...fixed }, undefined, 2)}\n`,
    );
  } else {
    const paint = createPaint(io, globals.color);
    for (const one of all) io.out(renderDiagnostic(one, paint));
    if (all.length > 0) io.out('\n');
    io.out(`${plural(results.length, 'skill')} checked, ${invalid} invalid: ${countSeverities(all)}.\n`);
  }
  if (all.some((one) => one.severity === 'error')) throw new Exit(EXIT.findings);
}
