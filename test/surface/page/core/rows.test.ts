import { describe, expect, it } from 'vitest';
import { type AskPart, Rows } from '../../../../src/surface/page/core/rows.ts';

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

const failAtOnce = (error: unknown): void => expect.fail(String(error));

/** A server that gives at most `most` rows at once. */
function server(total: number, most: number) {
  const asked: string[] = [];
  const ask: AskPart<number> = async (offset, limit, signal) => {
    asked.push(`${offset}+${limit}`);
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    const count = Math.max(0, Math.min(limit, most, total - offset));
    return { rows: Array.from({ length: count }, (_, at) => offset + at), total };
  };
  return { ask, asked };
}

describe('a long list', () => {
  it('joins the parts of a page that the server cuts shorter', async () => {
    const { ask, asked } = server(130, 40);
    const rows = new Rows(ask, () => undefined, failAtOnce);
    rows.want({ first: 0, end: 0 });
    await until(() => rows.total !== undefined);
    rows.want({ first: 90, end: 130 });
    await until(() => rows.row(129) !== undefined);
    expect(asked).toEqual(['0+100', '40+60', '80+20', '100+100']);
    expect([rows.total, rows.row(0), rows.row(99), rows.row(100), rows.row(130)]).toEqual([130, 0, 99, 100, undefined]);
  });

  it('gives up pages that were scrolled past, and says nothing of them', async () => {
    const { ask } = server(20_000, 100);
    const failed: unknown[] = [];
    const rows = new Rows(
      ask,
      () => undefined,
      (error) => failed.push(error),
    );
    rows.want({ first: 0, end: 0 });
    await until(() => rows.total !== undefined);
    rows.want({ first: 5_000, end: 5_040 });
    rows.want({ first: 19_000, end: 19_040 });
    await until(() => rows.row(19_000) !== undefined);
    expect(rows.row(5_000)).toBeUndefined();
    expect(failed).toEqual([]);
  });

  it('holds the pages that were used last', async () => {
    const { ask } = server(20_000, 100);
    const rows = new Rows(ask, () => undefined, failAtOnce);
    rows.want({ first: 0, end: 0 });
    await until(() => rows.total !== undefined);
    for (let page = 1; page < 80; page++) {
      rows.want({ first: page * 100, end: page * 100 + 1 });
      await until(() => rows.row(page * 100) !== undefined);
    }
    expect(rows.row(0)).toBeUndefined();
    expect(rows.row(7_900)).toBe(7_900);
  });

  it('says why a page is not there', async () => {
    const failed: unknown[] = [];
    const rows = new Rows(
      () => Promise.reject(new Error('gone')),
      () => undefined,
      (error) => failed.push(error),
    );
    rows.want({ first: 0, end: 0 });
    await until(() => failed.length > 0);
    expect(failed).toEqual([new Error('gone')]);
  });
});
