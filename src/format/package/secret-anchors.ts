/**
 * What must stand in a text for a rule of the set to find anything: each rule's fixed part, by its name. Wider than the
 * rule is fine, narrower never; a test holds every rule to it. Perf: the set takes 25 ms to load and some more for each
 * text, and nearly no text needs it.
 */
export const SECRET_ANCHORS: Readonly<Record<string, RegExp>> = {
  '1password': /ops_ey/,
  anthropic: /sk-ant-/,
  aws: /(?:A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z0-9]{16}|access_?key["']?\s*[:=]|account_?(?:id)?["']?\s*(?::|=>|=)\s*["']?\d{4}/i,
  basicauth: /:\/\/[\w-]+:[\w-]+@/,
  'database-connection-string': /(?:mongodb(?:\+srv)?|mysqlx?|postgres(?:ql)?):\/\//i,
  databricks: /dapi[a-f0-9]{32}/i,
  docker: /dckr_pat_/,
  figma: /figd_/,
  // A key of JSON may be written with escapes.
  gcp: /^\s*\{[\s\S]*(?:private_key|\\u)/,
  github: /gh[pousr]_|github_pat_/,
  gitlab: /glpat-/,
  grafana: /gl(?:c|sa)_/,
  groq: /gsk_/,
  'hashicorp-vault': /hv[sbr]\./,
  huggingface: /hf_[A-Za-z]{34}/,
  linear: /lin_api_/,
  notion: /ntn_\d/,
  npm: /:x-oauth-basic@|_authToken=|npm_\w{36}/,
  openai: /T3BlbkFJ/,
  privatekey: /PRIVATE KEY/,
  sendgrid: /SG\.\w+\.\w/,
  shopify: /shp(?:pa|ca|at|ss)_/,
  slack: /xox[bpaor]-|xapp-|hooks\.slack\.com/i,
  vercel: /vc[piark]_[A-Za-z0-9]{20}/,
};

/** Whether the rule set has to be asked about a text at all. A store of keys it knows by its name. */
export function mayHoldSecret(path: string, text: string): boolean {
  return path.endsWith('.p12') || Object.values(SECRET_ANCHORS).some((anchor) => anchor.test(text));
}
