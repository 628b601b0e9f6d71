import { type OptionKeys, requireOptions } from '../base/options.ts';
import type { Workspace, WorkspaceOptions } from './workspace-types.ts';

const KEYS: OptionKeys<WorkspaceOptions> = {
  project: true,
  home: true,
  data: true,
  store: true,
  roots: true,
  cache: true,
  person: true,
  now: true,
  waitMs: true,
  cwd: true,
  env: true,
  cloner: true,
  fetch: true,
  writer: true,
  onExports: true,
  disk: true,
  onStep: true,
};

/**
 * Opens what remembers: versions of skills, switches, levels. Nothing is read or made before a verb is called; then the
 * store is opened, made where there is none, and what a stopped process left is ended.
 */
export async function openWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  requireOptions(options, 'openWorkspace', KEYS);
  return (await import('./workspace.ts')).createWorkspace(options);
}
