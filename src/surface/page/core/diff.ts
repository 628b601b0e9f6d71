/** One line of a unified difference, with its number on the side it stands on. */
export interface DiffLine {
  readonly kind: 'file' | 'hunk' | 'added' | 'removed' | 'same' | 'note';
  readonly text: string;
  readonly line?: number;
}

/** Lines that are shown at once; more would hold the page up. */
export const MAX_DIFF_LINES = 2_000;

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u;

/** Counts what a hunk promises: a removed line may itself begin with `-- `, and is no head of a file. */
export function diffLines(diff: string): DiffLine[] {
  const shown: DiffLine[] = [];
  let [oldLeft, newLeft, oldLine, newLine] = [0, 0, 0, 0];
  for (const text of (diff.endsWith('\n') ? diff.slice(0, -1) : diff).split('\n')) {
    if (text.startsWith('\\')) shown.push({ kind: 'note', text: text.slice(2) });
    else if (oldLeft > 0 || newLeft > 0) {
      const kind = text[0] === '+' ? 'added' : text[0] === '-' ? 'removed' : 'same';
      shown.push({ kind, text: text.slice(1), line: kind === 'removed' ? oldLine : newLine });
      if (kind !== 'added') [oldLeft, oldLine] = [oldLeft - 1, oldLine + 1];
      if (kind !== 'removed') [newLeft, newLine] = [newLeft - 1, newLine + 1];
    } else if (text.startsWith('+++ ')) shown.push({ kind: 'file', text: text.slice(4) });
    else if (!text.startsWith('--- ') && text !== '') {
      const hunk = HUNK.exec(text);
      if (hunk !== null) {
        [oldLine, newLine] = [Number(hunk[1]), Number(hunk[3])];
        [oldLeft, newLeft] = [Number(hunk[2] ?? 1), Number(hunk[4] ?? 1)];
      }
      shown.push({ kind: hunk === null ? 'note' : 'hunk', text });
    }
  }
  return shown;
}
