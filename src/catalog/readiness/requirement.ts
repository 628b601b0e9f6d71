import { cutTo, toOneLine } from '../../base/text.ts';

export type RequirementKind =
  | 'bin'
  | 'any-bin'
  | 'env'
  | 'any-env'
  | 'os'
  | 'file'
  | 'gpu'
  | 'python'
  | 'r'
  | 'node'
  | 'unverifiable';

/** `optional`: its author says the skill runs without it. `lifted`: its block says `always: true`. */
export type Necessity = 'required' | 'optional' | 'lifted';

/** Why nobody can tell; worded in verdict.ts. */
export type Doubt =
  | 'form'
  | 'prose'
  | 'version'
  | 'agent'
  | 'package'
  | 'setting'
  | 'relative'
  | 'share'
  | 'conditional'
  | 'empty'
  | 'unreadable';

/** One thing a skill says it needs. */
export interface Requirement {
  readonly kind: RequirementKind;
  /** What people and programs call it: `bin:jq`, `any-bin:curl|wget`, `env:API_KEY`, `os:darwin|linux`, `gpu`, `python:pysam>=0.22`. */
  readonly text: string;
  /** Alternatives, any one of which will do: programs, variables, platforms, paths or packages. Empty for `unverifiable`. */
  readonly names: readonly string[];
  /** Alternatives nobody can check: where no name is there, one of these may be. */
  readonly open?: readonly string[];
  readonly doubt?: Doubt;
  readonly need: Necessity;
  readonly source: string;
  readonly line: number;
}

/** Where a value stands in the frontmatter, and whether what is read there is needed. */
export interface KeyPlace {
  /** Dotted path with the field's name: `metadata.openclaw.requires`. */
  readonly source: string;
  readonly line: number;
  readonly need: Necessity;
  /** Lines of nested keys by dotted path below the field; `path` is ours. */
  readonly lines: Readonly<Record<string, number>>;
  readonly path: string;
}

/** The place of `key` below `place`; a key without a known line keeps its parent's. */
export function placeBelow(place: KeyPlace, key: string): KeyPlace {
  const path = place.path === '' ? key : `${place.path}.${key}`;
  const line = Object.hasOwn(place.lines, path) ? place.lines[path] : undefined;
  return { ...place, source: `${place.source}.${key}`, path, line: line ?? place.line };
}

/** The same place, where what is read is optional. */
export function optionally(place: KeyPlace): KeyPlace {
  return { ...place, need: 'optional' };
}

/** A text of a tree as it may stand in a row, a log or a prompt. */
export const MAX_REQUIREMENT_CHARACTERS = 200;

function cleaned(text: string): string {
  return cutTo(toOneLine(text), MAX_REQUIREMENT_CHARACTERS);
}

/** A requirement that can be checked; several names are alternatives. */
export function required(
  kind: Exclude<RequirementKind, 'unverifiable'>,
  names: readonly string[],
  place: KeyPlace,
  open: readonly string[] = [],
): Requirement {
  const label =
    names.length + open.length === 1 ? kind : kind === 'bin' ? 'any-bin' : kind === 'env' ? 'any-env' : kind;
  return {
    kind: label,
    text: cleaned(label === 'gpu' ? 'gpu' : `${label}:${[...names, ...open].join('|')}`),
    names,
    ...(open.length === 0 ? {} : { open }),
    need: place.need,
    source: cleaned(place.source),
    line: place.line,
  };
}

/** A requirement nobody can check here, in the author's words. */
export function unverifiable(text: string, doubt: Doubt, place: KeyPlace): Requirement {
  return {
    kind: 'unverifiable',
    text: cleaned(text),
    names: [],
    doubt,
    need: place.need,
    source: cleaned(place.source),
    line: place.line,
  };
}

/** An item of a list that is not text: it states a need that nobody wrote out. */
export function nothingAt(kind: string, place: KeyPlace): Requirement {
  return unverifiable(`${kind}:null`, 'empty', place);
}
