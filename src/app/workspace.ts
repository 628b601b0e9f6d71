import { resolve } from 'node:path';
import { SkillficheError } from '../base/errors.ts';
import { createFolderDisk, type FolderDisk } from '../io/disk/folder-disk.ts';
import { ownMark } from '../io/disk/running.ts';
import { defaultCacheFolder } from '../io/places/cache-folder.ts';
import { defaultDataFolder } from '../io/places/data-folder.ts';
import { homeFolder } from '../io/places/home.ts';
import { findProject, PROJECT_FILE } from '../io/places/project.ts';
import type { Desk } from '../owner/store/desk.ts';
import { StoreHolder } from '../owner/store/open.ts';
import type { Place } from '../owner/store/place.ts';
import { parseProjectFile } from '../owner/store/project-file.ts';
import { isOff, layersFor } from '../owner/store/switch-record.ts';
import { readRecord } from '../owner/store/switches.ts';
import { BEHIND_FOLDER } from '../owner/store/world.ts';
import { authorVerbs } from './author-verbs.ts';
import { bundledNames } from './bundled-names.ts';
import { exportSync } from './export-sync.ts';
import { notedVerbs } from './noted-verbs.ts';
import { sessionVerbs } from './session-verbs.ts';
import { skillVerbs } from './skill-verbs.ts';
import { sourceVerbs } from './source-verbs.ts';
import { isServerAddress, storeVerbs } from './store-verbs.ts';
import type { OwnView } from './target-types.ts';
import { targetVerbs } from './target-verbs.ts';
import { withCheckedOptions } from './workspace-options.ts';
import type { Workspace, WorkspaceOptions } from './workspace-types.ts';

const plain = (path: string): string =>
  resolve(path)
    .replaceAll('\\', '/')
    .replace(/(?<=.)\/$/, '');

/** See `openWorkspace`, its door. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const env = options.env ?? process.env;
  const home = homeOf(options, env);
  const disk = options.disk ?? createFolderDisk();
  const data = plain(options.data ?? defaultDataFolder(env, home) ?? home);
  const project = projectPlace(disk, home, options);
  const personal: Place = { name: 'personal', key: 'personal', folder: home };
  const url = storeUrl(options, env);
  const personOn = (isServer: boolean): string =>
    options.person ?? (isServer ? (env['USER'] ?? env['USERNAME']) : undefined) ?? 'owner';
  const holder = new StoreHolder({
    folder: data,
    disk,
    now: options.now ?? (() => new Date()),
    person: personOn(url !== undefined),
    ...(url === undefined ? {} : { url }),
    waitMs: options.waitMs ?? 10_000,
    onStep: options.onStep ?? (() => {}),
  });
  const mark = ownMark();
  // Asked anew each time: the shipped skills may have grown while a server ran.
  const bundled: Desk['bundled'] = () => bundledNames(options.roots, options.cache ?? defaultCacheFolder(env) ?? false);
  const gate: Desk['gate'] = async (files, given) => {
    const { checkPackage } = await import('../format/package/check.ts');
    return checkPackage(files, given);
  };
  const makeDesk = async (forReading = false): Promise<Desk> => {
    const store = await holder.get(forReading);
    let layers: ReturnType<typeof layersFor> | undefined;
    const record = await readRecord(store, store.db.shared);
    const isEnabled = (id: string): boolean => {
      layers ??= layersFor(record, project?.key);
      return !isOff(layers, id);
    };
    return { store, personal, project, gate, bundled, isEnabled, mark };
  };
  const desk = async (forReading = false): Promise<Desk> => {
    const made = await makeDesk(forReading);
    // What could not be written then may be now; if it cannot, `doctor` says so and nobody else is kept from working.
    const notes = `${data}/${BEHIND_FOLDER}`;
    if (!made.store.db.readOnly && disk.state(notes)?.kind === 'folder' && disk.names(notes).length > 0) {
      await (await import('../owner/source/behind.ts')).catchUpLocks(made);
    }
    return made;
  };
  const cwd = plain(options.cwd ?? process.cwd());
  const synced = exportSync(desk, options.onExports ?? (() => {}));
  const view: OwnView = async (audience) => {
    const { ownView } = await import('./own-view.ts');
    return ownView(await desk(true), options.roots, options.cache ?? defaultCacheFolder(env) ?? false, audience);
  };
  return {
    skills: withCheckedOptions(
      synced.skills(
        notedVerbs({ ...skillVerbs(desk, { disk, home, cwd }), ...authorVerbs(desk, view, options.writer) }, desk),
      ),
    ),
    sources: synced.sources(sourceVerbs(desk, options, { disk, home, cwd, project: project?.folder })),
    targets: targetVerbs(desk, { home, cwd, env }, view),
    sessions: sessionVerbs(desk, { home, cwd, env }, view),
    store: storeVerbs(desk, { data, world: { home, cwd, env }, url, personOn }),
    project: project && { key: project.key, folder: project.folder },
    home,
    data,
    close: () => holder.close(),
  };
}

/** Never quoted when it is wrong: it may hold a password. */
function storeUrl(options: WorkspaceOptions, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const url = options.store ?? env['SKILLFICHE_STORE'];
  if (url === undefined || url === '') return undefined;
  if (isServerAddress(url)) return url;
  const message =
    'The store (`store`, SKILLFICHE_STORE) is not the address of one: postgres://USER@HOST/DATABASE is expected.';
  throw new SkillficheError('INVALID_ARGUMENT', message);
}

/** Skills of one's own have their place there, so there is no workspace without it. */
function homeOf(options: WorkspaceOptions, env: Readonly<Record<string, string | undefined>>): string {
  const home = options.home ?? homeFolder(env);
  if (home !== undefined) return plain(home);
  const message =
    'HOME names no absolute path, so there is no place for skills of your own. Set it to your home folder.';
  throw new SkillficheError('INVALID_ARGUMENT', message);
}

/** The project, and what the store calls it: its declared key, else its real path. */
function projectPlace(disk: FolderDisk, home: string, options: WorkspaceOptions): Place | undefined {
  if (options.project === false) return undefined;
  const found = options.project ?? findProject(options.cwd ?? process.cwd(), home).folder;
  if (found === undefined) return undefined;
  const folder = plain(found);
  const file = `${folder}/${PROJECT_FILE}`;
  const real = disk.state(folder) === undefined ? folder : plain(disk.realPath(folder));
  const declared =
    disk.state(file)?.kind === 'file'
      ? parseProjectFile(disk.readFile(file).bytes.toString('utf8'), file, folder, (path) => disk.realPath(path))
          .project
      : undefined;
  return { name: 'project', key: declared ?? real, folder };
}
