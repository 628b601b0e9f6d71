import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatSkeleton } from '../../../src/catalog/network/inventory-check.ts';
import { loadInventory } from '../../../src/catalog/network/inventory-file.ts';
import { createDisk } from '../../../src/io/disk/disk.ts';
import { writeInventory } from '../../../src/owner/inventory/write.ts';
import { makeTree } from '../../support/tree.ts';

const none = async () => () => [];

describe('the inventory of a root', () => {
  it('need not be there', async () => {
    const root = makeTree({});
    expect(await loadInventory(createDisk(), root, none)).toEqual({
      path: `${root}/network-inventory.json`,
      diagnostics: [],
    });
  });

  it('is read, with a byte order mark too', async () => {
    const root = makeTree({ 'network-inventory.json': '\uFEFF{"schema_version":1}' });
    expect((await loadInventory(createDisk(), root, none)).inventory).toMatchObject({ schema_version: 1 });
  });

  it('may stand elsewhere', async () => {
    const root = makeTree({ 'other.json': '{"schema_version":1}' });
    expect((await loadInventory(createDisk(), '/nowhere', none, `${root}/other.json`)).inventory).toBeDefined();
  });

  it.each([
    ['a folder', { 'network-inventory.json/x': '' }],
    ['a link that leads nowhere to be read', { 'network-inventory.json': { link: 'network-inventory.json' } }],
    ['no JSON', { 'network-inventory.json': 'x' }],
  ])('is a diagnostic when it is %s', async (_, entries) => {
    const root = makeTree(entries as Parameters<typeof makeTree>[0]);
    const loaded = await loadInventory(createDisk(), root, none);
    expect(loaded.inventory).toBeUndefined();
    expect(loaded.diagnostics).toMatchObject([{ code: 'inventory/broken', path: `${root}/network-inventory.json` }]);
  });

  it('is written where none is, and never over one', async () => {
    const root = makeTree({});
    const file = `${root}/network-inventory.json`;
    const text = formatSkeleton({
      b: [
        { path: 'y', digest: 'sha256:1' },
        { path: 'x', digest: 'sha256:2' },
      ],
      a: [],
    });
    await writeInventory(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(Object.keys(JSON.parse(text).collections)).toEqual(['a', 'b']);
    await expect(writeInventory(file, '{}')).rejects.toMatchObject({ code: 'EDIT_REFUSED', paths: [file] });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
