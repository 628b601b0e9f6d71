import { Growing, GrowingBytes } from '../../../base/growing.ts';
import { isInName } from '../index/counts.ts';
import type { Segment } from '../index/segment.ts';
import { type FilledBlocks, fillIndex, type IndexHead } from './build.ts';
import { type MergedColumns, type MergeSource, mergeColumns } from './merge-columns.ts';
import { MOST_HEAD_BYTES, writeNumber } from './posting-chunks.ts';

/** Bytes that a posting can take. */
const MOST_POSTING_BYTES = 6;
const NO_TERM = 0xffffffff;

/** The terms that living documents have, in order. */
interface MergedTerms {
  readonly text: Growing;
  readonly bytes: GrowingBytes;
  /** The number of each in every source, or NO_TERM. */
  readonly numbers: readonly Growing[];
  /** Of all of them, the dead counted too. */
  readonly postings: number;
}

/**
 * One segment of the living documents of several: the same bytes as one built of those documents. Stops now and then.
 * Cost: about a second for 20,000 skills, whatever their size; no text is read.
 */
export function* mergeSegments(sources: readonly MergeSource[], head: IndexHead): Generator<void, Buffer> {
  const columns = mergeColumns(sources);
  yield;
  const terms = yield* mergeTerms(sources);
  const takeBlocks = (): FilledBlocks => ({
    ...columns.blocks,
    termText: terms.text.values,
    terms: terms.bytes.bytes,
    dead: head.amends?.dead ?? new Uint32Array(0),
  });
  const count = terms.text.length - 1;
  const counts = { documents: columns.documents, sections: columns.sectionDocument.length, terms: count, head };
  const most = terms.postings * MOST_POSTING_BYTES + count * MOST_HEAD_BYTES;
  return yield* fillIndex(counts, takeBlocks, most, (out, starts) => writeAll(sources, columns, terms, out, starts));
}

function* mergeTerms(sources: readonly MergeSource[]): Generator<void, MergedTerms> {
  const [text, bytes, numbers] = [new Growing(), new GrowingBytes(), sources.map(() => new Growing())];
  const next = sources.map(({ segment }) => ({ at: 0, text: segment.terms > 0 ? segment.term(0) : undefined }));
  let postings = 0;
  for (let done = 1; ; done++) {
    let least: string | undefined;
    for (const one of next) if (one.text !== undefined && (least === undefined || one.text < least)) least = one.text;
    if (least === undefined) break;
    const found = next.map((one, source) => {
      if (one.text !== least) return NO_TERM;
      const { segment, isDead } = sources[source] as MergeSource;
      const term = one.at++;
      one.text = one.at < segment.terms ? segment.term(one.at) : undefined;
      if (isDead !== undefined && !hasLiving(segment, term, isDead)) return NO_TERM;
      postings += segment.postings(term).sections;
      return term;
    });
    if (found.some((term) => term !== NO_TERM)) {
      text.push(bytes.length);
      bytes.appendText(least);
      numbers.forEach((column, source) => {
        column.push(found[source] ?? NO_TERM);
      });
    }
    if (done % 4096 === 0) yield;
  }
  text.push(bytes.length);
  return { text, bytes, numbers, postings };
}

function hasLiving(segment: Segment, term: number, isDead: Uint8Array): boolean {
  const postings = segment.postings(term);
  while (postings.next()) if (isDead[segment.sectionDocument[postings.section] ?? 0] !== 1) return true;
  return false;
}

function* writeAll(
  sources: readonly MergeSource[],
  { sectionMaps, sectionDocument, sectionKind }: MergedColumns,
  { text, numbers }: MergedTerms,
  out: Uint8Array,
  starts: Uint32Array,
): Generator<void, number> {
  const sections = new Uint32Array(sectionDocument.length);
  const counts = new Uint8Array(sectionDocument.length);
  let end = 0;
  for (let term = 0; term + 1 < text.length; term++) {
    starts[term] = end;
    let size = 0;
    sources.forEach(({ segment }, source) => {
      const number = numbers[source]?.at(term) ?? NO_TERM;
      const map = sectionMaps[source];
      if (number === NO_TERM || map === undefined) return;
      const before = size;
      const postings = segment.postings(number);
      while (postings.next()) {
        const section = map[postings.section] ?? -1;
        if (section < 0) continue;
        sections[size] = section;
        counts[size++] = postings.counts;
      }
      interleave(sections, counts, before, size);
    });
    let documents = 0;
    let owner = -1;
    let inName = false;
    for (let at = 0; at < size; at++) {
      const its = sectionDocument[sections[at] ?? 0] ?? 0;
      if (its !== owner) documents++;
      owner = its;
      inName ||= isInName(sectionKind[sections[at] ?? 0] ?? 0, counts[at] ?? 0);
    }
    end = writeNumber(out, end, documents * 2 + (inName ? 1 : 0));
    end = writeNumber(out, end, size);
    let before = 0;
    for (let at = 0; at < size; at++) {
      const section = sections[at] ?? 0;
      end = writeNumber(out, end, section - before);
      out[end++] = counts[at] ?? 0;
      before = section;
    }
    if (term % 2048 === 2047) yield;
  }
  return end;
}

/** Makes one sorted list of two that stand one behind the other: the second is short. */
function interleave(sections: Uint32Array, counts: Uint8Array, middle: number, end: number): void {
  if (middle === 0 || middle === end || (sections[middle - 1] ?? 0) < (sections[middle] ?? 0)) return;
  const later = sections.slice(middle, end);
  const laterCounts = counts.slice(middle, end);
  let first = middle - 1;
  let second = later.length - 1;
  for (let place = end - 1; second >= 0; place--) {
    if (first >= 0 && (sections[first] ?? 0) > (later[second] ?? 0)) {
      sections[place] = sections[first] ?? 0;
      counts[place] = counts[first--] ?? 0;
    } else {
      sections[place] = later[second] ?? 0;
      counts[place] = laterCounts[second--] ?? 0;
    }
  }
}
