import { isSkillFileName, PRUNED_NAMES, SKILL_FILE } from '../../base/file-names.ts';
import { MAX_SKILL_BYTES } from '../../base/limits.ts';
import { compareCodePoints, toOneLine } from '../../base/text.ts';
import { readSkillDocument } from '../../format/skill/read/document.ts';
import type { OpenedSource, SourceFile } from './opened.ts';

/** A skill of a source. */
export interface SkillInSource {
  /** Its folder, from the source's top; `.` for the top. */
  readonly path: string;
  /** As it is declared, else its folder's name; one line. */
  readonly name: string;
  readonly description: string;
  /** Name its folder will have. */
  readonly slug: string;
  readonly files: readonly SourceFile[];
  /** A strict reader would not read its frontmatter. */
  readonly recovered: boolean;
}

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const isPruned = (path: string): boolean => path.split('/').some((part) => PRUNED_NAMES.has(part));
const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.');

/** Every skill of a source, by the rules of a scan: the topmost SKILL.md of each branch, at any depth, the exact spelling first. */
export async function discoverSkills(opened: OpenedSource): Promise<readonly SkillInSource[]> {
  const { below } = opened;
  const within = opened.files.filter(({ path }) => (below === '.' || path.startsWith(`${below}/`)) && !isPruned(path));
  const heads = new Map<string, SourceFile>();
  for (const file of within) {
    if (file.kind !== 'file' || !isSkillFileName(file.path.slice(file.path.lastIndexOf('/') + 1))) continue;
    const folder = folderOf(file.path);
    if (!heads.has(folder) || file.path.endsWith(SKILL_FILE)) heads.set(folder, file);
  }
  const rootIsSkill = heads.has('.');
  const tops = new Set<string>();
  for (const folder of [...heads.keys()].sort((a, b) => a.length - b.length)) {
    if (folder !== '.' && topOf(tops, folder) === undefined) tops.add(folder);
  }
  const owned = new Map<string, SourceFile[]>([...tops].map((folder) => [folder, []]));
  if (rootIsSkill) owned.set('.', []);
  for (const file of within) owned.get(topOf(tops, file.path) ?? '.')?.push(file);
  const readable = [...owned.keys()].map((folder) => heads.get(folder)).filter((file) => file !== undefined);
  const bytes = await opened.read(readable.filter(({ size }) => size > 0 && size <= MAX_SKILL_BYTES));
  const found: SkillInSource[] = [];
  for (const [path, files] of owned) {
    const head = bytes.get(heads.get(path)?.path ?? '');
    // Empty, over the limit or no text: none for a scan either.
    if (head === undefined || head.includes(0)) continue;
    found.push(describe(path, files, Buffer.from(head).toString('utf8'), opened.name));
  }
  return found.sort((a, b) => compareCodePoints(a.path, b.path));
}

/** The topmost skill folder that a path lies in. */
function topOf(tops: ReadonlySet<string>, path: string): string | undefined {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    if (tops.has(path.slice(0, end))) return path.slice(0, end);
  }
  return undefined;
}

function describe(path: string, files: readonly SourceFile[], text: string, top: string): SkillInSource {
  const { name, description, recovered } = readSkillDocument(text);
  const folder = path === '.' ? top : path.slice(path.lastIndexOf('/') + 1);
  const declared = toOneLine(name ?? '');
  const slug = NAME.test(declared) && declared.length <= 64 ? declared : slugOf(folder);
  return { path, name: declared || folder, description: toOneLine(description), slug, files, recovered };
}

/** A folder's name that is safe everywhere, as near to this one as can be. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return (
    plain
      .replace(/^-+|-+$/g, '')
      .slice(0, 64)
      .replace(/-+$/, '') || 'skill'
  );
}
