import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDisk } from '../../../src/io/disk/disk.ts';
import { readLockText, writeLockText } from '../../../src/io/disk/lock-file.ts';
import { makeTree } from '../../support/tree.ts';

describe('a lock on disk', () => {
  it('is written whole, over an older one too, and leaves nothing beside it', async () => {
    const folder = makeTree({ 'COLLECTION.lock.json': 'old' });
    await writeLockText(`${folder}/COLLECTION.lock.json`, 'new\n');
    expect(readFileSync(`${folder}/COLLECTION.lock.json`, 'utf8')).toBe('new\n');
    expect(readdirSync(folder)).toEqual(['COLLECTION.lock.json']);
    expect(readLockText(createDisk(), `${folder}/COLLECTION.lock.json`)).toBe('new\n');
  });

  it('need not be there', () => {
    expect(readLockText(createDisk(), `${makeTree({})}/COLLECTION.lock.json`)).toBeUndefined();
  });

  it('is broken, not absent, when it cannot be read', () => {
    const folder = makeTree({ 'COLLECTION.lock.json/x': '' });
    expect(() => readLockText(createDisk(), `${folder}/COLLECTION.lock.json`)).toThrow(
      expect.objectContaining({ code: 'BROKEN_FILE' }),
    );
  });

  it('that cannot be written leaves the old one and says why', async () => {
    const folder = makeTree({ 'COLLECTION.lock.json/x': '' });
    await expect(writeLockText(`${folder}/COLLECTION.lock.json`, 'x')).rejects.toThrow(/Cannot write .*: E/);
    expect(readdirSync(folder)).toEqual(['COLLECTION.lock.json']);
  });
});
