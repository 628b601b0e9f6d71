import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLockText, writeLockText } from '../../../src/io/disk/lock-file.ts';
import { makeTree } from '../../support/tree.ts';

describe('a lock on disk', () => {
  it('is written whole, over an older one too, and leaves nothing beside it', () => {
    const folder = makeTree({ 'COLLECTION.lock.json': 'old' });
    writeLockText(`${folder}/COLLECTION.lock.json`, 'new\n');
    expect(readFileSync(`${folder}/COLLECTION.lock.json`, 'utf8')).toBe('new\n');
    expect(readdirSync(folder)).toEqual(['COLLECTION.lock.json']);
    expect(readLockText(`${folder}/COLLECTION.lock.json`)).toBe('new\n');
  });

  it('need not be there', () => {
    expect(readLockText(`${makeTree({})}/COLLECTION.lock.json`)).toBeUndefined();
  });

  it('is broken, not absent, when it cannot be read', () => {
    const folder = makeTree({ 'COLLECTION.lock.json/x': '' });
    expect(() => readLockText(`${folder}/COLLECTION.lock.json`)).toThrow(
      expect.objectContaining({ code: 'BROKEN_FILE' }),
    );
  });

  it('that cannot be written leaves the old one and says why', () => {
    const folder = makeTree({ 'COLLECTION.lock.json/x': '' });
    expect(() => writeLockText(`${folder}/COLLECTION.lock.json`, 'x')).toThrow(/Cannot write .*: E/);
    expect(readdirSync(folder)).toEqual(['COLLECTION.lock.json']);
  });
});
