import { afterEach, expect, it, vi } from 'vitest';
import { openPlanted, skills } from '../../support/catalog.ts';

const { looked } = vi.hoisted(() => ({ looked: { atAllDiagnostics: 0, atRowsInFull: 0 } }));

vi.mock('../../../src/catalog/view/diagnostics.ts', async (original) => {
  const real = await original<typeof import('../../../src/catalog/view/diagnostics.ts')>();
  return {
    ...real,
    selectionDiagnostics: (...given: Parameters<typeof real.selectionDiagnostics>) => {
      looked.atAllDiagnostics++;
      return real.selectionDiagnostics(...given);
    },
  };
});

vi.mock('../../../src/catalog/view/entries.ts', async (original) => {
  const real = await original<typeof import('../../../src/catalog/view/entries.ts')>();
  return {
    ...real,
    entryOf: (...given: Parameters<typeof real.entryOf>) => {
      looked.atRowsInFull++;
      return real.entryOf(...given);
    },
  };
});

afterEach(() => {
  looked.atAllDiagnostics = 0;
  looked.atRowsInFull = 0;
});

it('tells how many skills it has checked of how many', async () => {
  const catalog = await openPlanted([{ tree: skills({ a: 'a', b: 'b', c: 'c' }) }]);
  const told: string[] = [];
  await catalog.validate({ refs: ['a', 'b'], onProgress: (done, total) => void told.push(`${done}/${total}`) });
  expect(told).toEqual(['1/2', '2/2']);
});

it('goes through a tree row by row: neither the records of all skills nor the findings of the scan are ever held', async () => {
  const flawed = '---\nname: b\ndescription: Reads: a file.\n---\nBody\n';
  const tree = { ...skills({ a: 'a', c: 'c' }), 'b/SKILL.md': flawed, 'd/SKILL.md': '' };
  const catalog = await openPlanted([{ tree }]);
  const given: string[] = [];
  const report = await catalog.validate({
    onSkill: ({ id, diagnostics }) => void given.push(`${id} ${diagnostics.map(({ code }) => code).join(' ')}`.trim()),
  });
  expect(given).toEqual(['project:a', 'project:b yaml/unquoted-colon', 'project:c']);
  expect(report).toMatchObject({ checked: 3, valid: 3, skills: [] });
  // What no skill carries is told all the same.
  expect(report.diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual(['scan/empty-file /r0/d/SKILL.md']);
  expect(looked).toEqual({ atAllDiagnostics: 0, atRowsInFull: 0 });
});

it('says of a whole tree what it says of each skill, and what lies beside them', async () => {
  const tree = { ...skills({ a: 'a' }), 'b/skill.md': '---\nname: b\ndescription: B.\n---\nBody\n' };
  const catalog = await openPlanted([{ tree }]);
  const whole = await catalog.validate();
  const one = await catalog.validate({ refs: ['project:b'] });
  expect(whole.skills.filter(({ id }) => id === 'project:b')).toEqual(one.skills);
  expect(whole.diagnostics.map(({ code }) => code)).toEqual(['scan/miscased-file']);
});
