import { sha256Hex } from '../../base/hash.ts';
import { compareCodePoints } from '../../base/text.ts';
import type { NetworkCapability, NetworkMode } from '../../base/types.ts';

/** The closed set. `none`: no network. `host_only`: through the agent's own tools. `raw_required`: opens connections itself. */
const MODES: ReadonlySet<string> = new Set<NetworkMode>(['none', 'host_only', 'raw_required']);

/** The mode a text names, to the letter; anything else is `unknown`. */
export function networkMode(text: unknown): NetworkMode {
  return typeof text === 'string' && MODES.has(text) ? (text as NetworkMode) : 'unknown';
}

const DOMAIN = /^(?:\*\.)?[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/iu;

/** Lower case, sorted by code point, once each. */
function canonicalDomains(domains: readonly string[]): string[] {
  return [...new Set(domains.map((domain) => domain.trim().toLowerCase()))].sort(compareCodePoints);
}

/**
 * The text whose sha256 is a capability's digest: `{"domains":["a.org","b.org"],"mode":"host_only"}`,
 * keys sorted, no spaces, domains in lower case and sorted, UTF-8.
 */
export function canonicalCapability(mode: NetworkMode, domains: readonly string[]): string {
  return JSON.stringify({ domains: canonicalDomains(domains), mode });
}

/** A capability with its digest. It states a need; nothing here grants anything. */
export function networkCapability(
  mode: NetworkMode,
  domains: readonly string[],
  declaration: NetworkCapability['declaration'],
): NetworkCapability {
  return Object.freeze({
    mode,
    domains: Object.freeze(canonicalDomains(domains)),
    declaration,
    grants: false,
    // Perf: a page of skills shows modes alone.
    get digest() {
      return `sha256:${sha256Hex(canonicalCapability(mode, domains))}`;
    },
  });
}

/** A declaration as somebody wrote it, or why it says nothing certain. */
export type NetworkStatement =
  | { readonly mode: NetworkMode; readonly domains: readonly string[]; readonly problem?: undefined }
  | { readonly mode: 'unknown'; readonly domains: readonly []; readonly problem: string };

/** Checks a written mode and its domains. A declaration that contradicts itself is `unknown`, with the reason. */
export function networkStatement(written: unknown, domains: readonly unknown[]): NetworkStatement {
  const unknown = (problem: string): NetworkStatement => ({ mode: 'unknown', domains: [], problem });
  const mode = networkMode(written);
  if (mode === 'unknown') {
    if (written === 'unknown') return { mode, domains: [] };
    return unknown(`the mode ${JSON.stringify(written) ?? 'nothing'} is none of none, host_only, raw_required`);
  }
  const texts = domains.filter((domain): domain is string => typeof domain === 'string' && DOMAIN.test(domain.trim()));
  const bad = domains.find((domain) => typeof domain !== 'string' || !DOMAIN.test(domain.trim()));
  if (bad !== undefined)
    return unknown(`${JSON.stringify(bad)} is no host name, such as api.example.org or *.example.org`);
  if (mode === 'none' && texts.length > 0) return unknown('the mode is none, and yet there are domains');
  return { mode, domains: texts };
}
