import { isUtf8 } from 'node:buffer';
import { MAX_FRONTMATTER_BYTES } from '../../../base/limits.ts';
import type { DeclaredFields, FieldState, FieldValue, Finding } from '../../../base/types.ts';
import { NOT_A_STRING } from '../read/core-schema.ts';
import { type DeclaredInput, declaredFields } from '../read/declared.ts';
import { descriptionFindings, nameFindings, type TextFact } from '../read/facts.ts';
import { splitFences } from '../read/fence.ts';
import { firstParagraph } from '../read/paragraph.ts';
import { type TraitField, type Traits, traitsOf } from '../read/traits.ts';
import { triggersOf, withTriggers } from '../read/trigger.ts';
import { keyFacts } from '../vocabulary/vocabulary.ts';
import { CR, type Cursor, cursorOver, DASH, hasNextKey, LF, readKey, SPACE, TAB } from './cursor.ts';
import { readFlawed } from './flaws.ts';
import { readValue } from './value.ts';

/** What a catalog keeps of one SKILL.md. */
export interface SkillSummary extends Traits {
  /** As declared, trimmed. Absent where there is none: the folder's name stands in. */
  readonly name?: string;
  /** Trimmed, line breaks as YAML reads them, and behind it when the skill applies; else the body's first paragraph. */
  readonly description: string;
  readonly declared?: DeclaredFields;
  readonly findings: readonly Finding[];
  /** True when fields had to be recovered: a strict YAML reader would refuse this frontmatter. */
  readonly recovered: boolean;
}

const NOTHING: readonly Finding[] = Object.freeze([]);
const FENCE = '\n---';
const NOTHING_MISSING = { line: 1, keys: [] } as const;

/**
 * Summarizes a SKILL.md whose frontmatter is of the plain kind most people write, from all its bytes, without a YAML
 * parser. Undefined: it declines, and {@link summarizeFull} must be asked, which gives the same answer where this one
 * gives any. Never throws.
 */
export function summarizeFast(bytes: Buffer): SkillSummary | undefined {
  const start = openingLength(bytes);
  if (start === 0) return summarizeHeadless(bytes);
  const end = bytes.indexOf(FENCE, start - 1, 'latin1') + 1;
  if (end === 0 || end - start > MAX_FRONTMATTER_BYTES) return undefined;
  if (end + 3 < bytes.length && lineEndAt(bytes, end + 3) === 0) return undefined;
  if (!isUtf8(bytes) || isFollowedByFence(bytes, end + 3)) return undefined;
  const cursor = cursorOver(bytes, start, end);
  if (cursor === undefined || (cursor.head.includes('\n#') && MAY_BE_BODY.test(cursor.head))) return undefined;
  return summarizeHead(cursor, end + 3);
}

// `#` behind a blank line is a heading as often as a comment: then the fence may be a rule of the body.
const MAY_BE_BODY = /\n[ \r]*\n#/;

/** True where the next line that is not blank begins with dashes: it may open a second header. */
function isFollowedByFence(bytes: Buffer, from: number): boolean {
  let at = from;
  while (bytes[at] === LF || bytes[at] === CR || bytes[at] === SPACE || bytes[at] === TAB) at++;
  return bytes[at] === DASH && bytes[at + 1] === DASH && bytes[at + 2] === DASH;
}

function lineEndAt(bytes: Buffer, at: number): number {
  return bytes[at] === LF ? 1 : bytes[at] === CR && bytes[at + 1] === LF ? 2 : 0;
}

/** Length of an opening line that is `---` and nothing else, else 0. */
function openingLength(bytes: Buffer): number {
  if (bytes[0] !== DASH || bytes[1] !== DASH || bytes[2] !== DASH) return 0;
  const ends = lineEndAt(bytes, 3);
  return ends === 0 ? 0 : 3 + ends;
}

/** A file without frontmatter: what it is, is in its first paragraph. */
function summarizeHeadless(bytes: Buffer): SkillSummary | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString();
  const fences = splitFences(text);
  if (fences.state !== 'missing') return undefined;
  const summary: SkillSummary = {
    description: firstParagraph(text, fences.body),
    findings: fences.findings,
    recovered: true,
  };
  // Perf: parts of a string keep the whole alive; a summary outlives the text it was cut from.
  return JSON.parse(JSON.stringify(summary)) as SkillSummary;
}

function summarizeHead(cursor: Cursor, fenceEnd: number): SkillSummary | undefined {
  const keys: string[] = [];
  let name: TextFact | undefined;
  let description: TextFact | undefined;
  const declared: DeclaredInput[] = [];
  const triggers: DeclaredInput[] = [];
  const traits: TraitField[] = [];
  const flaws: Finding[] = [];
  let recovered = false;
  let hasNext = hasNextKey(cursor, 0);
  while (hasNext === true) {
    const { line, at: lineStart } = cursor;
    const key = readKey(cursor);
    if (key === undefined || keys.includes(key)) return undefined;
    const facts = keyFacts(key);
    if (facts.meant !== undefined) return undefined;
    keys.push(key);
    cursor.fieldLine = line;
    const behind = cursor.at;
    let state: FieldState = 'ok';
    const flawed = (): string | undefined => {
      cursor.at = behind;
      cursor.line = line;
      const read = readFlawed(cursor, key, lineStart);
      if (read?.flaw !== undefined) flaws.push(read.flaw);
      if (read?.refused === true) {
        recovered = true;
        state = 'recovered';
      }
      return read?.text;
    };
    if (facts.isText) {
      const text = readText(cursor, key) ?? flawed();
      if (text === undefined) return undefined;
      if (key === 'name') name = { text: text.trim(), line };
      else if (key === 'description') description = { text: text.trim(), line };
      else if (key === 'compatibility') declared.push({ key, line, value: text, state });
    } else if (facts.isDeclared) {
      const field = readDeclared(cursor, key, line);
      if (field === undefined) return undefined;
      declared.push(field);
    } else if (facts.isTrigger) {
      const value = readValue(cursor, 0, WANTED_TEXT) ?? flawed();
      if (value === undefined) return undefined;
      triggers.push({ key, line, value, state: 'ok' });
    } else if (facts.trait === 'no-model' || facts.trait === 'people') {
      const value = readValue(cursor, 0, WANTED_TEXT) ?? flawed();
      if (value === undefined) return undefined;
      traits.push({ key, value, state });
    } else if (readValue(cursor, 0, UNWANTED) === undefined && flawed() === undefined) return undefined;
    if (facts.trait === 'phrases') traits.push({ key, value: '', state });
    hasNext = hasNextKey(cursor, 0);
  }
  if (hasNext === undefined || name === undefined || name.text === '') return undefined;
  if (description === undefined) return undefined;
  // In a frontmatter that YAML refuses, a key with blanks may be prose.
  if (recovered && keys.some((key) => key.includes(' '))) return undefined;
  const findings = [
    ...flaws,
    ...nameFindings(name, NOTHING_MISSING),
    ...descriptionFindings(description, NOTHING_MISSING),
  ];
  const kept = declared.length === 0 ? undefined : declaredFields(declared);
  return {
    name: name.text,
    description: describe(description.text || bodyParagraph(cursor.bytes, fenceEnd), triggers, declared),
    ...(kept === undefined ? undefined : { declared: kept }),
    findings: findings.length === 0 ? NOTHING : findings,
    recovered,
    ...(traits.length === 0 && declared.length === 0 ? undefined : traitsOf([...traits, ...declared])),
  };
}

/** Perf: most skills have neither a trigger nor metadata. */
function describe(text: string, triggers: readonly DeclaredInput[], declared: readonly DeclaredInput[]): string {
  if (triggers.length === 0 && declared.length === 0) return text;
  return withTriggers(text, triggersOf(triggers.length === 0 ? declared : [...triggers, ...declared]));
}

/** What stands in for a description that says nothing. */
function bodyParagraph(bytes: Buffer, fenceEnd: number): string {
  const body = fenceEnd + lineEndAt(bytes, fenceEnd);
  // Perf: a part of the text would keep it alive.
  return Buffer.from(firstParagraph(bytes.toString(), bytes.toString('utf8', 0, body).length)).toString();
}

const UNWANTED = { isWanted: false, path: undefined, depth: 0 } as const;
const WANTED_TEXT = { isWanted: true, path: undefined, depth: 0 } as const;
const WANTED = { isWanted: true, path: '', depth: 0 } as const;

/** A field that is text, where YAML reads nothing else. */
function readText(cursor: Cursor, key: string): string | undefined {
  const { head } = cursor;
  let { at } = cursor;
  while (head.charCodeAt(at) === SPACE) at++;
  const first = head.charAt(at);
  if (first === '[' || first === '{' || first === '\n' || first === '\r') return undefined;
  const value: FieldValue | undefined = readValue(cursor, 0, WANTED_TEXT);
  if (typeof value !== 'string') return undefined;
  const isPlain = !'"\'|>'.includes(first);
  // Other readers take it for a number: that is worth a finding.
  if (isPlain && (key === 'name' || key === 'description') && NOT_A_STRING.test(value)) return undefined;
  return value;
}

function readDeclared(cursor: Cursor, key: string, line: number): DeclaredInput | undefined {
  const below = new Map<string, number>();
  cursor.below = below;
  const value = readValue(cursor, 0, WANTED);
  cursor.below = undefined;
  if (value === undefined) return undefined;
  for (const [path, at] of below) if (at === line) below.delete(path);
  return { key, line, value, state: 'ok', ...(below.size === 0 ? {} : { lines: Object.fromEntries(below) }) };
}
