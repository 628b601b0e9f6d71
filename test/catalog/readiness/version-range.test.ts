import { satisfies as pythonSatisfies } from '@renovatebot/pep440';
import fc from 'fast-check';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { readPackageSpec, versionFits } from '../../../src/catalog/readiness/version-range.ts';

const small = fc.integer({ min: 0, max: 3 });

describe('a package with a range', () => {
  it.each([
    ['python', 'pysam', { name: 'pysam', range: '' }],
    ['python', 'scikit-learn>=1.2,<2', { name: 'scikit-learn', range: '>=1.2,<2' }],
    ['python', 'molfeat[dgl]~=0.9', { name: 'molfeat', range: '~=0.9' }],
    ['python', 'a==1.*', { name: 'a', range: '==1.*' }],
    ['python', 'a b', undefined],
    ['python', '>=1', undefined],
    ['python', 'a>=x', undefined],
    ['r', 'DESeq2>=1.40', { name: 'DESeq2', range: '>=1.40' }],
    ['r', 'org.Hs.eg.db', { name: 'org.Hs.eg.db', range: '' }],
    ['r', 'a_b', undefined],
    ['node', '@scope/pkg@^1.2', { name: '@scope/pkg', range: '^1.2' }],
    ['node', 'sharp>=0.33.0', { name: 'sharp', range: '>=0.33.0' }],
    ['node', 'sharp@latest', undefined],
  ] as const)('%s:%s', (language, text, spec) => expect(readPackageSpec(language, text)).toEqual(spec));

  it.each([
    ['1.40.1', '>=1.40', true],
    ['1.9-3', '>=1.10', false],
    ['1.4-12', '==1.4.12', true],
    ['2.0', '<2', false],
    ['odd', '>=1', undefined],
  ])('of R: %s in %s is %s', (version, range, fits) => expect(versionFits('r', version, range)).toBe(fits));

  it('of Python fits as its own packaging library says', () => {
    const release = fc.array(small, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
    const tail = fc.constantFrom('', 'a1', 'b2', 'rc1', '.post1', '.dev1', 'rc1.dev2');
    const wanted = fc.tuple(release, tail).map((parts) => parts.join(''));
    // Three numbers: the library compared with does not fill up shorter versions for `==1.0.*`, as the rules say.
    const version = fc.tuple(fc.tuple(small, small, small), tail).map(([parts, end]) => `${parts.join('.')}${end}`);
    const condition = fc.oneof(
      fc.tuple(fc.constantFrom('==', '!=', '<', '>', '<=', '>='), wanted).map((parts) => parts.join('')),
      fc.tuple(fc.constantFrom('==', '!='), release).map(([operator, one]) => `${operator}${one}.*`),
      fc.array(small, { minLength: 2, maxLength: 3 }).map((parts) => `~=${parts.join('.')}`),
    );
    fc.assert(
      fc.property(version, fc.array(condition, { minLength: 1, maxLength: 2 }), (one, conditions) => {
        const range = conditions.join(',');
        expect([one, range, versionFits('python', one, range)]).toEqual([
          one,
          range,
          pythonSatisfies(one, range, { prereleases: true }),
        ]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of Node fits as npm says', () => {
    const full = fc.tuple(small, small, small).map((parts) => parts.join('.'));
    const tail = fc.constantFrom('', '', '-0', '-alpha', '-alpha.1', '-rc.2');
    const version = fc.tuple(full, tail).map((parts) => parts.join(''));
    const wanted = fc.oneof(
      version,
      small.map(String),
      fc.tuple(small, small).map((parts) => parts.join('.')),
      small.map((one) => `${one}.x`),
      fc.constant('*'),
    );
    const condition = fc
      .tuple(fc.constantFrom('', '=', '^', '~', '<', '>', '<=', '>='), wanted)
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(version, condition, (one, range) => {
        expect([one, range, versionFits('node', one, range)]).toEqual([one, range, semver.satisfies(one, range)]);
      }),
      { numRuns: 3_000 },
    );
  });
});
