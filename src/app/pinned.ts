import { SkillficheError } from '../base/errors.ts';
import type { CatalogContext, OpenOptions } from '../catalog/internals.ts';
import type { Grant } from '../catalog/rows/selection.ts';
import {
  compareManifest,
  describeDrift,
  isAsPinned,
  type ManifestDrift,
  readManifest,
} from '../catalog/view/session-manifest.ts';

/** A catalog that was opened with a manifest: which of its skills are seen. */
export interface Pinned {
  readonly drift: ManifestDrift;
  /** What is on both lists. */
  narrow(only: readonly Grant[] | undefined): readonly Grant[];
  /** Skills that differ, where that is refused; absent where it is only reported. */
  readonly isOff?: (id: string) => boolean;
}

/** Throws MANIFEST_DRIFT when a catalog is opened that shall be refused, and INVALID_ARGUMENT for what is no manifest. */
export function pinnedTo(
  context: CatalogContext,
  given: NonNullable<OpenOptions['manifest']>,
  isRefresh: boolean,
): Pinned {
  const manifest = readManifest(given);
  const drift = compareManifest(context, manifest);
  const isStrict = context.options.onManifestDrift === 'refuse';
  if (isStrict && !isRefresh && !isAsPinned(drift)) {
    const message = `The skills are not those of the manifest: ${describeDrift(drift).join('; ')}. Review them and write it anew, or open it without refusing.`;
    throw new SkillficheError('MANIFEST_DRIFT', message);
  }
  const changed = new Set(drift.changed.map(({ id }) => id));
  return {
    drift,
    narrow(only) {
      const isAsked = (id: string): boolean =>
        only === undefined ||
        only.some((grant) => (grant.kind === 'skill' ? grant.id === id : id.startsWith(`${grant.scope}:`)));
      return manifest.skills.filter(({ id }) => isAsked(id)).map(({ id }): Grant => ({ kind: 'skill', id }));
    },
    ...(isStrict ? { isOff: (id: string) => changed.has(id) } : {}),
  };
}
