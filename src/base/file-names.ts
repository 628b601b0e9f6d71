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
export const MARKER_FILE = 'COLLECTION.json';
export const LOCK_FILE = 'COLLECTION.lock.json';
export const INVENTORY_FILE = 'network-inventory.json';

/** SKILL.md in any case. */
export function isSkillFileName(name: string): boolean {
  return name.length === 8 && (name === SKILL_FILE || name.toLowerCase() === 'skill.md');
}

/** A temporary file that an interrupted edit may leave; see edit/file.ts. */
export function isEditLeftover(name: string): boolean {
  return name.startsWith('.SKILL.md.skillfiche-') && name.endsWith('.tmp');
}
