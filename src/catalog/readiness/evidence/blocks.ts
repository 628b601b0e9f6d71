import type { Fence } from './markdown.ts';
import { interpreterOf, isCommonProgram, languageOfFile } from './programs.ts';
import type { Language } from './sights.ts';

const TAGS: ReadonlyMap<string, Language> = new Map([
  ...[
    'bash',
    'sh',
    'shell',
    'zsh',
    'ksh',
    'shellscript',
    'shell-script',
    'shell-session',
    'console',
    'terminal',
    'bash-session',
    'sh-session',
  ].map((tag) => [tag, 'shell'] as const),
  ...['python', 'py', 'python3', 'ipython', 'pycon', 'python-repl', 'py3'].map((tag) => [tag, 'python'] as const),
  ...['r', 'rscript', 'rconsole', 'splus'].map((tag) => [tag, 'r'] as const),
  ...['javascript', 'js', 'jsx', 'mjs', 'cjs', 'node', 'typescript', 'ts', 'tsx', 'mts', 'cts'].map(
    (tag) => [tag, 'script'] as const,
  ),
]);

/** Tags that say nothing about a language. */
const PLAIN: ReadonlySet<string> = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'code', 'output', 'none']);

const PYTHON =
  /^(?:import [A-Za-z_][\w.]*(?: as \w+)?(?:, *[\w.]+(?: as \w+)?)*|from [.\w]+ import [\w*(].*|(?:async )?def \w+\(.*|class \w+.*:|(?:if|for|while|with|try)\b.*:)[ \t]*(?:#.*)?$/m;
const R = /^(?:(?:suppressPackageStartupMessages\()?(?:library|require)\(["'\w.]+[,)]|\w[\w.]* *<- *\S)/m;
const SCRIPT =
  /^(?:import (?:[\w*{].* from )?['"][^'"]+['"];?|(?:export )?(?:const|let) [\w{[].*=.*|(?:export )?(?:async )?function \w+\(.*\{)[ \t]*$/m;
/** What is data or another language under the tag of a shell. */
const NO_SHELL = /^\s*(?:[{[]\s*$|\{"|<\?xml|<!DOCTYPE|<html|---\s*$|├──|└──|[│┌╔])/;

/**
 * The language a block is written in: its tag's, unless the text plainly is another. `undefined`: none that is read, or
 * text that is no code. A block without a tag is only taken for commands where a line of it plainly is one.
 */
export function languageOf(fence: Fence, known: ReadonlySet<string>): Language | undefined {
  const { tag, text } = fence;
  const tagged = TAGS.get(tag);
  const named = languageNamedIn(text, known);
  // A file of another kind in a block that says Python and is Python: the remark is wrong, or means what it makes.
  const isMeant =
    (tagged === 'python' && isPython(text)) ||
    (tagged === 'r' && isR(text)) ||
    (tagged === 'script' && SCRIPT.test(text));
  if (named !== undefined && !(named === 'other' && isMeant)) return named === 'other' ? undefined : named;
  if (tagged === undefined && !PLAIN.has(tag)) return undefined;
  if (tagged === 'shell') {
    if (NO_SHELL.test(text.replace(/^(?:[ \t]*#.*)?\n/gm, ''))) return undefined;
    if (isPython(text)) return 'python';
    if (isR(text)) return 'r';
    return SCRIPT.test(text) && !/^[ \t]*[$#]/m.test(text) && /^import .* from ['"]/m.test(text) ? 'script' : 'shell';
  }
  if (tagged === 'python') {
    if (R.test(text) && /^[ \t]*(?:library|require)\(/m.test(text)) return 'r';
    return looksLikeCommands(text, known) && !PYTHON.test(text) ? 'shell' : 'python';
  }
  if (tagged === 'r') return looksLikeCommands(text, known) && !R.test(text) ? 'shell' : 'r';
  if (tagged === 'script') return looksLikeCommands(text, known) && !SCRIPT.test(text) ? 'shell' : 'script';
  if (isPython(text)) return 'python';
  if (isR(text) && /\blibrary\(|\brequire\(/.test(text)) return 'r';
  if (/^import .* from ['"][^'"]+['"]/m.test(text)) return 'script';
  return looksLikeCommands(text, known) ? 'shell' : undefined;
}

/**
 * A block whose first line says which file or which interpreter it is for (`# batch.txt`, `#!/usr/bin/env bats`) is in the
 * language of that.
 */
function languageNamedIn(text: string, known: ReadonlySet<string>): Language | 'other' | undefined {
  const [first = '', second = ''] = text.split('\n', 2);
  const interpreter = /^#!\s*\S*\/(?:env\s+(?:-S\s+)?)?([\w.-]+)/.exec(first)?.[1];
  if (interpreter !== undefined) return interpreterOf(interpreter) ?? 'other';
  const file =
    /^\s*(?:#|\/\/|--|;)\s*(?:[\w.-]+\/)*([\w-]*(?:\.\w+)+|Dockerfile|Makefile|Snakefile|Justfile)\s*(?:\(.*\)|[-—–:].*)?$/.exec(
      first,
    )?.[1];
  if (file === undefined) return undefined;
  // Its content in comments, and then the command that is given the file; or that command at once.
  if (looksLikeCommands(second, known)) return undefined;
  const language = languageOfFile(file);
  if (language !== undefined) return language;
  if (/^\s*(?:#.*)?$/.test(second)) return undefined;
  return /\.(?:txt|ya?ml|toml|json|ini|cfg|conf|md|nf|smk|wdl|cwl|tf|env|config|properties|xml|html|css|sql|go|rs|java|c|cpp|rb|php|lua|swift|kt)$|^[A-Z]/.test(
    file,
  )
    ? 'other'
    : undefined;
}

/** Python at the margin, and not in a here-document or behind `python -c`. */
function isPython(text: string): boolean {
  if (/<<-?\s*['"]?\w|\bpython[\d.]* -c\b/.test(text)) return false;
  return /^(?:>>> |from [\w.]+ import \w|import [a-zA-Z_][\w.]*(?: as \w+)?[ \t]*(?:#.*)?$|(?:async )?def \w+\(.*\).*:[ \t]*$)/m.test(
    text,
  );
}

function isR(text: string): boolean {
  if (/<<-?\s*['"]?\w|\b(?:Rscript|R) .*-e\b/.test(text)) return false;
  return R.test(text);
}

/** Whether a text without a tag is commands: it has prompts, or its first line of code calls a program that is known, with arguments. */
function looksLikeCommands(text: string, known: ReadonlySet<string>): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  if (lines.some((line) => /^\s*(?:\([\w.-]+\) ?)?\$ [a-zA-Z./]/.test(line))) return true;
  if (/[┌└├│╔→←▼↓]|-->|==>/.test(text)) return false;
  const [first = ''] = lines;
  const [, name = '', rest = ''] = /^\s*(?:sudo +)?([\w.+-]+)(?: +(.*))?$/.exec(first) ?? [];
  if (!isCommonProgram(name) && !known.has(name)) return false;
  // `git is a tool` is a sentence, `Python 3.11` an answer.
  return (
    /(?:^|\s)-{1,2}[A-Za-z]|[/$"'=<>|@]|\.\w{1,5}\b/.test(rest) ||
    (rest !== '' && /^[a-z][\w:-]*(?: +[\w.:/-]+)?\s*(?:#.*)?$/.test(rest))
  );
}
