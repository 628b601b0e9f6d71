import { SkillficheError } from '../../src/base/errors.ts';
import type { View } from '../../src/catalog/types.ts';

/** Everything a caller of a view can get hold of, as one text. */
export async function everythingSaid(view: View, refs: readonly string[]): Promise<string> {
  const said: unknown[] = [view.entries(), view.collections(), view.diagnostics, view.catalog_digest];
  const attempt = async (run: () => Promise<unknown>): Promise<void> => {
    try {
      said.push(await run());
    } catch (error) {
      if (!(error instanceof SkillficheError)) throw error;
      said.push(error.message, error.suggestions, error.paths, error.reason);
    }
  };
  for (const via of ['mcp', 'cli', 'files'] as const) {
    for (const max_characters of [0, 200, 8_000]) await attempt(() => view.context({ via, max_characters }));
  }
  await attempt(() => view.listSkills({ limit: 3 }));
  await attempt(() => view.listSkills({ offset: 3 }));
  for (const collection of ['bio', 'geo', 'nothing']) {
    await attempt(() => view.listSkills({ collection }));
    await attempt(() => view.searchSkills({ query: 'about body', collection }));
    await attempt(() => view.readiness(undefined, { collection, why: true }));
  }
  await attempt(() => view.readiness(undefined, { why: true }));
  for (const query of ['about', 'body', 'shared recipe', 'x']) await attempt(() => view.searchSkills({ query }));
  for (const text of ['q', 'copy', 'about', 'x/q', 'project:q', 'later:copy-of'])
    await attempt(() => view.suggest(text, 50));
  for (const ref of [...refs, 'copy-of', 'nothing', 'project:x', 'bio:x', 'later:copy-of']) {
    await attempt(() => view.resolve(ref));
    await attempt(() => view.loadSkill(ref));
    await attempt(() => view.replySkill(ref));
    await attempt(() => view.readSkillFile(ref, 'SKILL.md'));
    await attempt(() => view.readSkillFile(ref, 'nothing.md'));
    await attempt(() => view.readiness([ref]));
  }
  return JSON.stringify(said);
}
