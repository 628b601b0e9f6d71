import { diagnostic } from '../../base/diagnostic.ts';
import type { Diagnostic } from '../../base/types.ts';
import { positionAt } from '../skill/read/position.ts';
import { mayHoldSecret } from './secret-anchors.ts';

/** A secret's place in a text. What it says is never kept. */
interface Match {
  readonly what: string;
  /** It may be harmless, and nobody can tell from the text alone: a login in an address, a token that has run out. */
  readonly isDoubtful: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * Token shapes that the rule set beside us does not have, each as its issuer documents it. A prefix is enough: a filter
 * of randomness would let real tokens through.
 */
const PREFIXES: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an AWS access key id', /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g],
  ['a Stripe key', /\b[sr]k_(?:live|test|prod)_[0-9A-Za-z]{16,}/g],
  ['a Stripe webhook secret', /\bwhsec_[0-9A-Za-z+/=]{24,}/g],
  ['a Google API key', /\bAIza[0-9A-Za-z_-]{35}/g],
  ['a Google OAuth secret', /\bGOCSPX-[0-9A-Za-z_-]{28}/g],
  ['a Google OAuth token', /\bya29\.[0-9A-Za-z_-]{30,}/g],
  ['a GitHub token', /\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{60,})/g],
  ['a GitLab token', /\bgl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat)-[0-9A-Za-z_-]{20,}/g],
  ['a Slack token', /\bxox(?:[abeoprs]|e\.xox[bp])-[0-9A-Za-z-]{10,}|\bxapp-\d-[0-9A-Za-z-]{10,}/g],
  ['a Slack webhook', /\bhooks\.slack\.com\/(?:services|workflows)\/[0-9A-Za-z/_-]{20,}/g],
  ['a Discord webhook', /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{15,}\/[0-9A-Za-z_-]{40,}/g],
  [
    'an OpenAI key',
    /\bsk-(?:proj-|svcacct-|admin-)?[0-9A-Za-z_-]*T3BlbkFJ[0-9A-Za-z_-]{16,}|\bsk-(?:proj|svcacct|admin)-[0-9A-Za-z_-]{40,}/g,
  ],
  ['an Anthropic key', /\bsk-ant-[0-9A-Za-z]+-[0-9A-Za-z_-]{20,}/g],
  ['a Hugging Face token', /\bhf_[0-9A-Za-z]{30,}/g],
  ['an npm token', /\bnpm_[0-9A-Za-z]{36}\b/g],
  ['a PyPI token', /\bpypi-AgE[0-9A-Za-z_-]{50,}/g],
  ['a SendGrid key', /\bSG\.[0-9A-Za-z_-]{16,}\.[0-9A-Za-z_-]{16,}/g],
  ['a Twilio key', /\bSK[0-9a-f]{32}\b/g],
  ['a Mailgun key', /\bkey-[0-9a-f]{32}\b/g],
  ['a DigitalOcean token', /\bdo[opr]_v1_[0-9a-f]{64}\b/g],
  ['a Databricks token', /\bdapi[0-9a-f]{32}\b/g],
  ['a Shopify token', /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/g],
  ['a Telegram bot token', /\b\d{8,10}:AA[0-9A-Za-z_-]{33}\b/g],
  ['a Linear key', /\blin_api_[0-9A-Za-z]{40}\b/g],
  ['a Notion token', /\b(?:ntn_[0-9A-Za-z]{40,}|secret_[0-9A-Za-z]{43})\b/g],
  ['a Replicate token', /\br8_[0-9A-Za-z]{37}\b/g],
  ['a Groq key', /\bgsk_[0-9A-Za-z]{48,}/g],
  ['a Perplexity key', /\bpplx-[0-9A-Za-z]{40,}/g],
  ['a Doppler token', /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[0-9A-Za-z]{40,}/g],
  ['a HashiCorp Vault token', /\bhv[sbr]\.[0-9A-Za-z_-]{24,}/g],
  ['an age secret key', /\bAGE-SECRET-KEY-1[0-9A-Z]{50,}/g],
  [
    'a private key',
    /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]|\s|[A-Za-z-]+: [^\n]*\n)*[A-Za-z0-9+/=]{40,}/g,
  ],
];

const SIGNED_TOKEN = /\beyJ[0-9A-Za-z_-]{15,}\.eyJ[0-9A-Za-z_-]{15,}\.[0-9A-Za-z_-]{20,}/g;

/** What nobody hands out: the examples that issuers print, and text that a person typed to fill the place. */
const EXAMPLE =
  /example|sample|dummy|fake|placeholder|redacted|changeme|replace|your[-_]?|insert|xxxx|\.\.\.|…|<[^>]*>|0{8}|(?:0?123456789|abcdefghij|0123456789abcdef)/i;

function isExample(text: string): boolean {
  if (EXAMPLE.test(text)) return true;
  // `ghp_aaaaaaaa…`, or two characters in turn: nobody's random bytes.
  const tail = text.replace(/^-----BEGIN[^-]*-----\s*|^[A-Za-z]{2,}[-_.]/, '');
  return new Set(tail.toLowerCase()).size <= 4;
}

/**
 * Findings of secrets in one text: where it stands and what it is, never the value. Documented examples are warnings.
 * Besides the table above, the recommended rules of secretlint are asked.
 */
export async function findSecrets(path: string, text: string): Promise<Diagnostic[]> {
  const matches = [...ownMatches(text), ...(await ruleSetMatches(path, text))].sort((a, b) => a.start - b.start);
  const found: Diagnostic[] = [];
  let end = -1;
  for (const match of matches) {
    if (match.start < end) continue;
    end = match.end;
    const { line, column } = positionAt(text, match.start);
    if (match.isDoubtful || isExample(text.slice(match.start, match.end))) {
      const message = `What looks like ${match.what} stands here, and reads like an example.`;
      found.push(
        diagnostic('package/possible-secret', path, message, { line, column, hint: 'Look whether it is one.' }),
      );
      continue;
    }
    const hint = 'Take it out, revoke it, and read it from an environment variable instead.';
    found.push(diagnostic('package/secret', path, `This is ${match.what}.`, { line, column, hint }));
  }
  return found;
}

function ownMatches(text: string): Match[] {
  const matches = (what: string, pattern: RegExp, isDoubtful: boolean): Match[] =>
    [...text.matchAll(pattern)].map(({ 0: value, index }) => ({
      what,
      isDoubtful,
      start: index,
      end: index + value.length,
    }));
  return [
    ...PREFIXES.flatMap(([what, pattern]) => matches(what, pattern, false)),
    ...matches('a signed token (JWT)', SIGNED_TOKEN, true),
  ];
}

/** Rules whose finds are a login in an address: `user:pass@host` is what documentation writes. */
const DOUBTFUL_RULES = /basicauth|database/;

const SILENCER = '@secretlint/secretlint-rule-filter-comments';

/** The rules mask what they found; we keep places and the rule's name alone. */
async function ruleSetMatches(path: string, text: string): Promise<Match[]> {
  if (!mayHoldSecret(path, text)) return [];
  const { lintSource } = await import('@secretlint/core');
  const { secretLintProfiler } = await import('@secretlint/profiler');
  // Perf: it keeps a mark of every rule and text for as long as the process lives, and looks through all at each: with a
  // thousand files that was two thirds of an installation.
  secretLintProfiler.mark = () => undefined;
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend');
  const dot = path.lastIndexOf('.');
  const result = await lintSource({
    source: { content: text, filePath: path, contentType: 'text', ext: dot < 0 ? '' : path.slice(dot) },
    // Without the rule that lets a text switch the others off.
    options: {
      config: { rules: rules.filter(({ meta }) => meta.id !== SILENCER).map((rule) => ({ id: rule.meta.id, rule })) },
      noPhysicFilePath: true,
      maskSecrets: true,
    },
  });
  return result.messages.map(({ ruleId, range }) => {
    const rule = ruleId.replace(/^@secretlint\/secretlint-rule-/, '');
    const isDoubtful = DOUBTFUL_RULES.test(rule);
    return {
      what: isDoubtful ? 'a login in an address' : `a secret (${rule})`,
      isDoubtful,
      start: range[0],
      end: range[1],
    };
  });
}
