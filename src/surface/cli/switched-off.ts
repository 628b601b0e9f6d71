import { readSwitches } from '../../app/switch-state.ts';
import { SkillficheError } from '../../base/errors.ts';
import { toOneLine } from '../../base/text.ts';
import { defaultDataFolder } from '../../io/places/data-folder.ts';
import type { Globals } from './globals.ts';
import type { Io } from './io.ts';
import { openFromFlags } from './open.ts';
import { homeOf } from './roots.ts';

/**
 * The error for a skill that was not found since it is switched off; undefined where that is not why, and where an allowlist
 * narrows what is seen: what one withholds is not spoken of.
 */
export async function switchedOff(
  error: unknown,
  ref: string,
  globals: Globals,
  io: Io,
): Promise<SkillficheError | undefined> {
  const data = defaultDataFolder(io.env, homeOf(io.env));
  if (!(error instanceof SkillficheError) || error.code !== 'SKILL_NOT_FOUND' || data === undefined) return undefined;
  const { view, setup } = await openFromFlags({ ...globals, quiet: true }, io);
  const { project } = setup;
  if (setup.only !== undefined || project.only.length > 0 || globals.manifest !== undefined) return undefined;
  const found = await view.resolve(ref).catch(() => undefined);
  if (found === undefined || !readSwitches(data, project.key, []).state.isDisabled(found.id)) return undefined;
  const id = toOneLine(found.id);
  const message = `${id} is switched off. \`skillfiche show ${toOneLine(found.folder)}\` shows it as it lies there; \`skillfiche enable ${id}\` gives it back.`;
  return new SkillficheError('SKILL_NOT_FOUND', message, { suggestions: error.suggestions, paths: [found.folder] });
}
