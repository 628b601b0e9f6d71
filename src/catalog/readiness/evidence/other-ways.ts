/** A comment that introduces another way, or what the reader may leave out; it holds up to the next blank line or comment. */
const COMMENT =
  /^[ \t]*(?:#+|\/\/)[ \t]*(?:\(?optional(?:ly)?\b|or\b|alternative(?:ly)?\b(?! +splic)|another way\b|install(?:ation|ing)?\b|option [b-z2-9]\b|if you prefer\b)/i;
/** `# 5. Partition with ppanggolin (alternative)`. */
const REMARK = /\((?:optional|alternative)[^()]{0,40}\)[ \t]*[:.]?[ \t]*$/i;

/** Stretches of a piece of code that its comments call another way, optional or installation. */
export function otherWays(text: string): readonly (readonly [from: number, to: number])[] {
  if (!/(?:#|\/\/)[ \t]*\(?(?:opt|or|alt|ano|ins|if)|\((?:opt|alt)/i.test(text)) return [];
  const ranges: [number, number][] = [];
  let at = 0;
  let from: number | undefined;
  let wasComment = false;
  for (const line of text.split('\n')) {
    const isComment = /^[ \t]*(?:#|\/\/)/.test(line);
    if (from !== undefined && ((isComment && !wasComment) || line.trim() === '')) {
      ranges.push([from, at]);
      from = undefined;
    }
    // A comment of several lines may go on with "or".
    if (isComment && !wasComment && (COMMENT.test(line) || REMARK.test(line))) from = at;
    wasComment = isComment;
    at += line.length + 1;
  }
  if (from !== undefined) ranges.push([from, at]);
  return ranges;
}

const OTHER =
  /\balternative(?:s|ly)?\b(?! +(?:splic|polyaden|promoter|exon|isoform|allele|hypothes|transcript|start|first|last|[35]|data|text|energy))|(?<!not |non-)\boptional(?:ly)?\b/i;
const INSTALLATION = /\binstall(?:ation|ing|s)?\b|\bprerequisites?\b|\buninstall/i;
/** "Installation and basic usage" shows steps as well; a line that installs is known by what it calls. */
const USAGE = /(?:\band\b|&|\/|,|\+).*\b(?:us(?:e|age|ing)|quick ?start|examples?|run(?:ning)?|workflow)\b/i;
const LEAD =
  /^[-*>\d.)(\s_]*(?:[oO]r\b|[aA]lternative|[oO]ptional|[iI]nstall|[iI]f you prefer|[aA]nother (?:way|option)|[tT]o install|[pP]rerequisite)/;

/**
 * Whether a block shows another way, something optional, or how to install: the headings above it or the line before it
 * say so.
 */
export function isOtherWay({
  headings,
  lead,
}: {
  readonly headings: readonly string[];
  readonly lead: string;
}): boolean {
  return headings.some(isAside) || LEAD.test(lead);
}

function isAside(heading: string): boolean {
  return OTHER.test(heading) || (INSTALLATION.test(heading) && !USAGE.test(heading));
}
