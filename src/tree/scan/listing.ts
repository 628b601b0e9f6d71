import { IGNORE_FILE, isSkillFileName, MARKER_FILE, SIDECAR_FILE } from '../../base/file-names.ts';
import { compareCodePoints } from '../../base/text.ts';
import type { EntryKind, FolderEntry } from '../../io/disk/disk.ts';

/** The entries of a folder that a scan looks at, sorted: sub-folders, links, skill files, a marker. */
export interface Listing {
  readonly folders: readonly string[];
  readonly links: readonly string[];
  /** Entries named SKILL.md in any case, the exact spelling first. */
  readonly skillFiles: readonly FolderEntry[];
  readonly marker: FolderEntry | undefined;
  /** Something that is no folder has the name of an ignore file. */
  readonly hasIgnoreFile: boolean;
  /** Something that is no folder has the name of a sidecar. */
  readonly sidecar: boolean;
}

const EMPTY: readonly never[] = [];
const LETTERS: Readonly<Record<EntryKind, string>> = { folder: 'd', file: 'f', link: 'l', other: 'o' };
const KINDS: Readonly<Record<string, EntryKind>> = { d: 'folder', f: 'file', l: 'link', o: 'other' };

/** Picks what matters out of a directory read. */
export function selectListing(entries: readonly FolderEntry[]): Listing {
  let folders: string[] | undefined;
  let links: string[] | undefined;
  let skillFiles: FolderEntry[] | undefined;
  let marker: FolderEntry | undefined;
  let sidecar = false;
  let hasIgnoreFile = false;
  for (const entry of entries) {
    const { name, kind } = entry;
    if (kind === 'folder') {
      folders ??= [];
      folders.push(name);
    } else if (isSkillFileName(name)) {
      skillFiles ??= [];
      skillFiles.push(entry);
    } else if (kind === 'link') {
      if (name === MARKER_FILE) marker = entry;
      else if (name === SIDECAR_FILE) sidecar = true;
      else if (name === IGNORE_FILE) hasIgnoreFile = true;
      links ??= [];
      links.push(name);
    } else if (name === MARKER_FILE) marker = entry;
    else if (name === SIDECAR_FILE) sidecar = true;
    else if (name === IGNORE_FILE) hasIgnoreFile = true;
  }
  if (folders !== undefined && folders.length > 1) folders.sort(compareCodePoints);
  if (links !== undefined && links.length > 1) links.sort(compareCodePoints);
  // Upper case sorts before lower, so the exact spelling comes first.
  if (skillFiles !== undefined && skillFiles.length > 1) skillFiles.sort((a, b) => compareCodePoints(a.name, b.name));
  return {
    folders: folders ?? EMPTY,
    links: links ?? EMPTY,
    skillFiles: skillFiles ?? EMPTY,
    marker,
    sidecar,
    hasIgnoreFile,
  };
}

/** A listing as one string for the table: a letter for the kind, the name, a NUL, for each entry. */
export function packListing(listing: Listing): string {
  let packed = '';
  for (const name of listing.folders) packed += `d${name}\0`;
  for (const name of listing.links) packed += `l${name}\0`;
  for (const entry of listing.skillFiles) packed += `${LETTERS[entry.kind]}${entry.name}\0`;
  if (listing.marker !== undefined && listing.marker.kind !== 'link') packed += `f${listing.marker.name}\0`;
  if (listing.hasIgnoreFile && !listing.links.includes(IGNORE_FILE)) packed += `f${IGNORE_FILE}\0`;
  if (listing.sidecar && !listing.links.includes(SIDECAR_FILE)) packed += `f${SIDECAR_FILE}\0`;
  return packed;
}

/** Whether a packed listing has a link in it. */
export function hasLinks(packed: string): boolean {
  return packed.startsWith('l') || packed.includes('\0l');
}

/** The reverse of `packListing`. */
export function unpackListing(packed: string): Listing {
  const entries: FolderEntry[] = [];
  for (const part of packed.split('\0')) {
    const kind = KINDS[part.charAt(0)];
    if (kind !== undefined) entries.push({ name: part.slice(1), kind });
  }
  return selectListing(entries);
}
