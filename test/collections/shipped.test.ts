import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cli } from '../support/cli-json.ts';

interface Listed {
  readonly skills: readonly { readonly id: string; readonly network: { readonly mode: string } }[];
  readonly collections?: readonly { readonly id: string; readonly count: number }[];
}

async function json<T>(...argv: string[]): Promise<T> {
  const run = await cli(['--bundled', ...argv, '--json']);
  expect(run.code).toBe(0);
  return JSON.parse(run.out) as T;
}

it('ships two collections and five ordinary skills, without a finding', async () => {
  const overview = await json<Listed>('list');
  expect(overview.collections?.map((one) => one.id)).toEqual(['data-recipes', 'unix-recipes']);
  for (const one of overview.collections ?? [])
    expect(one.count).toBeGreaterThanOrEqual(one.id === 'unix-recipes' ? 30 : 20);
  expect(overview.skills.map((skill) => skill.id)).toHaveLength(5);
  const scan = await json<{ diagnostics: readonly object[] }>('scan');
  expect(scan.diagnostics).toEqual([]);
});

it('passes the gate, and is what every other reader accepts', async () => {
  interface Report {
    readonly checked: number;
    readonly valid: number;
    readonly skills: readonly { readonly diagnostics: readonly { readonly code: string; readonly path: string }[] }[];
  }
  for (const profile of ['strict', 'agentskills', 'claude', 'codex']) {
    const report = await json<Report>('validate', '--profile', profile);
    expect(report.checked).toBe(report.valid);
    const found = report.skills.flatMap((skill) => skill.diagnostics);
    // One recipe shows the pipe that it warns of.
    const told = found.filter(({ path }) => !path.endsWith('security/verify-downloads/SKILL.md'));
    expect(told).toEqual([]);
    expect(found.map(({ code }) => code)).toEqual(profile === 'strict' ? ['text/fetched-command'] : []);
  }
});

it('is as pinned, and its network inventory fits', async () => {
  expect((await cli(['--bundled', 'verify'])).code).toBe(0);
  const check = await cli(['--bundled', 'inventory', 'check']);
  expect(check.code).toBe(0);
});

it('says of every recipe how it wants the network', async () => {
  for (const collection of ['data-recipes', 'unix-recipes']) {
    const page = await json<Listed>('list', collection, '--limit', '200');
    expect(page.skills.filter((skill) => skill.network.mode === 'unknown')).toEqual([]);
  }
});

it('tells a newcomer everything in a prompt block well under the default budget', async () => {
  const { text, report } = await json<{ text: string; report: { characters: number; shortened: number } }>('context');
  expect(text).toMatch(/^- Unix recipes: \d+ /m);
  expect(text).toMatch(/^- Data recipes: \d+ /m);
  expect(report.shortened).toBe(0);
  expect(report.characters).toBeLessThan(3_000);
});

it('has in the README the lines that a prompt really gets, shortened', async () => {
  const { text } = await json<{ text: string }>('context');
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const shown = readme.split('\n').filter((line) => /^- (?:Data|Unix) recipes: \d/.test(line));
  expect(shown).toHaveLength(2);
  for (const line of shown) {
    const real = text.split('\n').find((each) => each.startsWith(line.slice(0, 14))) ?? '';
    // Each piece between the dots stands in the real line, one behind the other.
    let at = 0;
    for (const piece of line.split(/,? ?\.\.\./)) {
      const found = real.indexOf(piece, at);
      expect(found, `"${piece}" in ${real}`).toBeGreaterThanOrEqual(at);
      at = found + piece.length;
    }
  }
});
