import { createHash } from 'node:crypto';
import { SkillficheError, SkillNotFoundError } from '../../../../src/base/errors.ts';
import type { CollectionRow, SkillFile, SkillRow } from '../../../../src/base/types.ts';
import type { ReadableCatalog, SkillEntry, View, ViewOptions } from '../../../../src/catalog/types.ts';
import { Live } from '../../../../src/surface/mcp/live.ts';

/** Scope → folder of a skill → file → content. Scopes that begin with `root-` are roots, the others collections. */
export type FakeTree = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, string | Uint8Array>>>>>
>;

export interface FakeDisk {
  tree: FakeTree;
  /** How often the catalog looked at the tree. */
  looks: number;
  /** Milliseconds that a look takes. */
  slow?: number;
  /** Thrown by the next looks. */
  problem?: Error;
  /** Bytes that `readBytes` gives instead of those in the catalog, by `<id>/<path>`. */
  changed: Record<string, Uint8Array>;
}

interface FakeSkill {
  readonly entry: SkillEntry;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** A catalog over an object literal, with just enough of the real one's behaviour for what a server shows of it. */
export function fakeCatalog(disk: FakeDisk): ReadableCatalog {
  return new FakeCatalog(disk, disk.tree);
}

export function fakeDisk(tree: FakeTree): FakeDisk {
  return { tree, looks: 0, changed: {} };
}

export function fakeLive(disk: FakeDisk): Live {
  const catalog = fakeCatalog(disk);
  return new Live(Promise.resolve({ catalog, view: catalog.view() }), () => undefined);
}

class FakeCatalog implements ReadableCatalog {
  readonly disk: FakeDisk;
  readonly tree: FakeTree;
  readonly skills: readonly FakeSkill[];

  constructor(disk: FakeDisk, tree: FakeTree) {
    this.disk = disk;
    this.tree = tree;
    this.skills = Object.entries(tree)
      .flatMap(([scope, skills]) => Object.entries(skills).map(([path, files]) => toSkill(scope, path, files)))
      .sort((a, b) => (a.entry.id < b.entry.id ? -1 : 1));
  }

  view(options: ViewOptions = {}): View {
    return fakeView(this, options.only);
  }

  async close(): Promise<void> {}

  async refresh(): Promise<ReadableCatalog> {
    this.disk.looks++;
    if (this.disk.slow !== undefined) await new Promise((resolve) => setTimeout(resolve, this.disk.slow));
    if (this.disk.problem !== undefined) throw this.disk.problem;
    return this.disk.tree === this.tree ? this : new FakeCatalog(this.disk, this.disk.tree);
  }
}

function toSkill(scope: string, path: string, contents: Readonly<Record<string, string | Uint8Array>>): FakeSkill {
  const files = new Map(
    Object.entries(contents).map(([name, content]) => [
      name,
      typeof content === 'string' ? Buffer.from(content) : content,
    ]),
  );
  const file = files.has('SKILL.md') ? 'SKILL.md' : 'skill.md';
  const bytes = files.get(file) ?? Buffer.alloc(0);
  const text = Buffer.from(bytes).toString();
  const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  const entry: SkillEntry = {
    id: `${scope}:${path}`,
    scope,
    root: scope,
    path,
    name: field('name') ?? path,
    description: field('description') ?? '',
    folder: `/nowhere/${scope}/${path}`,
    file,
    size: bytes.length,
    sha256: sha256(bytes),
    recovered: false,
    ...(scope.startsWith('root-') ? {} : { collection: scope }),
  };
  return { entry, files };
}

function fakeView(catalog: FakeCatalog, only: readonly string[] | undefined): View {
  const skills = catalog.skills.filter(
    ({ entry }) => only === undefined || only.includes(entry.id) || only.includes(`${entry.scope}:*`),
  );
  const byId = new Map(skills.map((skill) => [skill.entry.id, skill]));
  const rows = (collection: string | undefined): SkillRow[] =>
    skills
      .filter(({ entry }) => entry.collection === collection)
      .map(({ entry: { id, name, description } }) => ({
        id,
        name,
        description,
        readiness: { state: 'unknown' },
        network: { mode: 'unknown' },
      }));
  const collections = (): CollectionRow[] =>
    [...new Set(skills.flatMap(({ entry }) => entry.collection ?? []))].map((id) => {
      const { length } = rows(id);
      return { id, title: id, count: length, prompt_line: `${id}: ${length} recipes.` };
    });
  const find = (ref: string): FakeSkill => {
    const found = byId.get(ref) ?? skills.find(({ entry }) => entry.name === ref);
    if (found === undefined) {
      const close = skills.map(({ entry }) => entry.id).filter((id) => id.includes(ref.slice(0, 3)));
      throw new SkillNotFoundError(`No skill ${JSON.stringify(ref)} here.`, close.slice(0, 3));
    }
    return found;
  };
  const fileOf = (ref: string, path: string): Uint8Array => {
    const bytes = find(ref).files.get(path);
    if (bytes === undefined) throw new SkillficheError('FILE_NOT_FOUND', `${ref} has no file ${JSON.stringify(path)}.`);
    if (bytes.length > 16 * 1024 * 1024) throw new SkillficheError('TOO_LARGE', `${path} is larger than 16 MiB.`);
    return bytes;
  };
  const listed = (ref: string): SkillFile[] =>
    [...find(ref).files].map(([path, bytes]) => ({
      path,
      kind: isText(bytes) ? 'text' : 'binary',
      size: bytes.length,
    }));
  const digest = sha256(Buffer.from(skills.map(({ entry }) => `${entry.sha256}  ${entry.id}\n`).join('')));
  return {
    entries: () => skills.map(({ entry }) => entry),
    redacts: false,
    agentSession: () => {
      throw new Error('not in these tests');
    },
    readinessEvidence: async () => [],
    readinessSummary: async () => {
      throw new Error('no tool asks for it');
    },
    collections,
    resolve: async (ref) => find(ref).entry,
    context: async () => ({
      text: `${skills.length} skills`,
      report: {
        characters: 0,
        max_characters: 0,
        collections: collections().length,
        members: 0,
        ordinary: rows(undefined).length,
        shadowed: 0,
        whole: 0,
        shortened: 0,
        names_only: 0,
        folded: 0,
        collections_shortened: 0,
        exceeded_by: 0,
        shortened_skills: [],
        names_only_skills: [],
        folded_skills: [],
        shortened_collections: [],
      },
    }),
    ready: async () => undefined,
    async listSkills({ collection, offset = 0, limit = 50 } = {}) {
      const all = rows(collection);
      if (collection !== undefined && all.length === 0) {
        throw new SkillficheError('COLLECTION_NOT_FOUND', `No collection ${JSON.stringify(collection)} here.`, {
          suggestions: collections().map(({ id }) => id),
        });
      }
      const page = all.slice(offset, offset + limit);
      const next = offset + page.length;
      return {
        ...(collection === undefined ? { collections: collections() } : { collection }),
        total: all.length,
        offset,
        count: page.length,
        skills: page,
        ...(next < all.length ? { next_offset: next } : {}),
        catalog_digest: digest,
      };
    },
    async searchSkills({ query, offset = 0, limit = 50 }) {
      const hits = skills.filter(({ entry }) => entry.description.includes(query));
      return {
        query,
        total: hits.length,
        offset,
        skills: hits.slice(offset, offset + limit).map(({ entry: { id, name, description } }) => ({
          id,
          name,
          description,
          score: 1,
          snippet: description,
        })),
      };
    },
    suggest: async (text, limit = 3) =>
      skills
        .map(({ entry }) => entry.name)
        .filter((name) => name.includes(text))
        .slice(0, limit),
    loadSkill: () => Promise.reject(new Error('not used')),
    async replySkill(ref, offset = 0) {
      const { entry } = find(ref);
      const text = Buffer.from(fileOf(ref, entry.file)).toString();
      const { id, name } = entry;
      const digest = `sha256:${entry.sha256}`;
      const page = { id, name, digest, text: text.slice(offset, offset + 24_000), note: '', offset };
      const next = offset + page.text.length;
      return { ...page, ...(next < text.length ? { next_offset: next } : {}), files: listed(ref) };
    },
    async readSkillFile(ref, path, { offset = 0 } = {}) {
      const bytes = fileOf(ref, path);
      const facts = { id: find(ref).entry.id, path, size: bytes.length, digest: `sha256:${sha256(bytes)}`, offset };
      return isText(bytes)
        ? { ...facts, kind: 'text', text: Buffer.from(bytes).toString().slice(offset) }
        : { ...facts, kind: 'binary' };
    },
    manifest: async (ref) =>
      [...find(ref).files].map(([path, bytes]) => ({ path, digest: `sha256:${sha256(bytes)}`, size: bytes.length })),
    manifestStamp: async () => '',
    readBytes: async (ref, path) => catalog.disk.changed[`${ref}/${path}`] ?? fileOf(ref, path),
    readiness: async (refs, { collection } = {}) =>
      skills
        .filter(({ entry }) => refs === undefined || refs.some((ref) => find(ref).entry === entry))
        .filter(({ entry }) => collection === undefined || entry.collection === collection)
        .map(({ entry: { id, name } }) => ({
          id,
          name,
          readiness: {
            state: name.includes('needy') ? 'needs_setup' : 'unknown',
            declared: false,
            missing: [],
            unverifiable: [],
            blocked_on: [],
            checked_locally: true,
            probed: false,
          },
        })),
    ledger: () => ({
      found: catalog.skills.length,
      indexed: catalog.skills.length,
      ordinary: 0,
      members: 0,
      nested: 0,
      miscased_duplicate: 0,
      invalid: 0,
      unreadable: 0,
      in_broken_collection: 0,
      ignored: 0,
      shown: skills.length,
      withheld: catalog.skills.length - skills.length,
      disabled: 0,
    }),
    diagnostics: [],
    catalog_digest: digest,
    follow: (next) => fakeView(next as FakeCatalog, only),
  };
}

function isText(bytes: Uint8Array): boolean {
  return !bytes.includes(0);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
