import type { WorkspaceOptions } from '../../../../src/app/workspace-types.ts';
import type { TreeEntry } from '../../../support/tree.ts';
import { makePlace, openPlace, type Place } from '../../store/support.ts';

/** Finds git, and nothing of whoever runs the tests. */
const env = { PATH: process.env['PATH'], HOME: '/nonexistent' };

/** A home, a project and a store of their own, from which git is found. */
export function makeGitPlace(
  entries: Readonly<Record<string, TreeEntry>> = {},
  options: WorkspaceOptions = {},
): Promise<Place> {
  return makePlace(entries, { env, ...options });
}

export function openGitPlace(base: string, options: WorkspaceOptions = {}): Promise<Place> {
  return openPlace(base, { env, ...options });
}
