import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findNeeds } from '../../../../src/catalog/readiness/evidence/find.ts';
import { hasShared, shared } from '../../../support/shared.ts';
import labels from './labels.json' with { type: 'json' };

type Names = Readonly<Partial<Record<'programs' | 'python' | 'r' | 'node' | 'env', readonly string[]>>>;
const LABELS = Object.entries(labels) as [string, { readonly needs: Names; readonly optional: Names }][];
/** What is measured: programs and packages. Variables are few, and named by taste. */
const MEASURED = ['programs', 'python', 'r', 'node'] as const;

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
    expect(LABELS).toHaveLength(40);
    for (const [, { needs, optional }] of LABELS)
      for (const kind of MEASURED)
        expect(needs[kind]?.filter((name) => optional[kind]?.includes(name)) ?? []).toEqual([]);
  });

  it.skipIf(!hasShared)('are met: precision at least 0.95, recall at least 0.92 (needs the real trees)', () => {
    let [right, wrong, missed] = [0, 0, 0];
    const faults: string[] = [];
    for (const [path, label] of LABELS) {
      const text = readFileSync(shared('corpora', path, 'SKILL.md'), 'utf8');
      const { needs } = findNeeds({ path: 'SKILL.md', text });
      for (const kind of MEASURED) {
        const wanted = label.needs[kind] ?? [];
        const found = needs[kind].map(({ name }) => name);
        right += found.filter((name) => wanted.includes(name)).length;
        const extra = found.filter((name) => !wanted.includes(name));
        const lost = wanted.filter((name) => !found.includes(name));
        wrong += extra.length;
        missed += lost.length;
        faults.push(...extra.map((name) => `${path}: ${kind} ${name} is not labelled`));
        faults.push(...lost.map((name) => `${path}: ${kind} ${name} is not found`));
      }
    }
    expect(right).toBeGreaterThan(100);
    expect(right / (right + wrong), faults.join('\n')).toBeGreaterThanOrEqual(0.95);
    expect(right / (right + missed), faults.join('\n')).toBeGreaterThanOrEqual(0.92);
  });
});
