import { skillEntry } from '@modelcontextprotocol/server/ext/skills';
import { SkillficheError } from '../../base/errors.ts';
import { SKILL_FILE } from '../../base/file-names.ts';
import { sha256Hex } from '../../base/hash.ts';
import { MAX_LISTED_BYTES, MAX_LISTED_FILES } from '../../base/limits.ts';
import { compareCodePoints, isPortableName } from '../../base/text.ts';
import type { SkillEntry, View } from '../../catalog/types.ts';
import type { UriMap } from './uri-map.ts';
import { mapUris } from './uris.ts';

/** May hosts be given this skill under a URI? They parse its frontmatter again, by stricter rules than ours. */
export type Fitness =
  | { readonly fit: true; readonly frontmatter: Readonly<Record<string, unknown>> }
  | { readonly fit: false; readonly reason: string };

export interface ManifestFile {
  readonly uri: string;
  /** The path a URI shows, and the one on disk: they differ for a `skill.md` only. */
  readonly shown: string;
  readonly path: string;
  readonly digest: string;
  readonly size: number;
}

/** One skill as `skills/get` gives it; `files` are in the order of their URIs. */
export interface Served {
  readonly uri: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly files: readonly ManifestFile[];
  /** Whether hosts must accept it: see MAX_LISTED_FILES. */
  readonly listable: boolean;
}

/** A skill with a URI; whether it is served is known when it has been read. */
export interface Candidate {
  readonly entry: SkillEntry;
  readonly uri: string;
}

/** Readings of frontmatter by id and bytes, kept over refreshes: what did not change is not parsed again. */
export type StandingCache = Map<string, Promise<Fitness>>;

interface Addresses {
  readonly uris: UriMap;
  readonly candidates: readonly Candidate[];
  readonly byId: ReadonlyMap<string, Candidate>;
}

/** What the skills extension serves of one view. Nothing is made or read before it is asked for. */
export class Publication {
  readonly #view: View;
  readonly #standings: StandingCache;
  readonly #served = new Map<string, { readonly stamp: string; readonly served: Promise<Served | undefined> }>();
  readonly #changed: () => void;
  #addresses: Addresses | undefined;

  /** `changed` is called when files of a skill turn out to be others than those it was served with. */
  constructor(view: View, standings: StandingCache, changed: () => void) {
    this.#view = view;
    this.#standings = standings;
    this.#changed = changed;
  }

  get uris(): UriMap {
    return this.#address().uris;
  }

  /** In the order of their URIs. */
  get candidates(): readonly Candidate[] {
    return this.#address().candidates;
  }

  /** Why a skill is not served under a URI, or its frontmatter as a strict host reads it. */
  async standing(entry: SkillEntry): Promise<Fitness> {
    if (!this.#address().byId.has(entry.id))
      return { fit: false, reason: nameProblem(entry.name) ?? 'its path fits in no URI' };
    const key = keyOf(entry);
    let standing = this.#standings.get(key);
    if (standing === undefined) {
      standing = this.#read(entry);
      this.#standings.set(key, standing);
      // What could not be read now may be readable later.
      standing.catch(() => this.#standings.delete(key));
    }
    return standing;
  }

  /** The URI of one file of a skill, where the skill is served. */
  async link(entry: SkillEntry, path: string): Promise<string | undefined> {
    const standing = await this.standing(entry);
    return standing.fit ? this.uris.fileOf(entry.id, path === entry.file ? SKILL_FILE : path) : undefined;
  }

  /** What an address of ours points at: a skill, and a path in its folder as it is on disk. Other skills have no address. */
  locate(uri: string): { readonly id: string; readonly path: string } | undefined {
    const place = this.uris.locate(uri.replace(/\/+$/u, ''));
    if (place?.kind !== 'skill') return undefined;
    const entry = this.#address().byId.get(place.id)?.entry;
    return { id: place.id, path: place.path === SKILL_FILE ? (entry?.file ?? SKILL_FILE) : place.path };
  }

  /** One skill with all its files as they are now; undefined when hosts get no URI for it. Unchanged files are not read again. */
  async serve(id: string): Promise<Served | undefined> {
    const candidate = this.#address().byId.get(id);
    if (candidate === undefined) return undefined;
    const stamp = await this.#view.manifestStamp(id);
    const known = this.#served.get(id);
    if (known?.stamp === stamp) return known.served;
    const served = this.#build(candidate);
    this.#served.set(id, { stamp, served });
    served.catch(() => this.#served.delete(id));
    if (known !== undefined) this.#changed();
    return served;
  }

  /** Drops what was read of a skill's files: one of them changed. */
  forget(id: string): void {
    this.#served.delete(id);
  }

  #address(): Addresses {
    if (this.#addresses === undefined) {
      const entries = this.#view.entries().filter((entry) => nameProblem(entry.name) === undefined);
      const uris = mapUris(entries);
      const candidates: Candidate[] = [];
      for (const entry of entries) {
        const uri = uris.fileOf(entry.id, SKILL_FILE);
        if (uri !== undefined) candidates.push({ entry, uri });
      }
      candidates.sort((a, b) => compareCodePoints(a.uri, b.uri));
      const byId = new Map(candidates.map((candidate) => [candidate.entry.id, candidate]));
      this.#addresses = { uris, candidates, byId };
    }
    return this.#addresses;
  }

  async #read(entry: SkillEntry): Promise<Fitness> {
    const bytes = await this.#view.readBytes(entry.id, entry.file);
    // What was taken out of a text is taken out of its hash.
    if (!this.#view.redacts && sha256Hex(bytes) !== entry.sha256) throw changed(entry);
    try {
      const { frontmatter } = await skillEntry(`skill/${entry.name}`, { [SKILL_FILE]: bytes });
      return { fit: true, frontmatter };
    } catch (error) {
      return { fit: false, reason: reasonOf(error) };
    }
  }

  async #build({ entry, uri }: Candidate): Promise<Served | undefined> {
    const standing = await this.standing(entry);
    if (!standing.fit) return undefined;
    const files: ManifestFile[] = [];
    let bytes = 0;
    for (const { path, digest, size } of await this.#view.manifest(entry.id)) {
      const shown = path === entry.file ? SKILL_FILE : path;
      const fileUri = this.uris.fileOf(entry.id, shown);
      // A set of files must be whole: with one that fits in no URI the skill cannot be served.
      if (fileUri === undefined) return undefined;
      if (!this.#view.redacts && path === entry.file && digest !== `sha256:${entry.sha256}`) throw changed(entry);
      files.push({ uri: fileUri, shown, path, digest, size });
      bytes += size;
    }
    // A SKILL.md that is a link to another file of the tree can be loaded, but is no file of its skill.
    if (!files.some((file) => file.path === entry.file)) return undefined;
    files.sort((a, b) => compareCodePoints(a.uri, b.uri));
    const listable = files.length <= MAX_LISTED_FILES && bytes <= MAX_LISTED_BYTES;
    return { uri, frontmatter: standing.frontmatter, files, listable };
  }
}

/** Forgets readings of files that are no longer so, once they are the larger part. */
export function pruneStandings(standings: StandingCache, view: View): void {
  const entries = view.entries();
  if (standings.size <= entries.length * 2) return;
  const current = new Set(entries.map(keyOf));
  for (const key of standings.keys()) if (!current.has(key)) standings.delete(key);
}

function changed(entry: SkillEntry): SkillficheError {
  return new SkillficheError('FILE_CHANGED', `${entry.file} of ${entry.id} changed while it was read. Ask again.`);
}

function keyOf(entry: SkillEntry): string {
  return `${entry.sha256} ${entry.id}`;
}

function nameProblem(name: string): string | undefined {
  return name.length <= 64 && isPortableName(name)
    ? undefined
    : 'its name is not 1 to 64 lower-case letters, digits and single hyphens';
}

/** The SDK words its problems as `name: message` lines; the first is enough to find the place. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  if (!('problems' in error) || !Array.isArray(error.problems)) throw error;
  const first: unknown = error.problems[0];
  const hasMessage = typeof first === 'object' && first !== null && 'message' in first;
  return hasMessage ? String(first.message) : error.message;
}
