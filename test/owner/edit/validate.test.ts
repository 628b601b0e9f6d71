import { expect, it } from 'vitest';
import { openPlanted, skills } from '../../support/catalog.ts';

it('tells how many skills it has checked of how many', async () => {
  const catalog = await openPlanted([{ tree: skills({ a: 'a', b: 'b', c: 'c' }) }]);
  const told: string[] = [];
  await catalog.validate({ refs: ['a', 'b'], onProgress: (done, total) => void told.push(`${done}/${total}`) });
  expect(told).toEqual(['1/2', '2/2']);
});
