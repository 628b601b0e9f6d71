import { AmbiguousNameError, SkillNotFoundError } from '../base/errors.ts';
import { MAX_SUGGESTIONS } from '../base/limits.ts';
import { cutTo, toOneLine } from '../base/text.ts';
import { resolveRef } from '../catalog/resolve.ts';
import type { Selection } from '../catalog/selection.ts';
import type { CatalogContext } from './internals.ts';

/** Turns references into rows, and unknown ones into errors that suggest visible skills. */
export class Lookup {
  readonly #context: CatalogContext;
  readonly #selection: Selection;

  constructor(context: CatalogContext, selection: Selection) {
    this.#context = context;
    this.#selection = selection;
  }

  async resolve(ref: string): Promise<number> {
    const resolution = resolveRef(this.#selection, ref);
    if (resolution.kind === 'found') return resolution.row;
    const shown = cutTo(toOneLine(ref), 80);
    if (resolution.kind === 'ambiguous') {
      const ids = resolution.ids;
      throw new AmbiguousNameError(`Several skills are named "${shown}". Use an id: ${ids.join(', ')}.`, ids);
    }
    const suggestions = await this.suggest(ref);
    const total = this.#selection.shown;
    const among = total === 1 ? 'the one skill here' : `the ${total} skills here`;
    const meant =
      suggestions.length === 0 ? 'Search for it, or list what there is.' : `Did you mean ${suggestions.join(', ')}?`;
    throw new SkillNotFoundError(`No skill named "${shown}" is among ${among}. ${meant}`, suggestions);
  }

  /** Visible ids close to `text`. */
  async suggest(text: string, limit: number = MAX_SUGGESTIONS): Promise<readonly string[]> {
    const { suggestSelection } = await import('./search.ts');
    return suggestSelection(this.#context, this.#selection, text, limit);
  }
}
