import type { Command, Word } from 'unbash';

/** The words of a call after its first, without assignments. */
export function wordsOf(node: Command): Word[] {
  return node.args.flatMap((one) => (one.type === 'Word' ? [one] : []));
}

/** `curl … | sh`: an installer, whatever it brings. */
export function isPipedToShell(name: string, node: Command, text: string): boolean {
  return (
    /^(?:curl|wget)$/.test(name) &&
    /^[ \t]*\|[ \t]*(?:sudo[ \t]+(?:-E[ \t]+)?)?(?:ba|z|da)?sh\b/.test(text.slice(node.end))
  );
}

/** A sentence in a block of commands: plain words, the first with a capital, and nothing that a command line would have. */
export function isSentence(first: Word, rest: readonly Word[]): boolean {
  if (rest.length < 2) return false;
  const isPlain = rest.every((word) => /^["']?[A-Za-z'’,;:()]+[.!?:]?["']?$/.test(word.text));
  return /^[A-Z][a-z]+$/.test(first.text) && isPlain;
}
