import { dirname, resolve } from 'node:path';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { readJson } from '../../base/json.ts';
import { MAX_MARKER_BYTES } from '../../base/limits.ts';
import type { Root } from '../../base/types.ts';
import { checkDocument } from '../../format/schema/check.ts';
import { checkConfig } from '../../format/schema/generated.ts';
import { createDisk, type Disk } from '../../io/disk/disk.ts';
import type { ScanLimits } from '../../tree/scan/cold.ts';
import type { Io } from './io.ts';
import { expandHome } from './roots.ts';

export interface Config {
  readonly roots?: readonly Root[];
  readonly only?: readonly string[];
  readonly disabled?: readonly string[];
  readonly limits?: Partial<ScanLimits>;
  readonly allowNetwork?: boolean;
  readonly sources?: SourceConfig;
}

/** Where skills may be installed from, and how long a commit has to be known. */
interface SourceConfig {
  readonly allow?: readonly string[];
  readonly min_age?: string;
  readonly min_age_except?: readonly string[];
}

interface ConfigFile {
  readonly roots?: readonly {
    readonly path: string;
    readonly kind?: string;
    readonly id?: string;
    readonly rank?: number;
  }[];
  readonly only?: readonly string[];
  readonly disabled?: readonly string[];
  readonly limits?: Partial<ScanLimits>;
  readonly allow_network?: boolean;
  readonly sources?: SourceConfig;
}

/** Reads a configuration file. Anything wrong with it stops the command: guessing could show more than was meant. */
export async function readConfig(path: string, io: Io): Promise<Config> {
  const file = resolve(io.cwd, expandHome(path, io.env));
  const reading = readJson(readConfigText(file));
  if ('fault' in reading) {
    throw new SkillficheError('BROKEN_FILE', `The configuration ${file} is not JSON: ${reading.fault.message}.`);
  }
  const faults = checkDocument(checkConfig, reading.value);
  if (faults.length > 0) {
    throw new SkillficheError(
      'BROKEN_FILE',
      `The configuration ${file} does not fit: ${faults.map((fault) => fault.message).join('; ')}.`,
    );
  }
  const document = reading.value as ConfigFile;
  const folder = dirname(file);
  const roots = document.roots?.map(({ kind = 'project', id, rank, path: given }): Root => {
    const root = { id: id ?? kind, kind, path: resolve(folder, expandHome(given, io.env)) };
    return rank === undefined ? root : { ...root, rank };
  });
  return {
    ...(roots === undefined ? {} : { roots }),
    ...(document.sources === undefined ? {} : { sources: document.sources }),
    ...(document.only === undefined ? {} : { only: document.only }),
    ...(document.disabled === undefined ? {} : { disabled: document.disabled }),
    ...(document.limits === undefined ? {} : { limits: document.limits }),
    ...(document.allow_network === undefined ? {} : { allowNetwork: document.allow_network }),
  };
}

function readConfigText(file: string): string {
  const unreadable = (why: string, cause?: unknown): SkillficheError =>
    new SkillficheError('UNREADABLE', `The configuration ${file} cannot be read (${why}).`, { paths: [file], cause });
  let read: ReturnType<Disk['readFile']>;
  try {
    read = createDisk().readFile(file, MAX_MARKER_BYTES);
  } catch (error) {
    throw unreadable(errnoOf(error), error);
  }
  const { bytes, stamp } = read;
  if (stamp.kind !== 'file') throw unreadable('it is no regular file');
  if (stamp.size > MAX_MARKER_BYTES) throw unreadable(`it has ${stamp.size} bytes, ${MAX_MARKER_BYTES} are allowed`);
  return bytes.toString('utf8');
}
