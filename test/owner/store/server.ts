import { afterAll } from 'vitest';
import { findPostgres, type Server, startPostgres } from '../../support/postgres.ts';

/** A server for one file of tests, stopped after them; `undefined` where PostgreSQL is not installed. */
export function serverForTests(): { readonly server: Server | undefined; readonly why: string; fresh(): string } {
  const bin = findPostgres();
  const server = bin === undefined ? undefined : startPostgres(bin);
  afterAll(() => server?.stop());
  let databases = 0;
  return {
    server,
    why: server === undefined ? ' (no PostgreSQL here)' : '',
    /** Another database that nobody has used; its name. */
    fresh() {
      const name = `store_${++databases}`;
      server?.createDatabase(name);
      return name;
    },
  };
}
