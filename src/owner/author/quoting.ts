/** Words in a row that are a quotation. */
export const QUOTED_WORDS = 8;

/**
 * The first run of eight words that a draft takes over from a document, or `undefined`. Code, paths, addresses and names
 * do not count as words on either side, so that neither a command that must be repeated is a quotation, nor a sentence
 * that has one in its middle is none.
 */
export function findQuotation(document: string, draft: string): string | undefined {
  const source = proseOf(plainText(document));
  const names = namesIn(source);
  const theirs = wordsOf(source, names);
  if (theirs.length < QUOTED_WORDS) return undefined;
  const runs = new Set<string>();
  for (let at = 0; at + QUOTED_WORDS <= theirs.length; at++) runs.add(runAt(theirs, at));
  const plain = plainText(draft);
  // Prose that a draft puts between marks of code is still the document's prose.
  for (const text of [proseOf(plain), plain]) {
    const ours = wordsOf(text, names);
    for (let at = 0; at + QUOTED_WORDS <= ours.length; at++) {
      const run = runAt(ours, at);
      if (runs.has(run)) return run;
    }
  }
  return undefined;
}

const runAt = (words: readonly string[], at: number): string => words.slice(at, at + QUOTED_WORDS).join(' ');

/** Text without what has to be repeated letter by letter. */
function proseOf(text: string): string {
  return withoutSpans(withoutBlocks(text));
}

/** Code within a line goes: from some backticks to the next run of as many. Perf: a pattern for it takes time by the square. */
function withoutSpans(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: run, index }) => ({ at: index, length: run.length }));
  const byLength = new Map<number, number[]>();
  runs.forEach(({ length }, index) => {
    const same = byLength.get(length);
    if (same === undefined) byLength.set(length, [index]);
    else same.push(index);
  });
  const kept: string[] = [];
  let from = 0;
  for (let index = 0; index < runs.length; index++) {
    const { at, length } = runs[index] ?? { at: 0, length: 0 };
    const same = byLength.get(length) ?? [];
    while (same.length > 0 && (same[0] ?? 0) <= index) same.shift();
    const closing = same[0];
    if (closing === undefined) continue;
    kept.push(text.slice(from, at), ' ');
    from = (runs[closing]?.at ?? 0) + length;
    index = closing;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

/** Blocks of code go; one that is never closed is no block. */
function withoutBlocks(text: string): string {
  const kept: string[] = [];
  let fence: { readonly mark: string; readonly at: number } | undefined;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    kept.push(line);
    if (mark === undefined) continue;
    if (fence === undefined) fence = { mark, at: kept.length - 1 };
    else if (mark.startsWith(fence.mark) && line.trim() === mark) {
      kept.length = fence.at;
      fence = undefined;
    }
  }
  return kept.join('\n');
}

const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\r\n?/g, '\n')
    .replace(/\bhttps?:\/\/\S+/g, ' ');

/** An identifier, a file, a path, a flag, a number with a unit: nobody can say it otherwise. */
const CODE_LIKE = /[\d_/\\@#$=<>{}()[\]|]|[a-z][A-Z]|\w\.\w|^--?\w/;

/** Scripts that put no blanks between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Perf: the segmenter takes time by the square of what it is given at once. */
const SEGMENTED_AT_ONCE = 256;

function* tokensOf(text: string): Generator<{ readonly word: string; readonly isFirst: boolean }> {
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
  let isFirst = true;
  for (const { 0: chunk } of text.matchAll(/\n|[^\s]+/g)) {
    // A new line may begin an item or a heading.
    if (chunk === '\n') {
      isFirst = true;
      continue;
    }
    if (CODE_LIKE.test(chunk.replace(/^[([{"'“‘«]+/, '').replace(/[)\]}"'”’».,;:!?]{1,9}$/, ''))) continue;
    for (const { 0: part } of chunk.matchAll(/[\p{L}\p{M}\p{N}'’]+|[.!?:;。！？]/gu)) {
      if (/^[.!?:;。！？]$/.test(part)) {
        isFirst = true;
        continue;
      }
      const words = UNSPACED.test(part) ? segmented(segmenter, part) : [part.replaceAll('’', "'")];
      for (const word of words) {
        yield { word, isFirst };
        isFirst = false;
      }
    }
  }
}

function* segmented(segmenter: Intl.Segmenter, text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SEGMENTED_AT_ONCE) {
    for (const { segment, isWordLike } of segmenter.segment(text.slice(at, at + SEGMENTED_AT_ONCE))) {
      if (isWordLike === true) yield segment;
    }
  }
}

/** Words that the document writes with a capital wherever they stand, also within a sentence. */
function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const others = new Set<string>();
  for (const { word, isFirst } of tokensOf(text)) {
    const lower = word.toLowerCase();
    if (/^\p{Lu}/u.test(word)) {
      if (!isFirst) names.add(lower);
    } else others.add(lower);
  }
  for (const word of others) names.delete(word);
  return names;
}

function wordsOf(text: string, names: ReadonlySet<string>): string[] {
  const words: string[] = [];
  for (const { word } of tokensOf(text)) {
    const lower = word.toLowerCase();
    if (!names.has(lower)) words.push(lower);
  }
  return words;
}
