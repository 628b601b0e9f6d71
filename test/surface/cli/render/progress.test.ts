import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Io } from '../../../../src/surface/cli/io.ts';
import { showProgress } from '../../../../src/surface/cli/render/progress.ts';

function terminal(isErrTty: boolean): { readonly io: Io; readonly shown: string[] } {
  const shown: string[] = [];
  const io: Io = {
    out: () => undefined,
    outBytes: () => undefined,
    err: (text) => void shown.push(text),
    cwd: '/',
    env: {},
    columns: 80,
    isTty: true,
    isErrTty,
  };
  return { io, shown };
}

describe('progress', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('is a line that is renewed now and then, and cleared', () => {
    const { io, shown } = terminal(true);
    const { options, end } = showProgress(io, false, 'checking', 'skills');
    for (let done = 1; done <= 60; done++) {
      vi.advanceTimersByTime(10);
      options.onProgress?.(done, 60);
    }
    end();
    end();
    expect(shown).toEqual([
      '\rchecking: 30 of 60 skills ',
      '\rchecking: 40 of 60 skills ',
      '\rchecking: 50 of 60 skills ',
      '\rchecking: 60 of 60 skills ',
      '\r\u001b[K',
    ]);
  });

  it('of what is soon done is nothing', () => {
    const { io, shown } = terminal(true);
    const { options, end } = showProgress(io, false, 'checking', 'skills');
    options.onProgress?.(1, 1);
    end();
    expect(shown).toEqual([]);
  });

  it.each([
    ['where nobody looks', false, false],
    ['where quiet is asked for', true, true],
  ])('asks for no calls %s', (_, isErrTty, isQuiet) => {
    expect(showProgress(terminal(isErrTty).io, isQuiet, 'checking', 'skills').options).toEqual({});
  });
});
