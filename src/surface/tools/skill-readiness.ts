import { SkillficheError } from '../../base/errors.ts';
import { DEFAULT_PAGE_ROWS } from '../../base/limits.ts';
import { toOneLine } from '../../base/text.ts';
import type { ReadinessState } from '../../base/types.ts';
import { summarizeReadiness } from '../../catalog/readiness/summary.ts';
import type { SkillReadiness, View } from '../../catalog/types.ts';
import { skillRef } from './address.ts';
import { collectionArgument, offsetArgument, skillArgument } from './common.ts';
import { moreLine } from './lines.ts';
import { READINESS_SCHEMA } from './outputs.ts';
import { defineTool, READS, type Tool } from './tool.ts';

/** Trees, and things that are missing, in a summary of readiness. */
const MAX_SUMMARY_ROWS = 20;
const MAX_MISSING_WORDS = 8;
/** Things that a skill's text shows, in its one line. */
const MAX_LIKELY = 20;

export const skillReadiness: Tool = defineTool({
  name: 'skill_readiness',
  title: 'Check readiness',
  use: 'Can it run on this machine? Tells which programs, variables and other things a skill says it needs are missing. Give name or collection, or nothing for all. Runs nothing. unknown: it does not say what it needs, or that cannot be checked.',
  annotations: READS,
  properties: { name: skillArgument, collection: collectionArgument, offset: offsetArgument },
  output: READINESS_SCHEMA,
  async run(context, { name, collection, offset = 0 }) {
    if (name !== undefined && collection !== undefined) {
      throw new SkillficheError('INVALID_ARGUMENT', 'skill_readiness: give "name" or "collection", not both.');
    }
    const { view } = context;
    const all =
      name !== undefined
        ? await view.readiness([skillRef(context, name)])
        : await view.readiness(undefined, collection === undefined ? {} : { collection });
    const page = pageOf(all, new Set(view.collections().map(({ id }) => id)), offset);
    const likely = name === undefined ? '' : await likelyLine(view, all[0]);
    return { record: page, text: `${pageText(page)}${likely}` };
  },
});

/** What a skill that declares nothing, and that nobody reviewed, shows that it needs: a help, no verdict. */
async function likelyLine(view: View, skill: SkillReadiness | undefined): Promise<string> {
  if (skill === undefined || skill.readiness.declared || skill.readiness.reviewed_by !== undefined) return '';
  const [evidence] = await view.readinessEvidence([skill.id]);
  if (evidence === undefined) return '';
  const { requirementsOf } = await import('../../catalog/readiness/requirements.ts');
  const needs = requirementsOf(evidence);
  if (needs.length === 0) return '';
  const shown = needs.slice(0, MAX_LIKELY).map(toOneLine).join(', ');
  const more = needs.length > MAX_LIKELY ? ` and ${needs.length - MAX_LIKELY} more` : '';
  return `\n  its commands and code show: ${shown}${more}`;
}

interface Page {
  readonly summary: ReturnType<typeof summarizeReadiness>;
  readonly offset: number;
  readonly skills: readonly SkillReadiness[];
  readonly next_offset?: number;
}

/** Skills that need something come first, then those that can run: those about which nothing is known are the bulk. */
const STATE_ORDER: readonly ReadinessState[] = ['needs_setup', 'ready', 'unknown'];

function pageOf(all: readonly SkillReadiness[], collections: ReadonlySet<string>, offset: number): Page {
  const summary = summarizeReadiness(all, collections);
  const ordered = STATE_ORDER.flatMap((state) => all.filter(({ readiness }) => readiness.state === state));
  const skills = ordered.slice(offset, offset + DEFAULT_PAGE_ROWS);
  const next = offset + skills.length;
  const page = {
    summary: {
      ...summary,
      scopes: summary.scopes.slice(0, MAX_SUMMARY_ROWS),
      missing: summary.missing.slice(0, MAX_SUMMARY_ROWS),
    },
    offset,
    skills,
  };
  return next < all.length && skills.length > 0 ? { ...page, next_offset: next } : page;
}

function pageText({ summary, offset, skills, next_offset }: Page): string {
  const lines = skills.map(readinessLine);
  if (summary.total === 1) return lines.join('\n');
  const { total, ready, needs_setup, unknown } = summary;
  const missing = summary.missing
    .slice(0, MAX_MISSING_WORDS)
    .map(({ requirement, skills: count }) => `${toOneLine(requirement)} (${count})`);
  const counts = `${total} skills: ${needs_setup} need setup, ${ready} are ready, ${unknown} unknown.`;
  return [
    counts,
    ...(missing.length === 0 ? [] : [`Missing most: ${missing.join(', ')}.`]),
    ...(skills.length === 0 && offset > 0 ? [`None from ${offset} on.`] : []),
    ...lines,
    ...moreLine(next_offset),
  ].join('\n');
}

function readinessLine({ id, readiness }: SkillReadiness): string {
  const { state, declared, missing, unverifiable, blocked_on, reviewed_by } = readiness;
  const parts = [
    ['missing', missing],
    ['cannot be checked', unverifiable],
    ['blocked on', blocked_on],
  ] as const;
  const why = parts
    .filter(([, items]) => items.length > 0)
    .map(([word, items]) => `${word} ${items.map(toOneLine).join(', ')}`);
  if (reviewed_by === 'evidence') why.push('its needs were taken from its text, unreviewed');
  else if (!declared && reviewed_by === undefined && why.length === 0) why.push('declares nothing');
  return `- ${toOneLine(id)}: ${state}${why.length === 0 ? '' : `; ${why.join('; ')}`}`;
}
