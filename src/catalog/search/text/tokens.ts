import { hashText } from '../../../base/packing.ts';
import { stem } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';
import { UNSPACED_SCRIPTS } from './unit-classes.ts';

/** How a token came out of a word; the ranking weighs them apart. */
export const WHOLE = 0;
/** The whole of a word that has parts: `ttest` of `t-test`, `c++`, `.net`. */
export const COMPOUND = 1;
/** A part between marks: `read` and `csv` of `read_csv`. */
export const PART = 2;
/** A part between capitals: `Rna` of `scRna`. */
export const HUMP = 3;
/** The last character of a run without blanks. With the pairs that begin with it, it is every place of a character. */
export const ENDING = 4;
export const TOKEN_KINDS = 5;

export interface Token {
  readonly text: string;
  readonly kind: number;
  /** 32 bits over the text: what pairs of neighbours are told by. */
  readonly hash: number;
}

/** A word as the index knows it, in every form in which it may be looked for. */
export interface Word {
  readonly tokens: readonly Token[];
  /** Those that stand beside other words: the parts, where there are parts. */
  readonly neighbours: readonly Token[];
  /** How many words it is to a reader: a run without blanks has one in two characters. */
  readonly words: number;
}

// One after the other: the likes of `A/B` and `I/O`; a run of a script without blanks; letters and digits, joined by marks
// that belong to a word, with the tail of `C++` and `C#`; the likes of `.NET`.
const ANY = '\\p{L}\\p{N}\\p{M}';
const SPACED = `[[${ANY}]--[${UNSPACED_SCRIPTS}]]`;
const UNSPACED = `[[${ANY}]&&[${UNSPACED_SCRIPTS}]]`;
const WORDS = new RegExp(
  `(?<![${ANY}\\/])[A-Za-z0-9]\\/[A-Za-z0-9](?![${ANY}\\/+#])|${UNSPACED}+|${SPACED}+(?:['’_\\-.\\&]${SPACED}+)*[+#]*|\\.[A-Za-z][A-Za-z0-9]*`,
  'gv',
);
/** Perf: the same where all letters are ASCII. Preparing the other takes three milliseconds, which one search need not. */
const PLAIN_WORDS =
  /(?<![A-Za-z0-9/])[A-Za-z0-9]\/[A-Za-z0-9](?![A-Za-z0-9/+#])|[A-Za-z0-9]+(?:['_\-.&][A-Za-z0-9]+)*[+#]*|\.[A-Za-z][A-Za-z0-9]*/g;
/** What the two patterns differ in; signs and dashes beyond ASCII are no part of a word in either. */
const MAY_DIFFER = new RegExp(`(?=[^\\x00-\\x7F])[’${ANY}]`, 'u');
const wordsIn = (text: string): RegExp => (MAY_DIFFER.test(text) ? WORDS : PLAIN_WORDS);
export const IS_UNSPACED = new RegExp(`^[${UNSPACED_SCRIPTS}]`, 'u');
const HUMPS = /(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2,})/;
const MARKS = /[_\-.&/]+/;
const PLAIN = /^[A-Za-z]+$/;

/** Longer is no word but data: a hash, a key, a piece of base64. */
const MAX_TOKEN_CHARACTERS = 40;
const LONG_NUMBER = /^\d{5,}$/;
/** Words whose forms are remembered at a time: those of a page of hits. */
const MAX_REMEMBERED = 4_000;

/** The words of a text as written, in order. */
export function splitWords(text: string): readonly string[] {
  return text.match(wordsIn(text)) ?? [];
}

/** The words of a text with the offset of each. */
export function locateWords(text: string): { readonly word: string; readonly at: number }[] {
  return Array.from(text.matchAll(wordsIn(text)), (match) => ({ word: match[0], at: match.index }));
}

const NO_WORD: Word = { tokens: [], neighbours: [], words: 0 };
const remembered = new Map<string, Word>();

/** The forms of one word. A stop word, a long number and what is too long to be a word have none. */
export function readWord(raw: string): Word {
  let word = remembered.get(raw);
  if (word === undefined) {
    const own = ownText(raw);
    word = parseWord(own);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(own, word);
  }
  return word;
}

/** The same text, a string of its own: a piece of a long text would keep all of it alive. */
export function ownText(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}

/** Case and accents folded: `Über` and `uber` are one word. */
export function foldWord(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
}

/** The same, without a memory: for who keeps what it says. */
export function parseWord(raw: string): Word {
  if (STOP_WORDS.has(raw.toLowerCase().replaceAll('’', "'"))) return NO_WORD;
  const tokens: Token[] = [];
  const add = (text: string, kind: number): void => {
    if (text === '' || text.length > MAX_TOKEN_CHARACTERS || LONG_NUMBER.test(text)) return;
    tokens.push({ text, kind, hash: hashText(text) });
  };
  const characters = IS_UNSPACED.test(raw) ? Array.from(foldWord(raw)) : undefined;
  if (characters !== undefined) addUnspaced(characters, add);
  else addSpaced(raw, add);
  const parts = tokens.filter(({ kind }) => kind === WHOLE || kind === PART);
  const words = characters === undefined ? 1 : Math.ceil(characters.length / 2);
  return { tokens, neighbours: parts.length > 0 ? parts : tokens, words };
}

type Add = (text: string, kind: number) => void;

function addSpaced(raw: string, add: Add): void {
  const word = raw.replace(/['’]s$/, '').replace(/['’]/g, '');
  const tail = /[+#]+$/.exec(word)?.[0] ?? '';
  const core = tail === '' ? word : word.slice(0, -tail.length);
  const parts = core.split(MARKS).filter(Boolean);
  const joined = parts.join('');
  if (raw.startsWith('.')) add(foldWord(raw), COMPOUND);
  if (tail !== '') add(foldWord(joined) + tail, COMPOUND);
  if (parts.length > 1) {
    add(stem(foldWord(joined)), COMPOUND);
    for (const part of parts) {
      const folded = foldWord(part);
      if (folded.length > 1) add(stem(folded), PART);
    }
  } else if (tail === '' || core.length > 1) add(stem(foldWord(joined)), tail === '' ? WHOLE : PART);
  for (const part of parts) {
    const humps = part.split(HUMPS);
    if (humps.length < 2) continue;
    for (const hump of humps) {
      const folded = foldWord(hump);
      if (folded.length > 1) add(stem(folded), HUMP);
    }
  }
}

/** Two characters at a time, and the last alone: a query rarely has the author's word limits. */
function addUnspaced(characters: readonly string[], add: Add): void {
  characters.forEach((character, at) => {
    const next = characters[at + 1];
    if (next !== undefined) add(character + next, WHOLE);
    else add(character, characters.length === 1 ? WHOLE : ENDING);
  });
}

/** One character of a script without blanks: it is looked for in the pairs it begins, too. */
export function isUnspacedCharacter(text: string): boolean {
  return (text.length === 1 || (text.length === 2 && Array.from(text).length === 1)) && IS_UNSPACED.test(text);
}
