import { Growing, GrowingBytes } from '../../../base/growing.ts';
import { compareCodePoints } from '../../../base/text.ts';
import type { Part } from '../index/open.ts';
import { type DocumentNote, type FilledBlocks, packNames } from './build.ts';

export type MergeSource = Pick<Part, 'segment' | 'isDead'>;

/** Everything of the living documents of some segments but their postings, in order of id. */
export interface MergedColumns {
  readonly documents: number;
  /** The new number of each section, by source; -1 for those of the dead. */
  readonly sectionMaps: readonly Int32Array[];
  readonly sectionDocument: Uint32Array;
  readonly sectionKind: Uint8Array;
  readonly blocks: Omit<FilledBlocks, 'termText' | 'terms' | 'dead'>;
}

export function mergeColumns(sources: readonly MergeSource[]): MergedColumns {
  const notes: DocumentNote[] = [];
  const sectionMaps = sources.map(({ segment }) => new Int32Array(segment.sections).fill(-1));
  const [documentSections, bodyWords, topWords, filterStarts] = [
    new Growing(),
    new Growing(),
    new Growing(),
    new Growing(),
  ];
  const [sectionDocument, sectionStart, sectionWords] = [new Growing(), new Growing(), new Growing()];
  const [digests, nameWords, sectionKind, filters] = [
    new GrowingBytes(),
    new GrowingBytes(),
    new GrowingBytes(),
    new GrowingBytes(),
  ];
  for (const { source, document, id } of livingDocuments(sources)) {
    const { segment } = sources[source] as MergeSource;
    notes.push({ id, name: segment.canonicalName(document), isMember: segment.documentMember[document] === 1 });
    digests.append(segment.documentDigest.subarray(document * 32, document * 32 + 32));
    nameWords.push(segment.documentNameWords[document] ?? 0);
    bodyWords.push(segment.documentBodyWords[document] ?? 0);
    topWords.push(segment.documentTopWords[document] ?? 0);
    documentSections.push(sectionDocument.length);
    filterStarts.push(filters.length);
    filters.append(segment.filters.subarray(segment.documentFilter[document], segment.documentFilter[document + 1]));
    const end = segment.documentSections[document + 1] ?? 0;
    for (let at = segment.documentSections[document] ?? 0; at < end; at++) {
      const map = sectionMaps[source];
      if (map !== undefined) map[at] = sectionDocument.length;
      sectionDocument.push(notes.length - 1);
      sectionStart.push(segment.sectionStart[at] ?? 0);
      sectionWords.push(segment.sectionWords[at] ?? 0);
      sectionKind.push(segment.sectionKind[at] ?? 0);
    }
  }
  documentSections.push(sectionDocument.length);
  filterStarts.push(filters.length);
  return {
    documents: notes.length,
    sectionMaps,
    sectionDocument: sectionDocument.values,
    sectionKind: sectionKind.bytes,
    blocks: {
      ...packNames(notes),
      documentSections: documentSections.values,
      documentBodyWords: bodyWords.values,
      documentTopWords: topWords.values,
      documentFilter: filterStarts.values,
      documentDigest: digests.bytes,
      documentNameWords: nameWords.bytes,
      sectionDocument: sectionDocument.values,
      sectionStart: sectionStart.values,
      sectionWords: Uint16Array.from(sectionWords.values),
      sectionKind: sectionKind.bytes,
      filters: filters.bytes,
    },
  };
}

/** The living documents of some segments, in order of id. No two of them have one id. */
export function* livingDocuments(
  sources: readonly MergeSource[],
): Generator<{ readonly source: number; readonly document: number; readonly id: string }> {
  const heads = sources.map((source) => nextLiving(source, 0));
  for (;;) {
    let least = -1;
    heads.forEach((head, at) => {
      if (head === undefined) return;
      const best = heads[least];
      if (best === undefined || compareCodePoints(head.id, best.id) < 0) least = at;
    });
    const [head, source] = [heads[least], sources[least]];
    if (head === undefined || source === undefined) return;
    yield { source: least, ...head };
    heads[least] = nextLiving(source, head.document + 1);
  }
}

function nextLiving({ segment, isDead }: MergeSource, from: number): { document: number; id: string } | undefined {
  let document = from;
  while (document < segment.documents && isDead?.[document] === 1) document++;
  return document < segment.documents ? { document, id: segment.id(document) } : undefined;
}
