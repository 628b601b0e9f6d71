import { describe, expect, it } from 'vitest';
import type { CatalogState, OpenOptions } from '../../src/catalog/internals.ts';
import { markerText, openPlanted, skills } from '../support/catalog.ts';

/** Switches as a store would keep them. */
class Played implements CatalogState {
  readonly off = new Set<string>();
  asked = 0;
  #revision = 0;

  turn(id: string): void {
    if (!this.off.delete(id)) this.off.add(id);
    this.#revision++;
  }

  revision(): number {
    return this.#revision;
  }

  isDisabled(id: string): boolean {
    this.asked++;
    return this.off.has(id);
  }
}

const TREE = { ...skills({ a: 'a', b: 'b' }), 'bio/COLLECTION.json': markerText('bio'), ...skills({ 'bio/x': 'x' }) };
const idsOf = (view: { entries(): readonly { id: string }[] }): string[] => view.entries().map(({ id }) => id);

describe('a state beside the disk', () => {
  it('switches skills off in every view, and is seen by the next refresh', async () => {
    const state = new Played();
    state.turn('project:a');
    const catalog = await openPlanted([{ tree: TREE }], { state });
    const view = catalog.view();
    expect(idsOf(view)).toEqual(['bio:x', 'project:b']);
    expect(view.ledger()).toMatchObject({ indexed: 3, shown: 2, withheld: 0, disabled: 1 });
    await expect(view.resolve('a')).rejects.toMatchObject({ code: 'SKILL_NOT_FOUND' });
    expect((await catalog.refresh()) === catalog).toBe(true);

    state.turn('project:a');
    state.turn('bio:x');
    const followed = catalog.followState?.();
    expect(
      followed
        ?.view()
        .entries()
        .map(({ id }) => id),
    ).toEqual(['project:a', 'project:b']);
    const next = await catalog.refresh();
    expect(next === catalog).toBe(false);
    expect(idsOf(view.follow(next))).toEqual(['project:a', 'project:b']);
    expect(view.follow(next).collections()).toEqual([]);
    expect(next.followState?.() === next).toBe(true);
    expect((await next.refresh()) === next).toBe(true);
  });

  it('leaves a catalog that was made before as it was', async () => {
    const state = new Played();
    const catalog = await openPlanted([{ tree: TREE }], { state });
    const before = catalog.view();
    state.turn('project:a');
    expect(idsOf(before)).toHaveLength(3);
    expect(idsOf(catalog.view())).toHaveLength(3);
    expect(idsOf((await catalog.refresh()).view())).toEqual(['bio:x', 'project:b']);
  });

  it('is asked for each skill once, however many views there are', async () => {
    const state = new Played();
    const catalog = await openPlanted([{ tree: TREE }], { state });
    for (const only of [undefined, ['bio:*'], ['a']]) catalog.view(only === undefined ? {} : { only });
    expect(state.asked).toBe(3);
  });

  it('only narrows: it joins the switches of the caller and an allowlist', async () => {
    const state = new Played();
    state.turn('project:a');
    const catalog = await openPlanted([{ tree: TREE }], { state });
    expect(idsOf(catalog.view({ enabled: (id) => id !== 'bio:x' }))).toEqual(['project:b']);
    const narrow = catalog.view({ only: ['project:*'] });
    expect(idsOf(narrow)).toEqual(['project:b']);
    expect(narrow.ledger()).toMatchObject({ shown: 1, withheld: 1, disabled: 1 });
  });

  it('is absent by default', async () => {
    expect((await openPlanted([{ tree: TREE }])).followState).toBe(undefined);
  });

  it.each<[string, unknown]>([
    ['that has no methods', {}],
    ['that lacks one', { revision: () => 1 }],
    ['that is nothing', null],
    ['that promises its revision', { revision: () => Promise.resolve(1), isDisabled: () => false }],
  ])('%s is refused', async (_, state) => {
    const opening = openPlanted([{ tree: TREE }], { state } as Partial<OpenOptions>);
    await expect(opening).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('state'),
    });
  });

  it('that gives something else than true or false is refused, for it would widen', async () => {
    const state = { revision: () => 1, isDisabled: () => Promise.resolve(true) as unknown as boolean };
    const catalog = await openPlanted([{ tree: TREE }], { state });
    expect(() => catalog.view()).toThrow(/isDisabled must answer true or false/);
  });
});
