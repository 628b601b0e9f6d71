import { readdir, readFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { isSkillFileName, PRUNED_NAMES } from '../../base/file-names.ts';

/**
 * Asks for every folder and SKILL.md below `root`, `concurrency` at a time, and keeps nothing: on a network file
 * system the scan that follows then finds in the system's cache what it would have waited for one by one. What cannot
 * be read is left to that scan, which says so.
 */
export async function warmUp(root: string, concurrency: number): Promise<void> {
  const limit = pLimit(concurrency);
  const visit = async (folder: string): Promise<void> => {
    const entries = await limit(() => readdir(folder, { withFileTypes: true })).catch(() => []);
    await Promise.all(
      entries.map(async (entry) => {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory() && !PRUNED_NAMES.has(entry.name)) await visit(path);
        else if (entry.isFile() && isSkillFileName(entry.name)) {
          await limit(() => readFile(path)).catch(() => undefined);
        }
      }),
    );
  };
  await visit(root);
}
