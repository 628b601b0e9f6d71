import { KEYS } from './keys.ts';
import { once } from './once.ts';
import { plainKey, wordsOf } from './spelling.ts';

/** What a key asks for: readiness has one reader for each. `other`: a need in words that nobody here can check. */
export type Asks =
  | 'items'
  | 'programs'
  | 'any-program'
  | 'commands'
  | 'variables'
  | 'systems'
  | 'platforms'
  | 'settings'
  | 'block'
  | 'files'
  | 'gpu'
  | 'python'
  | 'node'
  | 'agent'
  | 'package'
  | 'other';

interface NeedEntry {
  /** Spelt by {@link plainKey}, without a `required` before or an `optional` around it. */
  readonly keys: string;
  /** What it asks for inside `requires`, or with `required` before it. */
  readonly asks: Asks;
  /** What it asks for anywhere else; absent: nothing. */
  readonly outside?: Asks;
}

/** Every key that states a need, in every dialect. A new dialect is a line here, and where it asks for something new, a reader. */
export const NEEDS: readonly NeedEntry[] = [
  { keys: 'requires requirements', asks: 'items', outside: 'items' },
  { keys: 'bins bin binaries binary', asks: 'programs', outside: 'programs' },
  // Outside `requires` these are as often the commands that a skill gives.
  { keys: 'commands command', asks: 'programs', outside: 'commands' },
  { keys: 'programs program executables executable', asks: 'programs', outside: 'other' },
  { keys: 'anybins anybin', asks: 'any-program', outside: 'any-program' },
  { keys: 'env envs envvar envvars environmentvariable environmentvariables', asks: 'variables', outside: 'variables' },
  { keys: 'environment', asks: 'variables', outside: 'other' },
  { keys: 'primaryenv', asks: 'variables' },
  { keys: 'os operatingsystem operatingsystems supportedos', asks: 'systems', outside: 'systems' },
  { keys: 'platform platforms supportedplatforms', asks: 'platforms', outside: 'platforms' },
  // Outside, the settings a skill has; some name the variables it needs among them.
  { keys: 'config', asks: 'settings', outside: 'block' },
  { keys: 'configpath configpaths configfile configfiles', asks: 'settings' },
  { keys: 'file files path paths credentialfiles', asks: 'files' },
  { keys: 'gpu', asks: 'gpu', outside: 'gpu' },
  { keys: 'python', asks: 'python', outside: 'python' },
  { keys: 'node nodejs', asks: 'node', outside: 'node' },
  { keys: 'dependsonskills dependson', asks: 'agent', outside: 'agent' },
  { keys: 'skill skills mcp mcpserver mcpservers tool tools capabilities plugin plugins', asks: 'agent' },
  { keys: 'permission permissions modelfeatures service services', asks: 'agent' },
  { keys: 'pip pips pythonpackage pythonpackages pythondeps', asks: 'package', outside: 'package' },
  { keys: 'package packages dependency dependencies', asks: 'package', outside: 'package' },
  { keys: 'npm module modules', asks: 'package' },
  { keys: 'secret secrets credential credentials primarycredential', asks: 'other', outside: 'other' },
  { keys: 'compatibility', asks: 'other', outside: 'other' },
  { keys: 'defaultenv', asks: 'other' },
];

const BY_KEY: () => ReadonlyMap<string, NeedEntry> = once(
  () => new Map(NEEDS.flatMap((entry) => entry.keys.split(' ').map((key) => [key, entry] as const))),
);

/** Keys that are known to be no need, whatever words they hold. */
const NO_NEEDS: () => ReadonlySet<string> = once(
  () =>
    new Set(
      KEYS()
        .filter(({ kind, role }) => kind !== 'structure' && (kind === 'text' || role !== undefined))
        .map(({ key }) => plainKey(key)),
    ),
);

/** Words that say "this is needed", by themselves or in a longer key: `supported_platforms`, `needsDocker`. */
const STEM =
  /^(?:requir(?:e|es|ed|ing|ement|ements)|depend(?:s|on|ent|ency|encies)?|prerequisites?|needs?|needed|bins?|binary|binaries|commands?|programs?|platforms?|os|envs?|systems?|runtimes?|packages?)$/;

/** What a key asks for, and whether it says that nothing of it is needed. */
export interface Need {
  readonly asks: Asks;
  readonly isOptional: boolean;
}

/**
 * The need that a key states: inside `requires` every key states one, elsewhere those of the table and those whose
 * name says so. `undefined`: none.
 */
export function needOf(key: string, isInRequires: boolean): Need | undefined {
  const plain = plainKey(key);
  const rest = plain.replace(/^optional|optional$/gu, '');
  const isOptional = rest !== plain;
  if (rest === '') return isOptional ? { asks: 'items', isOptional } : undefined;
  const bare = rest.replace(/^require[ds]?(?=.)/u, '');
  const isInside = isInRequires || bare !== rest;
  const entry = BY_KEY().get(bare) ?? BY_KEY().get(rest);
  const asks = isInside ? entry?.asks : entry?.outside;
  if (asks !== undefined) return { asks, isOptional };
  if (isInRequires || bare !== rest) return { asks: 'other', isOptional };
  if (entry !== undefined || NO_NEEDS().has(plain)) return undefined;
  return wordsOf(key).some((word) => STEM.test(word)) ? { asks: 'other', isOptional } : undefined;
}
