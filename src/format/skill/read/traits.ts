import { isMap } from '../../../base/field-value.ts';
import type { FieldState, FieldValue } from '../../../base/types.ts';
import { keyFacts } from '../vocabulary/vocabulary.ts';

/** What a header says about who is shown the skill, and whether it names phrases that call for it. Only what is true. */
export interface Traits {
  /** `disable-model-invocation`: for people alone. */
  readonly userOnly?: true;
  /** `user-invocable: false`: for models alone. */
  readonly modelOnly?: true;
  /** It has `triggers` or the like: they are read when somebody asks. */
  readonly phrases?: true;
}

/** A field as far as it matters here; a list or a map may be given as any text. */
export interface TraitField {
  readonly key: string;
  readonly value: FieldValue;
  readonly state: FieldState;
}

const NONE: Traits = Object.freeze({});
const NO: ReadonlySet<string> = new Set(['false', 'no', 'off', 'n', '0']);

/** Traits of all fields, those below `metadata` too. Both only narrow: of two that disagree, the one that narrows holds. */
export function traitsOf(fields: readonly TraitField[]): Traits {
  let [userOnly, modelOnly, phrases] = [false, false, false];
  const take = ({ key, value, state }: TraitField): void => {
    const { trait } = keyFacts(key);
    if (trait === 'phrases') phrases = true;
    else if (trait === 'no-model') userOnly ||= isSet(value, state);
    else if (trait === 'people') modelOnly ||= isNo(value);
  };
  for (const field of fields) {
    if (field.key !== 'metadata') take(field);
    else if (isMap(field.value)) {
      for (const [key, value] of Object.entries(field.value)) take({ key, value, state: field.state });
    }
  }
  if (!userOnly && !modelOnly && !phrases) return NONE;
  return {
    ...(userOnly ? { userOnly } : {}),
    ...(modelOnly ? { modelOnly } : {}),
    ...(phrases ? { phrases } : {}),
  };
}

/** Whatever is not clearly a no keeps models away: somebody wrote the key to that end, and a slip must not undo it. */
function isSet(value: FieldValue, state: FieldState): boolean {
  if (state === 'unreadable') return true;
  if (value === null) return false;
  return typeof value !== 'string' || (value.trim() !== '' && !isNo(value));
}

function isNo(value: FieldValue): boolean {
  return typeof value === 'string' && NO.has(value.trim().toLowerCase());
}
