import { SkillficheError } from '../../base/errors.ts';
import { isRecord } from '../../base/record.ts';
import { compareCodePoints, quoteValue } from '../../base/text.ts';
import { type CatalogContext, contextOf } from '../internals.ts';
import { proverOf } from '../network/proof.ts';
import { idOf, rowOfId } from '../rows/rows.ts';
import type { ReadableCatalog, SkillEntry, View } from '../types.ts';

/** One skill at exactly these bytes. `digest`: `sha256:` + 64 hex digits, as `pin` writes it and coreutils recompute it. */
export interface PinnedSkill {
  readonly id: string;
  readonly digest: string;
}

/** The skills of a session. */
export interface SessionManifest {
  readonly schema_version?: 1;
  readonly skills: readonly PinnedSkill[];
}

export interface ManifestOptions {
  /** Ids or names. Absent = every skill of the view. */
  readonly refs?: readonly string[];
  /** The window they are taken from. Default: all that the catalog holds. */
  readonly view?: View;
}

/** What is not as a manifest says. */
export interface ManifestDrift {
  /** Skills whose bytes are others now. `now` is absent where they have no digest, as with a link among their files. */
  readonly changed: readonly { readonly id: string; readonly pinned: string; readonly now?: string }[];
  /** Ids that no skill has. */
  readonly gone: readonly string[];
  /** Skills that the manifest does not name, which no view of the catalog holds. */
  readonly added: readonly string[];
}

/** Digests as the files are now. Throws PIN_REFUSED for a skill that has none, and as `view.resolve` does. */
export async function makeManifest(catalog: ReadableCatalog, options: ManifestOptions = {}): Promise<SessionManifest> {
  const context = contextOf(catalog);
  const digestOf = proverOf(context);
  const view = options.view ?? catalog.view({ audience: 'owner' });
  const entries: readonly SkillEntry[] =
    options.refs === undefined ? view.entries() : await Promise.all(options.refs.map((ref) => view.resolve(ref)));
  const skills = new Map<string, PinnedSkill>();
  for (const { id, folder } of entries) {
    const row = rowOfId(context.data, id);
    const digest = row === undefined ? undefined : digestOf(row);
    if (digest === undefined) throw withoutDigest(id, folder);
    skills.set(id, { id, digest });
  }
  return { schema_version: 1, skills: [...skills.values()].sort((a, b) => compareCodePoints(a.id, b.id)) };
}

function withoutDigest(id: string, folder: string): SkillficheError {
  const message = `${quoteValue(id)} has no digest: among the files of ${quoteValue(folder)} is a link, or one that cannot be read. Leave it out, or put the file itself there.`;
  return new SkillficheError('PIN_REFUSED', message, { paths: [folder] });
}

/** Compares a manifest with what lies there. Reads every file of the skills it names. */
export function compareManifest(context: CatalogContext, manifest: SessionManifest): ManifestDrift {
  const digestOf = proverOf(context);
  const named = new Set(manifest.skills.map(({ id }) => id));
  const changed: { id: string; pinned: string; now?: string }[] = [];
  const gone: string[] = [];
  for (const { id, digest: pinned } of manifest.skills) {
    const row = rowOfId(context.data, id);
    if (row === undefined) {
      gone.push(id);
      continue;
    }
    const now = digestOf(row);
    if (now !== pinned) changed.push({ id, pinned, ...(now === undefined ? {} : { now }) });
  }
  const added: string[] = [];
  for (const scope of context.data.scopes) {
    for (let row = scope.first; row < scope.first + scope.count; row++) {
      const id = idOf(scope, row);
      if (!named.has(id)) added.push(id);
    }
  }
  return { changed, gone, added };
}

/** The value as a manifest. Throws INVALID_ARGUMENT: what cannot be read must not show more than was meant. */
export function readManifest(value: unknown): SessionManifest {
  const fault = (what: string): SkillficheError =>
    new SkillficheError('INVALID_ARGUMENT', `A manifest is {skills: [{id, digest}]}, and ${what}.`);
  if (!isRecord(value) || !Array.isArray(value['skills'])) throw fault('this one has no list of skills');
  const version = value['schema_version'];
  if (version !== undefined && version !== 1) throw fault(`this one has the version ${quoteValue(version)}, not 1`);
  const digests = new Map<string, string>();
  for (const [at, one] of value['skills'].entries()) {
    const { id, digest } = isRecord(one) ? one : {};
    if (typeof id !== 'string' || id === '') throw fault(`entry ${at + 1} has no id`);
    if (typeof digest !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(digest)) {
      throw fault(`the digest of ${quoteValue(id)} is not sha256: and 64 hex digits`);
    }
    if ((digests.get(id) ?? digest) !== digest) throw fault(`${quoteValue(id)} stands there with two digests`);
    digests.set(id, digest);
  }
  return { schema_version: 1, skills: [...digests].map(([id, digest]) => ({ id, digest })) };
}

/** Whether anything named is not as it was. What is merely not named is no difference. */
export function isAsPinned({ changed, gone }: ManifestDrift): boolean {
  return changed.length + gone.length === 0;
}

/** What differs, as sentences; at most a few names each. */
export function describeDrift({ changed, gone }: ManifestDrift): string[] {
  const some = (ids: readonly string[]): string =>
    ids
      .slice(0, 5)
      .map((id) => quoteValue(id))
      .join(', ') + (ids.length > 5 ? ` and ${ids.length - 5} more` : '');
  return [
    ...(changed.length === 0 ? [] : [`other bytes than pinned: ${some(changed.map(({ id }) => id))}`]),
    ...(gone.length === 0 ? [] : [`gone: ${some(gone)}`]),
  ];
}
