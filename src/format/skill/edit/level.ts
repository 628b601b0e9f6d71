import { isMap } from '../../../base/field-value.ts';
import type { Field } from '../read/field.ts';
import { cutFields, type Line } from '../read/lines.ts';
import { fieldsNamed, type Header, type HeaderField, withLines } from './header.ts';

/** Where keys stand side by side: the header itself, or a block map in it. */
export interface Level {
  readonly outer: Header;
  /** The same text, with the lines and fields of this level: they begin where its keys do. */
  readonly inner: Header;
  /** Blanks before its keys. */
  readonly margin: number;
  /** Keys above it. */
  readonly path: readonly string[];
}

export function topLevel(header: Header): Level {
  return { outer: header, inner: header, margin: 0, path: [] };
}

/** The one field with this key and its lines; why not, where it cannot be told. */
export function ownField(
  { inner }: Level,
  key: string,
): { readonly field?: HeaderField; readonly problem?: 'duplicate-key' | 'unusual-spelling'; readonly line?: number } {
  const [field, second] = fieldsNamed(inner, key);
  if (second !== undefined) return { problem: 'duplicate-key', line: second.line };
  if (field === undefined) return {};
  const own = withLines(inner, field);
  return own === undefined ? { problem: 'unusual-spelling', line: field.line } : { field: own };
}

/** The level below a field that is a map with a key a line; `undefined` for any other. */
export function levelBelow(level: Level, field: HeaderField): Level | undefined {
  const { inner, outer } = level;
  const { text } = outer;
  if (field.state !== 'ok' || !isMap(field.value)) return undefined;
  if (/[^ \t]/.test(text.slice(field.cut.colon + 1, inner.lines[field.cut.first]?.end).replace(/(?:^|[ \t])#.*/s, '')))
    return undefined;
  const own = inner.lines.slice(field.cut.first + 1, field.cut.last + 1);
  const first = own.find((line) => /^[ \t]*[^ \t#]/.test(text.slice(line.start, line.end)));
  if (first === undefined) return undefined;
  const deeper = blanksAt(text, first);
  if (deeper === 0) return undefined;
  const lines = own.map((line) => ({ ...line, start: line.start + Math.min(deeper, blanksAt(text, line)) }));
  const cuts = cutFields(text, lines);
  const contentLine = inner.fences.contentLine + field.cut.first + 1;
  const map = field.value;
  const fields = cuts.map((cut): Field => {
    const raw = text.slice(cut.colon + 1, lines[cut.last]?.end).trim();
    return { key: cut.key, line: contentLine + cut.first, column: 1, value: map[cut.key] ?? null, state: 'ok', raw };
  });
  const keys = new Set(cuts.map(({ key }) => key));
  if (keys.size !== Object.keys(map).length || !Object.keys(map).every((key) => keys.has(key))) return undefined;
  const content = inner.lines[field.cut.first]?.next ?? inner.fences.content;
  return {
    outer,
    inner: {
      text,
      fences: { ...inner.fences, content, contentLine },
      lines,
      cuts,
      read: { fields, findings: [], recovered: false },
    },
    margin: level.margin + deeper,
    path: [...level.path, field.key],
  };
}

function blanksAt(text: string, { start, end }: Line): number {
  let at = start;
  while (at < end && text[at] === ' ') at++;
  return at - start;
}
