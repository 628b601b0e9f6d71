import { SkillficheError } from '../../base/errors.ts';
import type { Watch } from './sql/dialect.ts';
import { mendSwitches } from './switches.ts';
import type { Store } from './world.ts';

export interface FollowOptions {
  /** Milliseconds between two questions, for where nobody tells. Default 5,000. */
  readonly pollMs?: number;
  /** After `switches.json` became another. */
  readonly onChange?: () => void;
  /** Why the store cannot be asked, once; `undefined` when it can again. What was switched off stays so meanwhile. */
  readonly onTrouble?: (message: string | undefined) => void;
}

export interface Following {
  stop(): Promise<void>;
}

const POLL_MS = 5_000;

/**
 * Keeps `switches.json` of this machine in step with a store on a server: at once when its changes are told, and by
 * asking now and then where they are not. Keeps no process alive.
 */
export function followStore(
  getStore: () => Promise<Store>,
  watch: (id: () => string | undefined, told: () => void) => Promise<Watch>,
  options: FollowOptions,
): Following {
  const { pollMs = POLL_MS, onChange = () => {}, onTrouble = () => {} } = options;
  let id: string | undefined;
  let isStopped = false;
  let isAskedAgain = false;
  let isLooking = false;
  let trouble: string | undefined;
  const lookOnce = async (): Promise<void> => {
    let message: string | undefined;
    let kind: string | undefined;
    try {
      const store = await getStore();
      id = store.db.sharedId;
      if (!store.db.readOnly && (await mendSwitches(store))) onChange();
    } catch (error) {
      message = error instanceof SkillficheError ? error.message : 'The store cannot be asked.';
      kind = error instanceof SkillficheError ? error.code : 'other';
    }
    // One trouble may have many words: a server that goes, that is gone, that is not up yet.
    if (kind === trouble || isStopped) return;
    trouble = kind;
    onTrouble(message);
  };
  const look = async (): Promise<void> => {
    isAskedAgain = true;
    if (isLooking) return;
    isLooking = true;
    while (isAskedAgain && !isStopped) {
      isAskedAgain = false;
      await lookOnce();
    }
    isLooking = false;
  };
  const heard = watch(
    () => id,
    () => void look(),
  );
  const timer = setInterval(() => void look(), pollMs);
  timer.unref();
  void look();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await (await heard).close();
    },
  };
}
