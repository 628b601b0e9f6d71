import { SkillficheError } from '../base/errors.ts';
import { type OptionKeys, requireOptions } from '../base/options.ts';
import { quoteValue } from '../base/text.ts';
import type { Writer } from '../io/net/writer.ts';
import type { SkillDraft } from '../owner/author/draft.ts';
import type { GeneratedSkill, GenerateOptions, SourceDocument } from '../owner/author/generate.ts';
import type { ImportFile, ImportFilesOptions, ImportFilesReport } from '../owner/author/import.ts';
import type { CheckDraftOptions, DraftCheck, WriteDraftOptions } from '../owner/author/write.ts';
import type { Desk } from '../owner/store/desk.ts';
import type { AddReport } from '../owner/store/types.ts';
import type { OwnView } from './target-types.ts';

/** Skills that are written here, and those that somebody hands over. */
export interface AuthorVerbs {
  /** What the gate and the checks of names say of a draft; nothing is kept. Fast enough to be asked while somebody types. */
  check(draft: SkillDraft, options?: CheckDraftOptions): Promise<DraftCheck>;
  /** Keeps a draft as version 1 of a skill; one that the gate keeps out is in `refused`. */
  write(draft: SkillDraft, options?: WriteDraftOptions): Promise<AddReport>;
  /**
   * Takes files that somebody hands over in as skills of the person, at most 1,000 of 64 KiB: each by itself, checked by
   * the gate, never over anything, without what grants, and switched off. Throws TOO_LARGE for more files.
   */
  import(files: readonly ImportFile[], options?: ImportFilesOptions): Promise<ImportFilesReport>;
  /**
   * Has a skill written from a document by a writer, in other words than the document's, and keeps it switched off. Throws
   * WRITER_MISSING without a writer, WRITER_FAILED when it fails, is late, or quotes twice; nothing is kept then.
   */
  generate(document: SourceDocument, options?: GenerateOptions): Promise<GeneratedSkill>;
}

const DRAFT_KEYS: OptionKeys<SkillDraft> = {
  title: true,
  name: true,
  description: true,
  triggers: true,
  steps: true,
  body: true,
};
const DOCUMENT_KEYS = { content: true, source_name: true, artifact: true } as const;
const FILE_KEYS: OptionKeys<ImportFile> = { name: true, content: true };

export function authorVerbs(
  getDesk: (forReading?: boolean) => Promise<Desk>,
  ownView: OwnView,
  writer: Writer | undefined,
): AuthorVerbs {
  return {
    async check(draft, options) {
      requireOptions(draft, 'check', DRAFT_KEYS);
      const { checkDraft } = await import('../owner/author/write.ts');
      return checkDraft(await getDesk(true), draft, options);
    },
    async write(draft, options) {
      requireOptions(draft, 'write', DRAFT_KEYS);
      const { writeDraft } = await import('../owner/author/write.ts');
      return writeDraft(await getDesk(), draft, options);
    },
    async import(files, options) {
      requireFiles(files);
      const { importFiles } = await import('../owner/author/import.ts');
      return importFiles(await getDesk(), files, options);
    },
    async generate(document, options = {}) {
      requireDocument(document);
      const { view, ...others } = options;
      const chosen = options.writer ?? writer;
      if (chosen === undefined) throw writerMissing();
      const { generateSkill } = await import('../owner/author/generate.ts');
      const viewOf = view === undefined ? ownView : async () => view;
      return generateSkill(() => getDesk(options.dryRun === true), document, viewOf, { ...others, writer: chosen });
    },
  };
}

function requireFiles(files: readonly ImportFile[]): void {
  if (!Array.isArray(files)) {
    throw new SkillficheError('INVALID_ARGUMENT', `import takes a list of files, not ${quoteValue(files)}.`);
  }
  for (const file of files as readonly ImportFile[]) {
    requireOptions(file, 'a file of import', FILE_KEYS);
    const { name, content } = file;
    if (typeof name === 'string' && (typeof content === 'string' || content instanceof Uint8Array)) continue;
    throw new SkillficheError('INVALID_ARGUMENT', 'A file of import has a name and a content, text or bytes.');
  }
}

function requireDocument(document: SourceDocument): void {
  requireOptions(document, 'generate', DOCUMENT_KEYS);
  const given = document as { readonly content?: unknown; readonly source_name?: unknown; readonly artifact?: unknown };
  const isText = typeof given.content === 'string' || given.content instanceof Uint8Array;
  const isOne =
    given.artifact === undefined
      ? isText && typeof given.source_name === 'string'
      : typeof given.artifact === 'string' && given.content === undefined && given.source_name === undefined;
  if (isOne) return;
  const message = 'A document is content with its source_name, or an artifact: "<skill id>/<path>".';
  throw new SkillficheError('INVALID_ARGUMENT', message);
}

function writerMissing(): SkillficheError {
  const message =
    'There is no writer: a model writes skills from documents, and none is set up. Give --writer with the address of an OpenAI-compatible server and --model (http://127.0.0.1:11434/v1 of Ollama, say), or a module of yours; in the library, `writer`.';
  return new SkillficheError('WRITER_MISSING', message);
}
