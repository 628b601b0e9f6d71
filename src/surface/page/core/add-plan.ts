/** What of a source is to come, and how. */
export interface AddPlan {
  readonly source: string;
  /** Paths of the skills that were chosen. */
  readonly paths: readonly string[];
  readonly how: 'some' | 'all' | 'collection';
  /** Of the collection, where the whole tree becomes one. */
  readonly collection: string;
  readonly place: '' | 'personal' | 'project';
  readonly isOff: boolean;
}

export const NOTHING_CHOSEN: AddPlan = {
  source: '',
  paths: [],
  how: 'some',
  collection: '',
  place: '',
  isOff: false,
};

export function isWhole({ how, collection }: AddPlan): boolean {
  return how === 'all' || (how === 'collection' && /^[A-Za-z0-9][A-Za-z0-9._-]*$/u.test(collection));
}

/** The review and the addition are asked for with the same words, so that what was seen is what comes. */
export function bodyOf({ source, paths, how, collection, place, isOff }: AddPlan, isForReal = false): object {
  return {
    source: source.trim(),
    ...(how === 'all' ? { all: true } : how === 'collection' ? { as_collection: collection } : { skills: paths }),
    ...(place === '' ? {} : { place }),
    ...(isForReal && isOff ? { off: true } : {}),
  };
}
