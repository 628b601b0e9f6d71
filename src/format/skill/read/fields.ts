import { finding } from '../../../base/diagnostic.ts';
import { MAX_FRONTMATTER_BYTES } from '../../../base/limits.ts';
import type { Finding } from '../../../base/types.ts';
import { acceptField, type Problem, type ReadField } from './accept.ts';
import { settleConflicts } from './conflict.ts';
import { type Field, type FieldsRead, STRUCTURED_KEYS } from './field.ts';
import { keyAt, scanLines } from './lines.ts';
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
  const { fields, isRefused } = readBlock(text, problems);
  const disputed = settled === undefined ? undefined : keysOf(settled.disputed);
  const locate = positionsIn(text);
  const place = (offset: number): Position => ({ ...locate(offset), line: locate(offset).line + firstLine - 1 });
  const shown = fields.map((field) => toField(text, field, place, disputed));
  problems.push(...fields.flatMap((field) => field.problems), ...duplicates(shown, fields));
  const findings = problems.slice(0, MAX_FINDINGS).map((problem) => toFinding(problem, place));
  return { fields: shown, findings: findings.sort(byPlace), recovered: isCut || isRefused || settled !== undefined };
}

function readBlock(text: string, problems: Problem[]): { fields: readonly ReadField[]; isRefused: boolean } {
  const parsed = parseBlock(text);
  if (parsed.kind === 'empty') return { fields: [], isRefused: false };
  if (parsed.kind === 'map') {
    const fields = parsed.fields.map((field) => acceptField(text, field, 0));
    const isTwice = new Set(fields.map(({ key }) => key)).size < fields.length;
    const isOdd = ({ marked, notes }: ParsedField): boolean =>
      marked || notes.some(({ kind }) => kind === 'duplicate-key');
    return { fields, isRefused: isTwice || parsed.fields.some(isOdd) };
  }
  const { fields, problems: own } = recoverFields(text);
  if (fields.length === 0) {
    problems.push({
      code: 'frontmatter/not-a-map',
      offset: Math.max(0, text.search(/\S/u)),
      message: 'The frontmatter holds no `key: value` lines, so no field can be read.',
      hint: 'Write at least `name: ...` and `description: ...`, each on a line of its own.',
    });
  } else problems.push(...own);
  return { fields, isRefused: true };
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
    state: isDisputed ? (STRUCTURED_KEYS.has(read.key) ? 'unreadable' : 'recovered') : read.state,
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
