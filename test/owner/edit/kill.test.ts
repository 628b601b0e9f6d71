import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLeftover } from '../../../src/base/file-names.ts';
import { WRITE_STEPS } from '../../../src/io/disk/replace.ts';
import { editSkillFile } from '../../../src/owner/edit/file.ts';
import { makeTree, skillText } from '../../support/tree.ts';

// Long enough that a write takes several calls to the system.
const BODY = 'All work and no play.\n'.repeat(20_000);
const OLD = skillText('a', 'Old.', BODY);
const NEW = skillText('a', 'New.', BODY);

/** Edits until it is killed: stops for ever at one step, or goes to and fro. */
const PROGRAM = `
import { editSkillFile } from './edit.mjs';
const [path, stop] = process.argv.slice(2);
const wait = () => new Promise((resolve) => setTimeout(resolve, 60_000));
const onStep = async (step) => {
  if (step !== stop) return;
  process.stdout.write('here');
  await wait();
};
for (let turn = 0; ; turn++) {
  await editSkillFile(path, { description: turn % 2 === 0 ? 'New.' : 'Old.' }, { onStep });
  if (turn === 0) process.stdout.write('once');
}
`;

describe('a process that is killed while it edits', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'skillfiche-kill-')));
  const program = join(folder, 'program.mjs');

  beforeAll(async () => {
    await build({
      entryPoints: [join(import.meta.dirname, '../../../src/owner/edit/file.ts')],
      outfile: join(folder, 'edit.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      banner: {
        js: "import { createRequire as makeRequire_ } from 'node:module'; const require = makeRequire_(import.meta.url);",
      },
    });
    writeFileSync(program, PROGRAM);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts the program and resolves when it has said something. */
  async function start(...parameters: string[]): Promise<ChildProcess> {
    const child = spawn(process.execPath, [program, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    return child;
  }

  async function kill(child: ChildProcess): Promise<void> {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  test.each(WRITE_STEPS)('when it has %s: the file is whole, and the next edit cleans up', async (step) => {
    const root = makeTree({ 'SKILL.md': OLD });
    const file = join(root, 'SKILL.md');
    await kill(await start(file, step));

    expect(readFileSync(file, 'utf8') === (step === 'renamed' ? NEW : OLD)).toBe(true);
    const others = readdirSync(root).filter((name) => name !== 'SKILL.md');
    expect(others).toHaveLength(step === 'read' || step === 'renamed' ? 0 : 1);
    expect(others.every(isLeftover)).toBe(true);

    await editSkillFile(file, { description: 'Third.' });
    expect(readFileSync(file, 'utf8') === skillText('a', 'Third.', BODY)).toBe(true);
    expect(readdirSync(root)).toEqual(['SKILL.md']);
  });

  test('at any moment: the file is the old one or the new one', async () => {
    const root = makeTree({ 'SKILL.md': OLD });
    const file = join(root, 'SKILL.md');
    for (const delay of [0, 3, 7, 12, 20, 31]) {
      const child = await start(file);
      await new Promise((resolve) => setTimeout(resolve, delay));
      await kill(child);
      const text = readFileSync(file, 'utf8');
      expect(text === OLD || text === NEW).toBe(true);
      expect(readdirSync(root).filter(isLeftover).length).toBeLessThanOrEqual(1);
    }
  });
});
