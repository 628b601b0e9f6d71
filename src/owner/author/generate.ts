import { isUtf8 } from 'node:buffer';
import { SkillficheError } from '../../base/errors.ts';
import { MAX_DOCUMENT_BYTES, MAX_WRITER_CHARACTERS, MAX_WRITER_MS } from '../../base/limits.ts';
import { cutTo, quoteValue, toOneLine } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';
import type { View } from '../../catalog/types.ts';
import type { Writer } from '../../io/net/writer.ts';
import { appendToLevel, requireLevel } from '../session/levels.ts';
import type { Desk } from '../store/desk.ts';
import { addPackages } from '../store/verbs/add.ts';
import { renderDraft, type SkillDraft } from './draft.ts';
import { findQuotation, QUOTED_WORDS } from './quoting.ts';
import { textSource } from './write.ts';
import { draftOf, readWritten, WRITING_RULES, WRITTEN_SCHEMA } from './written.ts';

/** What a skill is to be written from: a text, or a listed file of a visible skill. */
export type SourceDocument =
  | { readonly content: string | Uint8Array; readonly source_name: string }
  /** `<skill id>/<path>`; never a path of this machine. */
  | { readonly artifact: string };

export interface GenerateOptions {
  /** Default: the workspace's. */
  readonly writer?: Writer;
  /** Name of the folder; default, from the draft's title. */
  readonly name?: string;
  /** Puts it onto the list of this agent too: `agent:<key>`. */
  readonly agent?: string;
  readonly note?: string;
  readonly dryRun?: boolean;
  /** Milliseconds for one draft. Default 300,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Which skills an `artifact` may be of. Default: those of the workspace. */
  readonly view?: View;
  /** Told what is being done; what it throws ends the work there. */
  readonly onStep?: (step: 'writing' | 'writing again' | 'checking') => void | Promise<void>;
}

export interface GeneratedSkill {
  readonly name: string;
  /** Switched off until its owner has read and enabled it. Absent where it was refused, or only tried. */
  readonly id?: string;
  readonly version?: number;
  /** SKILL.md as it was written. */
  readonly text: string;
  readonly findings: readonly Diagnostic[];
  /** The gate or a taken name keeps it out. */
  readonly refused: boolean;
  /** The document was longer than a writer is given. */
  readonly truncated: boolean;
  /** Who wrote it. */
  readonly writer: string;
  /** 2: the first draft was not taken. */
  readonly drafts: 1 | 2;
  readonly dry_run: boolean;
}

const MAX_DRAFTS = 2;

/** Has a skill written from a document: in other words, checked, kept as a version, and switched off. */
export async function generateSkill(
  desk: () => Promise<Desk>,
  given: SourceDocument,
  viewOf: () => Promise<View>,
  options: GenerateOptions & { readonly writer: Writer },
): Promise<GeneratedSkill> {
  const { writer, dryRun = false } = options;
  const level = options.agent === undefined ? undefined : requireLevel(`agent:${options.agent}`);
  const { name: from, text: whole } = await readDocument(given, viewOf);
  // Never within a character.
  const document = whole.slice(0, MAX_WRITER_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
  const truncated = document.length < whole.length;
  const { draft, drafts } = await writtenDraft(document, from, options);
  await options.onStep?.('checking');
  const { name, text } = renderDraft(draft);
  const store = await desk();
  const source = textSource(name, text, { type: 'document', url: from });
  const note = options.note ?? cutTo(`written by ${toOneLine(writer.id)} from ${toOneLine(from)}`, 300);
  const how = { place: 'personal', cameBy: 'generate', origin: 'own', enabled: false, note } as const;
  const head = { name, text, truncated, writer: writer.id, drafts, dry_run: dryRun };
  const tried = await addPackages(store, [source], { ...how, dryRun: true });
  const [refused] = tried.refused;
  const [would] = tried.added;
  if (would === undefined) return { ...head, findings: (refused?.findings ?? []).map(inOurWords), refused: true };
  if (dryRun) return { ...head, findings: would.findings, refused: false };
  if (level !== undefined) await appendToLevel(store, level, [would.id]);
  const { added, refused: late } = await addPackages(store, [source], how);
  const [one] = added;
  if (one === undefined) return { ...head, findings: (late[0]?.findings ?? []).map(inOurWords), refused: true };
  return { ...head, id: one.id, version: one.version, findings: one.findings, refused: false };
}

/** A name that is taken is said by `add`, whose ways out are not those of a document. */
function inOurWords(finding: Diagnostic): Diagnostic {
  if (finding.code !== 'store/taken') return finding;
  return { ...finding, hint: 'Choose another name: --name NAME, in a library `name`.' };
}

async function readDocument(
  given: SourceDocument,
  viewOf: () => Promise<View>,
): Promise<{ readonly name: string; readonly text: string }> {
  const { name, bytes } = 'artifact' in given ? await readArtifact(given.artifact, await viewOf()) : contentOf(given);
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    const message = `The document ${quoteValue(name)} has ${bytes.length} bytes; ${MAX_DOCUMENT_BYTES} are read at most.`;
    throw new SkillficheError('TOO_LARGE', message);
  }
  if (!isUtf8(bytes) || bytes.includes(0)) {
    const message = `The document ${quoteValue(name)} is no text (UTF-8 without NUL). Turn it into text first.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  if (text.trim() !== '') return { name, text };
  throw new SkillficheError('INVALID_ARGUMENT', `The document ${quoteValue(name)} is empty.`);
}

function contentOf({ content, source_name }: Exclude<SourceDocument, { readonly artifact: string }>) {
  const name = cutTo(toOneLine(source_name).trim(), 200);
  if (name === '') throw new SkillficheError('INVALID_ARGUMENT', 'Say what the document is called (source_name).');
  if (typeof content === 'string' && !content.isWellFormed()) {
    throw new SkillficheError('INVALID_ARGUMENT', `The document ${quoteValue(name)} is no well-formed text.`);
  }
  return { name, bytes: Buffer.from(content) };
}

/** Ids may hold slashes: the longest that fits is the skill. */
async function readArtifact(
  artifact: string,
  view: View,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const owner = view
    .entries()
    .filter(({ id }) => artifact.startsWith(`${id}/`))
    .reduce<string | undefined>(
      (best, { id }) => (best === undefined || id.length > best.length ? id : best),
      undefined,
    );
  if (owner === undefined) {
    const message = `${quoteValue(artifact)} is no file of a visible skill: <skill id>/<path> is expected, as in skills:review/references/a.md.`;
    throw new SkillficheError('SKILL_NOT_FOUND', message);
  }
  return { name: artifact, bytes: await view.readBytes(owner, artifact.slice(owner.length + 1)) };
}

/** A draft that quotes nothing: the first, or the second, which is told what was wrong. */
async function writtenDraft(
  document: string,
  source_name: string,
  { writer, name, timeoutMs = MAX_WRITER_MS, signal, onStep }: GenerateOptions & { readonly writer: Writer },
): Promise<{ readonly draft: SkillDraft; readonly drafts: 1 | 2 }> {
  let problem: string | undefined;
  for (const drafts of [1, MAX_DRAFTS] as const) {
    await onStep?.(drafts === 1 ? 'writing' : 'writing again');
    const answer = await ask(
      writer,
      { document, source_name, ...(problem === undefined ? {} : { problem }) },
      timeoutMs,
      signal,
    );
    const written = readWritten(answer);
    if ('problem' in written) problem = `${written.problem}.`;
    else {
      const { draft, words } = draftOf(written, name, source_name);
      const quoted = findQuotation(document, words);
      if (quoted === undefined) return { draft, drafts };
      problem = `it repeats ${QUOTED_WORDS} words of the document in a row, ${JSON.stringify(quoted)}. Say it in other words.`;
    }
  }
  const message = `Two drafts of the writer ${quoteValue(writer.id)} were not taken; the second, since ${problem ?? ''} Nothing was kept. Another model may do, or a shorter document.`;
  throw new SkillficheError('WRITER_FAILED', message, { reason: 'draft' });
}

/** Ends at its time, also where the writer goes on and listens to nobody. */
async function ask(
  writer: Writer,
  request: { readonly document: string; readonly source_name: string; readonly problem?: string },
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const stop = new AbortController();
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => {
      const message = `The writer ${quoteValue(writer.id)} gave no answer within ${timeoutMs} ms. Nothing was kept.`;
      stop.abort();
      reject(new SkillficheError('WRITER_FAILED', message, { reason: 'late' }));
    }, timeoutMs);
    const end = (): void => {
      clearTimeout(timer);
      stop.abort(signal?.reason);
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('Stopped.', 'AbortError'));
    };
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end, { once: true });
    stop.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    });
  });
  // Whoever loses the race is nobody's failure.
  late.catch(() => undefined);
  try {
    const asked = writer.write({ ...request, rules: WRITING_RULES, schema: WRITTEN_SCHEMA, signal: stop.signal });
    return await Promise.race([asked, late]);
  } catch (error) {
    if (error instanceof SkillficheError || (error instanceof Error && error.name === 'AbortError')) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const message = `The writer ${quoteValue(writer.id)} failed: ${quoteValue(cutTo(toOneLine(why), 300))}. Nothing was kept.`;
    throw new SkillficheError('WRITER_FAILED', message, { cause: error });
  } finally {
    stop.abort();
  }
}
