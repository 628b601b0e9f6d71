import { isNotable } from './programs.ts';

/** Programs that start another one named among their arguments: which of their options take a word of their own, and how many words precede it. */
interface Wrapper {
  /** Options that are followed by a value. `long`: so are long ones without `=`. */
  readonly takes: RegExp;
  readonly before?: number;
  /** Where the inner command must be introduced by this word. */
  readonly after?: RegExp;
}

const NONE = /^$/;

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['sudo', { takes: /^-(?:u|g|h|p|C|r|t|U|D|R|T)$|^--(?:user|group|host)$/ }],
  ['doas', { takes: /^-[uC]$/ }],
  ['env', { takes: /^-[uCS]$|^--(?:unset|chdir)$/ }],
  ['time', { takes: /^-[of]$|^--(?:output|format)$/ }],
  ['nohup', { takes: NONE }],
  ['exec', { takes: /^-a$/ }],
  ['command', { takes: NONE }],
  ['builtin', { takes: NONE }],
  ['nice', { takes: /^-n$|^--adjustment$/ }],
  ['ionice', { takes: /^-[cnpPu]$/ }],
  ['chrt', { takes: NONE, before: 1 }],
  ['taskset', { takes: NONE, before: 1 }],
  ['numactl', { takes: /^-[CNmip]$/ }],
  ['timeout', { takes: /^-[ks]$|^--(?:signal|kill-after)$/, before: 1 }],
  ['stdbuf', { takes: /^-[ioe]$/ }],
  ['setsid', { takes: NONE }],
  ['unbuffer', { takes: NONE }],
  ['caffeinate', { takes: /^-[tw]$/ }],
  ['chroot', { takes: NONE, before: 1 }],
  ['flock', { takes: /^-[wEc]$|^--(?:timeout|wait|conflict-exit-code)$/, before: 1 }],
  ['strace', { takes: /^-(?:e|o|p|s|P|u|a|b|I|S|O|X|E)$/ }],
  ['watch', { takes: /^-n$|^--interval$/ }],
  ['xargs', { takes: /^-(?:I|i|n|P|L|l|d|a|s|E)$|^--(?:max-args|max-procs|max-lines|delimiter|arg-file|replace)$/ }],
  [
    'parallel',
    {
      takes:
        /^-(?:j|a|S|C|N|n|I|P)$|^--(?:jobs|arg-file|colsep|joblog|results|delay|retries|sshlogin|tmpdir|max-args|memfree|timeout|halt|block|tagstring|load)$/,
    },
  ],
  ['xvfb-run', { takes: /^-(?:s|n|e|f|w)$|^--(?:server-args|server-num)$/ }],
  ['proxychains', { takes: /^-f$/ }],
  ['proxychains4', { takes: /^-f$/ }],
  ['dbus-run-session', { takes: NONE }],
  [
    'mpirun',
    { takes: /^-{1,2}(?:n|np|c|H|host|hosts|hostfile|machinefile|f|ppn|x|map-by|bind-to|rank-by|N|npernode|mca)$/ },
  ],
  ['mpiexec', { takes: /^-{1,2}(?:n|np|c|H|host|hosts|hostfile|machinefile|f|ppn|x|map-by|bind-to|N)$/ }],
  ['srun', { takes: /^-[nNcptAJoewqGCDdi]$|^--(?!pty$|exclusive$|overlap$|unbuffered$)[\w-]+$/ }],
  ['bsub', { takes: /^-[a-zA-Z]+$/ }],
  ['conda', { takes: /^-[np]$|^--(?:name|prefix|cwd)$/, after: /^run$/ }],
  ['mamba', { takes: /^-[np]$|^--(?:name|prefix|cwd)$/, after: /^run$/ }],
  ['micromamba', { takes: /^-[np]$|^--(?:name|prefix|cwd)$/, after: /^run$/ }],
  [
    'uv',
    { takes: /^-[pw]$|^--(?:with|python|extra|group|with-requirements|project|directory|env-file)$/, after: /^run$/ },
  ],
  ['poetry', { takes: NONE, after: /^run$/ }],
  ['pdm', { takes: NONE, after: /^run$/ }],
  ['rye', { takes: NONE, after: /^run$/ }],
  ['pipenv', { takes: NONE, after: /^run$/ }],
  ['pixi', { takes: /^-e$|^--(?:environment|manifest-path)$/, after: /^run$/ }],
  ['bundle', { takes: NONE, after: /^exec$/ }],
  ['dotenv', { takes: /^-[fe]$/, after: /^(?:run|--)$/ }],
  ['op', { takes: /^--(?:env-file|account)$/, after: /^run$/ }],
  ['doppler', { takes: /^-[pc]$/, after: /^run$/ }],
  ['infisical', { takes: NONE, after: /^run$/ }],
]);

/** Where in the words of a call another call begins; `undefined` where none does. */
export function innerCall(name: string, args: readonly string[]): number | undefined {
  const wrapper = WRAPPERS.get(name);
  if (wrapper === undefined) return undefined;
  let at = 0;
  if (wrapper.after !== undefined) {
    while (at < args.length && !wrapper.after.test(args[at] ?? '')) {
      if (!(args[at] ?? '').startsWith('-')) return undefined;
      at += wrapper.takes.test(args[at] ?? '') ? 2 : 1;
    }
    if (at >= args.length) return undefined;
    at++;
  }
  let left = wrapper.before ?? 0;
  for (; at < args.length; at++) {
    const word = args[at] ?? '';
    if (word === '--') return at + 1 < args.length ? at + 1 : undefined;
    if (wrapper.takes.test(word)) {
      at++;
      continue;
    }
    if (/^-./.test(word)) continue;
    // `env A=1 cmd`, `sudo A=1 cmd`.
    if (/^[A-Za-z_]\w*=/.test(word)) continue;
    if (left > 0) {
      left--;
      continue;
    }
    return at;
  }
  return undefined;
}

/** Wrappers that stand for nothing themselves; the others are programs like any. */
export function isTransparent(name: string): boolean {
  return !isNotable(name) || /^(?:ionice|chrt|taskset|setsid|unbuffer|caffeinate)$/.test(name);
}

/** The stretches of arguments of `find` that are calls: after `-exec` and its like, up to `;` or `+`. */
export function findExecs(args: readonly string[]): number[] {
  return args.flatMap((word, at) => (/^-(?:exec|execdir|ok|okdir)$/.test(word) ? [at + 1] : []));
}

/** What an interpreter is given among its arguments. */
export type Given =
  | { readonly kind: 'code' | 'file' | 'module'; readonly at: number }
  | { readonly kind: 'input' }
  | undefined;

const OPTIONS_WITH_VALUE: Readonly<Record<string, RegExp>> = {
  python: /^-[WXQ]$|^--check-hash-based-pycs$/,
  r: /^-[fg]$|^--(?:file|encoding|gui)$/,
  script: /^(?:-r|--require|--import|--loader|--env-file|-C|--conditions|--project)$/,
  shell: /^-[oO]$|^--(?:rcfile|init-file)$/,
  other: /^(?:-cp|-classpath|--class-path|-p|--module-path|-I|-M)$/,
};

/** Reads the arguments of an interpreter up to the script, the module or the code it is handed. */
export function givenTo(kind: 'shell' | 'python' | 'r' | 'script' | 'other', args: readonly string[]): Given {
  const takes = OPTIONS_WITH_VALUE[kind] ?? NONE;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (word === '-') return { kind: 'input' };
    if (kind === 'python' && word === '-m') return at + 1 < args.length ? { kind: 'module', at: at + 1 } : undefined;
    if (kind === 'other' && (word === '-jar' || word === '--jar'))
      return at + 1 < args.length ? { kind: 'file', at: at + 1 } : undefined;
    const isCode =
      kind === 'python' || kind === 'shell'
        ? /^-[a-zA-Z]*c$/.test(word)
        : kind === 'script'
          ? /^(?:-e|-p|-pe|--eval|--print|eval)$/.test(word)
          : /^-e$|^--eval$/.test(word);
    if (isCode) return at + 1 < args.length ? { kind: 'code', at: at + 1 } : undefined;
    if (kind === 'script' && /^(?:run|x|exec|test|serve)$/.test(word)) continue;
    if (takes.test(word)) {
      at++;
      continue;
    }
    if (/^[-+]./.test(word)) continue;
    return { kind: 'file', at };
  }
  return { kind: 'input' };
}
