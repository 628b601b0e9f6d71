import { join } from 'node:path';
import { errnoOf, SkillficheError } from '../base/errors.ts';
import type { CatalogState } from '../catalog/internals.ts';
import { createDisk } from '../io/disk/disk.ts';
import { isOff, layersFor, parseSwitches, type SwitchLayer } from '../owner/store/switch-record.ts';

const MAX_SWITCHES_BYTES = 16 * 1024 * 1024;

export interface Switches {
  /** For the catalog: asks the file again whenever it is another one. */
  readonly state: CatalogState;
  /** Nothing is switched off now: a command that ends soon need not ask for every skill. */
  readonly isIdle: boolean;
}

/**
 * The switches beside the store, without the store: `data` is its folder. `project` gives the key of the project, `off` what the project's own
 * file switches off. Perf: one small file, read once; commands that show skills never load SQLite.
 */
export function readSwitches(data: string, project: () => string | undefined, off: readonly string[]): Switches {
  const file = join(data, 'switches.json');
  const disk = createDisk();
  const own: SwitchLayer = Object.fromEntries(off.map((ref) => [ref, 'off'] as const));
  const revisionOf = (): string => {
    const stamp = absentAsUndefined(() => disk.stat(file));
    return stamp === undefined ? '' : `${stamp.ino} ${stamp.size} ${stamp.mtimeMs} ${stamp.ctimeMs}`;
  };
  const read = (): readonly SwitchLayer[] => {
    const found = absentAsUndefined(() => disk.readFile(file, MAX_SWITCHES_BYTES));
    if (found === undefined) return [own];
    const record = parseSwitches(found.bytes.toString('utf8'));
    if (record === undefined) {
      // Guessing would show what somebody switched off.
      const message = `${file} cannot be read, and it says which skills are switched off. \`skillfiche doctor\` writes it anew.`;
      throw new SkillficheError('BROKEN_FILE', message, { paths: [file] });
    }
    const key = Object.keys(record.projects).length === 0 ? undefined : project();
    return [own, ...layersFor(record, key)];
  };
  let known = revisionOf();
  // Perf: an error is dear, and most have no switches.
  let layers: readonly SwitchLayer[] = known === '' ? [own] : read();
  return {
    isIdle: layers.every((layer) => !Object.values(layer).includes('off')),
    state: {
      revision() {
        const now = revisionOf();
        if (now === known) return now;
        try {
          layers = read();
          known = now;
        } catch (error) {
          // What was switched off stays so until the file can be read again.
          if (!(error instanceof SkillficheError) && errnoOf(error) === 'UNKNOWN') throw error;
        }
        return now;
      },
      isDisabled: (id) => isOff(layers, id),
    },
  };
}

/** A store that is not there switches nothing; one that cannot be read is not one that is not there. */
function absentAsUndefined<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === 'ENOENT' || cause === 'ENOTDIR') return undefined;
    throw error;
  }
}
