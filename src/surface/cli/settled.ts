import type { SettledDisk } from '../../app/settled-disk.ts';
import type { Catalog } from '../../app/types.ts';
import type { CatalogState } from '../../catalog/internals.ts';

/** Looks at trees in which somebody is at work. */
const TRIES = 3;

/** What was swapped while it was read may be half of each, and is read again; a server looks again by itself. */
export async function openSettled(open: () => Promise<Catalog>, disk: SettledDisk | undefined): Promise<Catalog> {
  for (let tries = 0; ; tries++) {
    const stamp = disk?.stamp;
    const catalog = await open();
    disk?.look();
    if (disk?.stamp === stamp || tries === TRIES) return catalog;
  }
}

/** Whenever switches are asked for, changes under way are looked for too: before each look at the trees. */
export function withLook(state: CatalogState, disk: SettledDisk | undefined): CatalogState {
  return {
    isDisabled: state.isDisabled,
    revision() {
      disk?.look();
      return state.revision();
    },
  };
}
