import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { recoverPlans } from './intents.ts';
import { diskError } from './plan.ts';
import { openDialect } from './sql/dialect.ts';
import { checkStoreHeader } from './sql/header.ts';
import { mendSwitches } from './switches.ts';
import { STORE_FILE, type Store, type StoreWorld } from './world.ts';

/**
 * Opens the store, makes it where there is none, and ends what a stopped process left half done. Where nothing may be
 * written it is opened for reading. Throws STORE_BROKEN, STORE_NEWER, STORE_BUSY or NOT_WRITABLE.
 */
export async function openStore(world: StoreWorld, readOnly = false): Promise<Store> {
  const file = `${world.folder}/${STORE_FILE}`;
  if (!readOnly) {
    try {
      makePrivateFolder(world);
    } catch (error) {
      throw diskError(error, 'The store cannot be kept', world.folder);
    }
  }
  checkStoreHeader(world.disk, file);
  const { waitMs, url } = world;
  const db = await openDialect({ file, readOnly, waitMs, ...(url === undefined ? {} : { url }) });
  const store: Store = { ...world, db };
  try {
    await recoverPlans(store);
    if (!readOnly) await mendSwitches(store);
  } catch (error) {
    await db.close();
    throw diskError(error, 'What a stopped command left cannot be ended', world.folder);
  }
  return store;
}

/** Folders above it as others make them; the store's own for its owner alone. */
function makePrivateFolder({ disk, folder }: StoreWorld): void {
  if (disk.state(folder) !== undefined) return;
  disk.ensureFolder(folder.slice(0, folder.lastIndexOf('/')));
  try {
    disk.makeFolder(folder, 0o700);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}

/** A store that whoever asks gets open: one that was closed, or whose file was replaced by another, is opened anew. */
export class StoreHolder {
  readonly #world: StoreWorld;
  #open: { readonly store: Store; readonly isWritable: boolean; readonly ino: number | undefined } | undefined;
  #opening: Promise<Store> | undefined;

  constructor(world: StoreWorld) {
    this.#world = world;
  }

  /** `forReading`: a store that cannot be written to will do. */
  async get(forReading = false): Promise<Store> {
    while (this.#opening !== undefined) await this.#opening.catch(() => undefined);
    const now = this.#fileNumber();
    const open = this.#open;
    if (open !== undefined && open.ino === now && (forReading || open.isWritable)) {
      // What another process left while this one was open.
      await recoverPlans(open.store);
      return open.store;
    }
    this.#opening = this.#reopen(forReading);
    try {
      return await this.#opening;
    } finally {
      this.#opening = undefined;
    }
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.store.db.close();
  }

  async #reopen(forReading: boolean): Promise<Store> {
    await this.close();
    let store: Store;
    let isWritable = true;
    try {
      store = await openStore(this.#world);
    } catch (error) {
      if (!forReading || !(error instanceof SkillficheError) || error.code !== 'NOT_WRITABLE') throw error;
      if (this.#fileNumber() === undefined) throw error;
      store = await openStore(this.#world, true);
      isWritable = false;
    }
    this.#open = { store, isWritable, ino: this.#fileNumber() };
    return store;
  }

  #fileNumber(): number | undefined {
    return this.#world.disk.state(`${this.#world.folder}/${STORE_FILE}`)?.ino;
  }
}
