import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { skillText } from '../../support/tree.ts';
import { makePlace, openPlace, readAll, sourceOf, write } from './support.ts';

type Files = Readonly<Record<string, string>>;

/** What somebody may do, one after the other. */
const STEP = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      text: fc.integer({ min: 0, max: 4 }),
      file: fc.constantFrom('SKILL.md', 'a.txt', 'b/c.txt'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('delete' as const), file: fc.constantFrom('a.txt', 'b/c.txt') }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('publish' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rollback' as const), to: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('update' as const), text: fc.integer({ min: 0, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('add' as const), text: fc.integer({ min: 0, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sync' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
);
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

const upstream = (text: number): Files => ({
  'SKILL.md': skillText('deploy', `Upstream ${text}.`),
  'a.txt': `a${text}\n`,
});
const same = (a: Files | undefined, b: Files | undefined): boolean =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (files: Files | undefined): unknown =>
  files && Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));

/** The store as one would explain it: a list of versions, which one is active, and what lies in the folder. */
interface Model {
  versions: Files[];
  /** Number of the active one. */
  active: number | undefined;
  disk: Files | undefined;
}

/** What the model says a step does; `false`: the store refuses it, and nothing changes. */
function expected(model: Model, step: Step): boolean {
  const at = model.active;
  const shown = at === undefined ? undefined : model.versions[at - 1];
  const save = (): void => {
    if (model.disk !== undefined && !same(model.disk, shown)) model.versions.push(model.disk);
  };
  switch (step.do) {
    case 'edit':
      if (model.disk === undefined) return true;
      model.disk = {
        ...model.disk,
        [step.file]: step.file === 'SKILL.md' ? skillText('deploy', `Edited ${step.text}.`) : `mine ${step.text}\n`,
      };
      return true;
    case 'delete': {
      if (model.disk === undefined) return true;
      const { [step.file]: _, ...rest } = model.disk;
      model.disk = rest;
      return true;
    }
    case 'publish':
      if (at === undefined || model.disk === undefined) return false;
      if (same(model.disk, shown)) return true;
      model.versions.push(model.disk);
      model.active = model.versions.length;
      return true;
    case 'rollback': {
      const target = model.versions[step.to - 1];
      if (target === undefined) return false;
      save();
      model.active = step.to;
      model.disk = target;
      return true;
    }
    case 'remove':
      if (model.versions.length === 0) return false;
      if (at === undefined) return true;
      save();
      model.active = undefined;
      model.disk = undefined;
      return true;
    case 'add':
      if (at !== undefined) return true;
      model.versions.push(upstream(step.text));
      model.active = model.versions.length;
      model.disk = upstream(step.text);
      return true;
    case 'lose':
      model.disk = undefined;
      return true;
    case 'sync':
      if (at !== undefined && model.disk === undefined) model.disk = shown;
      return true;
    default:
      return true;
  }
}

describe('any history', () => {
  it('is the one that the model tells: versions, what is active, what lies in the folder', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 4, maxLength: 14 }), async (steps) => {
        const model: Model = { versions: [], active: undefined, disk: undefined };
        let place = await makePlace();
        const folder = join(place.project, '.agents/skills/deploy');
        for (const step of [{ do: 'add', text: 0 } as Step, ...steps]) {
          const { skills } = place.workspace;
          // An update merges; its laws are tested by themselves. Here it takes theirs, edits saved first.
          if (step.do === 'update') {
            if (model.active === undefined) continue;
            const report = await skills.update('deploy', sourceOf('deploy', upstream(step.text)), { take: 'theirs' });
            const [change] = report.changed;
            if (change === undefined) continue;
            if (change.saved !== undefined && model.disk !== undefined) model.versions.push(model.disk);
            model.versions.push(upstream(step.text));
            model.active = model.versions.length;
            // What only the owner changed stays beside what is theirs.
            model.disk = existsSync(folder) ? (readAll(folder) as Files) : undefined;
            expect(change.version).toBe(model.active);
            continue;
          }
          const isDone = expected(model, step);
          const acts: Readonly<Record<string, () => unknown>> = {
            edit: () =>
              existsSync(folder) &&
              step.do === 'edit' &&
              write(
                join(folder, step.file),
                step.file === 'SKILL.md' ? skillText('deploy', `Edited ${step.text}.`) : `mine ${step.text}\n`,
              ),
            delete: () => step.do === 'delete' && rmSync(join(folder, step.file), { force: true }),
            publish: () => skills.publish('deploy'),
            rollback: () => step.do === 'rollback' && skills.rollback('deploy', { to: step.to }),
            remove: () => skills.remove('deploy'),
            add: () => step.do === 'add' && skills.add(sourceOf('deploy', upstream(step.text))),
            lose: () => rmSync(folder, { recursive: true, force: true }),
            sync: () => skills.sync(),
            reopen: async () => {
              await place.workspace.close();
              place = await openPlace(place.base);
            },
          };
          if (isDone) await acts[step.do]?.();
          else await expect((async () => acts[step.do]?.())()).rejects.toMatchObject({ name: 'SkillficheError' });
          await compare(place, model, folder);
        }
        expect(
          (await place.workspace.store.doctor()).checks.filter(({ ok, name }) => !ok && name !== 'folders'),
        ).toEqual([]);
        await place.workspace.close();
      }),
      { numRuns: Number(process.env['STORE_HISTORIES'] ?? 40) },
    );
  }, 240_000);
});

async function compare(place: Awaited<ReturnType<typeof makePlace>>, model: Model, folder: string): Promise<void> {
  const { skills } = place.workspace;
  const { versions } = await skills.history('deploy');
  expect(versions.map(({ number, active }) => [number, active])).toEqual(
    model.versions.map((_, at) => [at + 1, at + 1 === model.active]).reverse(),
  );
  const [status] = (await skills.status()).skills;
  if (model.active === undefined) expect(status).toBeUndefined();
  else {
    const shown = model.versions[model.active - 1];
    expect(status).toMatchObject({
      version: model.active,
      stale: model.disk === undefined,
      modified: model.disk !== undefined && !same(model.disk, shown),
    });
  }
  const found = existsSync(folder) ? readAll(folder) : undefined;
  // Folders that a deletion left empty are nobody's content.
  const files = found && Object.fromEntries(Object.entries(found).filter(([, text]) => text !== null));
  expect(sorted(files as Files | undefined)).toEqual(sorted(model.disk));
}
