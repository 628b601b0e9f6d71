import { describe, expect, it } from 'vitest';
import { idOf, rowOfId, scopeOfRow } from '../../../src/catalog/rows/rows.ts';
import { Selection } from '../../../src/catalog/rows/selection.ts';
import { markerText, plantCatalog, skills } from '../../support/catalog.ts';

const data = await plantCatalog([
  {
    tree: {
      ...skills({ a: 'a', 'a-b': 'ab', 'a/b': 'never', 'q/r': 'r', '日本/話': 'x', 'odd:name': 'o' }),
      'empty/COLLECTION.json': markerText('empty'),
      'bio/COLLECTION.json': markerText('bio'),
      ...skills({ 'bio/x/one': '1', 'bio/y/two': '2' }),
    },
  },
  { id: 'other', kind: 'personal', tree: skills({ a: 'a' }) },
]);

describe('an exact id', () => {
  it('leads to its row, and the row back to it', () => {
    const ids = new Selection(data).all().map((row) => idOf(scopeOfRow(data, row), row));
    expect(ids).toEqual([
      'bio:x/one',
      'bio:y/two',
      'other:a',
      'project:a',
      'project:a-b',
      'project:odd:name',
      'project:q/r',
      'project:日本/話',
    ]);
    for (const id of ids) {
      const row = rowOfId(data, id);
      expect(row).toBeDefined();
      expect(row === undefined ? '' : idOf(scopeOfRow(data, row), row)).toBe(id);
    }
  });

  it.each([
    '',
    ':',
    'a',
    'project:',
    'project:A',
    'project:a/',
    'project:a/b',
    'bio:x',
    'bio:',
    'empty:.',
    'nowhere:a',
    'other:z',
    ':a',
  ])('%j is none', (id) => {
    expect(rowOfId(data, id)).toBeUndefined();
  });

  it('beyond the rows there is no scope', () => {
    expect(() => scopeOfRow(data, data.rows)).toThrow(RangeError);
    expect(() => scopeOfRow(data, -1)).toThrow(RangeError);
  });
});
