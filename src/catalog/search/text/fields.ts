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

/**
 * A Markdown body as sections, one a heading, code apart from text and comments apart from code. What stands under
 * "Related", "References" and the like is left out. Never throws. `from` is where in `text` the body begins.
 */
export function bodySections(text: string, from: number = 0): Section[] {
  const sections: Section[] = [];
  let pieces: Piece[] = [];
  let fence: string | undefined;
  // Level of the heading whose section is left out; 0 = none is.
  let aside = 0;
  for (const { line, at } of linesOf(text, from)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.[0] === fence && CLOSING.test(line)) fence = undefined;
      else if (aside === 0) pushCode(pieces, line, at);
      continue;
    }
    if (mark !== undefined) {
      fence = mark[0];
      continue;
    }
    const heading = HEADING.exec(line);
    if (heading === null) {
      if (aside === 0) pieces.push({ of: 'text', text: proseOf(line), at });
      continue;
    }
    const level = heading[1]?.length ?? 1;
    const title = heading[2] ?? '';
    if (aside >= level) aside = 0;
    if (aside === 0 && level > 1 && ASIDE.test(title.replace(/[*_`]/g, ''))) aside = level;
    if (aside > 0) continue;
    if (pieces.length > 0) sections.push({ kind: 'body', pieces });
    pieces = [{ of: 'heading', text: title, at }];
  }
  if (pieces.length > 0) sections.push({ kind: 'body', pieces });
  return sections;
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

function pushCode(pieces: Piece[], line: string, at: number): void {
  const comment = COMMENT.exec(line);
  if (comment === null) {
    pieces.push({ of: 'code', text: line, at });
    return;
  }
  pieces.push({ of: 'comment', text: comment[1] ?? '', at });
  pieces.push({ of: 'code', text: line.slice(0, line.length - comment[0].length), at });
}
