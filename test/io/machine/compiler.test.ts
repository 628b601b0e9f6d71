import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { beginShortWork } from '../../../src/io/machine/compiler.ts';

it('leaves the engine of a host alone', () => {
  const flags = process.execArgv;
  const end = beginShortWork();
  end();
  expect(process.execArgv).toBe(flags);
});

it('sets and takes back a flag that this version of Node knows', () => {
  const { status, stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toMatch(/--interrupt-budget \(.*\n\s+type: int\s+default: (?:--interrupt-budget=)?67584/);
});
