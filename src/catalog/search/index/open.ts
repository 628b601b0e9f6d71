import { compareCodePoints } from '../../../base/text.ts';
import { countPostings, type PostingList, type TermCounts } from './postings.ts';
import { openSegment, type Segment } from './segment.ts';

/** One segment of an index, and where its documents and sections begin in the numbers of the whole. */
export interface Part {
  readonly segment: Segment;
  readonly firstDocument: number;
  readonly firstSection: number;
  /** 1 for each document that is no more; undefined where all live. */
  readonly isDead: Uint8Array | undefined;
}

/** A term of a query: what it counts in all segments, and its postings in each. */
export interface Term extends TermCounts {
  readonly text: string;
}

/**
 * An index of one segment, or of one and a second that amends it. Answers are those of a single one over the living
 * documents; numbers of documents are not, and have gaps.
 */
export class SearchIndex {
  readonly parts: readonly Part[];
  /** Numbers in use, of the dead too. */
  readonly documents: number;
  readonly sections: number;
  /** Those that live. */
  readonly livingDocuments: number;
  readonly livingSections: number;
  readonly digest: string;

  constructor(base: Segment, amending?: Segment) {
    const isDead = amending === undefined || amending.dead.length === 0 ? undefined : new Uint8Array(base.documents);
    let deadSections = 0;
    for (const document of amending?.dead ?? []) {
      if (isDead !== undefined) isDead[document] = 1;
      deadSections += (base.documentSections[document + 1] ?? 0) - (base.documentSections[document] ?? 0);
    }
    const first = { segment: base, firstDocument: 0, firstSection: 0, isDead };
    const second = { firstDocument: base.documents, firstSection: base.sections, isDead: undefined };
    this.parts = amending === undefined ? [first] : [first, { segment: amending, ...second }];
    this.documents = base.documents + (amending?.documents ?? 0);
    this.sections = base.sections + (amending?.sections ?? 0);
    this.livingDocuments = this.documents - (amending?.dead.length ?? 0);
    this.livingSections = this.sections - deadSections;
    this.digest = (amending ?? base).digest;
  }

  id(document: number): string {
    const { segment, firstDocument } = this.partOf(document);
    return segment.id(document - firstDocument);
  }

  /** As {@link canonicalName} gives it. */
  canonicalName(document: number): string {
    const { segment, firstDocument } = this.partOf(document);
    return segment.canonicalName(document - firstDocument);
  }

  isLiving(document: number): boolean {
    const { firstDocument, isDead } = this.partOf(document);
    return isDead === undefined || isDead[document - firstDocument] !== 1;
  }

  /** The living document with this id. */
  find(id: string): number | undefined {
    for (const { segment, firstDocument } of this.parts) {
      const found = segment.find(id);
      if (found !== undefined && this.isLiving(firstDocument + found)) return firstDocument + found;
    }
    return undefined;
  }

  /** Living documents whose canonical name begins with this text. */
  withNamePrefix(prefix: string): number[] {
    return this.parts
      .flatMap(({ segment, firstDocument }) => segment.withNamePrefix(prefix).map((one) => firstDocument + one))
      .filter((document) => this.isLiving(document));
  }

  /** What is known of a term; undefined where no living document has it. */
  term(text: string): Term | undefined {
    let documents = 0;
    let sections = 0;
    let isInName = false;
    for (const part of this.parts) {
      const its = countsIn(part, text);
      documents += its?.documents ?? 0;
      sections += its?.sections ?? 0;
      isInName ||= its?.isInName ?? false;
    }
    return documents === 0 ? undefined : { text, documents, sections, isInName };
  }

  /** Below 0 where `a` comes first among equals: ordinary skills before members, then by canonical name, then by id. */
  compare(a: number, b: number): number {
    const [one, other] = [this.partOf(a), this.partOf(b)];
    const [first, second] = [a - one.firstDocument, b - other.firstDocument];
    if (one === other) return (one.segment.documentTie[first] ?? 0) - (one.segment.documentTie[second] ?? 0);
    return (
      (one.segment.documentMember[first] ?? 0) - (other.segment.documentMember[second] ?? 0) ||
      compareCodePoints(one.segment.canonicalName(first), other.segment.canonicalName(second)) ||
      compareCodePoints(one.segment.id(first), other.segment.id(second))
    );
  }

  partOf(document: number): Part {
    const [first, second] = this.parts;
    return (second !== undefined && document >= second.firstDocument ? second : first) as Part;
  }
}

function countsIn({ segment, isDead }: Part, text: string): TermCounts | undefined {
  const term = segment.termNumber(text);
  const list: PostingList | undefined = segment.postingsOf(text);
  if (list === undefined) return undefined;
  // Where nothing has died the counts stand before the postings, but not those of a character with its pairs.
  if (isDead === undefined && term !== undefined && 'documents' in list) return segment.postings(term);
  return countPostings(list, segment.sectionDocument, segment.sectionKind, isDead);
}

/** An index of one segment over its bytes, or `undefined`: see {@link openSegment}. */
export function openIndex(bytes: Buffer): SearchIndex | undefined {
  const segment = openSegment(bytes);
  return segment === undefined || segment.amends !== undefined ? undefined : new SearchIndex(segment);
}
