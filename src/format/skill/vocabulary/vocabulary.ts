import { KEYS, type KeyEntry } from './keys.ts';
import { needOf } from './needs.ts';
import { once } from './once.ts';
import { plainKey } from './spelling.ts';

/** What both readers, and whoever judges a field, need to know of its key. */
export interface KeyFacts {
  /** Its value is text: a list or a map there is read as the author's own words. */
  readonly isText: boolean;
  /** Judged by its structure: text in its place must never pass for an answer. */
  readonly isStructured: boolean;
  /** Kept beside name and description, because readiness or network is judged from it. */
  readonly isDeclared: boolean;
  /** States a need below the top level too, or lifts one, or is for the network inventory: kept of `metadata`. */
  readonly isKept: boolean;
  /** Says when the skill applies: shown behind the description. */
  readonly isTrigger: boolean;
  /** What it says about who is shown the skill, or when it is offered; see read/traits.ts. */
  readonly trait: Trait | undefined;
  /** In the table, or a need by its name: a line that begins with it is a line of a header. */
  readonly isKnown: boolean;
  /** The key that is meant, where this one differs by case only from one whose loss would matter. */
  readonly meant: string | undefined;
}

export type Trait = 'no-model' | 'people' | 'phrases';

/** By `plainKey`: people write these with every kind of joint. */
const TRAITS: Readonly<Record<string, Trait>> = {
  disablemodelinvocation: 'no-model',
  userinvocable: 'people',
  triggers: 'phrases',
  trigger: 'phrases',
  triggerphrases: 'phrases',
};

const BY_KEY: () => ReadonlyMap<string, KeyEntry> = once(() => new Map(KEYS().map((entry) => [entry.key, entry])));
const TRIGGERS: () => ReadonlySet<string> = once(
  () =>
    new Set(
      KEYS()
        .filter(({ role }) => role === 'trigger')
        .map(({ key }) => plainKey(key)),
    ),
);

/** Keys whose words say what a skill is about, in the order in which search takes them. */
export const KEYWORD_KEYS: () => readonly string[] = once(() =>
  KEYS()
    .filter(({ role }) => role === 'keyword')
    .map(({ key }) => key),
);

/** Keys below `metadata` under which an agent's own block stands. */
export const VENDORS: () => ReadonlySet<string> = once(
  () =>
    new Set(
      KEYS()
        .filter(({ role }) => role === 'vendor')
        .map(({ key }) => key),
    ),
);

/** The six keys of the Agent Skills format. */
export const FORMAT_KEYS: () => readonly string[] = once(() =>
  KEYS()
    .filter(({ dialect }) => dialect === 'agentskills')
    .map(({ key }) => key),
);

/** Every key of the table by its place in it: the order in which a header names its fields. */
export const FORMAT_ORDER: () => ReadonlyMap<string, number> = once(
  () => new Map(KEYS().map(({ key }, at) => [key, at])),
);

/** A block of further keys: nothing is set to it as a whole. */
export function isMapKey(key: string): boolean {
  return BY_KEY().get(key)?.kind === 'structure';
}

/** A key whose value is a truth value, not text. */
export function isYesOrNo(key: string): boolean {
  return BY_KEY().get(key)?.role === 'audience' || key === 'always';
}

/** Those, and the keys in Claude Code's reference of skills. */
export const CLAUDE_KEYS: () => readonly string[] = once(() => [
  ...FORMAT_KEYS(),
  ...KEYS()
    .filter(({ dialect }) => dialect === 'claude')
    .map(({ key }) => key),
]);

// Perf: a tree has few keys and many skills. The bound keeps a hostile tree from filling memory.
const MAX_KEPT = 5_000;
const kept = new Map<string, KeyFacts>();

/** What is known of a top-level key. */
export function keyFacts(key: string): KeyFacts {
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const facts = factsOf(key);
  kept.set(key, facts);
  return facts;
}

function factsOf(key: string): KeyFacts {
  const entry = BY_KEY().get(key);
  const need = needOf(key, false);
  const isNeed = need !== undefined && entry?.kind !== 'text';
  const isDotted = /^metadata\./u.test(key);
  const isStructured = entry?.kind === 'structure' || isNeed || isDotted;
  const plain = plainKey(key);
  const isTrigger = TRIGGERS().has(plain);
  const lower = key.toLowerCase();
  return {
    isText: entry?.kind === 'text',
    isStructured,
    isDeclared: isStructured || key === 'compatibility',
    isKept: need !== undefined || /^(?:always|network|capabilities)$/iu.test(key),
    isTrigger,
    trait: Object.hasOwn(TRAITS, plain) ? TRAITS[plain] : undefined,
    isKnown: entry !== undefined || isTrigger || isNeed,
    meant: entry === undefined && !isNeed && !isTrigger && lower !== key && matters(lower) ? lower : undefined,
  };
}

function matters(key: string): boolean {
  const kind = BY_KEY().get(key)?.kind;
  return kind === 'text' || kind === 'structure';
}
