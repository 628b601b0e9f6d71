import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { SkillInSource } from '../../../src/owner/source/discover.ts';
import { chooseSkills, confirmWith, isInteractive } from '../../../src/surface/cli/ask-person.ts';
import { Exit, type Io } from '../../../src/surface/cli/io.ts';

/** A terminal that somebody types at. */
function terminal() {
  const stdin: PassThrough & { isTTY?: boolean; setRawMode?: (mode: boolean) => unknown } = new PassThrough();
  stdin.isTTY = true;
  stdin.setRawMode = () => stdin;
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  let shown = '';
  stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const io: Io = {
    out: () => {},
    outBytes: () => {},
    err: () => {},
    cwd: '/',
    env: {},
    columns: 80,
    isTty: true,
    isErrTty: true,
    streams: { stdin, stdout, stderr: stdout },
  };
  return { io, type: (text: string) => stdin.write(text), shown: () => shown };
}

const turn = () => new Promise((done) => setTimeout(done, 20));
const many = (count: number): SkillInSource[] =>
  Array.from({ length: count }, (_, at) => ({
    path: `part/skill-${at}`,
    name: `skill-${at}`,
    slug: `skill-${at}`,
    description: `Does thing ${at}, \u001b[2Jand more.`,
    files: [],
    recovered: false,
  }));

describe('asking a person', () => {
  it.each([562, 5_000])(
    'choosing among %d skills by typing parts of names takes no time a person would notice',
    async (count) => {
      const { io, type, shown } = terminal();
      const chosen = chooseSkills(io, many(count));
      await new Promise((done) => setTimeout(done, 300));
      const times: number[] = [];
      for (const key of `thing ${count - 2} part`) {
        const start = performance.now();
        type(key);
        await new Promise((done) => setImmediate(done));
        await new Promise((done) => setImmediate(done));
        times.push(performance.now() - start);
      }
      type('\t');
      await turn();
      type('\r');
      expect(await chosen).toEqual([`part/skill-${count - 2}`]);
      times.sort((a, b) => a - b);
      expect(times[times.length >> 1]).toBeLessThan(200);
      expect(shown()).not.toContain('\u001b[2J');
    },
  );

  it('leaving it is no yes', async () => {
    const { io, type } = terminal();
    const chosen = chooseSkills(io, many(3));
    await new Promise((done) => setTimeout(done, 200));
    type('\u0003');
    await expect(chosen).rejects.toBeInstanceOf(Exit);
    const other = terminal();
    const confirmed = confirmWith(other.io, 'Take it?');
    await new Promise((done) => setTimeout(done, 200));
    other.type('\r');
    expect(await confirmed).toBe(false);
  });

  it('is done at a terminal alone', () => {
    const { io } = terminal();
    expect(isInteractive(io)).toBe(true);
    expect(isInteractive({ ...io, isTty: false })).toBe(false);
    const { streams: _, ...piped } = io;
    expect(isInteractive(piped)).toBe(false);
  });
});
