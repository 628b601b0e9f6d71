import { describe, expect, it } from 'vitest';
import { bodyOf, isWhole, NOTHING_CHOSEN } from '../../../../src/surface/page/core/add-plan.ts';
import { checkLines } from '../../../../src/surface/page/core/check-list.ts';
import { draftOf, NO_DRAFT } from '../../../../src/surface/page/core/draft.ts';

describe('an addition', () => {
  const plan = { ...NOTHING_CHOSEN, source: ' owner/repo@v1 ', paths: ['a', 'b'] };

  it.each([
    [plan, { source: 'owner/repo@v1', skills: ['a', 'b'] }],
    [
      { ...plan, how: 'all' as const, place: 'personal' as const },
      { source: 'owner/repo@v1', all: true, place: 'personal' },
    ],
    [
      { ...plan, how: 'collection' as const, collection: 'bio' },
      { source: 'owner/repo@v1', as_collection: 'bio' },
    ],
  ])('is reviewed and made with the same words', (given, body) => {
    expect(bodyOf(given)).toEqual(body);
    expect(bodyOf(given, true)).toEqual(body);
    expect(bodyOf({ ...given, isOff: true }, true)).toEqual({ ...body, off: true });
  });

  it('of a whole tree needs an id for a collection', () => {
    expect(isWhole(plan)).toBe(false);
    expect(isWhole({ ...plan, how: 'all' })).toBe(true);
    expect(isWhole({ ...plan, how: 'collection' })).toBe(false);
    expect(isWhole({ ...plan, how: 'collection', collection: 'bio' })).toBe(true);
  });
});

describe('a draft', () => {
  it('gives lists a line each, and nothing that is empty', () => {
    expect(draftOf(NO_DRAFT)).toEqual({});
    expect(draftOf({ ...NO_DRAFT, title: 'T', steps: ' one \n\ntwo', triggers: '\n' })).toEqual({
      title: 'T',
      steps: ['one', 'two'],
    });
  });
});

describe('a check list', () => {
  const global = { key: 'global', skills: ['a', 'b'], dropped: [] };

  it('has each skill once: own before inherited before what could be listed', () => {
    const level = { key: 'task:x', skills: ['b', 'c'], off: ['d'], dropped: ['e'] };
    expect(checkLines(level, global, ['a', 'c', 'f'])).toEqual([
      { id: 'b', from: 'own' },
      { id: 'c', from: 'own' },
      { id: 'd', from: 'own', note: 'switched off' },
      { id: 'e', from: 'own', note: 'gone' },
      { id: 'a', from: 'inherited' },
      { id: 'f', from: 'absent' },
    ]);
  });

  it('inherits nothing from itself', () => {
    expect(checkLines(global, global, [])).toEqual([
      { id: 'a', from: 'own' },
      { id: 'b', from: 'own' },
    ]);
  });
});
