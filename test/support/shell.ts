/** What a shell script calls, read from its text: enough of the grammar for the scripts that recipes hold. */
export interface Calls {
  /** Names of programs in command position, without builtins and functions of the script. */
  readonly programs: ReadonlySet<string>;
  /** Names that the script looks for itself by `command -v`. */
  readonly guarded: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const BUILTINS = words(
  ': . [ alias break cd command continue eval exec exit export fg getopts hash jobs kill read readonly return set shift test times trap type ulimit umask unset wait local source',
);
const OPENING = words('if then else elif while until do ! {');
const CLOSING = words('fi done esac } in');

/** Programs of POSIX systems that come in one piece with the shell (GNU coreutils and its like): asked of nobody. */
export const BASE_PROGRAMS: ReadonlySet<string> = words(
  'sh basename cat chgrp chmod chown cksum comm cp cut date dd df dirname du echo env expr false head id join link ln ls mkdir mkfifo mktemp mv nice nohup nl nproc od paste pathchk printf pwd readlink realpath rm rmdir seq sleep sort split stat stty sum sync tac tail tee touch tr true truncate tty uname uniq unlink wc who yes',
);

/** Programs that run another one: options that take a value, and how many words stand before the command. */
const WRAPPERS: Readonly<Record<string, readonly [values: string, before: number]>> = {
  env: ['-u', 0],
  exec: ['', 0],
  flock: ['-E -w', 1],
  ionice: ['-c -n', 0],
  nice: ['-n', 0],
  nohup: ['', 0],
  setsid: ['', 0],
  sudo: ['-u -g', 0],
  time: ['', 0],
  timeout: ['-k -s', 1],
  xargs: ['-n -P -I -L -d', 0],
};

interface Word {
  readonly text: string;
  /** Holds quotes or expansions, so that it cannot be a keyword or a plain name. */
  readonly plain: boolean;
}

export function callsIn(script: string): Calls {
  const reader = new Reader(script);
  reader.read();
  const programs = [...reader.found].filter((name) => !BUILTINS.has(name) && !reader.functions.has(name));
  return { programs: new Set(programs), guarded: reader.guarded };
}

class Reader {
  readonly found = new Set<string>();
  readonly functions = new Set<string>();
  readonly guarded = new Set<string>();
  private at = 0;
  private readonly text: string;
  private heredocs: string[] = [];

  constructor(text: string) {
    this.text = text.replaceAll('\\\n', ' ');
  }

  /** Reads commands up to the end of the text. */
  read(): void {
    let command: Word[] = [];
    const cases: boolean[] = []; // one entry an open `case`: whether a pattern is next
    const finish = (): void => {
      this.command(command);
      command = [];
    };
    while (this.at < this.text.length) {
      const here = this.text[this.at] ?? '';
      if (here === '\n') {
        finish();
        this.at += 1;
        this.skipHeredocs();
      } else if (here === ' ' || here === '\t') this.at += 1;
      else if (here === '#') this.skipTo('\n');
      else if (cases.at(-1) === true) {
        const pattern = this.word();
        if (pattern.text === 'esac') cases.pop();
        else {
          this.skipTo(')');
          this.at += 1;
          cases[cases.length - 1] = false;
        }
      } else if (this.text.startsWith(';;', this.at)) {
        finish();
        this.at += 2;
        if (cases.length > 0) cases[cases.length - 1] = true;
      } else if (';|()'.includes(here) || (here === '&' && !'<>'.includes(this.text[this.at - 1] ?? ''))) {
        if (here === '(' && this.text[this.at + 1] === ')' && command.length === 1) {
          this.functions.add(command[0]?.text ?? '');
          command = [];
        } else finish();
        this.at += 1;
      } else if ('<>'.includes(here) || /^\d[<>]/.test(this.text.slice(this.at, this.at + 2))) this.redirection();
      else {
        const word = this.word();
        if (word.plain && command.length === 0 && (OPENING.has(word.text) || CLOSING.has(word.text))) {
          if (word.text === 'esac') cases.pop();
        } else if (word.plain && word.text === 'do' && command[0]?.text === 'for') command = [];
        else command.push(word);
        if (command[0]?.text === 'case' && word.text === 'in' && command.length === 3) {
          command = [];
          cases.push(true);
        }
      }
    }
    finish();
  }

  /** Notes what one simple command calls. */
  private command(all: readonly Word[]): void {
    const start = all.findIndex((word) => !/^\w+=/.test(word.text));
    const [head, ...rest] = start < 0 ? [] : all.slice(start);
    if (head === undefined || head.text === 'for' || head.text === 'case') return;
    if (!head.plain || !/^[\w.+:[-]+$/.test(head.text)) return;
    const name = head.text;
    if (name === 'command' && rest[0]?.text === '-v') {
      for (const word of rest.slice(1)) this.guarded.add(word.text);
      return;
    }
    this.found.add(name);
    if (name === 'find') {
      for (const [at, word] of rest.entries())
        if (/^-(?:exec|execdir|ok)$/.test(word.text)) this.command(rest.slice(at + 1));
    }
    if (name === 'sh' || name === 'bash') {
      const at = rest.findIndex((word) => /^-[a-z]*c$/.test(word.text));
      if (at >= 0) this.nested(rest[at + 1]?.text ?? '');
    }
    if (name === 'trap' || name === 'eval') this.nested(rest[0]?.text ?? '');
    const wrapper = WRAPPERS[name];
    if (wrapper !== undefined) this.command(behindOptions(rest, wrapper));
  }

  private nested(script: string): void {
    const inner = new Reader(script);
    inner.read();
    for (const name of inner.found) if (!inner.functions.has(name)) this.found.add(name);
    for (const name of inner.guarded) this.guarded.add(name);
  }

  private word(): Word {
    let text = '';
    let plain = true;
    while (this.at < this.text.length) {
      const here = this.text[this.at] ?? '';
      if (/[\s;|&()<>]/.test(here)) break;
      if (here === "'") {
        const end = this.text.indexOf("'", this.at + 1);
        text += this.text.slice(this.at + 1, end < 0 ? undefined : end);
        this.at = end < 0 ? this.text.length : end + 1;
        plain = false;
      } else if (here === '"') {
        text += this.doubleQuoted();
        plain = false;
      } else if (here === '\\') {
        text += this.text[this.at + 1] ?? '';
        this.at += 2;
        plain = false;
      } else if (here === '$' || here === '`') {
        text += this.expansion();
        plain = false;
      } else {
        text += here;
        this.at += 1;
      }
    }
    if (text === '' && plain) this.at += 1; // nothing here that a word may begin with
    return { text, plain };
  }

  private doubleQuoted(): string {
    let text = '';
    this.at += 1;
    while (this.at < this.text.length && this.text[this.at] !== '"') {
      const here = this.text[this.at] ?? '';
      if (here === '\\') {
        text += this.text.slice(this.at + 1, this.at + 2);
        this.at += 2;
      } else if (here === '$' || here === '`') text += this.expansion();
      else {
        text += here;
        this.at += 1;
      }
    }
    this.at += 1;
    return text;
  }

  /** Steps over `$name`, `${…}`, `$((…))`; reads what is inside `$(…)` and back-ticks. */
  private expansion(): string {
    const begin = this.at;
    if (this.text[this.at] === '`') {
      const end = this.text.indexOf('`', this.at + 1);
      this.nested(this.text.slice(this.at + 1, end));
      this.at = end + 1;
    } else if (this.text.startsWith('$(', this.at)) {
      const end = closing(this.text, this.at + 1);
      const inside = this.text.slice(this.at + 2, end);
      // Arithmetic may hold substitutions of its own.
      if (inside.startsWith('(')) for (const each of inside.matchAll(/\$\(([^()]*)\)/g)) this.nested(each[1] ?? '');
      else this.nested(inside);
      this.at = end + 1;
    } else if (this.text.startsWith('${', this.at)) this.at = this.text.indexOf('}', this.at) + 1;
    else this.at += 1;
    return this.text.slice(begin, this.at);
  }

  private redirection(): void {
    const [sign = ''] = /^\d?(?:<<-?|>>|<&|>&|<>|>\||<|>)/.exec(this.text.slice(this.at)) ?? [];
    this.at += sign.length;
    while (this.text[this.at] === ' ') this.at += 1;
    const target = this.word();
    if (sign.includes('<<')) this.heredocs.push(target.text);
  }

  private skipHeredocs(): void {
    for (const delimiter of this.heredocs) {
      while (this.at < this.text.length) {
        const end = this.text.indexOf('\n', this.at);
        const line = this.text.slice(this.at, end < 0 ? undefined : end);
        this.at = end < 0 ? this.text.length : end + 1;
        if (line.trim() === delimiter) break;
      }
    }
    this.heredocs = [];
  }

  private skipTo(sign: string): void {
    const end = this.text.indexOf(sign, this.at);
    this.at = end < 0 ? this.text.length : end;
  }
}

function behindOptions(rest: readonly Word[], [values, before]: readonly [string, number]): readonly Word[] {
  const valued = values.split(' ');
  let at = 0;
  while (at < rest.length && (rest[at]?.text.startsWith('-') === true || /^\w+=/.test(rest[at]?.text ?? ''))) {
    at += valued.includes(rest[at]?.text ?? '') ? 2 : 1;
  }
  return rest.slice(at + before);
}

/** Where the bracket that opens at `open` closes, minding quotes. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const here = text[at];
    if (here === '\\') at += 1;
    else if (here === "'") at = text.indexOf("'", at + 1);
    else if (here === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
        if (text[at] === '\\') at += 1;
        else if (text.startsWith('$(', at)) at = closing(text, at + 1);
      }
    } else if (here === '(') depth += 1;
    else if (here === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
    if (at < 0) return text.length;
  }
  return text.length;
}
