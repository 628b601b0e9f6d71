import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifierOf, moduleNames } from '../../../src/catalog/sidecar/module-names.ts';

describe('a name as Python spells it', () => {
  it.each([
    ['msa-parsing', 'msa_parsing'],
    ['Fold It!', 'fold_it_'],
    ['3d-view', '_3d_view'],
    ['class', 'class_'],
    ['ﬁle', 'file'],
    ['größe', 'größe'],
    ['部署', '部署'],
    ['a--b', 'a_b'],
    ['--', undefined],
    ['', undefined],
    ['🎉', undefined],
  ])('%j is %j', (name, expected) => expect(identifierOf(name)).toBe(expected));

  it('is always an identifier, and the same again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const identifier = identifierOf(name);
        if (identifier === undefined) return;
        expect(identifier).toMatch(/^[\p{L}_][\p{L}\p{Nd}_]*$/u);
        expect(identifierOf(identifier)).toBe(identifier);
      }),
    );
  });
});

describe('the modules of several skills', () => {
  it('are refused where two are one, where Python has it, and where a collection has it', () => {
    const named = moduleNames([
      { id: 'a:x', name: 'x-y', collection: 'a' },
      { id: 'a:z', name: 'X_Y', collection: 'a' },
      { id: 'p:json', name: 'json' },
      { id: 'p:a', name: 'A' },
      { id: 'p:ok', name: 'ok' },
      { id: 'csv:m', name: 'm', collection: 'csv' },
    ]);
    expect(Object.fromEntries(named)).toEqual({
      'a:x': { reason: 'the module name a.x_y is also that of a:z; rename one of them' },
      'a:z': { reason: 'the module name a.x_y is also that of a:x; rename one of them' },
      'p:json': { reason: 'Python has a module json of its own; rename the skill' },
      'p:a': { reason: 'the collection a has the module name a' },
      'p:ok': { module: 'ok' },
      'csv:m': { reason: 'Python has a module csv of its own; give the collection another id' },
    });
  });
});
