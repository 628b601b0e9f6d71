import { resolve } from 'node:path';
import { Command } from 'commander';
import type { ValidatedSkill } from '../../app/validate.ts';
import type { Diagnostic } from '../../base/types.ts';
import { globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { openFromFlags, openSetup, readSetup } from '../open.ts';
import { createPaint } from '../render/color.ts';
import { countSeverities, plural, renderDiagnostic } from '../render/diagnostics.ts';
import { expandHome, isPathRef } from '../roots.ts';

interface Flags {
  readonly strict?: boolean;
}

export function validateCommand(io: Io): Command {
  return new Command('validate')
    .description('check skills against the Agent Skills format, with the line and the fix of each finding')
    .argument('[ref...]', 'ids, names, or paths of skills or of whole trees (default: every skill of the roots)')
    .option('--strict', 'count every violation of the format as an error')
    .addHelpText(
      'after',
      `
Exit code 1 when a finding has severity error.

Examples:
  skillfiche --bundled validate --strict
  skillfiche validate ./skills/deploy
  skillfiche validate bioskills:population-genetics/plink-basics --json
`,
    )
    .action(async (refs: readonly string[], flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const results: ValidatedSkill[] = [];
      const others: Diagnostic[] = [];
      const { validateSkills } = await import('../../app/validate.ts');
      const names = refs.filter((ref) => !isPathRef(ref));
      const strict = flags.strict === true;
      if (names.length > 0 || refs.length === 0) {
        const { catalog, view } = await openFromFlags(globals, io, { onDuplicate: 'report' });
        const entries = refs.length === 0 ? view.entries() : await Promise.all(names.map((name) => view.resolve(name)));
        results.push(...(await validateSkills(catalog, entries, { strict })));
        // What no skill carries: markers, files that are no skill.
        if (refs.length === 0)
          others.push(...view.diagnostics.filter((one) => !results.some((result) => result.path === one.path)));
      }
      for (const ref of refs.filter(isPathRef)) {
        const path = resolve(io.cwd, expandHome(ref, io.env)).replace(/[/\\]skill\.md$/i, '');
        const setup = await readSetup(globals, io);
        const { catalog, view } = await openSetup(
          { ...setup, only: undefined, roots: [{ id: 'project', kind: 'project', path }] },
          globals,
          io,
          { onDuplicate: 'report' },
        );
        const checked = await validateSkills(catalog, view.entries(), { strict });
        results.push(...checked);
        others.push(...view.diagnostics.filter((one) => !checked.some((result) => result.path === one.path)));
      }
      report(results, others, io, globals);
    });
}

function report(
  results: readonly ValidatedSkill[],
  others: readonly Diagnostic[],
  io: Io,
  globals: ReturnType<typeof globalsOf>,
): void {
  const all = [...results.flatMap((result) => result.diagnostics), ...others];
  const invalid = results.filter((result) => !result.valid).length;
  if (globals.json) {
    io.out(
      `${JSON.stringify({ checked: results.length, valid: results.length - invalid, skills: results, diagnostics: others }, undefined, 2)}\n`,
    );
  } else {
    const paint = createPaint(io, globals.color);
    for (const one of all) io.out(renderDiagnostic(one, paint));
    if (all.length > 0) io.out('\n');
    io.out(`${plural(results.length, 'skill')} checked, ${invalid} invalid: ${countSeverities(all)}.\n`);
  }
  if (all.some((one) => one.severity === 'error')) throw new Exit(EXIT.findings);
}
