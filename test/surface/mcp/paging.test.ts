import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareCodePoints } from '../../../src/base/text.ts';
import { encodeCursor, startAfter } from '../../../src/surface/mcp/paging.ts';

const located = (uris: readonly string[]) => uris.map((uri) => ({ uri }));

it('pages joined are the whole list, once each, also when keys come and go between them', () => {
  const keys = fc
    .uniqueArray(fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()))
    .map((list) => list.sort(compareCodePoints));
  fc.assert(
    fc.property(keys, fc.integer({ min: 1, max: 5 }), fc.nat(), (list, size, gone) => {
      const seen: string[] = [];
      let cursor: string | undefined;
      let rest = list;
      do {
        const from = startAfter(located(rest), cursor) ?? 0;
        const page = rest.slice(from, from + size);
        seen.push(...page);
        cursor = from + size < rest.length ? encodeCursor(page.at(-1) ?? '') : undefined;
        // One that was already seen disappears.
        rest = rest.filter((key) => key !== seen[gone % seen.length]);
      } while (cursor !== undefined);
      expect(seen).toEqual(list);
    }),
  );
});

it.each(['', 'x', 'YWZ0ZXI', 'after:a', `${encodeCursor('a')}=`, `${encodeCursor('a')} `, '\0'])(
  '%j is none of our cursors',
  (cursor) => {
    expect(startAfter(located(['a', 'b']), cursor)).toBeUndefined();
  },
);
