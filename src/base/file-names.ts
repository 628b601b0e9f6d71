/** Folders nobody's skills live in. One list for every operation: scanning, listing files, hashing. */
export const PRUNED_NAMES: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  '__pycache__',
  '.venv',
  'venv',
]);

export const SKILL_FILE = 'SKILL.md';
/** A skill's Python, which an agent's own code may import. */
export const SIDECAR_FILE = 'kernel.py';
export const MARKER_FILE = 'COLLECTION.json';
/** Patterns, as git writes them, of what a scan leaves out. */
export const IGNORE_FILE = '.skillficheignore';
export const LOCK_FILE = 'COLLECTION.lock.json';
export const INVENTORY_FILE = 'network-inventory.json';

/** SKILL.md in any case. */
export function isSkillFileName(name: string): boolean {
  return name.length === 8 && (name === SKILL_FILE || name.toLowerCase() === 'skill.md');
}

/** The one name under which we write a file before it takes its place: hidden, beside it, with our process's number. */
export function temporaryName(file: string, pid: number): string {
  return `.${file}.skillfiche-${pid}.tmp`;
}

const TEMPORARY = /^\.(.+)\.skillfiche-([0-9a-f]+)\.tmp$/;
/** What earlier versions left while they pinned. */
const OLD_LOCK = /^COLLECTION\.lock\.json\.\d+\.tmp$/;

/** Of a temporary file: the file it is for, and the process that writes it; earlier versions did not say which. */
export function writerOf(name: string): { readonly file: string; readonly pid: number | undefined } | undefined {
  const [, file, number = ''] = TEMPORARY.exec(name) ?? [];
  if (file === undefined) return undefined;
  return { file, pid: /^\d{1,10}$/.test(number) ? Number(number) : undefined };
}

/** A temporary file, also of a process that was killed: nobody's content, in no listing, digest or walk. */
export function isLeftover(name: string): boolean {
  return TEMPORARY.test(name) || OLD_LOCK.test(name);
}
