/** Characters that change how a line reads without being seen: directions, joins, blanks of no width, controls. */
const HIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu;

/** The text as it is, with what hides in it spelled out: a reader must see what a model reads. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (one) => `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`);
}
