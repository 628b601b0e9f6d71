/**
 * One entry of a package as it came from a folder, an archive or a repository, before anybody trusts it. A link has its
 * target's text as bytes; a special file (socket, device) has none.
 */
export interface PackageFile {
  /** As its source spells it, `/`-separated; whether it is a sane path is for the gate to say. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
  readonly kind: 'file' | 'link' | 'special';
}

/** What a file of a skill is for, by its top folder. */
export type PackageFileKind = 'skill' | 'reference' | 'script' | 'asset' | 'template' | 'other';

const KIND_BY_FOLDER: Readonly<Record<string, PackageFileKind>> = {
  reference: 'reference',
  references: 'reference',
  script: 'script',
  scripts: 'script',
  asset: 'asset',
  assets: 'asset',
  template: 'template',
  templates: 'template',
};

export function packageFileKind(path: string): PackageFileKind {
  if (path === 'SKILL.md') return 'skill';
  const slash = path.indexOf('/');
  const top = slash < 0 ? '' : path.slice(0, slash);
  return Object.hasOwn(KIND_BY_FOLDER, top) ? (KIND_BY_FOLDER[top] ?? 'other') : 'other';
}

/** Dotfiles and compiled Python stay behind: they belong to the machine that made them, not to the skill. */
export function isLeftOut(path: string): boolean {
  return path
    .split('/')
    .some((part) => (part.startsWith('.') && part !== '.' && part !== '..') || part === '__pycache__');
}
