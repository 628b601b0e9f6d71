/*
 * Shell as recipes print it: with prompts and output, placeholders in angle brackets, comments after a continuation.
 * Every step keeps the length of the text, so that offsets stay those of the recipe.
 */

/** Stands where a placeholder was: part of a word, and never part of a name. */
export const HOLE = '\uE000';

const PROMPT = /^(\s*)((?:\([\w.-]+\)\s*)?(?:[\w.-]+@[\w.-]+[:\s]?[^\s$#%]*\s*)?[$%❯➜])\s(?=\S)/;
const ROOT_PROMPT = /^(\s*)((?:[\w.-]+@[\w.-]+[:\s]?[^\s$#%]*\s*)#)\s(?=\S)/;

const blank = (text: string): string => ' '.repeat(text.length);

/** Whether the logical line goes on after this one. */
function continues(line: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(line) || /(?:\|\|?|&&)\s*$/.test(line);
}

/** With prompts in a block, the lines without one are what the commands printed. */
function withoutOutput(lines: string[]): string[] {
  const hasPrompts = lines.some((line) => PROMPT.test(line) || ROOT_PROMPT.test(line));
  if (!hasPrompts) return lines;
  let isInside = false;
  let heredoc: string | undefined;
  return lines.map((line) => {
    if (heredoc !== undefined) {
      const bare = line.replace(/^> ?/, (mark) => blank(mark));
      if (bare.trim() === heredoc) heredoc = undefined;
      return bare;
    }
    const prompt = PROMPT.exec(line) ?? ROOT_PROMPT.exec(line);
    if (prompt === null && !isInside) return /^\s*#/.test(line) ? line : blank(line);
    const kept =
      prompt !== null
        ? blank(prompt[0].trimEnd()) + line.slice(prompt[0].trimEnd().length)
        : line.replace(/^(\s*)>(?=\s)/, '$1 ');
    isInside = continues(kept);
    heredoc = /<<-?\s*(['"]?)(\w+)\1/.exec(kept)?.[2];
    return kept;
  });
}

/** `\   # remark` at the end of a line, and a line of remark between two that belong together, do not end the command. */
function joinContinuations(lines: string[]): string[] {
  let isOpen = false;
  return lines.map((line) => {
    const broken = /^((?:[^#'"]|'[^']*'|"(?:[^"\\]|\\.)*")*?)\\([ \t]+(?:#.*)?)$/.exec(line);
    const remark = isOpen && /^\s*#/.test(line);
    let whole = line;
    if (broken?.[1] !== undefined) whole = `${broken[1]} ${blank(broken[2] ?? '').slice(1)}\\`;
    else if (remark && line.length > 0) whole = `${blank(line).slice(1)}\\`;
    isOpen = /\\$/.test(whole);
    return whole;
  });
}

/** A line that begins with a pipe, an operator or an option goes on with the line before it. */
function joinLeading(text: string): string {
  return text.replace(/\n(?=[ \t]*(?:\|[^|]|\|\||&&|--?[A-Za-z][\w-]*(?:[ =]|$)))/gm, ' ');
}

/** `<file>`, `<your name>`, `{{x}}`, `[OPTIONS]`, an ellipsis: what the reader puts in, or leaves out. */
function withHoles(text: string): string {
  const hole = (found: string): string => HOLE.repeat(found.length);
  return text
    .replace(/<(?=[A-Za-z_$/.@])(?:[^<>\n()|&;`]*[^\s<>\n()|&;`])?>(?!\()/g, hole)
    .replace(/\{\{[^{}\n]*\}\}/g, hole)
    .replace(/\[[A-Z][A-Z_ ]+\]|\[--?[\w-]+[^\]\n]*\]/g, hole)
    .replace(/(?<![\w.])\.{3}(?![\w.])|…/g, hole);
}

/** From where a block is a program's own usage text: its lists of arguments and options are no commands. */
function withoutUsage(lines: string[]): string[] {
  const start = lines.findIndex((line) =>
    /^\s*(?:(?:positional |optional )?arguments|options|commands|usage|subcommands|flags|required|output|returns?|expected output)\s*:\s*$/i.test(
      line,
    ),
  );
  return start < 0 ? lines : lines.map((line, at) => (at < start ? line : blank(line)));
}

/** The text of a shell block as its grammar can read it; the same length, line by line. */
export function prepareShell(text: string): string {
  const lines = withoutUsage(withoutOutput(text.replaceAll('\r', ' ').split('\n')));
  return joinLeading(withHoles(joinContinuations(lines).join('\n')));
}
