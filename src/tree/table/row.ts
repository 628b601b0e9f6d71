import { SKILL_FILE } from '../../base/file-names.ts';
import type { TextBlob } from '../../base/growing.ts';
import { FLAG_MODEL_ONLY, FLAG_NAMED_BY_FOLDER, FLAG_PHRASES, FLAG_RECOVERED, FLAG_USER_ONLY } from './format.ts';

/** What a row says in words. */
export interface RowText {
  readonly path: string;
  readonly file: string;
  readonly name: string;
  readonly description: string;
  /** JSON of its declared fields, `''` for none. */
  readonly declared: string;
}

/** What a row says: its words, and how they were come by. */
export interface RowRecord extends RowText {
  readonly recovered: boolean;
  readonly namedByFolder: boolean;
  /** Who is shown it, and whether it names phrases that call for it; false where absent. */
  readonly userOnly?: boolean;
  readonly modelOnly?: boolean;
  readonly phrases?: boolean;
}

/** The one writer of a row's strings: `word` gets where the first begins, then where each ends (see SKILL_TEXT_WORDS). */
export function writeRowText(text: TextBlob, row: RowText, word: (offset: number) => void): void {
  word(text.length);
  word(text.add(row.path));
  word(text.add(row.file === SKILL_FILE ? '' : row.file));
  word(text.add(row.name));
  word(text.add(row.description));
  word(text.add(row.declared));
}

/** The flags of a row. */
export function flagsOf(row: Omit<RowRecord, keyof RowText>): number {
  return (
    (row.recovered ? FLAG_RECOVERED : 0) |
    (row.namedByFolder ? FLAG_NAMED_BY_FOLDER : 0) |
    (row.userOnly === true ? FLAG_USER_ONLY : 0) |
    (row.modelOnly === true ? FLAG_MODEL_ONLY : 0) |
    (row.phrases === true ? FLAG_PHRASES : 0)
  );
}
