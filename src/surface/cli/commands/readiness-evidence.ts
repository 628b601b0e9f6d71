import { Command } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { toOneLine } from '../../../base/text.ts';
import type { NeedList, NeedPlace } from '../../../catalog/readiness/evidence/needs.ts';
import type { SkillEvidenceOfNeeds } from '../../../catalog/types.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { openForRef, openFromFlags } from '../open.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural } from '../render/diagnostics.ts';
import { isPathRef } from '../roots.ts';

export function evidenceCommand(io: Io): Command {
  return new Command('evidence')
    .description('say what skills show that they need: programs, packages and variables in their commands and code')
    .argument('[collection]', "a collection's id, or a skill's id, name or path (default: every skill)")
    .addHelpText(
      'after',
      `
Commands and code are read by real grammars; nothing is run and no verdict changes. What a step calls or loads is
needed; what stands under alternatives, in installation lines and in prose is optional (marked "?").

Examples:
  skillfiche readiness evidence
  skillfiche readiness evidence bioskills --json
  skillfiche readiness evidence ./skills/deploy
`,
    )
    .action(async (asked: string | undefined, _flags: unknown, command: Command) => {
      const globals = globalsOf(command);
      const skills = await readEvidence(asked);
      if (globals.json) {
        io.out(jsonText({ skills }));
        return;
      }
      const paint = createPaint(io, globals.color);
      for (const one of skills) io.out(`${renderSkill(one, paint)}\n`);
      io.out(renderCounts(skills, paint));

      async function readEvidence(ref: string | undefined): Promise<readonly SkillEvidenceOfNeeds[]> {
        if (ref !== undefined && isPathRef(ref)) {
          const opened = await openForRef(ref, globals, io);
          return opened.view.readinessEvidence([opened.ref]);
        }
        const { view } = await openFromFlags(globals, io);
        if (ref === undefined) return view.readinessEvidence();
        const isCollection = view.collections().some(({ id }) => id === ref);
        return isCollection ? view.readinessEvidence(undefined, { collection: ref }) : view.readinessEvidence([ref]);
      }
    });
}

const TITLES: Readonly<Record<keyof NeedList, string>> = {
  programs: 'programs',
  python: 'Python',
  r: 'R',
  node: 'Node',
  env: 'variables',
};
const KINDS = Object.keys(TITLES) as (keyof NeedList)[];

function renderSkill({ id, needs, optional, unread = [] }: SkillEvidenceOfNeeds, paint: Paint): string {
  const lines = [paint('bold', toOneLine(id))];
  const line = (kind: string, mark: string, { name, spelled, file, line: at, text }: NeedPlace): string =>
    `  ${paint(mark === '?' ? 'dim' : 'green', `${toOneLine(spelled ?? name)}${mark}`)} ${paint('dim', `(${kind}, ${toOneLine(file)}:${at}: ${toOneLine(text)})`)}`;
  for (const kind of KINDS) lines.push(...needs[kind].map((one) => line(TITLES[kind], '', one)));
  for (const kind of KINDS) lines.push(...optional[kind].map((one) => line(TITLES[kind], '?', one)));
  if (lines.length === 1) lines.push(paint('dim', '  nothing found in its commands and code'));
  for (const { path, why } of unread) lines.push(`  ${toOneLine(path)}: not read (${why})`);
  return `${lines.join('\n')}\n`;
}

/** What is asked for most, so that a long answer ends with what matters. */
const SHOWN_MOST = 8;

function renderCounts(skills: readonly SkillEvidenceOfNeeds[], paint: Paint): string {
  const counts = new Map<string, number>();
  for (const { needs } of skills)
    for (const kind of KINDS) for (const { name } of needs[kind]) counts.set(name, (counts.get(name) ?? 0) + 1);
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, SHOWN_MOST);
  const some = skills.filter(({ needs }) => KINDS.some((kind) => needs[kind].length > 0)).length;
  const named =
    most.length === 0 ? '' : ` Most asked for: ${most.map(([name, count]) => `${name} (${count})`).join(', ')}.`;
  return paint('dim', `${plural(skills.length, 'skill')}, ${some} with something needed.${named}\n`);
}
