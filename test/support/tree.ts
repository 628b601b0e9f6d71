import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What stands at a path: text, bytes, a link `{link: target}`, or an empty folder (`null`). */
export type TreeEntry = string | Uint8Array | { readonly link: string } | null;

/** Makes a temporary folder from an object literal, `{'a/SKILL.md': '...'}`; it goes when the test ends. */
export function makeTree(entries: Readonly<Record<string, TreeEntry>>): string {
  const folder = plantTree(entries);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same for a whole suite, which has to remove it. */
export function plantTree(entries: Readonly<Record<string, TreeEntry>>): string {
  const folder = freshFolder();
  for (const [path, entry] of Object.entries(entries)) {
    const target = join(folder, path);
    mkdirSync(entry === null ? target : dirname(target), { recursive: true });
    if (entry === null) continue;
    if (typeof entry === 'string' || entry instanceof Uint8Array) writeFileSync(target, entry);
    else symlinkSync(entry.link, target);
  }
  return folder;
}

let planted = 0;

/**
 * A new folder under a name without letters or digits of chance: tests that look for a name in what was printed, paths
 * and all, must not find it there by luck.
 */
function freshFolder(): string {
  for (;;) {
    const number = process.pid * 100_000 + planted++;
    const name = number.toString(2).replaceAll('0', '-').replaceAll('1', '_');
    const folder = join(realpathSync(tmpdir()), `skillfiche-test-${name}`);
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      // Left by a process of the same number that was killed.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

/** A small, well-formed SKILL.md. */
export function skillText(name: string, description: string = `Does ${name}.`, body: string = `# ${name}\n`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;
}
