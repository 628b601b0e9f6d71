import type { DiagnosticCode } from '../../../base/codes.ts';
import type { FieldState, FieldValue } from '../../../base/types.ts';
import { keyFacts } from '../vocabulary/vocabulary.ts';
import { cleanScalar } from './clean.ts';
import { NOT_A_STRING } from './core-schema.ts';
import type { ParsedField } from './parse.ts';
import { MAX_SPELT, quote, quotedSpelling } from './quote.ts';
import { dedent, foldLines } from './raw-text.ts';
import { commentInValue } from './wording.ts';

/** Something wrong with a field, before offsets are turned into lines and columns. */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly offset: number;
  readonly message: string;
  readonly hint?: string;
}

/** A field as read; offsets are into the frontmatter with its line ends as LF. */
export interface ReadField {
  readonly key: string;
  readonly offset: number;
  readonly start: number;
  readonly end: number;
  readonly value: FieldValue;
  readonly state: FieldState;
  readonly below: ReadonlyMap<string, number>;
  readonly problems: readonly Problem[];
}

/** Takes over a top-level field that YAML could read, and says where YAML's reading is not what its author meant. */
export function acceptField(text: string, parsed: ParsedField, base: number): ReadField {
  const field = acceptNested(parsed, base);
  return keyFacts(parsed.key).isText ? { ...field, ...readAsText(text, field, parsed, field.problems) } : field;
}

/** The same for a key at any depth: no key is special there. */
export function acceptNested(parsed: ParsedField, base: number): ReadField {
  const field = {
    key: parsed.key,
    offset: base + parsed.offset,
    start: base + parsed.start,
    end: base + parsed.end,
    below: base === 0 ? parsed.below : new Map([...parsed.below].map(([path, offset]) => [path, base + offset])),
  };
  const problems = parsed.notes.map((note) => noteProblem(parsed.key, note.kind, base + note.offset, note.subject));
  // Of two requirements under one key nobody knows which holds: that is not the same as reading the last.
  const isTorn = keyFacts(parsed.key).isStructured && parsed.notes.some((note) => note.kind === 'duplicate-key');
  return { ...field, value: parsed.value, state: isTorn ? 'unreadable' : 'ok', problems };
}

function noteProblem(
  key: string,
  kind: ParsedField['notes'][number]['kind'],
  offset: number,
  subject: string,
): Problem {
  if (kind === 'stripped') {
    return {
      code: 'frontmatter/stripped-characters',
      offset,
      message: `Control characters were taken out of \`${key}\`.`,
      hint: 'Remove them from the file.',
    };
  }
  if (kind === 'odd-key') {
    return { code: 'yaml/odd-key', offset, message: `In \`${key}\`, ${quote(subject)} stands where a key belongs.` };
  }
  return {
    code: 'frontmatter/duplicate-key',
    offset,
    message: `In \`${key}\`, the key ${quote(subject)} is written twice. The last one counts.`,
    hint: 'Keep one of them.',
  };
}

type TextReading = Pick<ReadField, 'value' | 'state' | 'problems'>;

function readAsText(
  text: string,
  field: Pick<ReadField, 'key' | 'offset' | 'start' | 'end'>,
  parsed: ParsedField,
  problems: readonly Problem[],
): TextReading {
  const { key, start, end } = field;
  const { value } = parsed;
  const raw = text.slice(start, end);
  if (value !== null && typeof value !== 'string') {
    const words = cleanScalar(raw.startsWith('\n') ? dedent(raw) : foldLines(raw));
    const what = Array.isArray(value) ? 'a list' : 'a map';
    const message = `\`${key}\` is text, but YAML reads ${what} here. Its own words are used.`;
    const problem = {
      code: 'frontmatter/wrong-type',
      offset: start,
      message,
      hint: quotedSpelling(key, words),
    } as const;
    return { value: words, state: 'recovered', problems: [...problems, problem] };
  }
  if (parsed.marked) {
    const words = cleanScalar(foldLines(raw));
    const message = `A value that begins with \`${raw.charAt(0)}\` is not text to YAML. Its own words are used.`;
    const problem = { code: 'yaml/reserved-start', offset: start, message, hint: quotedSpelling(key, words) } as const;
    return { value: words, state: 'recovered', problems: [...problems, problem] };
  }
  const remark = value === null || !parsed.plain ? undefined : plainRemark(text, field, value);
  return { value, state: 'ok', problems: remark === undefined ? problems : [...problems, remark] };
}

/** Plain text that other YAML readers turn into something else, or that loses its tail. */
function plainRemark(
  text: string,
  { key, start, end }: Pick<ReadField, 'key' | 'start' | 'end'>,
  value: string,
): Problem | undefined {
  const tail = /^[ \t]+#[^\n]*/u.exec(text.slice(end, end + MAX_SPELT))?.[0];
  if (tail !== undefined) {
    return { offset: end + tail.indexOf('#'), ...commentInValue(key, value, tail) };
  }
  if ((key === 'name' || key === 'description') && NOT_A_STRING.test(value)) {
    return {
      code: 'frontmatter/wrong-type',
      offset: start,
      message: `Other YAML readers take the ${key} ${quote(value)} for a number or a truth value, not for text.`,
      hint: quotedSpelling(key, value),
    };
  }
  return undefined;
}
