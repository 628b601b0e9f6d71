import type { Problem } from './accept.ts';
import { isBlank, keyAt, type Line, lastLineOfSpan, scanLines } from './lines.ts';
import { formattedKeyAt, type LooseKey, looseKeyAt } from './loose-key.ts';
import { codePointOf, quote } from './quote.ts';

/** A header whose keys YAML can see, what had to be said for it, and where its offsets are in the author's text. */
export interface Mended {
  readonly text: string;
  readonly problems: readonly Problem[];
  readonly original: (offset: number) => number;
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly problem: Problem;
}

/** Writes the keys of a header as YAML wants them, where their authors meant keys. Undefined: there is nothing to mend. */
export function mendKeys(text: string): Mended | undefined {
  const lines = scanLines(text);
  const exact = new Set(lines.flatMap((line) => keyAt(text, line)?.key ?? []));
  const changes: Change[] = [];
  let isFirst = true;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    if (isBlank(text, line.start, line.end)) continue;
    const change = (isFirst ? headingChange(text, line, exact) : undefined) ?? keyChange(text, line, exact);
    isFirst = false;
    if (change !== undefined) changes.push(change);
    const colon = keyAt(text, line)?.colon ?? change?.end;
    if (colon !== undefined) index = lastLineOfSpan(text, lines, index, colon + 1);
  }
  return changes.length === 0 ? undefined : applyChanges(text, changes);
}

function keyChange(text: string, line: Line, exact: ReadonlySet<string>): Change | undefined {
  const loose = looseKeyAt(text, line);
  // What is spelt right somewhere else is what counts.
  if (loose === undefined || exact.has(loose.key)) return undefined;
  const { key, value, offset } = loose;
  const isEmpty = value >= line.end;
  return {
    start: line.start,
    end: value,
    replacement: `${key}:${isEmpty ? '' : ' '}`,
    problem: { ...describeFault(text, loose), offset },
  };
}

function describeFault(
  text: string,
  { key, written, fault, offset }: LooseKey,
): Pick<Problem, 'code' | 'message' | 'hint'> {
  const hint = `Write \`${key}: \`, with a blank behind the colon.`;
  const odd = codePointOf(text.slice(offset, offset + 2));
  switch (fault) {
    case 'case':
      return {
        code: 'frontmatter/misspelt-key',
        message: `${quote(written)} is read as \`${key}\`.`,
        hint: `Write \`${key}:\`.`,
      };
    case 'before':
      return {
        code: 'frontmatter/odd-key',
        message: `${odd} stands before \`${key}\`, where nobody sees it. The key is read without it.`,
        hint: 'Remove it.',
      };
    case 'colon':
      return {
        code: 'frontmatter/odd-key',
        message: `${odd} stands behind \`${key}\` instead of a colon. It is read as one.`,
        hint,
      };
    case 'blank':
      return {
        code: 'frontmatter/odd-key',
        message: `${odd} stands at the colon of \`${key}\`, where YAML knows blanks only. It is read as one.`,
        hint,
      };
    case 'no-blank':
      return {
        code: 'frontmatter/odd-key',
        message: `No blank stands behind the colon of \`${key}\`: YAML sees no key there. It is read as one.`,
        hint,
      };
  }
}

/** `## name: x`, and where a formatter made one line of all fields, each of them again. */
function headingChange(text: string, line: Line, exact: ReadonlySet<string>): Change | undefined {
  const found = formattedKeyAt(text, line);
  if (found === undefined || exact.has(found.key)) return undefined;
  const shown = text.slice(found.start, line.end);
  const isAll = exact.size === 0;
  const known = /[ \t]+(?=(?:description|license|version|metadata|compatibility|allowed-tools|homepage):[ \t])/gu;
  return {
    start: line.start,
    end: line.end,
    replacement: isAll ? shown.replace(known, '\n') : shown,
    problem: {
      code: 'frontmatter/heading-key',
      offset: line.start,
      message: `${quote(text.slice(line.start, line.end))} is a heading, most likely made by a Markdown formatter. It is read as \`${found.key}\`.`,
      hint: `Write \`${found.key}: ...\` without \`#\`, and the closing \`---\` below the last key; keep the formatter off the frontmatter.`,
    },
  };
}

function applyChanges(text: string, changes: readonly Change[]): Mended {
  let mended = '';
  let from = 0;
  // Where stretches that were kept as they are begin: in the new text, and in the author's.
  const starts: { readonly now: number; readonly was: number }[] = [{ now: 0, was: 0 }];
  for (const { start, end, replacement } of changes) {
    mended += text.slice(from, start) + replacement;
    from = end;
    starts.push({ now: mended.length - replacement.length, was: start }, { now: mended.length, was: end });
  }
  mended += text.slice(from);
  const original = (offset: number): number => {
    const index = starts.findLastIndex(({ now }) => now <= offset);
    const { now, was } = starts[index] ?? { now: 0, was: 0 };
    return Math.min(was + offset - now, starts[index + 1]?.was ?? text.length);
  };
  return { text: mended, problems: changes.map(({ problem }) => problem), original };
}
