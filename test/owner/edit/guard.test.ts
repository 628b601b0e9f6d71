import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkEditable, type EditGuard } from '../../../src/owner/edit/guard.ts';
import { makeTree, skillText } from '../../support/tree.ts';

const TREE = {
  'own/a/SKILL.md': skillText('a'),
  'own/linked': { link: '../elsewhere/b' },
  'own/file-link/SKILL.md': { link: '../a/SKILL.md' },
  'elsewhere/b/SKILL.md': skillText('b'),
  'top-link': { link: 'own' },
  'bundled/c/SKILL.md': skillText('c'),
  'bundled/mine/d/SKILL.md': skillText('d'),
  'own/pinned/COLLECTION.json': '{}',
  'own/pinned/COLLECTION.lock.json': '{}',
  'own/pinned/deep/e/SKILL.md': skillText('e'),
  'own/loose/COLLECTION.json': '{}',
  'own/loose/f/SKILL.md': skillText('f'),
  'own/odd/COLLECTION.lock.json': '{}',
  'own/odd/g/SKILL.md': skillText('g'),
};

/** `own`, or why a file of the tree above may not be edited under these roots. */
function verdict(path: string, roots: Record<string, string> = {}): string {
  const root = makeTree(TREE);
  const guard: EditGuard = {
    roots: Object.entries(roots).map(([folder, kind]) => ({ kind, path: join(root, folder) })),
  };
  try {
    checkEditable(join(root, path), guard);
    return 'own';
  } catch (error) {
    const { reason, message } = error as { reason?: string; message: string };
    expect(message).toContain(join(root, path));
    return reason ?? message;
  }
}

describe('what may be edited', () => {
  test.each<[string, Record<string, string>, string]>([
    ['own/a/SKILL.md', {}, 'own'],
    ['own/a/SKILL.md', { own: 'project' }, 'own'],
    ['own/loose/f/SKILL.md', { own: 'project' }, 'own'],
    ['own/odd/g/SKILL.md', { own: 'project' }, 'own'],
    // Links: at the file, at the skill, between root and skill; but not above the root.
    ['own/file-link/SKILL.md', { own: 'project' }, 'link'],
    ['own/linked/SKILL.md', {}, 'link'],
    ['own/linked/SKILL.md', { own: 'project' }, 'link'],
    ['top-link/a/SKILL.md', { 'top-link': 'project' }, 'own'],
    ['top-link/linked/SKILL.md', { 'top-link': 'project' }, 'link'],
    // Bundled roots, but for a root of one's own inside one, or the same folder named as one's own.
    ['bundled/c/SKILL.md', { bundled: 'bundled' }, 'bundled'],
    ['bundled/mine/d/SKILL.md', { bundled: 'bundled', 'bundled/mine': 'project' }, 'own'],
    ['bundled/c/SKILL.md', { bundled: 'bundled', 'bundled/mine': 'project' }, 'bundled'],
    ['bundled/c/SKILL.md', { bundled: 'project' }, 'own'],
    // Reached by another way it is still bundled.
    ['top-link/a/SKILL.md', { own: 'bundled', 'top-link': 'bundled' }, 'bundled'],
    ['top-link/a/SKILL.md', { own: 'bundled' }, 'bundled'],
    // Pinned, unless the collection's own folder is named.
    ['own/pinned/deep/e/SKILL.md', {}, 'pinned'],
    ['own/pinned/deep/e/SKILL.md', { own: 'project' }, 'pinned'],
    ['own/pinned/deep/e/SKILL.md', { 'own/pinned/deep': 'project' }, 'pinned'],
    ['own/pinned/deep/e/SKILL.md', { 'own/pinned': 'project' }, 'own'],
    ['own/pinned/deep/e/SKILL.md', { own: 'project', 'own/pinned': 'personal' }, 'own'],
    ['own/pinned/deep/e/SKILL.md', { 'own/pinned': 'bundled' }, 'bundled'],
  ])('%s with %j: %s', (path, roots, expected) => {
    expect(verdict(path, roots)).toBe(expected);
  });

  test('a read-only file is not, whoever asks', () => {
    const root = makeTree({ 'SKILL.md': skillText('a') });
    chmodSync(join(root, 'SKILL.md'), 0o444);
    expect(() => checkEditable(join(root, 'SKILL.md'))).toThrow(expect.objectContaining({ reason: 'read-only' }));
    expect(checkEditable(join(root, 'SKILL.md'), {}, true).kind).toBe('file');
  });

  test('the way out of a pin is a root', () => {
    const root = makeTree(TREE);
    expect(() => checkEditable(join(root, 'own/pinned/deep/e/SKILL.md'))).toThrow(
      `--root project=${join(root, 'own/pinned')}`,
    );
  });
});
