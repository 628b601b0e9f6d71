import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openWorkspace } from '../../../src/app/open-workspace.ts';
import type { Workspace, WorkspaceOptions } from '../../../src/app/workspace-types.ts';
import type { PackageFile } from '../../../src/format/package/file.ts';
import type { PackageSource } from '../../../src/owner/store/types.ts';
import { makeTree, type TreeEntry } from '../../support/tree.ts';

/** A home, a project and a store of their own, with what lies in them. */
export interface Place {
  readonly base: string;
  readonly home: string;
  readonly project: string;
  readonly data: string;
  readonly workspace: Workspace;
}

export async function makePlace(
  entries: Readonly<Record<string, TreeEntry>> = {},
  options: WorkspaceOptions = {},
): Promise<Place> {
  const base = makeTree({ 'home/x': null, 'project/.git/x': null, ...entries });
  return openPlace(base, options);
}

/** Where the stores of places are: another database for each, where a server is given. */
let freshStore: (() => string) | undefined;
const storeOf = new Map<string, string>();
export function useServer(make: (() => string) | undefined): void {
  freshStore = make;
}

/** What a program of its own needs to know of a place: where its store is, if not beside it. */
export function storeEnv(base: string): Record<string, string> {
  const store = storeOf.get(base);
  return store === undefined ? {} : { STORE: store };
}

/** The same places, opened once more: what another process would see. */
export async function openPlace(base: string, options: WorkspaceOptions = {}): Promise<Place> {
  const [home, project, data] = [join(base, 'home'), join(base, 'project'), join(base, 'data')];
  if (freshStore !== undefined && !storeOf.has(base)) storeOf.set(base, freshStore());
  const store = storeOf.get(base);
  const shared = store === undefined ? {} : { store };
  const workspace = await openWorkspace({
    ...shared,
    home,
    project,
    data,
    cwd: project,
    env: {},
    roots: [],
    ...options,
  });
  onTestFinished(() => workspace.close());
  return { base, home, project, data, workspace };
}

/** A source whose files are given as text. */
export function sourceOf(slug: string, files: Readonly<Record<string, string | Uint8Array>>): PackageSource {
  const list = Object.entries(files).map(
    ([path, content]): PackageFile => ({ path, bytes: Buffer.from(content), executable: false, kind: 'file' }),
  );
  return {
    kind: 'skill',
    slug,
    source: { type: 'git', url: 'https://example.org/x.git', commit: 'a'.repeat(40) },
    files: async () => list,
  };
}

/** Every file below a folder with its text, and every empty folder with `null`. */
export function readAll(folder: string): Record<string, string | null> {
  const found: Record<string, string | null> = {};
  const visit = (path: string): void => {
    const names = readdirSync(join(folder, path)).sort();
    if (names.length === 0 && path !== '') found[path] = null;
    for (const name of names) {
      const below = path === '' ? name : `${path}/${name}`;
      if (statSync(join(folder, below)).isDirectory()) visit(below);
      else found[below] = readFileSync(join(folder, below), 'utf8');
    }
  };
  visit('');
  return found;
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Given once, waited for by whoever holds it. */
export class Signal {
  give: () => void = () => {};
  readonly given: Promise<void> = new Promise((resolve) => {
    this.give = resolve;
  });
}
