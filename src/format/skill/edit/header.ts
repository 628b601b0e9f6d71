import { type Fences, splitFences } from '../read/fence.ts';
import type { Field, FieldsRead } from '../read/field.ts';
import { readFields } from '../read/fields.ts';
import { cutFields, type FieldLines, type Line, scanLines } from '../read/lines.ts';
import { isProse, isStray, joinProse } from '../read/recover.ts';

/** A frontmatter as an editor sees it: what is read, and the lines it is read from. */
export interface Header {
  readonly text: string;
  readonly fences: Fences;
  /** The lines between the fences. */
  readonly lines: readonly Line[];
  readonly cuts: readonly FieldLines[];
  readonly read: FieldsRead;
}

/** A field of a header: as read, and its lines. */
export interface HeaderField extends Field {
  readonly cut: FieldLines;
}

export function readHeader(text: string): Header {
  const fences = splitFences(text);
  const lines = scanLines(text, fences.content, fences.closing);
  const read = readFields(text.slice(fences.content, fences.closing), fences.contentLine);
  const cuts = cutFields(text, lines);
  return { text, fences, lines, cuts: read.recovered ? joinProse(text, cuts, lines) : cuts, read };
}

/** Every field with this key, as read. */
export function fieldsNamed(header: Header, key: string): Field[] {
  return header.read.fields.filter((field) => field.key === key);
}

/** A field with the lines that are its own; `undefined` where reader and raw lines do not agree on them. */
export function withLines(header: Header, field: Field): HeaderField | undefined {
  const cut = header.cuts.find(
    ({ key, first }) => key === field.key && header.fences.contentLine + first === field.line,
  );
  return cut === undefined ? undefined : { ...field, cut: { ...cut, last: lastOwnLine(header, field, cut) } };
}

/** Of the lines up to the next key, the last one that the reader takes for the field's. */
function lastOwnLine({ text, lines, read }: Header, field: Field, cut: FieldLines): number {
  let last = cut.last;
  const keyLine = text.slice(cut.colon + 1, lines[cut.first]?.end);
  // Prose at column 0 goes on with a long text. Below a name, a block or a list it is nobody's: no edit may touch it.
  if (read.recovered) {
    const stray = lines.findIndex((line, index) => index > cut.first && index <= last && isStray(text, line));
    if (stray >= 0 && !isProse(keyLine, cut.key, 0, last + 1 - stray)) last = stray - 1;
  }
  // Comments at the end are the field's only where they are text of a block, or were read as text.
  for (; last > cut.first; last--) {
    const line = text.slice(lines[last]?.start, lines[last]?.end).trim();
    if (line !== '' && !(line.startsWith('#') && !field.raw.endsWith(line))) break;
  }
  return last;
}

/** The line end of a line, or of the opening fence for line -1. */
export function lineEndOf({ text, lines, fences }: Header, index: number): string {
  const line = lines[index];
  const eol =
    line === undefined
      ? /(?:\r\n|\n|\r)$/.exec(text.slice(fences.opening, fences.content))?.[0]
      : text.slice(line.end, line.next);
  return eol || '\n';
}
