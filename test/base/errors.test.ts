import { describe, expect, it } from 'vitest';
import {
  AmbiguousNameError,
  DuplicateCollectionError,
  errnoOf,
  internalError,
  SkillficheError,
  SkillNotFoundError,
} from '../../src/base/errors.ts';

describe('errors thrown on purpose', () => {
  it.each([
    [new DuplicateCollectionError('two', ['/a', '/b']), 'DuplicateCollectionError', 'DUPLICATE_COLLECTION'],
    [new SkillNotFoundError('none', ['a:b']), 'SkillNotFoundError', 'SKILL_NOT_FOUND'],
    [new AmbiguousNameError('many', ['a:b']), 'AmbiguousNameError', 'AMBIGUOUS_NAME'],
    [new SkillficheError('TOO_LARGE', 'big'), 'SkillficheError', 'TOO_LARGE'],
  ])('%s has its class, name and code', (error, name, code) => {
    expect(error).toBeInstanceOf(SkillficheError);
    expect(error).toMatchObject({ name, code });
    expect(String(error)).toBe(`${name}: ${error.message}`);
  });

  it('have lists, never undefined, where they name things', () => {
    const error = new SkillficheError('UNREADABLE', 'x');
    expect([error.suggestions, error.paths, error.reason, 'cause' in error]).toEqual([[], [], undefined, false]);
  });

  it('keep what caused them', () => {
    const cause = new Error('below');
    expect(internalError('no row', cause)).toMatchObject({ code: 'INTERNAL', cause });
    expect(internalError('no row').message).toMatch(/report/);
  });
});

describe('the cause of a file-system failure', () => {
  it.each([
    [Object.assign(new Error('no'), { code: 'EACCES' }), 'EACCES'],
    [new Error('no code'), 'UNKNOWN'],
    [Object.assign(new Error('odd'), { code: 7 }), 'UNKNOWN'],
    ['text', 'UNKNOWN'],
    [undefined, 'UNKNOWN'],
  ])('%s is %s', (error, name) => {
    expect(errnoOf(error)).toBe(name);
  });
});
