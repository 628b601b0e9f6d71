import type { Client } from 'pg';
import type { Watch } from './dialect.ts';
import { loadPg } from './pg.ts';

/** Whoever commits a change says on this channel which store it is of, and how long its log is now. */
const CHANNEL = 'skillfiche';
/** In the transaction itself, so that it is said when the change is there; nothing by one that changed nothing. */
export const TELL: string = `select pg_notify('${CHANNEL}', (select value from meta where name = 'generation') || ' '
  || (select coalesce(max(number), 0) from events)) where txid_current_if_assigned() is not null`;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
const CONNECT_MS = 10_000;

/**
 * Calls `told` for each change of the store `id` that others say, and once for each time it begins to listen: what was
 * said before was missed. Where nobody can be heard (no server, or a pool between that drops what is said) it stays quiet
 * and tries again; asking now and then is the caller's. Keeps no process alive.
 */
export function watchServer(url: string, id: () => string | undefined, told: () => void): Watch {
  let client: Client | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let pause = FIRST_PAUSE_MS;
  const again = (): void => {
    if (isClosed || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void listen();
    }, pause);
    timer.unref();
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  };
  const drop = async (lost: Client): Promise<void> => {
    if (client === lost) client = undefined;
    // What it says at its end is no news: it was let go.
    await lost.end().catch(() => undefined);
  };
  const listen = async (): Promise<void> => {
    let own: Client | undefined;
    try {
      const pg = await loadPg();
      const made = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_MS,
        keepAlive: true,
        application_name: 'skillfiche',
      });
      own = made;
      made.on('error', () => {
        if (client === made) void drop(made).then(again);
      });
      made.on('notification', ({ payload = '' }) => {
        const known = id();
        if (known === undefined || payload.startsWith(`${known} `)) told();
      });
      await made.connect();
      // It has one; its types do not say so.
      (made as unknown as { unref(): void }).unref();
      await made.query(`listen ${CHANNEL}`);
      if (isClosed) return await drop(made);
      client = made;
      pause = FIRST_PAUSE_MS;
      told();
    } catch {
      // Whoever asks the store next is told what is wrong with the server.
      if (own !== undefined) await drop(own);
      again();
    }
  };
  void listen();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      if (client !== undefined) await drop(client);
    },
  };
}
