import type { ValueStyle } from './scalar.ts';

/** What a field is set to: text (also none: `''`), a truth value, or the items of a list; `null` removes it with its lines. */
export type NewValue = string | boolean | readonly string[] | null;

/**
 * Fields by key, `metadata.version` for a key in a block. What is absent or `undefined` is kept.
 */
export type FieldChanges = { readonly [field: string]: NewValue | undefined };

/** Why a frontmatter is not edited. Closed list. */
export type EditRefusal =
  /** The opening `---` is never closed, so where the body begins is a guess. */
  | 'unterminated'
  /** The frontmatter stands lower down, below other text. */
  | 'text-before-fence'
  /** The file begins with keys that have no `---` around them. */
  | 'keys-without-fences'
  | 'merge-conflict'
  /** Something stands between the fences, and it is no list of keys. */
  | 'not-a-map'
  /** The field is written more than once. */
  | 'duplicate-key'
  /** The field is there, but not as a `key:` at the start of a line. */
  | 'unusual-spelling'
  /** Another field refers to this one's anchor. */
  | 'anchor-in-use'
  /** Another field would be read differently afterwards. */
  | 'other-field-changes'
  /** The value would not be read back as it was given. */
  | 'not-exact'
  /** The value is not text: it holds half a surrogate pair. */
  | 'invalid-value'
  /** A rule of the format forbids the value, or that the field goes. Can be forced. */
  | 'breaks-rule';

/** One field that an edit changed. `line` is where its key stands, 1-based: in the new text, for `remove` in the old. */
export interface FieldEdit {
  readonly field: string;
  readonly action: 'set' | 'add' | 'remove' | 'quote';
  readonly line: number;
  /** How the value is spelt now, and how it was. */
  readonly style?: ValueStyle;
  readonly style_before?: ValueStyle;
}

export interface Edited {
  readonly ok: true;
  readonly text: string;
  /** Empty when the text already says what was asked: then it is the same string. */
  readonly edits: readonly FieldEdit[];
}

export interface EditRefused {
  readonly ok: false;
  readonly code: EditRefusal;
  /** 1-based. */
  readonly line?: number;
  /** A sentence that says what is in the way, and the way out. */
  readonly reason: string;
}

export type EditResult = Edited | EditRefused;

export function editRefused(code: EditRefusal, reason: string, line?: number): EditRefused {
  return { ok: false, code, ...(line === undefined ? {} : { line }), reason };
}
