// The laws of editing, every value against every real file (the tests take each file once, values in turn).
// Usage: node bench/edit-laws.mjs [--every 1] [--corpora DIR] [--json]   `--every 20` takes each twentieth file.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMap, parseDocument } from 'yaml';
import { editFrontmatter } from '../dist/format/skill/edit/edit.js';
import { splitFences } from '../dist/format/skill/read/fence.js';

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    corpora: { type: 'string', default: resolve(here, '../../shared/corpora') },
    json: { type: 'boolean', default: false },
  },
});
const VALUES = [
  ...[
    'a: b',
    'cut # here',
    '# heading',
    '- item',
    '---',
    '*bold*',
    '&anchor',
    '!tag',
    '%a',
    '@a',
    '`a`',
    ', a',
    '[a]: b',
  ],
  ...['{a}', '| a', '> a', '"a"', "it's", '"a" it\'s', 'a\\nb', 'yes', 'null', '~', '1.10', '0x1F', '2025-01-02', ''],
  ...[' ', ' a', 'a ', 'a\t', 'a\nb', 'a\n\nb\n', '\na', '  a\nb', 'a\n  b', 'a \nb', 'a\n   \nb', 'a\rb', 'a\r\nb'],
  ...[
    'a\u0007\u0000b',
    'a\u0085b',
    'a\u2028b',
    'a\u200B\u202Eb',
    '\uFEFFa',
    '🧬 👩‍🔬',
    '中文：描述',
    'word '.repeat(300),
  ],
];
const FIELDS = ['description', 'name', 'origin'];

/** The fields as everybody's YAML reads them; undefined where it does not. */
function read(text) {
  const { state, content, closing } = splitFences(text);
  if (state !== 'closed') return undefined;
  const document = parseDocument(text.slice(content, closing).replace(/\r(?!\n)/g, '\n'), { logLevel: 'silent' });
  if (document.errors.length > 0 || !(document.contents === null || isMap(document.contents))) return undefined;
  try {
    return document.toJS() ?? {};
  } catch {
    return undefined;
  }
}

const counts = { documents: 0, clean: 0, edits: 0, refused_clean: 0, broken_laws: 0, refusals: {} };

function check(text, before, field, value) {
  const result = editFrontmatter(text, { [field]: value });
  counts.edits++;
  if (!result.ok) {
    counts.refusals[result.code] = (counts.refusals[result.code] ?? 0) + 1;
    if (before !== undefined) counts.refused_clean++;
    return undefined;
  }
  const [old, now] = [splitFences(text), splitFences(result.text)];
  const isOutsideSame =
    result.text.slice(now.body) === text.slice(old.body) &&
    (old.state !== 'closed' || result.text.slice(now.closing) === text.slice(old.closing));
  if (!isOutsideSame || (before !== undefined && !isAsAsked(before, read(result.text), field, value))) {
    counts.broken_laws++;
    console.error(
      JSON.stringify({ field, value, before: text.slice(0, old.body), after: result.text.slice(0, now.body) }),
    );
  }
  return result.text;
}

function isAsAsked(before, after, field, value) {
  if (after === undefined || Object.hasOwn(after, field) !== (value !== null)) return false;
  if (value !== null && after[field] !== value) return false;
  const others = (fields) => JSON.stringify(Object.entries(fields).filter(([key]) => key !== field));
  return others(before) === others(after);
}

const started = performance.now();
const paths = readdirSync(values.corpora, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name === 'SKILL.md')
  .map((entry) => join(entry.parentPath, entry.name))
  .toSorted()
  .filter((_, index) => index % Number(values.every) === 0);
for (const path of paths) {
  const text = readFileSync(path, 'utf8');
  const before = read(text);
  counts.documents++;
  if (before !== undefined) counts.clean++;
  for (const field of FIELDS) {
    for (const value of VALUES) check(text, before, field, value);
    check(text, before, field, null);
  }
}
const seconds = Math.round((performance.now() - started) / 100) / 10;
console.log(values.json ? JSON.stringify({ ...counts, seconds }, undefined, 2) : { ...counts, seconds });
process.exitCode = counts.broken_laws === 0 ? 0 : 1;
