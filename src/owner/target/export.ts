import { SkillficheError } from '../../base/errors.ts';
import { MARKER_FILE, SKILL_FILE } from '../../base/file-names.ts';
import { quoteValue, toOneLine } from '../../base/text.ts';
import type { SkillEntry, View } from '../../catalog/types.ts';
import { type Desk, placesOf } from '../store/desk.ts';
import { listPackages } from '../store/packages.ts';
import type { PlaceName } from '../store/types.ts';
import { foldCollection } from './fold.ts';
import { type TargetWorld, targetOf } from './folder.ts';
import type { CopiedFile } from './ours.ts';
import { type Outcome, putFolder } from './put.ts';
import { readChecked } from './read.ts';
import { exportName, renderExported } from './render.ts';
import type { ConflictReason, ExportConflict, ExportedFolder, ExportReport } from './types.ts';

export interface ExportOptions {
  /** A tool's id (`claude`, `codex`, `cursor` ...), or a folder. */
  readonly to: string;
  /** Whose folder of the tool. Default: the project's inside one, else the person's. */
  readonly place?: PlaceName;
  /** Before each name. Default `fiche-`. */
  readonly prefix?: string;
  /** Keeps what a header says beside name and description, as far as it is only shown. Default false. */
  readonly keepHints?: boolean;
  /** Renews these copies after each `update`. Default false: nothing is written again by itself. */
  readonly follow?: boolean;
  /** A collection becomes one skill that tells how to search, page and load it. */
  readonly fold?: boolean;
  /** Every visible ordinary skill but the personal ones, beside those that are named. */
  readonly all?: boolean;
  /** Replaces also copies that somebody edited. Default false. */
  readonly discard?: boolean;
  readonly dryRun?: boolean;
  /** Which skills there are. Default: the roots of the workspace, and the skills of the project and the person. */
  readonly view?: View;
  /** How a folded collection is reached: what stands behind `skillfiche`. Default: its root, by path. */
  readonly command?: string;
}

export const DEFAULT_PREFIX = 'fiche-';

/** Every skill of a folder, as the owner sees it who switched some off. */
export type ViewOf = (folder: string) => Promise<View>;

interface Item {
  readonly id: string;
  readonly folder: string;
  readonly kind: 'skill' | 'collection';
}

/** Copies skills into another tool's folder. Each by itself: one that is kept out keeps no other out. */
export async function exportSkills(
  desk: Desk,
  world: TargetWorld,
  view: View,
  refs: readonly string[],
  options: ExportOptions,
  viewOf: ViewOf,
): Promise<ExportReport> {
  const prefix = options.prefix ?? DEFAULT_PREFIX;
  if (prefix !== '' && !/^[a-z0-9][a-z0-9-]*$/.test(prefix)) {
    const message = `A prefix is lower-case letters, digits and hyphens, not ${quoteValue(prefix)}.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  const items = await itemsOf(desk, view, refs, options);
  if (options.follow === true) await requireWhole(view, items, viewOf);
  const target = targetOf(desk, world, options.to, options.place);
  const versions = await versionsOf(desk);
  const draft = emptyExport(options.dryRun === true);
  const taken = new Map<string, string>();
  for (const item of items) {
    const copy =
      item.kind === 'skill'
        ? await copyOf(desk, view, item, prefix, options)
        : await foldCollection(desk, view, { ...item, name: exportName(item.id.slice(0, -2), prefix) }, options);
    if ('findings' in copy) {
      draft.refused.push({ id: item.id, findings: copy.findings });
      continue;
    }
    const path = `${target.folder}/${copy.name}`;
    const other = taken.get(copy.name);
    if (other !== undefined) {
      draft.conflicts.push(conflictOf(item.id, path, 'twice', other));
      continue;
    }
    taken.set(copy.name, item.id);
    const version = versions.get(`${item.id} ${copy.digest}`);
    const outcome = await putFolder(
      desk,
      {
        folder: path,
        tool: target.tool,
        id: item.id,
        digest: copy.digest,
        ...(version === undefined ? {} : { version }),
        follow: options.follow === true,
        source: {
          folder: item.folder,
          kind: item.kind,
          ...(options.keepHints === true ? { hints: true } : {}),
          ...(item.kind === 'collection' && options.command !== undefined ? { command: options.command } : {}),
          ...(desk.project === undefined ? {} : { project: desk.project.key }),
        },
        files: copy.files,
      },
      { dryRun: options.dryRun === true, discard: options.discard === true },
    );
    note(draft, { id: item.id, path }, outcome);
  }
  return draft;
}

/** A folded collection follows whole: what somebody withheld of it would come back with the next update. */
async function requireWhole(view: View, items: readonly Item[], viewOf: ViewOf): Promise<void> {
  const countIn = (one: View, id: string): number => one.entries().filter(({ collection }) => collection === id).length;
  for (const { id: target, folder, kind } of items) {
    if (kind === 'skill') continue;
    const id = target.slice(0, -2);
    const [here, all] = [countIn(view, id), countIn(await viewOf(folder), id)];
    if (here === all) continue;
    const message = `${quoteValue(id)} is seen in part (${here} of ${all} recipes), and a part does not follow: an update would bring the rest. Export it without --follow, or whole.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
}

async function copyOf(desk: Desk, view: View, item: Item, prefix: string, { keepHints = false }: ExportOptions) {
  const { name } = await view.resolve(item.id);
  return copySkill(desk, item.folder, exportName(name, prefix), keepHints);
}

/** Reads a skill, asks the gate, and writes its SKILL.md anew; the other files are as they are. */
export async function copySkill(desk: Desk, folder: string, name: string, hints: boolean) {
  const checked = await readChecked(desk, folder);
  if ('findings' in checked) return checked;
  const { content, document, digest } = checked;
  const files = content.files.map(({ path, sha256, executable }): CopiedFile => {
    if (path === SKILL_FILE) return { path, bytes: Buffer.from(renderExported(document, name, hints)), executable };
    return { path, bytes: content.bytes.get(sha256) ?? new Uint8Array(), executable };
  });
  return { name, digest, files };
}

async function itemsOf(desk: Desk, view: View, refs: readonly string[], options: ExportOptions): Promise<Item[]> {
  const collections = new Set(view.collections().map(({ id }) => id));
  const items = new Map<string, Item>();
  for (const ref of refs) {
    const id = ref.endsWith(':*') ? ref.slice(0, -2) : ref;
    if (collections.has(id)) {
      if (options.fold !== true) throw needsFold(id);
      items.set(`${id}:*`, { id: `${id}:*`, folder: collectionFolder(desk, view, id), kind: 'collection' });
    } else {
      const entry = await view.resolve(ref);
      items.set(entry.id, skillItem(entry));
    }
  }
  if (options.all === true) {
    // What is somebody's own goes only where they name it.
    const isPersonal = ({ root, folder }: SkillEntry): boolean =>
      /^personal(?:-|$)/.test(root) || folder.replaceAll('\\', '/').startsWith(`${desk.personal.folder}/.`);
    for (const entry of view.entries()) {
      if (entry.collection === undefined && entry.shadowed_by === undefined && !isPersonal(entry)) {
        items.set(entry.id, skillItem(entry));
      }
    }
  }
  if (items.size > 0 || options.all === true) return [...items.values()];
  throw new SkillficheError('INVALID_ARGUMENT', 'Name the skills to export, or say --all.');
}

const skillItem = ({ id, folder }: SkillEntry): Item => ({ id, folder: folder.replaceAll('\\', '/'), kind: 'skill' });

/** The folder of a collection: the nearest above a member that has the marker. */
function collectionFolder(desk: Desk, view: View, id: string): string {
  const member = view.entries().find(({ collection }) => collection === id);
  if (member === undefined)
    throw new SkillficheError('COLLECTION_NOT_FOUND', `No recipe of ${quoteValue(id)} is visible.`);
  const folder = member.folder.replaceAll('\\', '/');
  for (let above = folder; above !== ''; above = above.slice(0, above.lastIndexOf('/'))) {
    if (desk.store.disk.state(`${above}/${MARKER_FILE}`)?.kind === 'file') return above;
  }
  return folder;
}

function needsFold(id: string): SkillficheError {
  const message = `${quoteValue(id)} is a collection. \`--fold\` exports it as one skill that finds and loads its recipes; or name single recipes, such as ${quoteValue(`${id}:<path>`)}.`;
  return new SkillficheError('INVALID_ARGUMENT', message, { reason: 'collection' });
}

/** Numbers of active versions, by id and digest: an export of exactly that says so. */
async function versionsOf(desk: Desk): Promise<Map<string, number>> {
  const packages = await listPackages(desk.store, placesOf(desk));
  return new Map(
    packages.flatMap(({ id, active }) => (active === undefined ? [] : [[`${id} ${active.digest}`, active.number]])),
  );
}

export interface ExportDraft extends ExportReport {
  readonly written: ExportedFolder[];
  readonly removed: ExportedFolder[];
  readonly conflicts: ExportConflict[];
  readonly unchanged: ExportedFolder[];
  readonly refused: ExportReport['refused'][number][];
}

export function emptyExport(dryRun: boolean): ExportDraft {
  return { written: [], removed: [], conflicts: [], unchanged: [], refused: [], dry_run: dryRun };
}

export function note(draft: ExportDraft, one: ExportedFolder, outcome: Outcome): void {
  if ('conflict' in outcome) draft.conflicts.push(conflictOf(one.id, one.path, outcome.conflict));
  else draft[outcome.done].push(one);
}

const WORDS: Readonly<Record<ConflictReason, string>> = {
  foreign: 'is not of our making, or cannot be proved to be. Move it away, or choose another --prefix.',
  link: 'is a link. Remove it, or choose another --prefix.',
  edited: 'was edited since it was exported. Move it away, or let the edits go with --discard.',
  twice: 'would be that of two skills. Export one of them with another --prefix.',
  moved: 'came to stand there while the skill was written. Try again.',
  tracked: 'belongs to the repository, which keeps files of its own there.',
  shown:
    'would be seen by git, for a .gitignore of the repository says so. Take that line away, or seed another folder.',
  unreadable: 'is of a skill that cannot be read now; it was left as it is.',
};

export function conflictOf(id: string, path: string, reason: ConflictReason, other?: string): ExportConflict {
  const with_ = other === undefined ? '' : ` (${other} has it)`;
  return { id, path, reason, message: `${JSON.stringify(toOneLine(path))} ${WORDS[reason]}${with_}` };
}
