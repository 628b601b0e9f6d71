import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuotation } from '../../../src/owner/author/quoting.ts';

const TEXT = 'Before you restart the queue, tell the people on call and wait until they answer.';

describe('a quotation', () => {
  it.each([
    ['eight words of it', 'So: tell the people on call and wait until done.'],
    ['other case and marks', 'TELL THE PEOPLE, on call; and (wait) UNTIL then!'],
    ['spread over lines and items', '- tell the people\n- on call\n\n* and wait until'],
    ['with a command put into its middle', 'tell the people `deploy --now` on call and wait until'],
    ['within marks of code', 'See `tell the people on call and wait until` there.'],
    ['within a block of code', '```\ntell the people on call and wait until\n```\n'],
    ['with paths and numbers between', 'tell the people /var/log on call and wait until 17:30'],
  ])('is found: %s', (_, draft) => {
    expect(findQuotation(TEXT, draft)).toContain('the people on call and wait');
  });

  it.each([
    ['seven words', 'tell the people on call and wait for them'],
    [
      'the same said otherwise',
      'Inform whoever is on duty, and go on once they have replied, then start the queue anew.',
    ],
    ['nothing', ''],
  ])('is not: %s', (_, draft) => {
    expect(findQuotation(TEXT, draft)).toBeUndefined();
  });

  it('is not: code, names and addresses that must be repeated', () => {
    const document = [
      'Run this:',
      '```sh',
      'set the flag and then run it again with more memory for all',
      '```',
      'Then `use the tool that we made for it last year here`.',
      'It is kept by the European Center For Medium Range Weather Forecasts Data Store Team, see https://example.org/a/b/c.',
      'Call kubectl_get --all-namespaces -o wide v1.2.3 a/b c/d e.f --g=h --i=j /k/l m_n o_p.',
    ].join('\n');
    const draft = [
      'The command:',
      '```sh',
      'set the flag and then run it again with more memory for all',
      '```',
      'Ask the European Center For Medium Range Weather Forecasts Data Store Team (https://example.org/a/b/c).',
      '`use the tool that we made for it last year here`',
      '`kubectl_get --all-namespaces -o wide v1.2.3 a/b c/d e.f --g=h --i=j /k/l m_n o_p`',
    ].join('\n');
    expect(findQuotation(document, draft)).toBeUndefined();
  });

  it('a fence that nobody closes makes no code of what follows', () => {
    expect(findQuotation(`\`\`\`\n${TEXT}`, TEXT)).toBeDefined();
    expect(findQuotation(TEXT, TEXT)).toBe('before you restart the queue tell the people');
  });

  it.each([
    ['German', 'Bevor du die Warteschlange neu startest, sag den Leuten Bescheid und warte auf ihre Antwort.'],
    ['Chinese', '在重新启动队列之前，请先通知值班人员，并等待他们的答复，然后再继续操作。'],
    ['Russian', 'Перед тем как перезапустить очередь, сообщите дежурным и дождитесь их ответа на письмо.'],
    ['composed and not', 'Le café était déjà fermé quand nous avons enfin trouvé la clé de la réserve.'],
  ])('is found in %s', (_, text) => {
    expect(findQuotation(text, `x ${text.normalize('NFD')} y`)).toBeDefined();
  });

  it('is found wherever eight ordinary words of a document stand in a draft', () => {
    const word = fc.constantFrom(
      ...'wait for the people who read it and then go on with what they said before noon'.split(' '),
    );
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 8, maxLength: 60 }),
        fc.nat(),
        fc.array(fc.constantFrom('x1', '`y`', '\n', 'alpha', '—'), { maxLength: 5 }),
        (words, at, around) => {
          const from = at % (words.length - 7);
          const quoted = words.slice(from, from + 8).join(' ');
          expect(findQuotation(words.join(' '), [...around, quoted, ...around].join(' '))).toBeDefined();
        },
      ),
    );
  });

  it('is looked for in little time, whatever stands there', () => {
    const hostile = [
      '```a\n'.repeat(15_000),
      '`'.repeat(60_000),
      '` '.repeat(30_000),
      '``` ` '.repeat(10_000),
      Array.from({ length: 300 }, (_, at) => '`'.repeat(at + 1)).join(' '),
      'https://'.repeat(7_500),
      '(((((('.repeat(10_000),
      'a.'.repeat(30_000),
      'word '.repeat(12_000),
      '\u0301'.repeat(60_000),
      `${'x'.repeat(60_000)}`,
      '字'.repeat(60_000),
    ];
    for (const text of hostile) {
      const began = performance.now();
      findQuotation(text, text);
      expect(performance.now() - began, text.slice(0, 20)).toBeLessThan(3_000);
    }
  });
});
