import { SkillficheError } from '../../base/errors.ts';
import { SKILL_FILE } from '../../base/file-names.ts';
import { canonicalName, quoteValue, toOneLine } from '../../base/text.ts';
import type { FieldValue } from '../../base/types.ts';
import type { View } from '../../catalog/types.ts';
import { writeZip } from '../../format/archive/write.ts';
import type { SkillDocument } from '../../format/skill/read/document.ts';
import { lastField } from '../../format/skill/read/field.ts';
import type { Desk } from '../store/desk.ts';
import { readChecked } from './read.ts';
import { exportDescription, exportName, yamlField } from './render.ts';

export const ARCHIVE_FORMATS = ['zip', 'markdown'] as const;
export type ArchiveFormat = (typeof ARCHIVE_FORMATS)[number];

export interface ArchiveOptions {
  /** `zip`: `<name>/SKILL.md` and its files. `markdown`: one document of the texts. Default `zip`. */
  readonly format?: ArchiveFormat;
  /** Which skills there are. Default: the roots of the workspace, and the skills of the project and the person. */
  readonly view?: View;
}

export interface Archive {
  readonly id: string;
  readonly name: string;
  readonly format: ArchiveFormat;
  /** What the file is called where nobody says: `<name>.zip`, `<name>.md`. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Of the skill. */
  readonly digest: string;
  /** Top-level keys that the format does not know and that went below `metadata`, and those left out. */
  readonly moved: readonly string[];
  readonly left_out: readonly string[];
}

/** Keys of the format that are taken over as they are; `compatibility` and `allowed-tools` speak of another machine. */
const KEPT = ['license'];
const LEFT_OUT = ['compatibility', 'allowed-tools'];
/** Ours, which a reader of the format may ignore. */
const MOVED = ['triggers', 'trigger_phrases', 'order', 'origin', 'when_to_use', 'version', 'author', 'tags'];

/** One skill as a file to hand on: the same bytes for the same skill on every machine. Throws GATE_REFUSED. */
export async function archiveSkill(
  desk: Desk,
  view: View,
  ref: string,
  options: ArchiveOptions = {},
): Promise<Archive> {
  const { format = 'zip' } = options;
  if (!ARCHIVE_FORMATS.includes(format)) {
    const message = `An archive is ${ARCHIVE_FORMATS.join(' or ')}, not ${quoteValue(format)}.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  const entry = await view.resolve(ref);
  const checked = await readChecked(desk, entry.folder.replaceAll('\\', '/'));
  if ('findings' in checked) {
    const [first] = checked.findings.filter(({ severity }) => severity === 'error');
    const message = `${quoteValue(entry.id)} is not packed: ${first?.path ?? SKILL_FILE}: ${first?.message ?? 'the gate refuses it.'}`;
    throw new SkillficheError('GATE_REFUSED', message, { paths: [entry.folder] });
  }
  const { document, content, digest } = checked;
  const name = exportName(entry.name, '');
  const { text, moved, leftOut } = archivedText(document, name);
  const files = content.files.map(({ path, sha256, executable }) => ({
    path,
    bytes: path === SKILL_FILE ? Buffer.from(text) : (content.bytes.get(sha256) ?? new Uint8Array()),
    executable,
  }));
  const bytes =
    format === 'zip'
      ? await writeZip(files.map((file) => ({ ...file, path: `${name}/${file.path}` })))
      : Buffer.from(markdownOf(text, files));
  const file = `${name}.${format === 'zip' ? 'zip' : 'md'}`;
  return { id: entry.id, name, format, file, bytes, digest, moved, left_out: leftOut };
}

/** A SKILL.md with the keys of the specification alone at the top. */
function archivedText(document: SkillDocument, name: string) {
  const lines = [
    '---',
    `name: ${name}`,
    ...yamlField('description', exportDescription(document.description || name), ''),
  ];
  const metadata = new Map<string, string>();
  const moved: string[] = [];
  const leftOut: string[] = [];
  for (const key of new Set(document.fields.map((field) => field.key))) {
    const field = lastField(document.fields, key);
    if (field === undefined || key === 'name' || key === 'description') continue;
    if (field.state === 'unreadable' || LEFT_OUT.includes(key)) leftOut.push(key);
    else if (KEPT.includes(key) && typeof field.value === 'string') lines.push(...yamlField(key, field.value, ''));
    else if (key === 'metadata') take(metadata, '', field.value);
    else if (MOVED.includes(canonicalKey(key))) {
      take(metadata, key, field.value);
      moved.push(key);
    } else leftOut.push(key);
  }
  if (metadata.size > 0) lines.push(...yamlField('metadata', Object.fromEntries(metadata), ''));
  const body = /^[\r\n]/.test(document.body) ? document.body : `\n${document.body}`;
  return { text: `${lines.join('\n')}\n---\n${body}`, moved, leftOut };
}

const canonicalKey = (key: string): string => canonicalName(key).replaceAll('-', '_');

/** The specification's `metadata` is a map of texts: what is deeper becomes one, by its path; a list its items. */
function take(metadata: Map<string, string>, path: string, value: FieldValue): void {
  if (value === null) return;
  if (typeof value === 'string') {
    if (path !== '') metadata.set(path, toOneLine(value).replace(/-{3,}/g, '–'));
  } else if (Array.isArray(value)) {
    const texts = (value as readonly FieldValue[]).filter((one): one is string => typeof one === 'string');
    if (path !== '' && texts.length > 0) metadata.set(path, texts.map(toOneLine).join(', ').replace(/-{3,}/g, '–'));
  } else for (const [key, inner] of Object.entries(value)) take(metadata, path === '' ? key : `${path}.${key}`, inner);
}

interface PackedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** One document: SKILL.md as it is, then each further text in a fence that none of its lines can close. */
function markdownOf(text: string, files: readonly PackedFile[]): string {
  const parts = [text.endsWith('\n') ? text : `${text}\n`];
  for (const { path, bytes } of files) {
    if (path === SKILL_FILE) continue;
    const content = Buffer.from(bytes).toString('utf8');
    if (content.includes('\0') || !Buffer.from(content).equals(Buffer.from(bytes))) {
      parts.push(`\n## File: ${path}\n\nNo text; ${bytes.length} bytes that only the zip holds.\n`);
      continue;
    }
    const longest = Math.max(2, ...[...content.matchAll(/^ {0,3}(`{3,})/gm)].map(([, ticks = '']) => ticks.length));
    const fence = '`'.repeat(longest + 1);
    const kind = /\.([A-Za-z0-9]+)$/.exec(path)?.[1] ?? '';
    parts.push(
      `\n## File: ${path}\n\n${fence}${kind}\n${content}${content === '' || content.endsWith('\n') ? '' : '\n'}${fence}\n`,
    );
  }
  return parts.join('');
}
