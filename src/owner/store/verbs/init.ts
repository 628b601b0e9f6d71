import { SkillficheError } from '../../../base/errors.ts';
import { MARKER_FILE, SKILL_FILE } from '../../../base/file-names.ts';
import { quoteValue, toOneLine } from '../../../base/text.ts';
import { checkCollisions } from '../collisions.ts';
import { type Desk, placeFor } from '../desk.ts';
import { packageId, skillsFolder } from '../place.ts';
import { diskError } from '../plan.ts';
import type { PackageKind, PlaceName } from '../types.ts';

export interface InitOptions {
  readonly kind?: PackageKind;
  /** One line; a sentence to be replaced stands in. */
  readonly description?: string;
  readonly place?: PlaceName;
  readonly into?: string;
  readonly dryRun?: boolean;
}

export interface InitReport {
  readonly id: string;
  readonly kind: PackageKind;
  /** Absolute. */
  readonly folder: string;
  readonly files: readonly string[];
  readonly dry_run: boolean;
}

/** Makes a folder with the least that is valid. Nothing of it is in the store before it is published. */
export async function initPackage(desk: Desk, name: string, options: InitOptions = {}): Promise<InitReport> {
  const { kind = 'skill', place: asked, into, dryRun = false } = options;
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.length > 64) {
    const message = `${quoteValue(name)} is no name of a skill: small letters and digits with single "-" between, 64 at most, are expected.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  const place = placeFor(desk, asked);
  const folder = `${skillsFolder(desk.store.disk, place, into)}/${name}`;
  const [clash] = checkCollisions(await desk.bundled(), name, name);
  if (clash !== undefined) throw new SkillficheError('NAME_TAKEN', `${clash.message} Choose another name.`);
  const { disk } = desk.store;
  if (disk.state(folder) !== undefined) {
    throw new SkillficheError('NAME_TAKEN', `${folder} is there already. Choose another name.`, { paths: [folder] });
  }
  const description = toOneLine(options.description ?? `Says in one line what ${name} does, and when to use it.`);
  const [file, text] = kind === 'skill' ? [SKILL_FILE, skillText(name, description)] : [MARKER_FILE, markerText(name)];
  if (!dryRun) {
    try {
      disk.ensureFolder(folder.slice(0, folder.lastIndexOf('/')));
      disk.makeFolder(folder);
      disk.makeFile(`${folder}/${file}`, Buffer.from(text), false);
    } catch (error) {
      throw diskError(error, 'Nothing was begun', folder);
    }
  }
  return { id: packageId(place, name), kind, folder, files: [file], dry_run: dryRun };
}

function skillText(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n# ${name}\n\n1. The first step.\n`;
}

function markerText(id: string): string {
  const marker = { schema_version: 1, id, prompt_line: `${id}: {count} recipes. Search it before you begin.` };
  return `${JSON.stringify(marker, undefined, 2)}\n`;
}
