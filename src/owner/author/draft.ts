import { toOneLine } from '../../base/text.ts';
import { exportName, yamlField, yamlScalar } from '../target/render.ts';

/** A skill as a person writes it, field by field. */
export interface SkillDraft {
  /** Heading of the text; the name is made from it where none is given. */
  readonly title?: string;
  readonly name?: string;
  /** What it does, and when to use it. */
  readonly description?: string;
  /** Phrases that call for it. */
  readonly triggers?: readonly string[];
  /** What is done, one thing after the other; they stand numbered below `body`. */
  readonly steps?: readonly string[];
  /** Markdown. */
  readonly body?: string;
}

/** The folder's name and SKILL.md of a draft. What it lacks is for the gate to say, so that a half-written one has a text too. */
export function renderDraft(draft: SkillDraft): { readonly name: string; readonly text: string } {
  const { title = '', description = '', triggers = [], steps = [], body = '' } = draft;
  const given = toOneLine(draft.name ?? '').trim();
  const heading = toOneLine(title).trim();
  const named = given !== '' ? given : heading === '' ? '' : exportName(heading, '');
  const header = [
    ...(named === '' ? [] : [`name: ${yamlScalar(named)}`]),
    ...(description.trim() === '' ? [] : [`description: ${yamlScalar(toOneLine(description).trim())}`]),
    ...listField('triggers', triggers),
  ];
  const parts = [
    ...(heading === '' ? [] : [`# ${heading}`]),
    ...(body.trim() === '' ? [] : [body.replace(/\r\n?/g, '\n').trim()]),
    ...(steps.length === 0 ? [] : [numbered(steps)]),
  ];
  const text = `---\n${header.map((line) => `${line}\n`).join('')}---\n${parts.map((part) => `\n${part}\n`).join('')}`;
  return { name: exportName(named === '' ? 'untitled' : named, ''), text };
}

function listField(key: string, given: readonly string[]): string[] {
  const values = given.map((one) => toOneLine(one).trim()).filter((one) => one !== '');
  return values.length === 0 ? [] : yamlField(key, values, '');
}

/** Lines below a step are set in, so that they stay part of it. */
export function numbered(steps: readonly string[]): string {
  const kept = steps.map((one) => one.replace(/\r\n?/g, '\n').trim()).filter((one) => one !== '');
  return kept.map((one, at) => `${at + 1}. ${one.replace(/\n(?=.)/g, '\n   ')}`).join('\n');
}
