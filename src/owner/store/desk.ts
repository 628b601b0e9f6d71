import { SkillficheError } from '../../base/errors.ts';
import type { ProcessMark } from '../../io/disk/running.ts';
import type { BundledNames } from './collisions.ts';
import type { Gate } from './gate.ts';
import type { Place } from './place.ts';
import type { PlaceName } from './types.ts';
import type { Store } from './world.ts';

/** What a verb works with: a store that is open now, the places it may write to, and what is given to it. */
export interface Desk {
  readonly store: Store;
  readonly personal: Place;
  /** Absent outside projects. */
  readonly project: Place | undefined;
  readonly gate: Gate;
  /** Names and folders that shipped skills have now. */
  readonly bundled: () => Promise<BundledNames>;
  readonly isEnabled: (id: string) => boolean;
  readonly mark: ProcessMark;
}

export function placesOf({ personal, project }: Desk): Place[] {
  return project === undefined ? [personal] : [project, personal];
}

/** Where a new package goes when nobody says: into the project one stands in, else to the person. */
export function placeFor(desk: Desk, asked: PlaceName | undefined): Place {
  if (asked === 'personal') return desk.personal;
  if (desk.project !== undefined) return desk.project;
  if (asked === undefined) return desk.personal;
  const message =
    'There is no project here: no repository, and no skillfiche.json. Use --place personal, or go to one.';
  throw new SkillficheError('INVALID_ARGUMENT', message);
}
