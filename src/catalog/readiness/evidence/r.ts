import { type CodeReading, emptyCodeReading } from './sights.ts';

/*
 * R, read by its tokens: names, strings, comments and brackets are all that a package can hide behind. (No grammar of R
 * that is kept up runs without native code.)
 */

interface Token {
  readonly kind: 'name' | 'string' | 'mark';
  readonly text: string;
  readonly at: number;
}

/** `name`, "text", r"(raw)", `odd name`, and every other character by itself; numbers are skipped with the names they look like. */
const TOKEN =
  /#[^\n]*|[rR]"-*[([{]([\s\S]*?)[)\]}]-*"|[rR]'-*[([{]([\s\S]*?)[)\]}]-*'|"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|`([^`]*)`|[\p{L}.][\p{L}\p{N}._]*|\d[\w.]*|:::?|\S/gu;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [whole] = match;
    if (whole.startsWith('#')) continue;
    const quoted = match.slice(1, 5).find((one) => one !== undefined);
    const at = match.index;
    if (quoted !== undefined) tokens.push({ kind: 'string', text: quoted, at });
    else if (match[5] !== undefined) tokens.push({ kind: 'name', text: match[5], at });
    else tokens.push({ kind: /^[\p{L}.]/u.test(whole) ? 'name' : 'mark', text: whole, at });
  }
  return tokens;
}

/** Longer lists of arguments are data. */
const MAX_ARGUMENT_TOKENS = 400;

const LOADS = /^(?:library|require|requireNamespace|loadNamespace|attachNamespace)$/;
/** Calls whose strings are names of packages to fetch. */
const INSTALLS =
  /^(?:install\.packages|install|install_github|install_bioc|install_cran|install_version|install_gitlab|pkg_install|pak|update\.packages)$/;
const LOADS_MANY = /^(?:p_load|shelf)$/;

/** The packages that R code loads or reaches into, the programs it starts by name, and the variables it reads. Never throws. */
export function readR(source: string): CodeReading {
  const found = emptyCodeReading();
  const tokens = tokenize(source.replace(/^[>+] /gm, '  '));
  const add = (name: string, at: number, optional: boolean, via?: 'install'): void => {
    if (/^[A-Za-z][A-Za-z0-9.]*[A-Za-z0-9]$/.test(name))
      found.sights.push({ kind: 'r', name, at, optional, ...(via === undefined ? {} : { via }) });
  };
  const closes = closings(tokens);
  /** Up to which token what is read is optional: inside a call that installs, or a question whether a package is there. */
  let optionalUntil = -1;
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    const optional = at <= optionalUntil;
    if (token.kind !== 'name') return;
    if (next?.text === '::' || next?.text === ':::') {
      const called = tokens[at + 2]?.text ?? '';
      add(
        token.text,
        token.at,
        optional || INSTALLS.test(called) || /^(?:BiocManager|remotes|devtools|pak|renv)$/.test(token.text),
      );
      return;
    }
    if (next?.text !== '(') return;
    const end = Math.min(closes[at + 1] ?? tokens.length, at + MAX_ARGUMENT_TOKENS);
    const inside = tokens.slice(at + 2, end);
    const strings = inside.filter((one) => one.kind === 'string');
    if (INSTALLS.test(token.text) && isInstaller(tokens, at)) {
      for (const one of strings)
        add(
          one.text
            .split('/')
            .at(-1)
            ?.replace(/[@#].*$/, '') ?? '',
          one.at,
          true,
          'install',
        );
      optionalUntil = Math.max(optionalUntil, end);
    } else if (LOADS.test(token.text)) {
      const asked = isQuestion(tokens, at, end);
      const [first] = inside;
      const isComputed = inside.some((one) => one.text === 'character.only') && first?.kind !== 'string';
      if (
        first !== undefined &&
        !isComputed &&
        (first.kind === 'string' || (first.kind === 'name' && /^[,)]?$/.test(inside[1]?.text ?? '')))
      )
        add(first.text, first.at, optional || asked);
    } else if (LOADS_MANY.test(token.text)) {
      for (const one of inside)
        if (one.kind === 'string' || (one.kind === 'name' && isArgument(tokens, one))) add(one.text, one.at, optional);
    } else if (/^(?:lapply|sapply|invisible|walk|map)$/.test(token.text)) {
      const loads = inside.some(
        (one) =>
          one.kind === 'name' &&
          /^(?:library|require)$/.test(one.text) &&
          tokens[tokens.indexOf(one) + 1]?.text !== '(',
      );
      if (loads) for (const one of strings) add(one.text, one.at, optional);
    } else if (token.text === 'system' || token.text === 'shell') {
      const [first] = inside;
      if (first?.kind === 'string')
        found.inner.push({ language: 'shell', text: first.text, at: first.at + 1, optional });
    } else if (token.text === 'system2') {
      const [first] = inside;
      if (first?.kind === 'string')
        found.inner.push({ language: 'shell', text: first.text, at: first.at + 1, optional });
    } else if (token.text === 'Sys.getenv') {
      const [first] = strings;
      if (first !== undefined)
        found.sights.push({
          kind: 'env',
          name: first.text,
          at: first.at,
          optional: optional || inside.some((one) => one.text === ','),
        });
    } else if (token.text === 'import' && tokens[at - 1]?.text === '::' && tokens[at - 2]?.text === 'reticulate') {
      const [first] = strings;
      if (first !== undefined) found.sights.push({ kind: 'python', name: first.text, at: first.at, optional });
    } else if (token.text === 'source') {
      const [first] = inside;
      if (first?.kind === 'string') found.files.push({ path: first.text, optional });
    }
  });
  return found;
}

/** `install` is a word of many packages; here it must be that of an installer. */
function isInstaller(tokens: readonly Token[], at: number): boolean {
  if (!/^(?:install|pak)$/.test(tokens[at]?.text ?? '')) return true;
  return (
    /^::/.test(tokens[at - 1]?.text ?? '') &&
    /^(?:BiocManager|remotes|devtools|renv|pak)$/.test(tokens[at - 2]?.text ?? '')
  );
}

/** `if (!require(x)) install.packages("x")` asks whether x is there. A call that stops where it is not is a need. */
function isQuestion(tokens: readonly Token[], at: number, end: number): boolean {
  let back = at - 1;
  while (
    back >= 0 &&
    /^(?:!|\(|suppressWarnings|suppressPackageStartupMessages|suppressMessages|&|\|)$/.test(tokens[back]?.text ?? '')
  )
    back--;
  if (tokens[back]?.text !== 'if') return false;
  const body = tokens.slice(end, end + 12).map((one) => one.text);
  return !body.includes('stop');
}

function isArgument(tokens: readonly Token[], token: Token): boolean {
  const at = tokens.indexOf(token);
  return /^[,(]$/.test(tokens[at - 1]?.text ?? '') && /^[,)]$/.test(tokens[at + 1]?.text ?? '');
}

/** For each opening bracket the token that closes it; the number of tokens where nothing does. */
function closings(tokens: readonly Token[]): readonly (number | undefined)[] {
  const closes: (number | undefined)[] = [];
  const open: number[] = [];
  tokens.forEach(({ kind, text }, at) => {
    if (kind !== 'mark') return;
    if (text === '(' || text === '[' || text === '{') open.push(at);
    else if (text === ')' || text === ']' || text === '}') {
      const from = open.pop();
      if (from !== undefined) closes[from] = at;
    }
  });
  return closes;
}
