/** What a piece of text is to the ranking. The first four stand at the top of a skill, the others in its body. */
export type TextClass = 'name' | 'path' | 'description' | 'keywords' | 'heading' | 'text' | 'comment' | 'code';

export interface Piece {
  readonly of: TextClass;
  readonly text: string;
  /** Offset of the line that holds it, in the text the sections were read from; 0 for the top of a skill. */
  readonly at: number;
}

/** Pieces that belong together: a field, or what stands under one heading. */
export interface Section {
  readonly kind: 'name' | 'description' | 'keywords' | 'body';
  readonly pieces: readonly Piece[];
}

/** What the catalog knows of a skill without its body. */
export interface SkillTop {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly keywords: string;
}

/** Sections that speak of other skills and works: their words would find the wrong skill. */
const ASIDE =
  /^(?:(?:related|see also|further reading|references and|acknowledge?ments?)\b.*|references|citations?|bibliography|change ?log|licen[cs]e):?$/i;
const FENCE = /^\s{0,3}(?:[-*+]\s+|\d+[.)]\s+)?\s*(`{3,}|~{3,})/;
const CLOSING = /^\s*(?:`+|~+)\s*$/;
const HEADING = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const COMMENT = /(?:^|\s)(?:#|\/\/)\s+(.*)$/;
const LINE = /[^\r\n]{0,4000}(?:\r\n?|\n)?/y;

export function topSections(top: SkillTop): Section[] {
  const sections: Section[] = [
    {
      kind: 'name',
      pieces: [
        { of: 'name', text: top.name, at: 0 },
        { of: 'path', text: top.path.replaceAll('/', ' '), at: 0 },
      ],
    },
    { kind: 'description', pieces: [{ of: 'description', text: top.description, at: 0 }] },
  ];
  if (top.keywords !== '') sections.push({ kind: 'keywords', pieces: [{ of: 'keywords', text: top.keywords, at: 0 }] });
  return sections;
}

/** Takes a body as it is read: see {@link readBody}. */
export interface BodySink {
  /** A section begins; the one before ends. */
  open(): void;
  /** `text[from, to)` of the body itself. `at` is where its line begins. */
  range(of: TextClass, from: number, to: number, at: number): void;
  /** A text of its own: a line without what a reader does not see. */
  text(of: TextClass, text: string, at: number): void;
}

const TICK = 1;
const HASH = 2;
const SLASH = 4;
const LINK = 8;
/** Marks that a line must have before a pattern is tried on it, by ASCII unit. */
const FLAGS = new Uint8Array(128);
FLAGS[0x60] = TICK;
FLAGS[0x7e] = TICK;
FLAGS[0x23] = HASH;
FLAGS[0x2f] = SLASH;
FLAGS[0x3c] = LINK;
FLAGS[0x5b] = LINK;
const MOST_LINE_UNITS = 4000;

/**
 * Reads a Markdown body as sections, one a heading, code apart from text and comments apart from code. What stands under
 * "Related", "References" and the like is left out. Never throws. `units` are those of `text`; the body begins at `from`.
 * Perf: patterns run only on lines that have a mark they need, and a line is cut out only for them.
 */
export function readBody(text: string, units: Uint16Array, from: number, sink: BodySink): void {
  let fence: string | undefined;
  // Level of the heading whose section is left out; 0 = none is.
  let aside = 0;
  let isOpen = false;
  const open = (): void => {
    if (!isOpen) sink.open();
    isOpen = true;
  };
  for (let at = from; at < text.length; ) {
    const start = at;
    const most = Math.min(text.length, start + MOST_LINE_UNITS);
    let flags = 0;
    for (; at < most; at++) {
      const unit = units[at] ?? 0;
      if (unit < 128) {
        if (unit === 10 || unit === 13) break;
        flags |= FLAGS[unit] ?? 0;
      }
    }
    const end = at;
    if (units[at] === 13 && at < text.length) at++;
    if (units[at] === 10 && at < text.length && (at === end || units[end] === 13)) at++;
    const line = (flags & (TICK | HASH)) === 0 ? '' : text.slice(start, end);
    const mark = (flags & TICK) === 0 ? undefined : FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.[0] === fence && CLOSING.test(line)) fence = undefined;
      else if (aside === 0) {
        open();
        takeCode(text, start, end, flags, sink);
      }
      continue;
    }
    if (mark !== undefined) {
      fence = mark[0];
      continue;
    }
    const heading = (flags & HASH) === 0 ? null : HEADING.exec(line);
    if (heading === null) {
      if (aside !== 0) continue;
      open();
      if ((flags & (LINK | SLASH)) === 0) sink.range('text', start, end, start);
      else sink.text('text', proseOf(text.slice(start, end)), start);
      continue;
    }
    const level = heading[1]?.length ?? 1;
    const title = heading[2] ?? '';
    if (aside >= level) aside = 0;
    if (aside === 0 && level > 1 && ASIDE.test(title.replace(/[*_`]/g, ''))) aside = level;
    if (aside > 0) continue;
    isOpen = false;
    open();
    sink.text('heading', title, start);
  }
}

function takeCode(text: string, start: number, end: number, flags: number, sink: BodySink): void {
  const line = (flags & (HASH | SLASH)) === 0 ? undefined : text.slice(start, end);
  const comment = line === undefined ? null : COMMENT.exec(line);
  if (comment === null) {
    sink.range('code', start, end, start);
    return;
  }
  sink.text('comment', comment[1] ?? '', start);
  sink.range('code', start, end - comment[0].length, start);
}

/** The same as a list of sections. */
export function bodySections(text: string, from: number = 0): Section[] {
  const sections: { readonly kind: 'body'; readonly pieces: Piece[] }[] = [];
  const push = (of: TextClass, its: string, at: number): void => {
    sections.at(-1)?.pieces.push({ of, text: its, at });
  };
  readBody(text, unitsInto(new Uint16Array(text.length), text), from, {
    open: () => sections.push({ kind: 'body', pieces: [] }),
    range: (of, start, end, at) => push(of, text.slice(start, end), at),
    text: push,
  });
  return sections;
}

/** Puts the UTF-16 units of a text into an array that has room for them; the part that is filled. */
export function unitsInto(array: Uint16Array, text: string): Uint16Array {
  Buffer.from(array.buffer).write(text, 'utf16le');
  return array.subarray(0, text.length);
}

/** The lines from `from` on, without their ends. Longer ones come in pieces: some patterns here are slow on them. */
export function* linesOf(text: string, from: number): Generator<{ readonly line: string; readonly at: number }> {
  const pattern = new RegExp(LINE);
  for (let at = from; at < text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    yield { line: found.replace(/[\r\n]+$/, ''), at };
  }
}

/** Prose without what a reader does not see: comments, the targets of links, addresses. */
export function proseOf(line: string): string {
  return line
    .replace(/<!--.{0,1000}?-->/g, ' ')
    .replace(/!?\[([^\]]{0,400})\]\([^)]{0,1000}\)/g, '$1')
    .replace(/https?:\/\/\S+/g, ' ');
}
