import { isUtf8 } from 'node:buffer';
import { diagnostic } from '../../base/diagnostic.ts';
import { SkillficheError } from '../../base/errors.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_FILES } from '../../base/limits.ts';
import { quoteValue } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';
import { pathFault } from '../../format/package/paths.ts';
import { readSkillDocument } from '../../format/skill/read/document.ts';
import { lastField } from '../../format/skill/read/field.ts';
import { plainKey } from '../../format/skill/vocabulary/spelling.ts';
import { keyFacts } from '../../format/skill/vocabulary/vocabulary.ts';
import { appendToLevel, MAX_AGENT_SKILLS, requireLevel } from '../session/levels.ts';
import type { Desk } from '../store/desk.ts';
import { readTargets } from '../store/level-rows.ts';
import { addPackages } from '../store/verbs/add.ts';
import { yamlField } from '../target/render.ts';
import { textSource } from './write.ts';

/** One SKILL.md that somebody hands over. */
export interface ImportFile {
  /** `<slug>/SKILL.md` or `<slug>.md`. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

export interface ImportFilesOptions {
  /** Puts what comes onto the list of this agent too: `agent:<key>`. */
  readonly agent?: string;
  readonly note?: string;
  readonly dryRun?: boolean;
  /** Called before each file with those done so far; what it throws ends the work there, and what is done stays. */
  readonly onProgress?: (done: number, total: number) => void | Promise<void>;
}

export interface ImportedFile {
  readonly name: string;
  /** Switched off until its owner enables it. */
  readonly id: string;
  /** Keys of its header that were left out. */
  readonly left_out: readonly string[];
  /** What the gate let pass with a word. */
  readonly findings: readonly Diagnostic[];
}

export interface ImportFilesReport {
  readonly imported: readonly ImportedFile[];
  /** Not taken, since something is there: `reason` is one sentence. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  readonly failed: readonly { readonly name: string; readonly findings: readonly Diagnostic[] }[];
  readonly dry_run: boolean;
}

/** By `plainKey`. What somebody hands over grants nothing, runs nothing by itself, and speaks of another machine. */
const NEVER_KEPT = new Set(['allowedtools', 'compatibility', 'hooks', 'shell', 'commanddispatch', 'commandtool']);

type Outcome =
  | { readonly kind: 'imported'; readonly one: ImportedFile }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'failed'; readonly findings: readonly Diagnostic[] };

/** Takes files in as skills of the person, each by itself and switched off. Nothing that is there is written over. */
export async function importFiles(
  desk: Desk,
  files: readonly ImportFile[],
  options: ImportFilesOptions = {},
): Promise<ImportFilesReport> {
  if (files.length > MAX_IMPORT_FILES) {
    const message = `There are ${files.length} files; ${MAX_IMPORT_FILES} can be imported at once.`;
    throw new SkillficheError('TOO_LARGE', message);
  }
  const level = options.agent === undefined ? undefined : requireLevel(`agent:${options.agent}`);
  const list = level === undefined ? undefined : new Set(await readTargets(desk.store, level));
  const taken = new Map<string, string>();
  const imported: ImportedFile[] = [];
  const skipped: { name: string; reason: string }[] = [];
  const failed: { name: string; findings: readonly Diagnostic[] }[] = [];
  for (const [at, file] of files.entries()) {
    await options.onProgress?.(at, files.length);
    const outcome = await importOne(desk, file, { options, level, list, taken });
    if (outcome.kind === 'imported') imported.push(outcome.one);
    else if (outcome.kind === 'skipped') skipped.push({ name: file.name, reason: outcome.reason });
    else failed.push({ name: file.name, findings: outcome.findings });
  }
  return { imported, skipped, failed, dry_run: options.dryRun === true };
}

interface Round {
  readonly options: ImportFilesOptions;
  readonly level: string | undefined;
  /** Ids on the agent's list, with those of this call. */
  readonly list: Set<string> | undefined;
  /** Slugs of this call, folded, and the file that has each. */
  readonly taken: Map<string, string>;
}

async function importOne(desk: Desk, file: ImportFile, { options, level, list, taken }: Round): Promise<Outcome> {
  const slug = slugOf(file.name);
  if ('fault' in slug) return { kind: 'failed', findings: [slug.fault] };
  const read = readImported(file, slug.name);
  if ('fault' in read) return { kind: 'failed', findings: [read.fault] };
  const twin = taken.get(slug.name);
  if (twin !== undefined) return { kind: 'skipped', reason: `${quoteValue(twin)} of this call has the same folder.` };
  const source = textSource(slug.name, read.text, { type: 'import', url: file.name });
  const { note } = options;
  const how = { place: 'personal', cameBy: 'import', enabled: false, ...(note === undefined ? {} : { note }) } as const;
  const tried = await addPackages(desk, [source], { ...how, dryRun: true });
  const [refused] = tried.refused;
  if (refused !== undefined) {
    const errors = refused.findings.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    // What is there stays, whoever wrote it.
    if (first !== undefined && errors.every(({ code }) => code === 'store/taken')) {
      return { kind: 'skipped', reason: first.message };
    }
    return { kind: 'failed', findings: refused.findings };
  }
  const [would] = tried.added;
  if (would === undefined) return { kind: 'skipped', reason: 'Nothing is there to import.' };
  if (level !== undefined && list !== undefined) {
    if (!list.has(would.id) && list.size >= MAX_AGENT_SKILLS) {
      return { kind: 'skipped', reason: `${level} holds ${MAX_AGENT_SKILLS} skills already.` };
    }
    // First the list: stopped in between, the next import finds the skill missing and goes on.
    if (options.dryRun !== true) await appendToLevel(desk, level, [would.id]);
    list.add(would.id);
  }
  const { added, refused: late } = options.dryRun === true ? tried : await addPackages(desk, [source], how);
  const [one] = added;
  // Somebody else took the name in between.
  if (one === undefined) return { kind: 'failed', findings: late[0]?.findings ?? [] };
  taken.set(slug.name, file.name);
  const { id, findings } = one;
  return { kind: 'imported', one: { name: file.name, id, left_out: read.leftOut, findings } };
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function slugOf(name: string): { readonly name: string } | { readonly fault: Diagnostic } {
  const hint = 'Call it <slug>.md or <slug>/SKILL.md.';
  const fault = pathFault(name);
  if (fault !== undefined) {
    const shown = quoteValue(name);
    return { fault: diagnostic('package/bad-path', 'SKILL.md', `The name ${shown} is refused: ${fault}.`, { hint }) };
  }
  const slug = /^([^/]+)\/SKILL\.md$/.exec(name)?.[1] ?? /^([^/]+)\.md$/.exec(name)?.[1];
  if (slug !== undefined && slug.length <= 64 && SLUG.test(slug)) return { name: slug };
  const message = `The name ${quoteValue(name)} is none of a skill: small letters and digits with single "-" between, 64 at most, are expected.`;
  return { fault: diagnostic('package/bad-path', 'SKILL.md', message, { hint }) };
}

/** The text that is kept, or why there is none. */
function readImported(
  { name, content }: ImportFile,
  slug: string,
): { readonly text: string; readonly leftOut: readonly string[] } | { readonly fault: Diagnostic } {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
  if (bytes.length > MAX_IMPORT_BYTES) {
    const message = `${quoteValue(name)} has more than ${MAX_IMPORT_BYTES} bytes.`;
    return { fault: diagnostic('package/file-too-large', 'SKILL.md', message) };
  }
  const isText = typeof content === 'string' ? content.isWellFormed() : isUtf8(bytes);
  if (!isText || bytes.includes(0)) {
    const message = `${quoteValue(name)} is no text (UTF-8 without NUL).`;
    return { fault: diagnostic('package/not-text', 'SKILL.md', message) };
  }
  return importedText(bytes.toString('utf8'), slug);
}

/** The body as it is, under a header of the keys that we know: nothing that grants, and nothing that nobody reads. */
function importedText(text: string, slug: string): { readonly text: string; readonly leftOut: readonly string[] } {
  const document = readSkillDocument(text);
  const keys = [...new Set(document.fields.map(({ key }) => key))];
  const leftOut: string[] = [];
  const header = keys.includes('name') ? [] : yamlField('name', slug, '');
  for (const key of keys) {
    const field = lastField(document.fields, key);
    const isKept = keyFacts(key).isKnown && !NEVER_KEPT.has(plainKey(key)) && field?.state !== 'unreadable';
    if (field === undefined || !isKept) leftOut.push(key);
    else header.push(...yamlField(key, field.value, ''));
  }
  // Nothing is left out of a header that is closed and read as it stands: its bytes stay.
  if (leftOut.length === 0 && keys.includes('name') && !document.recovered) return { text, leftOut };
  const body = /^[\r\n]/.test(document.body) ? document.body : `\n${document.body}`;
  return { text: `---\n${header.join('\n')}\n---\n${body}`, leftOut };
}
