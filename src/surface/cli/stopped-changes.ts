import { openWorkspace } from '../../app/open-workspace.ts';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import type { Io } from './io.ts';

/** Opens the store, which ends what a stopped process left. A change that is under way now ends by itself. */
export async function endAll(io: Pick<Io, 'env' | 'err' | 'cwd'>, folder: string): Promise<void> {
  const workspace = await openWorkspace({ cwd: io.cwd, env: io.env, project: false });
  try {
    const left = await workspace.store.recover();
    if (left > 0)
      io.err(
        `skillfiche: a change that was stopped waits in ${folder} and cannot be ended here; the state before it is shown.\n`,
      );
  } catch (error) {
    if (!(error instanceof SkillficheError) && errnoOf(error) === 'UNKNOWN') throw error;
    const why = error instanceof Error ? error.message : String(error);
    io.err(`skillfiche: a change that was stopped could not be ended; the state before it is shown. ${why}\n`);
  } finally {
    await workspace.close();
  }
}
