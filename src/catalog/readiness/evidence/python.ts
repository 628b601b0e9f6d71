import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import { MAX_SYNTAX_DEPTH } from '../../../base/limits.ts';
import { isProgramName } from './programs.ts';
import { type CodeReading, emptyCodeReading } from './sights.ts';

/** Calls that start a program: the last part of the name, and what must stand before it. */
const STARTS: ReadonlyMap<string, RegExp> = new Map([
  ['run', /^(?:subprocess|sp)\.$/],
  ['call', /^(?:subprocess|sp)\.$/],
  ['check_call', /^(?:(?:subprocess|sp)\.)?$/],
  ['check_output', /^(?:(?:subprocess|sp)\.)?$/],
  ['Popen', /^(?:(?:subprocess|sp)\.)?$/],
  ['getoutput', /^subprocess\.$/],
  ['getstatusoutput', /^subprocess\.$/],
  ['system', /^os\.$/],
  ['popen', /^os\.$/],
  ['create_subprocess_exec', /^asyncio\.$/],
  ['create_subprocess_shell', /^asyncio\.$/],
]);

/** Stands for what a format string puts in. */
const HOLE = '\uE000';

/** What is looked for beside imports. */
const CALLS =
  /subprocess|\bos\.|environ|getenv|\bPopen|check_(?:call|output)|\bwhich\(|import_module|__import__|importorskip|^[ \t]*[!%]/m;

/**
 * As much of the text as has to be parsed. Perf: half the code of recipes is below its last import and calls nothing that
 * is looked for; what stands there cannot change how the part above it is read.
 */
function worthParsing(source: string): string {
  if (CALLS.test(source)) return source;
  const last = source.lastIndexOf('import');
  if (last < 0) return '';
  const line = source.indexOf('\n', last);
  if (line < 0) return source;
  // A list in brackets goes on to where they close; a clause below may make an import optional.
  const end = /\($|\(\s*(?:#.*)?$|\\$|,\s*$/.test(source.slice(last, line)) ? source.indexOf(')', line) : line;
  const isGuarded = /^[ \t]*try[ \t]*:/m.test(source.slice(0, last));
  return isGuarded || end < 0 ? source : source.slice(0, end + 1);
}

/** The modules that Python code imports, the programs it starts by a literal name, and the variables it reads. Never throws. */
export function readPython(source: string): CodeReading {
  const text = worthParsing(source);
  return text === '' ? emptyCodeReading() : new PythonReader(withoutMagic(text)).read();
}

/** Prompts of an interpreter and lines of a notebook that are no Python; the same length. `!cmd` is kept for the shell. */
function withoutMagic(source: string): { readonly source: string; readonly text: string; readonly shell: string } {
  const hasPrompts = /^[ \t]*>>> /m.test(source);
  let isShellCell = false;
  const shell: string[] = [];
  const lines = source.split('\n').map((line) => {
    const blank = ' '.repeat(line.length);
    if (/^\s*%%(?:bash|sh)\b/.test(line)) isShellCell = true;
    else if (isShellCell) {
      shell.push(line);
      return blank;
    }
    const command = /^(\s*)([!%])(?:pip|conda|mamba|\S)/.exec(line);
    if (command !== null && (command[2] === '!' || /^\s*%(?:pip|conda|mamba)\b/.test(line))) {
      shell.push(line.replace(/[!%]/, ' '));
      return blank;
    }
    shell.push(blank);
    if (/^\s*%/.test(line)) return blank;
    if (!hasPrompts) return line;
    return /^\s*(?:>>>|\.\.\.) /.test(line) ? `${line.replace(/>>>|\.\.\./, '   ').replace(/^\s{4}/, '')}    ` : blank;
  });
  return { source, text: lines.join('\n'), shell: shell.join('\n') };
}

class PythonReader {
  #depth = 0;
  readonly #text: string;
  readonly #shell: string;
  readonly #found: CodeReading = emptyCodeReading();
  /** What a name was last given, where that is a list or a text: `cmd = ['samtools', …]`. */
  readonly #values: Map<string, SyntaxNode> = new Map();

  constructor({ text, shell }: { readonly text: string; readonly shell: string }) {
    this.#text = text;
    this.#shell = shell;
  }

  read(): CodeReading {
    this.#visit(parser.parse(this.#text).topNode, false);
    if (this.#shell.trim() !== '')
      this.#found.inner.push({ language: 'shell', text: this.#shell, at: 0, optional: false });
    return this.#found;
  }

  #slice(node: SyntaxNode): string {
    return this.#text.slice(node.from, node.to);
  }

  #visit(node: SyntaxNode, optional: boolean): void {
    if (this.#depth > MAX_SYNTAX_DEPTH) return;
    this.#depth++;
    this.#look(node, optional);
    this.#depth--;
  }

  #look(node: SyntaxNode, optional: boolean): void {
    switch (node.name) {
      case 'ImportStatement':
        this.#import(node, optional);
        return;
      case 'AssignStatement':
        this.#assign(node);
        break;
      case 'CallExpression':
        this.#call(node, optional);
        break;
      case 'MemberExpression':
        this.#environ(node, optional);
        break;
      case 'TryStatement':
        this.#each(node, this.#isGuarded(node) || optional);
        return;
      case 'IfStatement': {
        const isForTypes = /^if\s+(?:typing\.)?TYPE_CHECKING\b/.test(this.#text.slice(node.from, node.from + 40));
        this.#each(node, optional || isForTypes);
        return;
      }
      default:
    }
    this.#each(node, optional);
  }

  #each(node: SyntaxNode, optional: boolean): void {
    for (let child = node.firstChild; child !== null; child = child.nextSibling) this.#visit(child, optional);
  }

  /** `try: import x / except ImportError:` runs without x. A handler that only gives up or says how to install it does not. */
  #isGuarded(node: SyntaxNode): boolean {
    const handler = /\bexcept\b[^:\n]*\b(?:ImportError|ModuleNotFoundError)\b[^:\n]*:([\s\S]*)$/.exec(
      this.#slice(node),
    );
    return handler?.[1] !== undefined && !/\bsys\.exit\b|\bexit\(|\braise\b|\bquit\(/.test(handler[1]);
  }

  #import(node: SyntaxNode, optional: boolean): void {
    const statement = this.#slice(node)
      .replace(/\\\n|[()]/g, ' ')
      .replace(/#.*$/gm, '');
    const from = /^from\s+([\w.]+)\s+import\s+([\s\S]*)$/.exec(statement);
    if (from?.[1] !== undefined) {
      if (from[1].startsWith('.')) {
        const local = from[1].replace(/^\.+/, '');
        const names = local === '' ? (from[2] ?? '').split(',').map((one) => one.trim().split(/\s/)[0] ?? '') : [local];
        for (const one of names)
          if (one !== '') this.#found.files.push({ path: `${one.replaceAll('.', '/')}.py`, optional });
        return;
      }
      // `from google.cloud import storage`: the package is named by both halves.
      const first = /^\w+/.exec((from[2] ?? '').trim())?.[0];
      this.#module(first === undefined ? from[1] : `${from[1]}.${first}`, node.from, optional);
      return;
    }
    const plain = /^import\s+([\s\S]*)$/.exec(statement)?.[1];
    for (const one of plain?.split(',') ?? []) {
      const name = /^\s*([\w.]+)/.exec(one)?.[1];
      if (name !== undefined) this.#module(name, node.from, optional);
    }
  }

  #module(name: string, at: number, optional: boolean): void {
    if (/^[\p{L}_]/u.test(name)) this.#found.sights.push({ kind: 'python', name, at, optional });
  }

  #assign(node: SyntaxNode): void {
    const target = node.firstChild;
    const value = node.lastChild;
    if (target?.name === 'VariableName' && value !== null) this.#values.set(this.#slice(target), value);
  }

  #call(node: SyntaxNode, optional: boolean): void {
    const callee = node.firstChild;
    const list = node.getChild('ArgList');
    if (callee === null || list === null) return;
    const name = this.#slice(callee).replace(/\s/g, '');
    const first = list.firstChild?.nextSibling ?? null;
    const cut = name.lastIndexOf('.') + 1;
    if (STARTS.get(name.slice(cut))?.test(name.slice(0, cut)) === true) this.#starts(first, optional);
    else if (name === 'shutil.which' || name === 'which') {
      const program = this.#literal(first);
      if (first !== null && program !== undefined && isProgramName(program))
        this.#found.sights.push({ kind: 'programs', name: program, at: first.from, optional: true });
    } else if (/^(?:importlib\.import_module|import_module|__import__|pytest\.importorskip)$/.test(name)) {
      const module = this.#literal(first);
      if (first !== null && module !== undefined)
        this.#module(module, first.from, optional || name.startsWith('pytest'));
    } else if (/^(?:os\.getenv|getenv|os\.environ\.get|environ\.get)$/.test(name)) {
      const variable = this.#literal(first);
      const hasDefault = first?.nextSibling?.name === ',' && !/^(?:None|\))?$/.test(this.#argumentAfter(first));
      if (first !== null && variable !== undefined)
        this.#variable(variable, first.from, optional || hasDefault || this.#hasOr(node));
    }
  }

  #argumentAfter(node: SyntaxNode): string {
    const next = node.nextSibling?.nextSibling;
    return next === null || next === undefined ? '' : this.#slice(next);
  }

  /** `os.getenv('X') or 'default'`. */
  #hasOr(node: SyntaxNode): boolean {
    return /^\s*or\b/.test(this.#text.slice(node.to, node.to + 8));
  }

  /** `os.environ['X']` where it is read. */
  #environ(node: SyntaxNode, optional: boolean): void {
    const found = /^(?:os\.)?environ\[\s*(['"])(\w+)\1\s*\]$/.exec(this.#slice(node));
    if (found?.[2] === undefined) return;
    const isSet = /^\s*=(?!=)/.test(this.#text.slice(node.to, node.to + 4)) && node.parent?.name === 'AssignStatement';
    if (isSet) this.#found.given.add(found[2]);
    else this.#variable(found[2], node.from, optional);
  }

  #variable(name: string, at: number, optional: boolean): void {
    if (
      /^[A-Za-z_]\w*$/.test(name) &&
      !/^(?:HOME|PATH|USER|PWD|SHELL|TMPDIR|LANG|TERM|VIRTUAL_ENV|CONDA_PREFIX)$/.test(name)
    )
      this.#found.sights.push({ kind: 'env', name, at, optional });
  }

  /** What a call to subprocess is given: a list whose first item is the program, or a command line. */
  #starts(node: SyntaxNode | null, optional: boolean, depth: number = 0): void {
    if (node === null || depth > 3) return;
    if (node.name === 'VariableName') {
      this.#starts(this.#values.get(this.#slice(node)) ?? null, optional, depth + 1);
      return;
    }
    if (node.name === 'ParenthesizedExpression') {
      this.#starts(node.firstChild?.nextSibling ?? null, optional, depth + 1);
      return;
    }
    if (node.name === 'BinaryExpression') {
      this.#starts(node.firstChild, optional, depth + 1);
      return;
    }
    if (node.name === 'ArrayExpression' || node.name === 'TupleExpression') {
      this.#words(node, optional);
      return;
    }
    const line = this.#textOf(node);
    if (line !== undefined) this.#found.inner.push({ language: 'shell', text: line, at: node.from, optional });
  }

  /** `['bwa', 'mem', ref]` as the command line it stands for; what is no literal is a hole. */
  #words(node: SyntaxNode, optional: boolean): void {
    const words: string[] = [];
    for (let child = node.firstChild?.nextSibling ?? null; child !== null; child = child.nextSibling) {
      if (child.name === ',' || child.name === ']' || child.name === ')' || child.name === 'Comment') continue;
      const text = this.#literal(child);
      words.push(text === undefined ? HOLE : /^[\w./:=+@%-]+$/.test(text) ? text : `'${text.replaceAll("'", '')}'`);
    }
    this.#found.inner.push({ language: 'shell', text: words.join(' '), at: node.from, optional });
  }

  #literal(node: SyntaxNode | null): string | undefined {
    if (node?.name !== 'String') return undefined;
    return unquote(this.#slice(node));
  }

  #textOf(node: SyntaxNode): string | undefined {
    if (node.name === 'String') return unquote(this.#slice(node));
    if (node.name === 'FormatString')
      return unquote(this.#slice(node))?.replace(/\{\{|\}\}|\{[^{}]*\}/g, (part) =>
        part.length === 2 ? part.slice(1) : HOLE,
      );
    if (node.name !== 'ContinuedString') return undefined;
    const parts: string[] = [];
    for (let child = node.firstChild; child !== null; child = child.nextSibling) parts.push(this.#textOf(child) ?? '');
    return parts.join('');
  }
}

function unquote(literal: string): string | undefined {
  const found = /^[a-zA-Z]*("""|'''|"|')([\s\S]*)\1$/.exec(literal);
  return found?.[2]?.replace(/\\\n/g, ' ').replace(/\\(['"\\])/g, '$1');
}
