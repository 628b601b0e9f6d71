// The packed table of one root: what a scan leaves, in memory and in the cache folder alike. One layout for both is
// why a warm start answers byte for byte what a cold one does.
//
// Layout: 32 bytes of preamble (magic, format version, header length, checksum, total length), a JSON header, then
// the sections, each on a multiple of eight bytes so that typed arrays open over them without copying.

/** Raised whenever a section, a flag or the meaning of a string changes: older files are rebuilt. */
export const TABLE_VERSION = 9;
export const MAGIC = 'SKFTABLE';
export const PREAMBLE_BYTES = 32;

/** Text of one skill row: where it begins, then where each of its strings ends: path, file, name, description, declared. */
export const SKILL_TEXT_WORDS = 6;
/** Text of one watched path: where it begins, then where its path and its listing end. */
export const WATCH_TEXT_WORDS = 3;

export const FLAG_RECOVERED = 1;
/** The frontmatter declares no name: the folder's is used. */
export const FLAG_NAMED_BY_FOLDER = 2;
/** Its folder holds a kernel.py. */
export const FLAG_SIDECAR = 4;
/** `disable-model-invocation`: kept from models. */
export const FLAG_USER_ONLY = 8;
/** `user-invocable: false`: kept from people. */
export const FLAG_MODEL_ONLY = 16;
/** Its header names phrases that call for it. */
export const FLAG_PHRASES = 32;

export const SECTION_NAMES = [
  'skillMtime',
  'skillCtime',
  'skillIno',
  'watchMtime',
  'watchCtime',
  'watchIno',
  'watchSize',
  'skillSize',
  'skillScope',
  'skillWatch',
  'skillNameHash',
  'skillOrder',
  'skillText',
  'watchText',
  'skillFlags',
  'watchKind',
  'skillSha256',
  'text',
  'diagnostics',
] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

/** Section names are checked here so that a new one cannot be forgotten in a header. */
export function emptySections(): Record<SectionName, [number, number]> {
  return Object.fromEntries(SECTION_NAMES.map((name) => [name, [0, 0]])) as unknown as Record<
    SectionName,
    [number, number]
  >;
}

/** Stands for the number of a watched path where none is watched. */
export const UNWATCHED = 0xffffffff;
