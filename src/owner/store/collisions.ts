import { diagnostic } from '../../base/diagnostic.ts';
import { canonicalName, quoteValue } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';

/** What shipped skills are called: canonical names and folder names, each with an id that has it. */
export interface BundledNames {
  readonly names: ReadonlyMap<string, string>;
  readonly folders: ReadonlyMap<string, string>;
}

/**
 * The two collision checks: the declared name against every shipped skill, and the folder's name against every shipped
 * folder, those of members too. A shipped skill would win, and this one could never be reached by its name.
 */
export function checkCollisions(bundled: BundledNames, name: string, slug: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  const byName = bundled.names.get(canonicalName(name));
  if (byName !== undefined) {
    const message = `The name ${quoteValue(name)} is that of the shipped skill ${byName}, which wins.`;
    const hint = 'Give the skill another name in its frontmatter (and its folder, with --as NAME).';
    found.push(diagnostic('store/bundled-name', 'SKILL.md', message, { hint }));
  }
  const byFolder = bundled.folders.get(canonicalName(slug));
  if (byFolder !== undefined) {
    const message = `The folder ${quoteValue(slug)} has the name of a shipped one, ${byFolder}, which wins.`;
    found.push(diagnostic('store/bundled-folder', slug, message, { hint: 'Choose another name with --as NAME.' }));
  }
  return found;
}
