import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEvents } from '../../../../src/surface/page/core/events.ts';

it('events come whole, wherever the stream is cut', () => {
  const events = fc.array(fc.constantFrom('{"a":1}', 'x', ''), { minLength: 1 });
  fc.assert(
    fc.property(events, fc.array(fc.nat({ max: 60 })), (data, cuts) => {
      const text = data.map((one) => `event: job\ndata: ${one}\n\n`).join('');
      const places = [0, ...cuts.filter((at) => at < text.length).sort((a, b) => a - b), text.length];
      let rest = '';
      const found: string[] = [];
      for (let at = 1; at < places.length; at++) {
        const read = readEvents(rest, text.slice(places[at - 1], places[at]));
        found.push(...read.data);
        rest = read.rest;
      }
      expect(found).toEqual(data);
      expect(rest).toBe('');
    }),
  );
});
