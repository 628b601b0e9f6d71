// MiniSearch as most people would use it, and as well as we could set it up, and SQLite FTS5: what the ranking is measured against.
import Database from 'libsql';
import { stem } from '../dist/catalog/search/text/stem.js';
import { STOP_WORDS } from '../dist/catalog/search/text/stop-words.js';

const fields = ['name', 'description', 'headings', 'body'];

export const options = {
  'minisearch, plain': { fields },
  'minisearch, tuned': {
    fields,
    processTerm: (term) => {
      const word = term.toLowerCase();
      return STOP_WORDS.has(word) ? null : stem(word);
    },
    searchOptions: { boost: { name: 3, description: 2, headings: 1.5 } },
  },
};

export const FTS5 = 'sqlite fts5';

/** An index of SQLite in a file, over rows of these fields in the order of their numbers. */
export function buildFts5(file, rows) {
  const db = new Database(file);
  db.exec(`create virtual table skills using fts5(${fields.join(', ')}, tokenize = 'porter unicode61')`);
  db.exec('begin');
  const insert = db.prepare('insert into skills(rowid, name, description, headings, body) values (?, ?, ?, ?, ?)');
  for (const [id, row] of rows.entries()) insert.run(BigInt(id), ...fields.map((field) => row[field]));
  db.exec('commit');
  db.close();
}

/** Opens such a file: a function from a query to the numbers of at most ten rows, the best first. */
export function openFts5(file) {
  const db = new Database(file);
  const find = db.prepare(
    'select rowid as id from skills where skills match ? order by bm25(skills, 3, 2, 1.5, 1) limit 10',
  );
  return (query) => {
    const words = new Set(
      query
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.filter((word) => !STOP_WORDS.has(word)),
    );
    if (words.size === 0) return [];
    return find.all([...words].map((word) => `"${word}"`).join(' OR ')).map(({ id }) => Number(id));
  };
}
