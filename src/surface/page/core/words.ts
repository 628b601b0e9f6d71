import type { NetworkMode, ReadinessState } from '../../../base/types.ts';
import type { Capabilities } from '../../../owner/source/capabilities.ts';
import type { CameBy } from '../../../owner/store/types.ts';

// What states are called in front of people: one wording, everywhere.

export const READINESS_WORDS: Readonly<Record<ReadinessState, string>> = {
  ready: 'ready',
  needs_setup: 'needs setup',
  unknown: 'not known',
};

export const NETWORK_WORDS: Readonly<Record<NetworkMode, string>> = {
  none: 'no network',
  host_only: 'named hosts',
  raw_required: 'open network',
  unknown: 'not known',
};

const COUNTS = new Intl.NumberFormat('en');

export function count(number: number): string {
  return COUNTS.format(number);
}

/** `1 skill`, `2 skills`. */
export function countOf(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

export function bytes(size: number): string {
  if (size < 1_000) return `${size} B`;
  return size < 1_000_000 ? `${(size / 1_000).toFixed(1)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

/** What a requirement asks for, in words: `bin:samtools` is the program samtools. */
export function requirement(text: string): { readonly kind: string; readonly name: string } {
  const at = text.indexOf(':');
  const kind = text.slice(0, Math.max(0, at));
  const rest = text.slice(at + 1);
  const name = kind === 'network' ? (NETWORK_WORDS[rest as NetworkMode] ?? rest) : rest;
  return { kind: KINDS[kind] ?? kind, name };
}

const KINDS: Readonly<Record<string, string>> = {
  bin: 'program',
  env: 'variable',
  python: 'Python package',
  r: 'R package',
  node: 'Node package',
  network: 'what it wants',
  os: 'system',
  config: 'setting',
};

/** `2026-03-01T10:00:00Z` as a day a person reads. */
export function day(iso: string): string {
  return iso.slice(0, 10);
}

export function shortDigest(digest: string): string {
  return digest.replace(/^sha256:/u, '').slice(0, 12);
}

export const CAME_BY_WORDS: Readonly<Record<CameBy, string>> = {
  install: 'installed',
  publish: 'published',
  import: 'imported',
  generate: 'written from a document',
  proposal: 'proposed by a model',
  edit: 'edited',
};

export const CAPABILITY_WORDS: Readonly<Record<keyof Capabilities, string>> = {
  scripts: 'Scripts',
  hosts: 'Hosts it names',
  commands: 'Commands that use the network',
  packages: 'Packages it installs',
  asks: 'What it asks for',
  needs: 'Other skills it needs',
};
