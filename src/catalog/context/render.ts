import { toOneLine } from '../../base/text.ts';
import type { ContextFormat, PromptCollection, PromptSkill, Via } from './types.ts';
import { promptLine, wordingOf } from './wording.ts';

/** What has been decided for one ordinary skill. `description` is `''` where only the name stands. */
export interface SkillLine {
  readonly skill: PromptSkill;
  readonly label: string;
  readonly description: string;
}

export interface CollectionLine {
  readonly collection: PromptCollection;
  /** The collection's own line, or the short one. */
  readonly line: string;
}

/** A prompt block before it is text. */
export interface Block {
  readonly skills: readonly SkillLine[];
  readonly collections: readonly CollectionLine[];
  readonly shortened: number;
  readonly namesOnly: number;
  readonly folded: number;
  /** Where the folded ones are. */
  readonly folders: readonly string[];
}

export function renderBlock(block: Block, via: Via, format: ContextFormat): string {
  if (block.skills.length === 0 && block.collections.length === 0 && block.folded === 0) return '';
  if (format === 'json') return renderJson(block, via);
  return format === 'xml' ? renderXml(block, via) : renderMarkdown(block, via);
}

/** A folder's name is text from a tree as well: one that breaks the line is shown, not obeyed. */
function placeOf(one: PromptSkill | PromptCollection): string {
  return toOneLine(one.location);
}

/** Sentences that say what the budget cost. */
function notesOf(block: Block, via: Via): string[] {
  const wording = wordingOf(via);
  const notes: string[] = [];
  if (block.shortened > 0) notes.push(wording.shortened(block.shortened));
  if (block.namesOnly > 0) notes.push(wording.namesOnly(block.namesOnly));
  if (block.folded > 0) notes.push(wording.folded(block.folded, block.folders));
  return notes;
}

function renderMarkdown(block: Block, via: Via): string {
  const wording = wordingOf(via);
  const parts: string[] = ['## Skills', ''];
  if (block.skills.length > 0 || block.folded > 0) {
    parts.push(wording.skills, '');
    for (const { skill, label, description } of block.skills) {
      const file = via === 'files' ? ` (file: ${placeOf(skill)})` : '';
      parts.push(description === '' ? `- ${label}${file}` : `- ${label}: ${description}${file}`);
    }
    for (const note of notesOf(block, via)) parts.push(`- ${note}`);
    if (block.collections.length > 0) parts.push('');
  }
  if (block.collections.length > 0) {
    parts.push(wording.collections, '');
    for (const { collection, line } of block.collections) {
      parts.push(via === 'files' ? `- ${line} (folder: ${placeOf(collection)})` : `- ${line}`);
    }
  }
  return `${parts.join('\n')}\n`;
}

/** XML needs these three in text; quotes and apostrophes stay readable. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function renderXml(block: Block, via: Via): string {
  const parts: string[] = ['<available_skills>'];
  for (const { skill, label, description } of block.skills) {
    parts.push('<skill>', '<name>', escapeXml(label), '</name>');
    if (description !== '') parts.push('<description>', escapeXml(description), '</description>');
    parts.push('<location>', escapeXml(placeOf(skill)), '</location>', '</skill>');
  }
  for (const note of notesOf(block, via)) parts.push('<note>', escapeXml(note), '</note>');
  for (const { collection, line } of block.collections) {
    parts.push(
      '<collection>',
      '<name>',
      escapeXml(collection.id),
      '</name>',
      '<description>',
      escapeXml(line),
      '</description>',
    );
    if (via === 'files') parts.push('<location>', escapeXml(placeOf(collection)), '</location>');
    parts.push('</collection>');
  }
  parts.push('</available_skills>');
  return `${parts.join('\n')}\n`;
}

function renderJson(block: Block, via: Via): string {
  const record = {
    skills: block.skills.map(({ skill, label, description }) => ({
      name: label,
      ...(description === '' ? {} : { description }),
      ...(via === 'files' ? { location: placeOf(skill) } : {}),
    })),
    collections: block.collections.map(({ collection, line }) => ({
      id: collection.id,
      count: collection.count,
      prompt_line: line,
      ...(via === 'files' ? { location: placeOf(collection) } : {}),
    })),
    notes: notesOf(block, via),
  };
  return `${JSON.stringify(record)}\n`;
}

export function collectionLines(
  collections: readonly PromptCollection[],
  via: Via,
  short: ReadonlySet<string>,
): CollectionLine[] {
  const wording = wordingOf(via);
  return collections.map((collection) => ({
    collection,
    line: short.has(collection.id) ? wording.collection(collection.id, collection.count) : promptLine(collection),
  }));
}
