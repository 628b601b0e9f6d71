import { afterAll, describe, vi } from 'vitest';
import { serverForTests } from './server.ts';
import { useServer } from './support.ts';

// Processes that are killed and that race, as `kill.test.ts` and `race.test.ts` have them, with a store on a server.
const { server, why, fresh } = serverForTests();
// A place on a server takes longer to make; the steps are the same.
process.env['STORE_KILLS'] ??= '30';
vi.setConfig({ testTimeout: 300_000 });
afterAll(() => useServer(undefined));

describe.skipIf(server === undefined)(`on a server${why}`, async () => {
  if (server === undefined) return;
  useServer(() => server.address(fresh()));
  await import('./kill.test.ts');
  await import('./race.test.ts');
});
