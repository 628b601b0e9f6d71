import { describe, expect, it } from 'vitest';
import labels from './evidence-labels.json' with { type: 'json' };

/*
 * What forty recipes of three public trees need, written down by reading them, before anything that extracts it existed.
 * The rules that the reading kept to:
 *
 * needed    - a program that a command of the recipe's own steps calls: fenced shell, wherever it stands in the line (pipe, loop,
 *             substitution, behind sudo or xargs), and programs that its Python or R starts by a literal name;
 *           - a package that fenced Python, R or JavaScript loads; a script of the skill's own that a step runs counts like a fence;
 *           - an interpreter that is handed a script, a module or a jar is a program; the script is not;
 *           - a variable that code asks the environment for, or that a step exports with a stand-in for the reader's own value.
 * optional  - everything below a heading that says alternative, optional or installation; lines that install, clone or ask for a
 *             version; commands in inline code; shell variables that nothing sets.
 * neither   - what every system has (the shell and its builtins, coreutils, grep, sed, find, tar, gzip, diff); the standard
 *             libraries of Python, R and Node; the skill's own modules; stand-ins (`myapp`, `<tool>`, a path); modules that exist
 *             only inside another program; commands in comments, in printed output, and in languages that are not a shell;
 *             sample documents (package.json, workflow files).
 * Names are in lower case; a distribution is named as its index names it, with hyphens. What is needed once is not optional as well.
 */
describe('labels of what recipes need', () => {
  it('are forty, and nothing is needed and optional at once', () => {
    const all = Object.values(labels) as { needs: Record<string, string[]>; optional: Record<string, string[]> }[];
    expect(all).toHaveLength(40);
    for (const { needs, optional } of all)
      for (const [kind, names] of Object.entries(needs))
        expect(names.filter((name) => optional[kind]?.includes(name))).toEqual([]);
  });
});
