import { type Command, forEachChild, parse, type SyntaxNode, type Word } from 'unbash';
import { MAX_SYNTAX_DEPTH } from '../../../base/limits.ts';
import { findExecs, givenTo, innerCall, isTransparent } from './calls.ts';
import { distributionIn, installedBy, isInstalling, packageIn } from './installers.ts';
import { interpreterOf, isBuiltin, isNotable, isProgramName, languageOfFile } from './programs.ts';
import { HOLE, prepareShell } from './shell-text.ts';
import { readExpansion } from './shell-variables.ts';
import { isPipedToShell, isSentence, wordsOf } from './shell-words.ts';
import { type CodeReading, emptyCodeReading } from './sights.ts';

/** Wrappers around wrappers around a call. */
const MAX_WRAPPERS = 10;

/** A value that the reader is to replace by a real one. */
const STAND_IN = /your|xxx|\.\.\.|…|<|\bREPLACE|CHANGE_?ME|example\.(?:com|org|net)|^example|^$|_here\b|_{2,}/i;

/** The commands of a shell text, the variables it reads, and the code it hands to interpreters. Reads any text without throwing. */
export function readShell(source: string): CodeReading {
  return new ShellReader(source).read();
}

class ShellReader {
  readonly #source: string;
  readonly #text: string;
  #depth = 0;
  readonly #found: CodeReading = emptyCodeReading();
  /** Variables with one literal value, so that `$TOOL sort` is the call it stands for. */
  readonly #values: Map<string, string> = new Map();

  constructor(source: string) {
    this.#source = source;
    this.#text = prepareShell(source);
  }

  read(): CodeReading {
    const script = parse(this.#text);
    this.#collectNames(script, 0);
    this.#visit(script, false);
    return this.#found;
  }

  /** Functions and assignments of the whole text first: a recipe may call above what it defines below. */
  #collectNames(node: SyntaxNode, depth: number): void {
    if (depth > MAX_SYNTAX_DEPTH) return;
    if (node.type === 'Function') this.#found.given.add(node.name.value);
    if (node.type === 'For') this.#found.given.add(node.name.value);
    if (node.type === 'Assignment') {
      this.#found.given.add(node.name);
      if (node.value.type === 'Word' && /^[\w./+-]+$/.test(node.value.value))
        this.#values.set(node.name, node.value.value);
    }
    forEachChild(node, (child) => this.#collectNames(child, depth + 1));
  }

  #visit(node: SyntaxNode, optional: boolean): void {
    if (this.#depth > MAX_SYNTAX_DEPTH) return;
    this.#depth++;
    this.#look(node, optional);
    this.#depth--;
  }

  #look(node: SyntaxNode, optional: boolean): void {
    switch (node.type) {
      case 'Command':
        this.#command(node, optional);
        return;
      case 'AndOr': {
        let isFallback = false;
        node.commands.forEach((part, at) => {
          const before = node.commands[at - 1];
          if (at > 0 && node.operators[at - 1] === '||')
            isFallback ||= before !== undefined && this.#isAlternative(before);
          else if (at > 0) isFallback &&= false;
          this.#visit(part, optional || isFallback);
        });
        return;
      }
      case 'If': {
        const asks = this.#asksForProgram(node.clause);
        forEachChild(node, (child) => this.#visit(child, optional || asks));
        return;
      }
      case 'SimpleExpansion':
      case 'ParameterExpansion': {
        const read = readExpansion(node, optional);
        if (read !== undefined) this.#found.sights.push(read);
        break;
      }
      default:
    }
    forEachChild(node, (child) => this.#visit(child, optional));
  }

  /** Whether what follows `||` stands in for this: a real program, or the question whether one is there. */
  #isAlternative(node: SyntaxNode): boolean {
    if (this.#asksForProgram(node)) return true;
    let isReal = false;
    const look = (one: SyntaxNode, depth: number): void => {
      if (depth > MAX_SYNTAX_DEPTH) return;
      if (one.type === 'Command' && one.name !== undefined)
        isReal ||= isNotable(one.name.value) && isProgramName(one.name.value);
      else forEachChild(one, (child) => look(child, depth + 1));
    };
    look(node, 0);
    return isReal;
  }

  #asksForProgram(node: SyntaxNode, depth: number = 0): boolean {
    if (depth > MAX_SYNTAX_DEPTH) return false;
    if (node.type === 'Command') {
      const [name = '', first = ''] = [node.name?.value, wordsOf(node)[0]?.value];
      return (name === 'command' && /^-[vV]$/.test(first)) || /^(?:which|type|hash)$/.test(name);
    }
    let asks = false;
    forEachChild(node, (child) => {
      asks ||= this.#asksForProgram(child, depth + 1);
    });
    return asks;
  }

  #command(node: Command, optional: boolean): void {
    // Variables and substitutions in any word are read, whatever the command is.
    forEachChild(node, (child) => {
      if (child.type !== 'HereDoc') this.#visit(child, optional);
      else if (child.delimiter?.quoted !== true) forEachChild(child.body, (part) => this.#visit(part, optional));
    });
    if (node.name === undefined) {
      for (const one of node.prefix) if (one.type === 'Assignment') this.#assigned(one.name, false, one.pos);
      return;
    }
    const words = [node.name, ...wordsOf(node)];
    this.#call(words, node, optional);
    if (/^(?:export|declare|typeset|readonly|local)$/.test(node.name.value)) {
      for (const arg of node.args) {
        if (arg.type !== 'Assignment') continue;
        const value = arg.value.type === 'Word' ? arg.value.value : '';
        const isStandIn = node.name.value === 'export' && (STAND_IN.test(value) || value.includes(HOLE));
        this.#assigned(arg.name, isStandIn, arg.pos, optional);
      }
    }
    if (/^(?:read|mapfile|readarray|getopts|printf)$/.test(node.name.value))
      for (const word of words.slice(1)) if (/^[A-Za-z_]\w*$/.test(word.value)) this.#found.given.add(word.value);
  }

  /** `export KEY=your_key` asks the reader for a value; any other assignment gives one. */
  #assigned(name: string, isStandIn: boolean, at: number, optional: boolean = false): void {
    if (!isStandIn) return;
    this.#found.given.delete(name);
    this.#found.sights.push({ kind: 'env', name, at, optional });
  }

  /** One call: its first word is a program, or starts another call among its words. */
  #call(words: readonly Word[], node: Command, optional: boolean, depth: number = 0): void {
    const [first, ...rest] = words;
    if (first === undefined || depth > MAX_WRAPPERS) return;
    const name = this.#programOf(first);
    if (name === undefined) {
      this.#path(first, optional);
      return;
    }
    const args = rest.map((word) => word.value);
    if (this.#found.given.has(name)) return;
    if (name === 'eval') {
      this.#string(rest, 'shell', optional);
      return;
    }
    if (isSentence(first, rest) || /^(?:=|:=|==|:|=>|->)$/.test(rest[0]?.text ?? '') || this.#text[first.end] === '(')
      return;
    const asks = (name === 'command' && /^-[vV]$/.test(args[0] ?? '')) || /^(?:which|type|hash)$/.test(name);
    if (asks) {
      for (const word of rest) if (isProgramName(word.value)) this.#program(word.value, word.pos, true);
      return;
    }
    const installs = isInstalling(name, args) || isPipedToShell(name, node, this.#text);
    if (installs) this.#installed(name, rest, args);
    const inner = installs ? undefined : innerCall(name, args);
    if (inner === undefined || !isTransparent(name)) this.#program(name, first.pos, optional || installs);
    if (installs) return;
    if (inner !== undefined) {
      this.#inner(name, rest, inner, node, optional, depth);
      return;
    }
    if (name === 'find') {
      for (const at of findExecs(args)) this.#call(rest.slice(at), node, optional, depth + 1);
      return;
    }
    if (name === 'source' || name === '.') this.#file(rest[0], optional);
    this.#interpreted(name, rest, args, node, optional);
  }

  #inner(name: string, rest: readonly Word[], inner: number, node: Command, optional: boolean, depth: number): void {
    const words = rest.slice(inner);
    const [first] = words;
    // `parallel 'samtools index {}' ::: *.bam`, `watch "nvidia-smi | head"`: one word that is a command line.
    if (first !== undefined && /\s/.test(first.value) && /^(?:parallel|watch|flock|bsub)$/.test(name)) {
      this.#string([first], 'shell', optional);
      return;
    }
    // `uv run script.py`, `poetry run x`: a file is handed to the interpreter of the environment.
    if (first !== undefined && /\.py$/.test(first.value)) {
      this.#file(first, optional);
      return;
    }
    this.#call(words, node, optional, depth + 1);
  }

  #interpreted(name: string, rest: readonly Word[], args: readonly string[], node: Command, optional: boolean): void {
    const kind = interpreterOf(name);
    if (kind === undefined) {
      const written = node.redirects.find((one) => one.type === 'Redirect' && /^>{1,2}$/.test(one.operator));
      const target = written?.type === 'Redirect' ? written.target?.value : name === 'tee' ? args.at(-1) : undefined;
      if (target !== undefined) this.#heredocs(node, languageOfFile(target), optional);
      return;
    }
    const given = givenTo(kind, args);
    const language = kind === 'other' ? undefined : kind;
    if (given?.kind === 'input') this.#heredocs(node, language, optional);
    else if (given?.kind === 'code' && language !== undefined)
      this.#string(rest.slice(given.at, given.at + 1), language, optional);
    else if (given?.kind === 'file') this.#file(rest[given.at], optional);
    else if (given?.kind === 'module') {
      const module = rest[given.at];
      if (module !== undefined)
        this.#found.sights.push({ kind: 'python', name: module.value, at: module.pos, optional, via: 'module' });
    }
  }

  #heredocs(node: Command, language: 'shell' | 'python' | 'r' | 'script' | undefined, optional: boolean): void {
    if (language === undefined) return;
    for (const one of node.redirects) {
      if (one.type !== 'HereDoc') continue;
      const { pos, end } = one.body;
      this.#found.inner.push({ language, text: this.#source.slice(pos, end), at: pos, optional });
    }
  }

  /** A word whose value is code. Quotes are stripped; offsets inside stay those of the text, up to escapes. */
  #string(words: readonly Word[], language: 'shell' | 'python' | 'r' | 'script', optional: boolean): void {
    for (const word of words) {
      const quote = /^\$?(['"])/.exec(word.text)?.[0].length ?? 0;
      this.#found.inner.push({ language, text: word.value, at: word.pos + quote, optional });
    }
  }

  #file(word: Word | undefined, optional: boolean): void {
    if (word !== undefined) this.#found.files.push({ path: word.value, optional });
  }

  /** A word with a path: a script of the skill, or a program that lies where the recipe's author has it. */
  #path(word: Word, optional: boolean): void {
    const path = this.#resolved(word);
    if (path === undefined || !path.includes('/')) return;
    this.#found.files.push({ path, optional });
    const base = path.slice(path.lastIndexOf('/') + 1);
    // `/review` alone is no place of a program, but a command of an agent.
    const isElsewhere = /^(?:\/[^/]+\/|~\/|\$\{?\w+\}?\/)/.test(path);
    const isScript = /\.(?:sh|py|r|pl|rb|js|jar)$/i.test(base);
    if (isElsewhere && !isScript && isProgramName(base) && isNotable(base)) {
      this.#found.sights.push({ kind: 'programs', name: base, at: word.pos, optional });
    }
  }

  #program(name: string, at: number, optional: boolean): void {
    if (isNotable(name) && isProgramName(name)) this.#found.sights.push({ kind: 'programs', name, at, optional });
  }

  /** The word with variables of a known value put in. */
  #resolved(word: Word): string {
    return word.value.replace(/\$\{?(\w+)\}?/g, (whole, name: string) => this.#values.get(name) ?? whole);
  }

  #programOf(word: Word): string | undefined {
    const name = this.#resolved(word).replace(/\.exe$/i, '');
    if (isBuiltin(name) || isProgramName(name)) return name;
    return undefined;
  }

  #installed(name: string, rest: readonly Word[], args: readonly string[]): void {
    const brought = installedBy(name, args);
    for (const spec of brought?.names ?? []) {
      const called = brought?.kind === 'python' ? distributionIn(spec) : packageIn(spec);
      const word = rest.find((one) => one.value === spec);
      if (called === undefined || word === undefined || brought === undefined) continue;
      this.#found.sights.push({ kind: brought.kind, name: called, at: word.pos, optional: true, via: 'install' });
    }
  }
}
