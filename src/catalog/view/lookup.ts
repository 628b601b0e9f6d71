import { AmbiguousNameError, SkillficheError, SkillNotFoundError } from '../../base/errors.ts';
import { MAX_SUGGESTIONS } from '../../base/limits.ts';
import { cutTo, quoteValue, toOneLine } from '../../base/text.ts';
import type { CatalogContext } from '../internals.ts';
import { resolveRef } from '../rows/resolve.ts';
import type { Selection } from '../rows/selection.ts';
import { viewLedger } from './ledger.ts';

/** Turns references into rows, and unknown ones into errors that suggest visible skills. */
export class Lookup {
  readonly #context: CatalogContext;
  readonly #selection: Selection;

  constructor(context: CatalogContext, selection: Selection) {
    this.#context = context;
    this.#selection = selection;
  }

  async resolve(ref: string): Promise<number> {
    if (typeof ref !== 'string' || ref.trim() === '') {
      throw new SkillficheError('INVALID_ARGUMENT', `A skill is named by its id or name, not by ${quoteValue(ref)}.`);
    }
    const resolution = resolveRef(this.#selection, ref);
    if (resolution.kind === 'found') return resolution.row;
    const shown = cutTo(toOneLine(ref), 80);
    if (resolution.kind === 'ambiguous') {
      const ids = resolution.ids;
      throw new AmbiguousNameError(`Several skills are named "${shown}". Use an id: ${ids.join(', ')}.`, ids);
    }
    const suggestions = await this.suggest(ref);
    const total = this.#selection.shown;
    const among =
      total === 0 ? 'those here: there are none' : total === 1 ? 'the one skill here' : `the ${total} skills here`;
    const unlisted = this.#unlisted();
    const others =
      unlisted === 0 ? '' : ` ${unlisted} more SKILL.md could not be listed; \`skillfiche scan\` says why.`;
    const meant =
      total === 0
        ? 'Open the catalog with a root that holds some.'
        : suggestions.length === 0
          ? 'Search for it, or list what there is.'
          : `Did you mean ${suggestions.join(', ')}?`;
    throw new SkillNotFoundError(`No skill named "${shown}" is among ${among}. ${meant}${others}`, suggestions);
  }

  /** SKILL.md files that could not be listed; 0 for a view with an allowlist, which must not learn of them. */
  #unlisted(): number {
    if (!this.#selection.isOpen) return 0;
    const { invalid, unreadable, in_broken_collection } = viewLedger(this.#context, this.#selection);
    return invalid + unreadable + in_broken_collection;
  }

  /** Visible ids close to `text`. */
  async suggest(text: string, limit: number = MAX_SUGGESTIONS): Promise<readonly string[]> {
    if (typeof text !== 'string') {
      throw new SkillficheError('INVALID_ARGUMENT', `What to suggest for must be a text, not ${quoteValue(text)}.`);
    }
    const { suggestSelection } = await import('../search/suggest/suggest-names.ts');
    return suggestSelection(this.#selection, text, limit);
  }
}
