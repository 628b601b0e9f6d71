import { expect, it } from 'vitest';
import { createGate, mapLimited } from '../../../src/surface/mcp/limited.ts';

function meter() {
  const seen = { now: 0, most: 0 };
  return {
    seen,
    async task<T>(value: T): Promise<T> {
      seen.most = Math.max(seen.most, ++seen.now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.now--;
      return value;
    },
  };
}

it('results are in the order of the items, with no more at work than allowed', async () => {
  const { seen, task } = meter();
  const items = Array.from({ length: 20 }, (_, index) => index);
  expect(await mapLimited(items, 3, task)).toEqual(items);
  expect(seen.most).toBe(3);
  expect(await mapLimited([], 3, task)).toEqual([]);
});

it('a gate lets no more through than allowed, also after failures', async () => {
  const { seen, task } = meter();
  const gate = createGate(2);
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      gate(async () => {
        await task(index);
        if (index % 3 === 0) throw new Error('no');
      }),
    ),
  );
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  expect(seen).toEqual({ now: 0, most: 2 });
});
