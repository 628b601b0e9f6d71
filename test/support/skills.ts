import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every SKILL.md below a folder, in any case, in a stable order. */
export function skillFilesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skillFilesIn(path);
    return /^skill\.md$/iu.test(entry.name) ? [path] : [];
  });
}
