import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactDeep, withoutEmails } from '../../src/base/redact.ts';

describe('e-mail addresses', () => {
  it.each([
    ['Write to joe.doe+x@mail.example.co.uk.', 'Write to (e-mail).'],
    ['<joe@x.org>, "Ann Doe" <ann@y.org>', '<(e-mail)>, "Ann Doe" <(e-mail)>'],
    ['mailto:joe@x.org?subject=y', 'mailto:(e-mail)?subject=y'],
    ['https://x.org/?to=joe%40example.org&a=1', 'https://x.org/?to=(e-mail)&a=1'],
    ['joe&#64;x.org joe&commat;x.org', '(e-mail) (e-mail)'],
    ['jo\u200Be@exa\u200Bmple.org', '(e-mail)'],
    ['josé@bücher.de 名前@例え.テスト joe@xn--bcher-kva.xn--p1ai', '(e-mail) (e-mail) (e-mail)'],
    ['"john doe"@x.org joe@x.org,ann@y.org', '(e-mail) (e-mail),(e-mail)'],
    [`${'x'.repeat(80)}@x.org`, `${'x'.repeat(16)}(e-mail)`],
  ])('are taken out of %j', (text, expected) => {
    expect(withoutEmails(text)).toBe(expected);
  });

  it.each([
    'git clone git@github.com:owner/repo.git',
    'npm i @scope/pkg@1.0.0 left-pad@1.2.3',
    '@app.route("/")',
    'joe@localhost',
    'a @ b.org',
    'user: git@example.org/x',
    '',
  ])('are not seen in %j', (text) => {
    expect(withoutEmails(text)).toBe(text);
  });

  it('are gone for good, wherever they stand, and nothing else changes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.emailAddress(), fc.string(), (before, email, after) => {
        const plain = before.replace(/@/g, '');
        const text = withoutEmails(`${plain} ${email} ${after.replace(/@/g, '')}`);
        expect(text).not.toContain(email);
        expect(withoutEmails(text)).toBe(text);
        expect(text.startsWith(`${plain} `)).toBe(true);
      }),
    );
  });

  it('are looked for in a time that grows with the text', () => {
    for (const part of ['a', 'a@', 'a@a.', '"', '@', 'a-', 'a%40b.']) {
      const began = performance.now();
      withoutEmails(`${part.repeat(1_000_000 / part.length)} @`);
      expect(performance.now() - began, part).toBeLessThan(1_500);
    }
  });

  it('are taken out of every text of a record', () => {
    const record = { a: ['x@y.org', { b: 'x@y.org' }], n: 1, none: null, 'k@y.org': true };
    expect(redactDeep(record, withoutEmails)).toEqual({
      a: ['(e-mail)', { b: '(e-mail)' }],
      n: 1,
      none: null,
      'k@y.org': true,
    });
  });
});
