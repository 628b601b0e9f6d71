import { isMap, isScalar, isSeq, parseDocument, visit } from 'yaml';
import { tooDeepAt } from './nesting.ts';

/** A block as a reader that recovers nothing sees it. Offsets are into the block. */
export type StrictBlock =
  | { readonly fault: string; readonly offset: number }
  | { readonly fields: readonly StrictField[] };

export interface StrictField {
  readonly key: string;
  readonly offset: number;
  /** The author's text of a scalar; a list or a map is neither. */
  readonly value: string | 'list' | 'map';
  readonly isText: boolean;
}

export interface StrictOptions {
  /** Lists and maps in one line, anchors, aliases and tags are faults too (the subset that StrictYAML reads). */
  readonly subset: boolean;
}

/** Parses one block as YAML and gives up at its first fault, a key that is written twice included. Never throws. */
export function parseStrict(text: string, options: StrictOptions): StrictBlock {
  const tooDeep = tooDeepAt(text);
  if (tooDeep !== undefined) return { fault: 'it is nested too deeply', offset: tooDeep };
  const document = parseDocument(text, { schema: 'failsafe', prettyErrors: false, logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) return { fault: lowerFirst(error.message), offset: error.pos[0] };
  const { contents } = document;
  if (!isMap(contents)) return { fault: 'it is no map of keys', offset: contents?.range?.[0] ?? 0 };
  let outside: { readonly fault: string; readonly offset: number } | undefined;
  if (options.subset) {
    visit(document, (_, node) => {
      const fault = outsideSubset(node);
      if (fault === undefined) return undefined;
      const { range } = node as { readonly range?: readonly number[] | null };
      outside = { fault, offset: range?.[0] ?? 0 };
      return visit.BREAK;
    });
  }
  if (outside !== undefined) return outside;
  return {
    fields: contents.items.map(({ key, value }) => ({
      key: isScalar(key) ? String(key.source ?? key.value) : '?',
      offset: isScalar(key) ? (key.range?.[0] ?? 0) : 0,
      value: isSeq(value) ? 'list' : isMap(value) ? 'map' : isScalar(value) ? String(value.value ?? '') : '',
      isText: !isSeq(value) && !isMap(value),
    })),
  };
}

function outsideSubset(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  if ((isMap(node) || isSeq(node)) && node.flow === true) return 'it holds a list or a map written in one line';
  if ('anchor' in node && node.anchor !== undefined) return 'it holds an anchor (&)';
  if ('tag' in node && typeof node.tag === 'string') return 'it holds a tag (!)';
  return 'source' in node && node.constructor.name === 'Alias' ? 'it holds an alias (*)' : undefined;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
