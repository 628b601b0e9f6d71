import { describe, expect, it } from 'vitest';
import { DearAnswers } from '../../../src/surface/http/dear.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('an answer that is dear', () => {
  it('is made once for all who ask meanwhile, and given again for a while in proportion to what it cost', async () => {
    const dear = new DearAnswers();
    let made = 0;
    const ask = (digest = 'a') =>
      dear.get('key', digest, async () => {
        made += 1;
        await pause(30);
        return { made };
      });
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([{ made: 1 }, { made: 1 }, { made: 1 }]);
    expect(await ask()).toEqual({ made: 1 });
    expect(await ask('b')).toEqual({ made: 2 });
    dear.forget();
    expect(await ask('b')).toEqual({ made: 3 });
  });

  it('that cost nothing is made anew, and so is one that failed', async () => {
    const dear = new DearAnswers();
    let made = 0;
    const ask = () => dear.get('key', 'a', async () => ({ made: ++made }));
    await ask();
    await pause(30);
    expect(await ask()).toEqual({ made: 2 });
    const fail = () => dear.get('other', 'a', () => Promise.reject(new Error('no')));
    await expect(fail()).rejects.toThrow('no');
    expect(await dear.get('other', 'a', async () => ({ ok: true }))).toEqual({ ok: true });
  });
});
