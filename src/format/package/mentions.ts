import { diagnostic } from '../../base/diagnostic.ts';
import { quoteValue } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';
import { positionAt } from '../skill/read/position.ts';
import { foldPath } from './paths.ts';

/** A Markdown link's target, or what stands in backquotes: the ways a recipe names one of its files. */
const LINK = /\]\(\s*<?([^)\s>]+)>?(?:\s+["'][^)]*)?\)|`([^`\n]+)`/g;
/** Inside backquotes only what is plainly a path below a folder that skills have. */
const BELOW_KNOWN_FOLDER = /^(?:\.\/)?((?:references?|scripts?|assets?|templates?)\/[\w./-]*\w\.\w+)$/;
const MAX_TOLD = 20;

/**
 * Compares the files with what SKILL.md says of them: one that is named and not there, or there in another case, does not
 * open on every machine; one that nobody names is never read.
 */
export function checkMentions(
  skillPath: string,
  text: string,
  bodyStart: number,
  paths: readonly string[],
): Diagnostic[] {
  const known = new Set(paths);
  const folded = new Map(paths.map((path) => [foldPath(path), path]));
  const found: Diagnostic[] = [];
  const told = new Set<string>();
  for (const match of text.slice(bodyStart).matchAll(LINK)) {
    const target = namedPath(match[1], match[2]);
    if (target === undefined || known.has(target) || told.has(target) || found.length === MAX_TOLD) continue;
    // A folder of the skill may be named too.
    if (paths.some((path) => path.startsWith(`${target.replace(/\/$/, '')}/`))) continue;
    told.add(target);
    const { line, column } = positionAt(text, bodyStart + match.index);
    const other = folded.get(foldPath(target));
    if (other === undefined) {
      const message = `SKILL.md names ${quoteValue(target)}, which is not among its files.`;
      found.push(
        diagnostic('package/missing-file', skillPath, message, { line, column, hint: 'Add it, or mend the name.' }),
      );
    } else {
      const message = `SKILL.md names ${quoteValue(target)}; the file is called ${quoteValue(other)}.`;
      const hint = 'Spell both alike: not every disk forgives the difference.';
      found.push(diagnostic('package/miscased-mention', skillPath, message, { line, column, hint }));
    }
  }
  return found;
}

function namedPath(link: string | undefined, code: string | undefined): string | undefined {
  const raw = link ?? BELOW_KNOWN_FOLDER.exec(code?.trim() ?? '')?.[1];
  if (raw === undefined) return undefined;
  const bare = raw.replace(/[?#].*$/, '').replace(/^\.\//, '');
  // Addresses, anchors, places outside the skill and templates are none of its files.
  if (bare === '' || /^[a-z][a-z0-9+.-]*:|^[/~#]|^\.\.|[{}<>*$]/i.test(bare)) return undefined;
  if (link !== undefined && !/\/|\.[A-Za-z0-9]{1,5}$/.test(bare)) return undefined;
  try {
    return decodeURIComponent(bare);
  } catch (error) {
    if (error instanceof URIError) return bare;
    throw error;
  }
}

/** Files whose name occurs in no text of the skill. */
export function unnamedFiles(texts: ReadonlyMap<string, string>, paths: readonly string[]): string[] {
  const all = [...texts].map(([path, text]) => ({ path, text }));
  return paths.filter((path) => {
    if (
      path === 'SKILL.md' ||
      /(?:^|\/)(?:license|licence|notice|copying|readme|changelog|__init__)(?:\.\w+)?$/i.test(path)
    )
      return false;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const stem = name.replace(/\.\w+$/, '');
    // Python imports a module without its ending, and a folder may be named for all it holds.
    const words = path.endsWith('.py') && stem.length > 3 ? [name, stem] : [name];
    const folders = foldersOf(path);
    return !all.some(
      (one) =>
        one.path !== path &&
        (words.some((word) => one.text.includes(word)) || folders.some((folder) => namesFolder(one.text, folder))),
    );
  });
}

function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1))
    folders.push(path.slice(0, slash));
  return folders;
}

/** Whether the text says `folder/` and no more: a longer path names another file. */
function namesFolder(text: string, folder: string): boolean {
  const mention = `${folder}/`;
  for (let at = text.indexOf(mention); at >= 0; at = text.indexOf(mention, at + 1)) {
    const next = text.charAt(at + mention.length);
    if (!/[\w.-]/.test(next)) return true;
  }
  return false;
}
