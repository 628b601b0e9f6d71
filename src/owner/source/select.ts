import { SkillficheError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import { canonicalName, quoteValue } from '../../base/text.ts';
import type { SkillInSource } from './discover.ts';

const SHOWN = 20;

/** The skills that these words name: by path, by folder, by declared name. Throws SKILL_NOT_FOUND and AMBIGUOUS_NAME. */
export function selectSkills(found: readonly SkillInSource[], wanted: readonly string[]): SkillInSource[] {
  const chosen = new Set<SkillInSource>();
  for (const word of wanted) {
    const exact = found.filter(({ path }) => path === word.replace(/^\.\/|\/+$|\/SKILL\.md$/g, ''));
    const named =
      exact.length > 0
        ? exact
        : found.filter(({ name, slug }) => slug === word || canonicalName(name) === canonicalName(word));
    const [first, second] = named;
    if (first === undefined) {
      const close = nearest(
        word,
        found.flatMap(({ name, path }) => [name, path]),
        3,
      );
      const meant = close.length === 0 ? 'See them with --list.' : `Did you mean ${close.join(' or ')}?`;
      throw new SkillficheError('SKILL_NOT_FOUND', `The source has no skill ${quoteValue(word)}. ${meant}`, {
        suggestions: close,
      });
    }
    if (second !== undefined) {
      const paths = named.map(({ path }) => path).slice(0, 3);
      const message = `The source has ${named.length} skills ${quoteValue(word)}: ${paths.join(', ')}. Give the path of one.`;
      throw new SkillficheError('AMBIGUOUS_NAME', message, { suggestions: paths });
    }
    chosen.add(first);
  }
  return [...chosen];
}

/** Many, and nobody to ask: what there is, and the three ways on. */
export function choiceNeeded(found: readonly SkillInSource[], given: string): SkillficheError {
  const some = found.slice(0, SHOWN).map(({ name, path }) => (name === path ? name : `${name} (${path})`));
  const more = found.length > SHOWN ? `, and ${found.length - SHOWN} more (--list shows them)` : '';
  const message = `${given} has ${found.length} skills: ${some.join(', ')}${more}. Say which: --skill NAME …, --all, or --as-collection ID for the whole tree behind one prompt line.`;
  return new SkillficheError('INVALID_ARGUMENT', message, {
    reason: 'choice',
    suggestions: found.slice(0, 3).map(({ name }) => name),
  });
}
