import { finding } from '../../../base/diagnostic.ts';
import { MAX_FRONTMATTER_BYTES } from '../../../base/limits.ts';
import type { Finding } from '../../../base/types.ts';
import { keyFacts } from '../vocabulary/vocabulary.ts';
import { acceptField, type Problem, type ReadField } from './accept.ts';
import { settleConflicts } from './conflict.ts';
import type { Field, FieldsRead } from './field.ts';
import { keyAt, scanLines } from './lines.ts';
import { mendKeys } from './mend.ts';
import { type ParsedField, parseBlock } from './parse.ts';
import { type Position, positionsIn } from './position.ts';
import { recoverFields } from './recover.ts';

// A header with more wrong than this is not mended by reading on.
const MAX_FINDINGS = 50;

/**
 * Reads the frontmatter between the fences; `firstLine` is its 1-based line in the file. A block that YAML refuses is
 * read field by field instead, each broken field keeping its author's words. Never throws.
 */
export function readFields(content: string, firstLine: number): FieldsRead {
  const problems: Problem[] = [];
  let text = content.replace(/\r\n?/gu, '\n');
  if (text.length > MAX_FRONTMATTER_BYTES) {
    text = text.slice(0, text.lastIndexOf('\n', MAX_FRONTMATTER_BYTES) + 1);
    const limit = `${MAX_FRONTMATTER_BYTES / 1024} KiB`;
    problems.push({
      code: 'frontmatter/too-long',
      offset: text.length,
      message: `The frontmatter is longer than ${limit}. What follows is not read.`,
      hint: 'Move long text to the body.',
    });
  }
  const isCut = problems.length > 0;
  const settled = settleConflicts(text);
  if (settled !== undefined) {
    problems.push({
      code: 'frontmatter/merge-conflict',
      offset: settled.offset,
      message: 'The frontmatter holds an unsettled merge conflict. Its first side is read.',
      hint: 'Settle the conflict and remove the lines `<<<<<<<`, `=======` and `>>>>>>>`.',
    });
    text = settled.text;
  }
  const disputed = settled === undefined ? undefined : keysOf(settled.disputed);
  const locate = positionsIn(text);
  const inText = (offset: number): Position => {
    const { line, column } = locate(offset);
    return { line: line + firstLine - 1, column };
  };
  const findings = problems.map((problem) => toFinding(problem, inText));
  const mended = mendKeys(text);
  findings.push(...(mended?.problems ?? []).map((problem) => toFinding(problem, inText)));
  // From here on offsets are into the mended text, and are told in the author's.
  const place = mended === undefined ? inText : (offset: number): Position => inText(mended.original(offset));
  const read = readBlock(mended?.text ?? text);
  const shown = read.fields.map((field) => toField(mended?.text ?? text, field, place, disputed));
  const own = [...read.problems, ...read.fields.flatMap((field) => field.problems), ...duplicates(shown, read.fields)];
  findings.push(...own.slice(0, MAX_FINDINGS).map((problem) => toFinding(problem, place)));
  const recovered = isCut || read.isRefused || settled !== undefined || mended !== undefined;
  return { fields: shown, findings: findings.slice(0, MAX_FINDINGS).sort(byPlace), recovered };
}

interface BlockRead {
  readonly fields: readonly ReadField[];
  readonly problems: readonly Problem[];
  readonly isRefused: boolean;
}

function readBlock(text: string): BlockRead {
  const parsed = parseBlock(text);
  if (parsed.kind === 'empty') return { fields: [], problems: [], isRefused: false };
  if (parsed.kind === 'map') {
    const fields = parsed.fields.map((field) => acceptField(text, field, 0));
    const isTwice = new Set(fields.map(({ key }) => key)).size < fields.length;
    const isOdd = ({ marked, notes }: ParsedField): boolean =>
      marked || notes.some(({ kind }) => kind === 'duplicate-key');
    return { fields, problems: [], isRefused: isTwice || parsed.fields.some(isOdd) };
  }
  const { fields, problems } = recoverFields(text, parsed.kind === 'refused' ? parsed.limit : undefined);
  if (fields.length > 0) return { fields, problems, isRefused: true };
  const nothing: Problem = {
    code: 'frontmatter/not-a-map',
    offset: Math.max(0, text.search(/\S/u)),
    message: 'The frontmatter holds no `key: value` lines, so no field can be read.',
    hint: 'Write at least `name: ...` and `description: ...`, each on a line of its own.',
  };
  return { fields, problems: [nothing], isRefused: true };
}

function keysOf(lines: string): Set<string> {
  return new Set(scanLines(lines).flatMap((line) => keyAt(lines, line)?.key ?? []));
}

function toField(
  text: string,
  read: ReadField,
  place: (offset: number) => Position,
  disputed: ReadonlySet<string> | undefined,
): Field {
  const isDisputed = disputed?.has(read.key) === true;
  const field = {
    key: read.key,
    ...place(read.offset),
    value: read.value,
    state: isDisputed ? (keyFacts(read.key).isStructured ? 'unreadable' : 'recovered') : read.state,
    raw: text.slice(read.start, read.end).trimEnd(),
  } as const;
  const lines = new Map<string, number>();
  for (const [path, offset] of read.below) {
    const { line } = place(offset);
    if (line !== field.line) lines.set(path, line);
  }
  return lines.size === 0 ? field : { ...field, lines: Object.fromEntries(lines) };
}

/** Keys written twice: the last one counts, which other readers do not agree on. */
function duplicates(fields: readonly Field[], read: readonly ReadField[]): Problem[] {
  const seen = new Map<string, number>();
  const problems: Problem[] = [];
  fields.forEach(({ key, line }, index) => {
    const before = seen.get(key);
    seen.set(key, line);
    if (before === undefined) return;
    problems.push({
      code: 'frontmatter/duplicate-key',
      offset: read[index]?.offset ?? 0,
      message: `\`${key}\` is written twice, on lines ${before} and ${line}. The last one counts.`,
      hint: 'Keep one of them.',
    });
  });
  return problems;
}

function toFinding(problem: Problem, place: (offset: number) => Position): Finding {
  return finding(problem.code, problem.message, { ...place(problem.offset), hint: problem.hint });
}

function byPlace(a: Finding, b: Finding): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
