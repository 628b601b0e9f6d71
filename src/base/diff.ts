/** One line of a comparison: in both texts, only in the old one, or only in the new one. */
interface Step {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** Lines shown around a change, as `diff -u` and git do. */
const CONTEXT_LINES = 3;
/** Above this product of line counts the middle is shown as replaced whole. An edit of three fields stays far below. */
const MAX_TABLE_CELLS = 4_000_000;

/**
 * What changes from `before` to `after` as a unified diff that `patch` and `git apply` accept; empty when nothing does.
 * Lines end at LF only, as those tools have it: a carriage return is part of its line and is kept as it is.
 */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return '';
  const steps = compareLines(splitLines(before), splitLines(after));
  const name = quotePath(path);
  return `--- ${name}\n+++ ${name}\n${hunks(steps).join('')}`;
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

function compareLines(before: readonly string[], after: readonly string[]): Step[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end++;
  }
  return [
    ...before.slice(0, start).map((text): Step => ({ mark: ' ', text })),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map((text): Step => ({ mark: ' ', text })),
  ];
}

/** Longest common subsequence by table: the middle of an edit is a frontmatter at most. */
function compareMiddle(before: readonly string[], after: readonly string[]): Step[] {
  const width = after.length + 1;
  const tooLarge = before.length * after.length > MAX_TABLE_CELLS;
  const lengths = new Uint32Array(tooLarge ? 0 : (before.length + 1) * width);
  const at = (x: number, y: number): number => lengths[x * width + y] ?? 0;
  if (!tooLarge) {
    for (let x = before.length - 1; x >= 0; x--) {
      for (let y = after.length - 1; y >= 0; y--) {
        lengths[x * width + y] = before[x] === after[y] ? at(x + 1, y + 1) + 1 : Math.max(at(x + 1, y), at(x, y + 1));
      }
    }
  }
  const steps: Step[] = [];
  let x = 0;
  let y = 0;
  while (x < before.length || y < after.length) {
    const old = before[x];
    const fresh = after[y];
    if (!tooLarge && old !== undefined && old === fresh) {
      steps.push({ mark: ' ', text: old });
      x++;
      y++;
    } else if (old !== undefined && (fresh === undefined || tooLarge || at(x + 1, y) >= at(x, y + 1))) {
      steps.push({ mark: '-', text: old });
      x++;
    } else {
      steps.push({ mark: '+', text: fresh ?? '' });
      y++;
    }
  }
  return steps;
}

function hunks(steps: readonly Step[]): string[] {
  const texts: string[] = [];
  let oldLine = 1;
  let newLine = 1;
  let index = 0;
  const pass = (step: Step | undefined): void => {
    if (step?.mark !== '+') oldLine++;
    if (step?.mark !== '-') newLine++;
  };
  while (index < steps.length) {
    if (steps[index]?.mark === ' ') {
      pass(steps[index++]);
      continue;
    }
    const first = Math.max(0, index - CONTEXT_LINES);
    const end = endOfHunk(steps, index);
    const back = index - first;
    texts.push(hunk(steps.slice(first, end), oldLine - back, newLine - back));
    while (index < end) pass(steps[index++]);
  }
  return texts;
}

/** Two changes share a hunk while their context touches. */
function endOfHunk(steps: readonly Step[], start: number): number {
  let last = start;
  for (let index = start; index < steps.length && index - last <= CONTEXT_LINES * 2; index++) {
    if (steps[index]?.mark !== ' ') last = index;
  }
  return Math.min(steps.length, last + 1 + CONTEXT_LINES);
}

function hunk(steps: readonly Step[], oldLine: number, newLine: number): string {
  const oldCount = steps.filter((step) => step.mark !== '+').length;
  const newCount = steps.filter((step) => step.mark !== '-').length;
  const lines = steps.map(({ mark, text }) =>
    text.endsWith('\n') ? `${mark}${text}` : `${mark}${text}\n\\ No newline at end of file\n`,
  );
  return `@@ -${range(oldLine, oldCount)} +${range(newLine, newCount)} @@\n${lines.join('')}`;
}

/** A side without lines names the line before it. */
function range(line: number, count: number): string {
  const first = count === 0 ? line - 1 : line;
  return count === 1 ? String(first) : `${first},${count}`;
}

function quotePath(path: string): string {
  return /[\u0000-\u001F"\\\u007F]/.test(path) ? JSON.stringify(path) : path;
}
