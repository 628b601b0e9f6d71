import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDocument } from '../../../src/format/schema/check.ts';
import { checkCollection, checkConfig } from '../../../src/format/schema/generated.ts';

describe('what a schema does not allow, in words', () => {
  it('is nothing for a document that fits', () => {
    expect(checkDocument(checkCollection, { schema_version: 1, id: 'a' })).toEqual([]);
  });

  it.each([
    [{ schema_version: 1 }, '', 'id', 'the document has no `id`'],
    [{ schema_version: 2, id: 'a' }, '/schema_version', 'schema_version', '`schema_version` must be 1'],
    [{ schema_version: 1, id: 'A b' }, '/id', 'id', '`id` must be 1 to 63 lower-case letters, digits'],
    [{ schema_version: 1, id: 'a', tree: '../..' }, '/tree', 'tree', '`tree` must name a folder below this one'],
    [{ schema_version: 1, id: 'a', source: {} }, '/source', 'url', '`source` has no `url`'],
    [{ schema_version: 1, id: 'a', source: { url: 3 } }, '/source/url', 'url', '`source.url` must be string'],
  ])('%j', (document, pointer, field, message) => {
    const faults = checkDocument(checkCollection, document);
    expect(faults).toEqual([{ pointer, field, message: expect.stringContaining(message) }]);
  });

  it.each(['collection', 'lock', 'network-inventory', 'config'])('is no regular expression, for any in %s', (name) => {
    const text = readFileSync(join(import.meta.dirname, `../../../schemas/${name}.schema.json`), 'utf8');
    const patterns = [...text.matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)].map((match) => JSON.parse(match[1] ?? ''));
    expect(patterns.length).toBeGreaterThan(0);
    for (const pattern of patterns) {
      const check = Object.assign(() => false, {
        errors: [{ keyword: 'pattern', instancePath: '/x', params: { pattern }, message: 'must match pattern' }],
      });
      expect(checkDocument(check, {})[0]?.message, pattern).not.toContain('pattern');
    }
  });

  it('names an unknown key, also one with characters that a pointer escapes', () => {
    expect(checkDocument(checkConfig, { 'a/b~c%d': 1 })).toEqual([
      { pointer: '', field: 'a/b~c%d', message: 'the document has an unknown key `a/b~c%d`' },
    ]);
  });

  it('tells every fault, not only the first', () => {
    expect(checkDocument(checkConfig, { roots: [{}, { path: 1 }], only: 'x' }).map((fault) => fault.message)).toEqual([
      '`roots.0` has no `path`',
      '`roots.1.path` must be string',
      '`only` must be array',
    ]);
  });

  it('decodes the names in a pointer, whatever they hold', () => {
    const check = Object.assign(() => false, {
      errors: [{ keyword: 'type', instancePath: '/a~1b/c%~0d', params: {}, message: 'must be string' }],
    });
    expect(checkDocument(check, {})).toEqual([
      { pointer: '/a~1b/c%~0d', field: 'c%~d', message: '`a/b.c%~d` must be string' },
    ]);
  });

  it('lists what an enum allows', () => {
    const check = Object.assign(() => false, {
      errors: [{ keyword: 'enum', instancePath: '/mode', params: { allowedValues: ['none', 'host_only'] } }],
    });
    expect(checkDocument(check, {})).toEqual([
      { pointer: '/mode', field: 'mode', message: '`mode` must be one of "none", "host_only"' },
    ]);
  });
});
