// The one table of frontmatter keys. Both readers, edits, validation, search and readiness derive from it: a key that is
// added here is kept by the fast reader and by the full one, and reaches whoever judges it.

import { once } from './once.ts';

/**
 * How a value is read. `text`: a list or a map in its place is taken as the author's own words. `structure`: text in
 * its place must never pass for an answer. `any`: whatever it is.
 */
export type KeyKind = 'text' | 'structure' | 'any';

/** Where a key comes from: the Agent Skills format, an agent's own additions, or what people write without a format. */
export type Dialect = 'agentskills' | 'claude' | 'openclaw' | 'hermes' | 'skillfiche' | 'common';

/**
 * What a key is for, beside being shown. `trigger`: when the skill applies, said after its description. `keyword`:
 * words for search. `hint`: for the agent that runs the skill. `audience`: who is shown the skill at all. `vendor`: below `metadata`, an agent's own block.
 */
export type KeyRole = 'trigger' | 'keyword' | 'hint' | 'audience' | 'vendor' | 'network' | 'display';

export interface KeyEntry {
  /** As its authors write it; lookups of `trigger` and `network` know other spellings, see `plainKey`. */
  readonly key: string;
  readonly kind: KeyKind;
  readonly dialect: Dialect;
  readonly role?: KeyRole;
}

const entry = (dialect: Dialect, kind: KeyKind, keys: string, role?: KeyRole): KeyEntry[] =>
  keys.split(' ').map((key) => ({ key, kind, dialect, ...(role === undefined ? {} : { role }) }));

/** Keys that are no need. What states a need stands in needs.ts, by what it asks for. */
export const KEYS: () => readonly KeyEntry[] = once(() => [
  ...entry('agentskills', 'text', 'name description license compatibility'),
  ...entry('agentskills', 'structure', 'metadata'),
  ...entry('agentskills', 'any', 'allowed-tools', 'hint'),
  ...entry('claude', 'any', 'disallowed-tools argument-hint arguments', 'hint'),
  ...entry('claude', 'any', 'disable-model-invocation user-invocable', 'audience'),
  ...entry('claude', 'any', 'model effort context agent hooks paths shell', 'hint'),
  ...entry('claude', 'any', 'when_to_use', 'trigger'),
  ...entry('common', 'any', 'use_when', 'trigger'),
  ...entry('openclaw', 'any', 'read_when', 'trigger'),
  ...entry('openclaw', 'any', 'command-dispatch command-tool command-arg-mode', 'hint'),
  ...entry('openclaw', 'any', 'homepage emoji primaryEnv install always', 'display'),
  ...entry('openclaw', 'structure', 'openclaw clawdbot clawdis moltbot', 'vendor'),
  ...entry('skillfiche', 'any', 'origin', 'display'),
  ...entry('skillfiche', 'structure', 'capabilities', 'network'),
  ...entry('skillfiche', 'any', 'network', 'network'),
  ...entry(
    'common',
    'any',
    'tags keywords category primary_tool triggers trigger trigger_phrases domain subdomain',
    'keyword',
  ),
  ...entry('common', 'any', 'version author title tools system-prompt runtime_constraints', 'display'),
]);
