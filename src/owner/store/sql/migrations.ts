/** Words in which the dialects differ. */
export interface SqlWords {
  readonly blob: string;
  readonly integer: string;
  /** A whole number that counts itself up, as primary key. */
  readonly counter: string;
}

export interface Migration {
  readonly number: number;
  /** Statements on what may be shared, then on what belongs to the machine. */
  readonly shared: (words: SqlWords) => readonly string[];
  readonly local: (words: SqlWords) => readonly string[];
}

/** In order; a number, once shipped, never changes what it does. */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    shared: ({ blob, integer, counter }) => [
      `create table if not exists meta (name text primary key, value text not null)`,
      `create table blobs (sha256 text primary key, size ${integer} not null, bytes ${blob} not null)`,
      `create table trees (tree text primary key, digest text not null, files ${integer} not null, size ${integer} not null)`,
      `create table tree_files (tree text not null references trees (tree) on delete cascade, path text not null,
        sha256 text not null references blobs (sha256), size ${integer} not null, executable ${integer} not null,
        primary key (tree, path))`,
      `create index tree_files_by_blob on tree_files (sha256)`,
      `create table packages (package text primary key, place text not null, slug text not null, kind text not null,
        at text not null)`,
      `create index packages_by_place on packages (place, slug)`,
      `create table versions (package text not null references packages (package), number ${integer} not null,
        digest text not null, tree text not null references trees (tree), name text not null, members ${integer} not null,
        came_by text not null, source text, note text, at text not null, intent text not null,
        primary key (package, number))`,
      `create index versions_by_tree on versions (tree)`,
      `create table active (package text primary key references packages (package), number ${integer},
        revision ${integer} not null, foreign key (package, number) references versions (package, number))`,
      `create table switches (person text not null, place text not null, target text not null, state text not null,
        primary key (person, place, target))`,
      `create table levels (person text not null, key text not null, position ${integer} not null, target text not null,
        primary key (person, key, target))`,
      `create table events (number ${counter}, at text not null, person text not null, verb text not null,
        package text not null, version ${integer}, digest text, intent text, detail text)`,
      `create index events_by_package on events (package, number)`,
      `create index events_by_intent on events (intent)`,
    ],
    local: ({ integer }) => [
      `create table if not exists meta (name text primary key, value text not null)`,
      `create table views (package text primary key, number ${integer} not null, folder text not null, tree text not null,
        stamp text not null)`,
      `create table exports (folder text primary key, tool text not null, id text not null, digest text not null,
        version ${integer}, follow ${integer} not null, at text not null, detail text)`,
      `create table intents (nonce text primary key, package text not null unique, plan text not null)`,
    ],
  },
];

export const SCHEMA_VERSION: number = MIGRATIONS.at(-1)?.number ?? 0;
