import { internalError } from '../../../base/errors.ts';
import { canonicalName, compareCodePoints } from '../../../base/text.ts';
import { BODY, countUp, laneOf, MAX_DOCUMENT_WORDS, MAX_SECTION_WORDS, SECTION_KINDS } from '../index/counts.ts';
import { Growing, GrowingBytes } from '../index/growing.ts';
import { packIndex } from '../index/layout.ts';
import type { SearchIndex } from '../index/open.ts';
import { packPairs, pairHash, topPairHash } from '../index/pairs.ts';
import { bodySections, type Section, type SkillTop, topSections } from '../text/fields.ts';
import { ownText, readWord, splitWords } from '../text/tokens.ts';
import { EarlierDocuments } from './reuse.ts';

/** A skill as the index takes it. */
export interface DocumentInput extends SkillTop {
  readonly id: string;
  readonly isMember: boolean;
  /** Of its SKILL.md: 64 hex digits. */
  readonly sha256: string;
}

/** A word as the builder knows it: the numbers of its terms, and the hashes of those that stand beside other words. */
interface KnownWord {
  readonly terms: readonly number[];
  readonly neighbours: readonly number[];
}

/** Words known at a time. Perf: a tree repeats most of its words, and to take them apart is most of the work. */
const MAX_KNOWN_WORDS = 50_000;

interface DocumentNote {
  readonly id: string;
  readonly name: string;
  readonly isMember: boolean;
}

/** Builds an index, a document at a time, in order of id. */
export class IndexBuilder {
  readonly #earlier: EarlierDocuments | undefined;
  readonly #notes: DocumentNote[] = [];
  readonly #digests = new GrowingBytes();
  readonly #terms = new Map<string, number>();
  readonly #words = new Map<string, KnownWord>();
  readonly #documentSections = new Growing();
  readonly #bodyWords = new Growing();
  readonly #topWords = new Growing();
  readonly #sectionDocument = new Growing();
  readonly #sectionStart = new Growing();
  readonly #sectionWords = new Growing();
  readonly #sectionKind = new GrowingBytes();
  readonly #postingTerm = new Growing();
  readonly #postingSection = new Growing();
  readonly #postingCounts = new GrowingBytes();
  readonly #filters = new GrowingBytes();
  readonly #filterStarts = new Growing();

  /** `earlier`: an index whose unchanged documents are taken over. */
  constructor(earlier?: SearchIndex) {
    this.#earlier = earlier === undefined ? undefined : new EarlierDocuments(earlier);
  }

  /** Takes a document over from the earlier index. False: it is not there as it is now, and has to be added. */
  reuse(document: Pick<DocumentInput, 'id' | 'name' | 'isMember' | 'sha256'>): boolean {
    const found = this.#earlier?.find(document.id, document.sha256);
    if (this.#earlier === undefined || found === undefined) return false;
    this.#begin(document);
    for (const section of this.#earlier.sections(found)) {
      const number = this.#beginSection(section.kind, section.start);
      for (const { term, counts } of section.postings) this.#post(this.#termId(term), number, counts);
      this.#endSection(section.kind, section.words);
    }
    this.#filters.append(this.#earlier.filter(found));
    return true;
  }

  /** `text` is that of SKILL.md, decoded; its body begins at `bodyStart`. */
  add(document: DocumentInput, text: string, bodyStart: number): void {
    this.#begin(document);
    const pairs = new Set<number>();
    let room = MAX_DOCUMENT_WORDS;
    for (const section of [...topSections(document), ...bodySections(text, bodyStart)]) {
      if (room <= 0) break;
      room -= this.#addSection(section, pairs, room);
    }
    this.#filters.append(packPairs(pairs));
  }

  /** The packed index. `digest`: what tells that it is still the index of its catalog. */
  finish(digest: string): Buffer {
    this.#documentSections.push(this.#sectionDocument.length);
    this.#filterStarts.push(this.#filters.length);
    const documents = this.#notes.length;
    return packIndex(
      { documents, sections: this.#sectionDocument.length, terms: this.#terms.size, digest },
      {
        ...this.#packNames(),
        documentSections: this.#documentSections.values,
        documentBodyWords: this.#bodyWords.values,
        documentTopWords: this.#topWords.values,
        documentFilter: this.#filterStarts.values,
        documentDigest: this.#digests.bytes,
        sectionDocument: this.#sectionDocument.values,
        sectionStart: this.#sectionStart.values,
        sectionWords: Uint16Array.from(this.#sectionWords.values),
        sectionKind: this.#sectionKind.bytes,
        filters: this.#filters.bytes,
        ...this.#packTerms(),
      },
    );
  }

  #begin({ id, name, isMember, sha256 }: Pick<DocumentInput, 'id' | 'name' | 'isMember' | 'sha256'>): void {
    const last = this.#notes.at(-1)?.id;
    if (last !== undefined && compareCodePoints(last, id) >= 0) throw internalError('documents out of order');
    this.#notes.push({ id, name: canonicalName(name), isMember });
    this.#digests.append(Buffer.from(sha256, 'hex'));
    this.#documentSections.push(this.#sectionDocument.length);
    this.#bodyWords.push(0);
    this.#topWords.push(0);
    this.#filterStarts.push(this.#filters.length);
  }

  #addSection(section: Section, pairs: Set<number>, room: number): number {
    const kind = SECTION_KINDS.indexOf(section.kind);
    let counts = new Map<number, number>();
    let words = 0;
    let total = 0;
    let start = section.pieces[0]?.at ?? 0;
    const flush = (): void => {
      if (words === 0) return;
      const number = this.#beginSection(kind, start);
      for (const [term, count] of counts) this.#post(term, number, count);
      this.#endSection(kind, words);
      counts = new Map();
      words = 0;
    };
    let before: number | undefined;
    for (const { of, text, at } of section.pieces) {
      const lane = laneOf(of);
      const isTop = kind !== BODY || of === 'heading';
      // A sentence runs on over lines; a field, a heading and a line of code do not.
      if (isTop || of === 'code') before = undefined;
      for (const raw of splitWords(text)) {
        const { terms, neighbours } = this.#words.get(raw) ?? this.#learn(raw);
        if (terms.length === 0) continue;
        if (words === 0) start = at;
        for (const term of terms) counts.set(term, countUp(counts.get(term) ?? 0, lane));
        for (const hash of neighbours) {
          if (before !== undefined && before !== hash) {
            const pair = pairHash(before, hash);
            pairs.add(pair);
            if (isTop) pairs.add(topPairHash(pair));
          }
          before = hash;
        }
        words++;
        if (++total >= room) break;
        if (kind === BODY && words >= MAX_SECTION_WORDS) flush();
      }
      if (total >= room) break;
    }
    flush();
    return total;
  }

  #learn(raw: string): KnownWord {
    const { tokens, neighbours } = readWord(raw);
    const word = {
      terms: tokens.map(({ text }) => this.#termId(text)),
      neighbours: neighbours.map(({ hash }) => hash),
    };
    if (this.#words.size >= MAX_KNOWN_WORDS) this.#words.clear();
    this.#words.set(ownText(raw), word);
    return word;
  }

  #termId(term: string): number {
    let id = this.#terms.get(term);
    if (id === undefined) {
      id = this.#terms.size;
      this.#terms.set(term, id);
    }
    return id;
  }

  #beginSection(kind: number, start: number): number {
    this.#sectionDocument.push(this.#notes.length - 1);
    this.#sectionStart.push(start);
    this.#sectionKind.push(kind);
    return this.#sectionDocument.length - 1;
  }

  #endSection(kind: number, words: number): void {
    this.#sectionWords.push(Math.min(words, 0xffff));
    (kind === BODY ? this.#bodyWords : this.#topWords).addToLast(words);
  }

  #post(term: number, section: number, counts: number): void {
    this.#postingTerm.push(term);
    this.#postingSection.push(section);
    this.#postingCounts.push(counts);
  }

  /** Strings of the documents, and the orders they are listed and tied in. */
  #packNames(): { documentText: Uint32Array; documentTie: Uint32Array; nameOrder: Uint32Array; text: Uint8Array } {
    const notes = this.#notes;
    const places = new Growing();
    const text = new GrowingBytes();
    for (const { id, name } of notes) {
      places.push(text.length);
      text.appendText(id);
      places.push(text.length);
      text.appendText(name);
      places.push(text.length);
    }
    const nameOrder = Uint32Array.from(notes.keys()).sort(
      (a, b) => compareCodePoints(notes[a]?.name ?? '', notes[b]?.name ?? '') || a - b,
    );
    const documentTie = new Uint32Array(notes.length);
    let tie = 0;
    for (const wanted of [false, true]) {
      for (const document of nameOrder) if (notes[document]?.isMember === wanted) documentTie[document] = tie++;
    }
    return { documentText: places.values, documentTie, nameOrder, text: text.bytes };
  }

  /** Postings by term, terms sorted by UTF-16 unit. */
  #packTerms(): { termText: Uint32Array; terms: Uint8Array; termPostings: Uint32Array; postings: Uint8Array } {
    const sorted = Array.from(this.#terms.keys()).sort();
    const sections = this.#postingSection.values;
    const owners = this.#postingTerm.values;
    const counts = this.#postingCounts.bytes;
    // Counting sort; it keeps the order of sections within a term.
    const starts = new Uint32Array(this.#terms.size + 1);
    for (const term of owners) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
    for (let term = 0; term < this.#terms.size; term++)
      starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
    const order = new Uint32Array(owners.length);
    const next = starts.slice();
    owners.forEach((term, at) => {
      const place = next[term] ?? 0;
      order[place] = at;
      next[term] = place + 1;
    });
    const termText = new Growing();
    const termPostings = new Growing();
    const terms = new GrowingBytes();
    const postings = new GrowingBytes();
    for (const text of sorted) {
      termText.push(terms.length);
      termPostings.push(postings.length);
      terms.appendText(text);
      const term = this.#terms.get(text) ?? 0;
      const mine = order.subarray(starts[term] ?? 0, starts[term + 1] ?? 0);
      let documents = 0;
      let document = -1;
      for (const at of mine) {
        const owner = this.#sectionDocument.at(sections[at] ?? 0);
        if (owner !== document) documents++;
        document = owner;
      }
      postings.appendNumber(documents);
      postings.appendNumber(mine.length);
      let before = 0;
      for (const at of mine) {
        const section = sections[at] ?? 0;
        postings.appendNumber(section - before);
        postings.push(counts[at] ?? 0);
        before = section;
      }
    }
    termText.push(terms.length);
    termPostings.push(postings.length);
    return {
      termText: termText.values,
      terms: terms.bytes,
      termPostings: termPostings.values,
      postings: postings.bytes,
    };
  }
}
