import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'skillfiche-test-')));
  for (const [path, entry] of Object.entries(entries)) {
    const target = join(folder, path);
    mkdirSync(entry === null ? target : dirname(target), { recursive: true });
    if (entry === null) continue;
    if (typeof entry === 'string' || entry instanceof Uint8Array) writeFileSync(target, entry);
    else symlinkSync(entry.link, target);
  }
  return folder;
}

/** A small, well-formed SKILL.md. */
export function skillText(name: string, description: string = `Does ${name}.`, body: string = `# ${name}\n`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;
}
