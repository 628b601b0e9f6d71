const VOWEL = /[aeiouy]/;
const ASCII_WORD = /^[a-z]{4,}$/;

/**
 * One form for the usual endings of an English word: plural, -ing, -ed, final -e. Light on purpose: a stemmer that cuts
 * -ation or -ive joins words that skills keep apart (`normal`, `normalization`). Words of up to three letters, with
 * digits or of other scripts stay as they are.
 */
export function stem(word: string): string {
  if (!ASCII_WORD.test(word)) return word;
  let stemmed = singular(word);
  if (stemmed.length > 5 && stemmed.endsWith('ing') && VOWEL.test(stemmed.slice(0, -3))) {
    stemmed = undouble(stemmed.slice(0, -3));
  } else if (stemmed.length > 4 && stemmed.endsWith('ed') && VOWEL.test(stemmed.slice(0, -2))) {
    stemmed = undouble(stemmed.slice(0, -2));
  }
  return stemmed.length > 4 && stemmed.endsWith('e') ? stemmed.slice(0, -1) : stemmed;
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/(?:ch|sh|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

function undouble(word: string): string {
  return /([bdfgmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}
