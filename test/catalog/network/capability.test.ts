import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalCapability,
  networkCapability,
  networkMode,
  networkStatement,
} from '../../../src/catalog/network/capability.ts';

describe('the digest', () => {
  // Made with `printf %s TEXT | sha256sum`.
  it.each([
    ['none', [], '{"domains":[],"mode":"none"}', 'd2242818c2b57706268dbea994de30bad3e518bd301b3e8e54b88ac87558af10'],
    [
      'host_only',
      ['b.org', ' A.org', 'a.org'],
      '{"domains":["a.org","b.org"],"mode":"host_only"}',
      '179bf25206c6a41ccc06ed314e81e33cef5ea47f16cbaa6028119880108f8a7e',
    ],
    [
      'raw_required',
      ['Bücher.example', '*.Example.org'],
      '{"domains":["*.example.org","bücher.example"],"mode":"raw_required"}',
      '5a84f5f593280a7f4b5aedb71721eb7374af7dc435f54732587e9b14804ebd46',
    ],
    [
      'unknown',
      [],
      '{"domains":[],"mode":"unknown"}',
      '0ef0ef171d0f81a89687655f75a0774491bdbef7f9a184846e3be2a37af148fd',
    ],
  ] as const)('of %s %j is that of %s', (mode, domains, text, hex) => {
    expect(canonicalCapability(mode, domains)).toBe(text);
    expect(networkCapability(mode, domains, 'reviewed').digest).toBe(`sha256:${hex}`);
  });

  it('does not depend on order, case or repetition', () => {
    const domains = fc.array(fc.constantFrom('a.org', 'B.org', 'c.org', '*.d.org'), { maxLength: 6 });
    fc.assert(
      fc.property(domains, (list) => {
        const other = [...list, ...list].reverse().map((one) => one.toUpperCase());
        const digest = (of: readonly string[]) => networkCapability('host_only', of, 'reviewed').digest;
        expect(digest(other)).toBe(digest(list));
      }),
      { numRuns: 50 },
    );
  });
});

describe('a capability', () => {
  it('grants nothing and cannot be changed', () => {
    const capability = networkCapability('host_only', ['B.org'], 'reviewed');
    expect(capability).toMatchObject({ mode: 'host_only', domains: ['b.org'], declaration: 'reviewed', grants: false });
    expect(Object.isFrozen(capability) && Object.isFrozen(capability.domains)).toBe(true);
  });
});

describe('modes', () => {
  it.each(['None', 'NONE', ' none', 'full', '', 'unknown', undefined, null, 1, ['none']])('%j is unknown', (text) => {
    expect(networkMode(text)).toBe('unknown');
  });

  it.each<[unknown, readonly unknown[]]>([
    ['full', []],
    [undefined, []],
    ['none', ['a.org']],
    ['host_only', ['https://a.org']],
    ['host_only', ['a.org/path']],
    ['host_only', ['a org']],
    ['host_only', [{ host: 'a.org' }]],
    ['host_only', ['']],
  ])('%j with %j is unknown, and says why', (mode, domains) => {
    expect(networkStatement(mode, domains)).toMatchObject({
      mode: 'unknown',
      domains: [],
      problem: expect.stringMatching(/\w/),
    });
  });

  it.each(['a.org', '*.a.org', 'localhost:8080', '10.0.0.1', '[::1]:80', 'BÜCHER.example'])(
    '%s is a host',
    (domain) => {
      expect(networkStatement('host_only', [domain])).toEqual({ mode: 'host_only', domains: [domain] });
    },
  );
});
