import { SkillficheError } from '../../base/errors.ts';
import { MAX_ROW_DESCRIPTION_CHARACTERS, MAX_SUGGESTIONS } from '../../base/limits.ts';
import { nearest } from '../../base/nearest.ts';
import { type OptionKeys, requireOptions } from '../../base/options.ts';
import { canonicalName, cutTo, quoteValue, toOneLine } from '../../base/text.ts';
import type { Audience, CollectionRow, Diagnostic, SkillPage, SkillRow } from '../../base/types.ts';
import { openSession } from '../agent/session.ts';
import { viewContext } from '../context/view-context.ts';
import { type CatalogContext, contextOf, switchedOffIn } from '../internals.ts';
import { loadPosture, type Posture } from '../readiness/posture.ts';
import type { CatalogScope } from '../rows/build.ts';
import { cutPage, readLimit, readOffset } from '../rows/paging.ts';
import { type Grant, Selection } from '../rows/selection.ts';
import type { SwitchedOff } from '../rows/switched-off.ts';
import type {
  ContextOptions,
  FileOptions,
  ListOptions,
  ReadableCatalog,
  ReadinessEvidenceOptions,
  ReadinessOptions,
  ReadinessSummaryOptions,
  ReadyOptions,
  SearchOptions,
  SkillEntry,
  SkillReadiness,
  View,
} from '../types.ts';
import { looseDiagnostics, selectionDiagnostics } from './diagnostics.ts';
import { entryOf } from './entries.ts';
import { viewLedger } from './ledger.ts';
import { listFilter } from './list-filter.ts';
import type { Loader } from './load.ts';
import { Lookup } from './lookup.ts';
import { isCalled, placesOf, rememberShown } from './shown.ts';

export interface ViewSetup {
  readonly grants: readonly Grant[] | undefined;
  readonly enabled: ((id: string) => boolean) | undefined;
  readonly audience: Audience;
  /** Takes out of texts what is kept from the reader; absent where nothing is. */
  readonly redact: ((text: string) => string) | undefined;
  /** What the catalog's state switches off. */
  readonly switchedOff: SwitchedOff | undefined;
}

const CONTEXT_KEYS: OptionKeys<ContextOptions> = {
  max_characters: true,
  max_entries: true,
  via: true,
  format: true,
};
const LIST_KEYS: OptionKeys<ListOptions> = {
  collection: true,
  offset: true,
  limit: true,
  state: true,
  network: true,
  match: true,
};
const READY_KEYS: OptionKeys<ReadyOptions> = { onProgress: true };
const SEARCH_KEYS: OptionKeys<SearchOptions> = {
  query: true,
  collection: true,
  offset: true,
  limit: true,
  wait: true,
  onProgress: true,
};
const FILE_KEYS: OptionKeys<FileOptions> = { offset: true };
const EVIDENCE_KEYS: OptionKeys<ReadinessEvidenceOptions> = { collection: true };
const SUMMARY_KEYS: OptionKeys<ReadinessSummaryOptions> = { collection: true, evidence: true };
const READINESS_KEYS: OptionKeys<ReadinessOptions> = { collection: true, why: true };

/** A view: one selection, joined with everything a surface asks for. */
export function createView(context: CatalogContext, setup: ViewSetup): View {
  const selection = new Selection(
    context.data,
    setup.grants,
    setup.enabled,
    setup.switchedOff?.(),
    setup.audience,
    setup.redact,
  );
  const lookup = new Lookup(context, selection);
  const posture = (): Promise<Posture> => loadPosture(context);
  let loaderOnce: Promise<Loader> | undefined;
  const loader = (): Promise<Loader> => {
    loaderOnce ??= import('./load.ts').then(
      ({ Loader }) => new Loader(context, selection, lookup, posture, setup.audience),
    );
    return loaderOnce;
  };
  let entries: readonly SkillEntry[] | undefined;
  let diagnostics: readonly Diagnostic[] | undefined;
  let digest: string | undefined;

  /** The rows a caller speaks of: by references, of a collection, or all. */
  const rowsAsked = async (
    asker: string,
    refs: readonly string[] | undefined,
    collection: string | undefined,
  ): Promise<number[]> => {
    if (refs !== undefined && !Array.isArray(refs)) {
      throw new SkillficheError('INVALID_ARGUMENT', `${asker} takes a list of ids or names, not ${quoteValue(refs)}.`);
    }
    const scope = collection === undefined ? undefined : visibleCollection(selection, collection);
    if (refs === undefined) return [...(scope === undefined ? selection.all() : selection.listed(scope))];
    const rows: number[] = [];
    for (const ref of refs) rows.push(await lookup.resolve(ref));
    return rows;
  };

  const view: View = {
    entries() {
      if (entries === undefined) {
        const rows = selection.all();
        const names = selection.namesakes(new Set(rows.map((row) => canonicalName(selection.name(row)))));
        entries = Object.freeze(rows.map((row) => entryOf(selection, row, names)));
      }
      return entries;
    },
    collections: () => collectionRows(selection),
    resolve: async (ref) => {
      const row = await lookup.resolve(ref);
      const canonical = canonicalName(selection.name(row));
      return entryOf(selection, row, selection.namesakes(new Set([canonical])));
    },
    async context(options = {}) {
      requireOptions(options, 'context', CONTEXT_KEYS);
      return viewContext(context, selection, options);
    },
    async listSkills(options: ListOptions = {}): Promise<SkillPage> {
      requireOptions(options, 'listSkills', LIST_KEYS);
      const offset = readOffset(options.offset);
      const limit = readLimit(options.limit);
      const scope = options.collection === undefined ? undefined : visibleCollection(selection, options.collection);
      const judged = await posture();
      const fits = listFilter(selection, judged, options);
      const all = scope === undefined ? selection.ordinary() : selection.listed(scope);
      const rows = fits === undefined ? all : all.filter(fits);
      const window = rows.slice(offset, offset + limit);
      const names = selection.namesakes(new Set(window.map((row) => canonicalName(selection.name(row)))));
      const page = cutPage(rows, { offset, limit }, (row) => skillRow(selection, row, names, judged));
      return {
        ...(scope === undefined ? {} : { collection: scope.id }),
        total: rows.length,
        offset,
        count: page.rows.length,
        skills: page.rows,
        ...(scope === undefined ? { collections: collectionRows(selection, fits) } : {}),
        ...(page.next_offset === undefined ? {} : { next_offset: page.next_offset }),
        catalog_digest: view.catalog_digest,
      };
    },
    searchSkills: async (options: SearchOptions) => {
      requireOptions(options, 'searchSkills', SEARCH_KEYS);
      if (options.collection !== undefined) visibleCollection(selection, options.collection);
      const { searchSelection } = await import('../search/search.ts');
      return searchSelection(context, selection, options);
    },
    async ready(options: ReadyOptions = {}) {
      requireOptions(options, 'ready', READY_KEYS);
      const { readySearch } = await import('../search/search.ts');
      await readySearch(context, options);
    },
    suggest: (text, limit) => lookup.suggest(text, limit),
    loadSkill: async (ref) => (await loader()).load(ref),
    replySkill: async (ref, offset) => (await loader()).reply(ref, offset),
    async readSkillFile(ref, path, options: FileOptions = {}) {
      requireOptions(options, 'readSkillFile', FILE_KEYS);
      return (await loader()).readFile(ref, path, options.offset);
    },
    manifest: async (ref) => (await loader()).manifest(ref),
    manifestStamp: async (ref) => (await loader()).manifestStamp(ref),
    readBytes: async (ref, path) => (await loader()).readBytes(ref, path),
    async readiness(refs, options: ReadinessOptions = {}): Promise<readonly SkillReadiness[]> {
      requireOptions(options, 'readiness', READINESS_KEYS);
      const rows = await rowsAsked('readiness', refs, options.collection);
      const judged = await posture();
      return rows.map((row) => {
        const { readiness, reasons } = judged.explain(row);
        const about = { id: selection.id(row), name: selection.name(row), readiness };
        return options.why === true ? { ...about, reasons } : about;
      });
    },
    async readinessSummary(options = {}) {
      requireOptions(options, 'readinessSummary', SUMMARY_KEYS);
      const { collection, evidence } = options;
      const rows = await rowsAsked('readinessSummary', undefined, collection);
      const judged = await posture();
      const skills = rows.map((row) => {
        return { id: selection.id(row), name: selection.name(row), readiness: judged.readiness(row) };
      });
      const { summarizeReadiness } = await import('../readiness/summary.ts');
      const collections = new Set(collectionRows(selection).map(({ id }) => id));
      if (evidence === undefined) return summarizeReadiness(skills, collections);
      const { likelyNeeds } = await import('../readiness/likely-missing.ts');
      const likely = await likelyNeeds(context, rows, skills, judged, evidence === 'read');
      return summarizeReadiness(skills, collections, likely);
    },
    async readinessEvidence(refs, options = {}) {
      requireOptions(options, 'readinessEvidence', EVIDENCE_KEYS);
      const rows = await rowsAsked('readinessEvidence', refs, options.collection);
      const { collectNeeds } = await import('../readiness/likely.ts');
      return collectNeeds(context, rows);
    },
    agentSession: (options) =>
      openSession({ context, selection, reply: async (id, offset) => (await loader()).reply(id, offset) }, options),
    redacts: setup.redact !== undefined,
    ledger: () => viewLedger(context, selection),
    get diagnostics() {
      diagnostics ??= Object.freeze(selectionDiagnostics(context, selection, setup));
      return diagnostics;
    },
    get catalog_digest() {
      digest ??= selection.digest();
      return digest;
    },
    follow: (catalog: ReadableCatalog) =>
      createView(contextOf(catalog), { ...setup, switchedOff: switchedOffIn(catalog) }),
  };
  rememberShown(view, {
    count: () => selection.all().length,
    skills: () => placesOf(selection, selection.all()),
    looseDiagnostics: () => looseDiagnostics(context, selection, setup),
    hasName: (name) => isCalled(context.data, name),
  });
  return Object.freeze(view);
}

/** The collections a view can see: those with a visible member; with a filter, those with one that fits, and how many do. */
export function collectionRows(selection: Selection, fits?: (row: number) => boolean): CollectionRow[] {
  const rows: CollectionRow[] = [];
  for (const scope of selection.data.scopes) {
    if (scope.collection === undefined) continue;
    const count = selection.countIn(scope);
    if (count === 0) continue;
    const prompt_line = toOneLine(selection.redact(scope.collection.prompt_line).replaceAll('{count}', String(count)));
    const fitting = fits === undefined ? count : selection.listed(scope).filter(fits).length;
    if (fitting > 0) rows.push({ id: scope.id, title: scope.collection.title, count: fitting, prompt_line });
  }
  return rows;
}

/** The scope of a visible collection; throws naming at most three visible ones. */
export function visibleCollection(selection: Selection, id: string): CatalogScope {
  const scope = selection.data.scopes.find((one) => one.id === id && one.collection !== undefined);
  if (scope !== undefined && (selection.countIn(scope) > 0 || selection.isOpen)) return scope;
  const visible = collectionRows(selection).map((row) => row.id);
  const near = typeof id === 'string' ? nearest(id, visible, MAX_SUGGESTIONS) : [];
  const suggestions = near.length > 0 ? near : visible.slice(0, MAX_SUGGESTIONS);
  const more = visible.length - suggestions.length;
  const others =
    near.length > 0
      ? `Did you mean ${near.join(', ')}?`
      : visible.length === 0
        ? 'There is no collection here.'
        : `There ${visible.length === 1 ? 'is' : 'are'} ${suggestions.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  throw new SkillficheError('COLLECTION_NOT_FOUND', `No collection has the id ${quoteValue(id)}. ${others}`, {
    suggestions,
  });
}

function skillRow(selection: Selection, row: number, names: ReadonlyMap<string, number[]>, posture: Posture): SkillRow {
  const entry = entryOf(selection, row, names);
  return {
    id: entry.id,
    name: entry.name,
    description: cutTo(toOneLine(entry.description), MAX_ROW_DESCRIPTION_CHARACTERS),
    readiness: { state: posture.readiness(row).state },
    network: { mode: posture.network(row).mode },
    ...(entry.user_only === true ? { user_only: true as const } : {}),
    ...(entry.shadowed_by === undefined ? {} : { shadowed_by: entry.shadowed_by }),
  };
}
