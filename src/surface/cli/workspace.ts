import type { Workspace, WorkspaceOptions } from '../../app/workspace-types.ts';
import { defaultCacheFolder } from '../../io/places/cache-folder.ts';
import type { Globals } from './globals.ts';
import type { Io } from './io.ts';
import { renderSynced } from './render/exports.ts';

/** The workspace a command stands in, let go of when the command is done. */
export async function withWorkspace<T>(
  globals: Globals,
  io: Io,
  use: (workspace: Workspace) => Promise<T>,
  more: Pick<WorkspaceOptions, 'writer'> = {},
): Promise<T> {
  const { openWorkspace } = await import('../../app/open-workspace.ts');
  const { cache } = globals;
  const workspace = await openWorkspace({
    ...more,
    cwd: io.cwd,
    env: io.env,
    cache:
      cache === false
        ? false
        : typeof cache === 'string' && cache !== ''
          ? cache
          : (defaultCacheFolder(io.env) ?? false),
    onExports: (synced) => {
      if (!globals.quiet) io.err(renderSynced(synced));
    },
  });
  try {
    return await use(workspace);
  } finally {
    await workspace.close();
  }
}

/** What a server does beside its work: the switches here follow a store that machines share. Returns how to end it. */
export async function followSwitches(globals: Globals, io: Io): Promise<() => Promise<void>> {
  if ((io.env['SKILLFICHE_STORE'] ?? '') === '') return async () => {};
  const { openWorkspace } = await import('../../app/open-workspace.ts');
  const workspace = await openWorkspace({ cwd: io.cwd, env: io.env });
  const following = workspace.store.follow({ onTrouble: (message) => sayTrouble(globals, io, message) });
  return async () => {
    await following.stop();
    await workspace.close();
  };
}

/** Why switches of others are not seen, and that they are again. */
export function sayTrouble({ quiet }: Globals, io: Io, message: string | undefined): void {
  if (quiet) return;
  io.err(
    `skillfiche: ${message === undefined ? 'the store answers again' : `switches stay as they are: ${message}`}\n`,
  );
}
