import { errnoOf } from '../../base/errors.ts';
import { MAX_FILE_BYTES, SLICE_MS } from '../../base/limits.ts';
import { joinPath, listFiles } from '../../tree/files/files.ts';
import { FLAG_SIDECAR } from '../../tree/table/format.ts';
import type { CatalogContext } from '../internals.ts';
import { folderOf } from '../rows/build.ts';
import { ownFilesOf } from '../rows/own-files.ts';
import { idOf, scopeOfRow } from '../rows/rows.ts';
import { identifierOf } from '../sidecar/module-names.ts';
import type { SkillEvidenceOfNeeds } from '../types.ts';
import { findNeeds, isEvidenceFile, type RecipeFile } from './evidence/find.ts';
import { keepNeeds } from './kept-needs.ts';
import { requirementsOf } from './requirements.ts';

/** What each of these skills shows that it needs; kept in the cache for summaries. */
export async function collectNeeds(context: CatalogContext, rows: readonly number[]): Promise<SkillEvidenceOfNeeds[]> {
  const found: SkillEvidenceOfNeeds[] = [];
  let pauseAt = performance.now() + SLICE_MS;
  for (const row of rows) {
    found.push(readNeeds(context, row));
    if (performance.now() < pauseAt) continue;
    await new Promise((resolve) => setImmediate(resolve));
    pauseAt = performance.now() + SLICE_MS;
  }
  keepNeeds(context, new Map(rows.map((row, at) => [row, requirementsOf(found[at] as SkillEvidenceOfNeeds)])));
  return found;
}

/** The names under which its own sidecar is imported: no package that anybody installs. */
function sidecarModules(name: string, collection: string | undefined): string[] {
  return [name, ...(collection === undefined ? [] : [collection])].flatMap((one) => identifierOf(one) ?? []);
}

/** The same of one skill, read afresh. */
export function readNeeds(context: CatalogContext, row: number): SkillEvidenceOfNeeds {
  const { data, disk } = context;
  const scope = scopeOfRow(data, row);
  const at = row - scope.base;
  const folder = folderOf(scope.root, scope.table.folder(at));
  const which = ownFilesOf(scope, row);
  const { paths, leftOut } = listFiles(disk, folder);
  const unread = leftOut
    .filter(({ reason }) => reason === 'unreadable' || reason === 'too-many' || reason === 'too-deep')
    .map(({ path, reason, cause }) => ({ path, why: cause ?? reason }));
  const main = scope.table.file(at);
  const files: RecipeFile[] = [];
  for (const path of paths) {
    if (which.except?.has(path) === true || which.only?.(path) === false) continue;
    // Other files count by their names: a program called like one of them is the skill's own.
    if (path !== main && !isEvidenceFile(path)) {
      files.push({ path, text: '' });
      continue;
    }
    try {
      const { bytes, stamp } = disk.readFile(joinPath(folder, path), MAX_FILE_BYTES);
      if (stamp.size > MAX_FILE_BYTES) unread.push({ path, why: `more than ${MAX_FILE_BYTES} bytes` });
      else if (!bytes.includes(0)) files.push({ path, text: bytes.toString('utf8') });
    } catch (error) {
      if (errnoOf(error) === 'UNKNOWN') throw error;
      unread.push({ path, why: errnoOf(error) });
    }
  }
  const recipe = files.find(({ path }) => path === main) ?? { path: main, text: '' };
  const { needs, optional } = findNeeds(
    recipe,
    files.filter((one) => one !== recipe),
    scope.table.flag(at, FLAG_SIDECAR) ? sidecarModules(scope.table.name(at), scope.collection && scope.id) : [],
  );
  return { id: idOf(scope, row), needs, optional, ...(unread.length === 0 ? {} : { unread }) };
}
