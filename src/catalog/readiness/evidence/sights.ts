/** What evidence speaks of: programs on PATH, distributions of Python, packages of R and Node, variables of the environment. */
export const NEED_KINDS = ['programs', 'python', 'r', 'node', 'env'] as const;
export type NeedKind = (typeof NEED_KINDS)[number];

/** One place in a text that asks for something. */
export interface Sight {
  readonly kind: NeedKind;
  /** As the place spells it; names become one spelling when a skill's sights are joined. */
  readonly name: string;
  /** Offset in the text that was read. */
  readonly at: number;
  readonly optional: boolean;
  /**
   * `module`: run by name (`python -m x`), which is a package only where something else says so. `install`: named to an
   * installer, so already a distribution.
   */
  readonly via?: 'module' | 'install';
}

/** Code of another language inside a piece of code: `python -c`, a here-document, a string that a shell is given. */
export interface Inner {
  readonly language: Language;
  readonly text: string;
  readonly at: number;
  readonly optional: boolean;
}

export type Language = 'shell' | 'python' | 'r' | 'script';

/** What one reader found in one piece of code. */
export interface CodeReading {
  readonly sights: Sight[];
  readonly inner: Inner[];
  /** Files that the code hands to an interpreter, starts or loads, as it writes them. */
  readonly files: { readonly path: string; readonly optional: boolean }[];
  /** Names that the code gives itself, so that nobody has to provide them: variables and functions of a shell. */
  readonly given: Set<string>;
}

export function emptyCodeReading(): CodeReading {
  return { sights: [], inner: [], files: [], given: new Set() };
}
