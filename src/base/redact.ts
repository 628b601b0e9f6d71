/** What a view may keep from whoever reads through it. */
export type Redaction = 'emails';
export const REDACTIONS: readonly Redaction[] = ['emails'];

/** As it is, and as URLs and HTML spell it. */
const SIGN = /@|＠|%40|&#64;|&#x40;|&commat;/iu;
/** From the sign on: labels, the last of letters. In any script, with hidden characters between; bounded, so that it stays linear. */
const DOMAIN =
  /(?:@|＠|%40|&#64;|&#x40;|&commat;)(?:[\p{L}\p{N}\p{Cf}-]{1,63}[.．]){1,8}(?:xn--[\p{L}\p{N}-]{1,59}|\p{L}[\p{L}\p{Cf}]{1,62})(?![\p{L}\p{N}])/giu;
/** Up to the sign: what is usual, so that nothing before it is taken along; else what is allowed besides. */
const LOCAL = /(?:"[^"\n]{1,64}"|[\p{L}\p{N}\p{Cf}._%+'-]{1,64}|[!#$&*/=?^`{|}~]{1,64})$/u;
const MOST_LOCAL = 70;

/**
 * The text with e-mail addresses taken out: `(e-mail)` stands for each, which breaks no YAML. Addresses of repositories (`git@host:path`) stay.
 * The same text where there is none.
 */
export function withoutEmails(text: string): string {
  if (!SIGN.test(text)) return text;
  let result = '';
  let done = 0;
  for (const { index, 0: domain } of text.matchAll(DOMAIN)) {
    const end = index + domain.length;
    const local = LOCAL.exec(text.slice(Math.max(done, index - MOST_LOCAL), index))?.[0];
    if (local === undefined || (local === 'git' && /[:/]/.test(text.charAt(end)))) continue;
    result += `${text.slice(done, index - local.length)}(e-mail)`;
    done = end;
  }
  return result + text.slice(done);
}

/** The same in every text of a value of JSON, at any depth; keys stay. */
export function redactDeep(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((one) => redactDeep(one, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redactDeep(one, redact)]));
}
