import { isUtf8 } from 'node:buffer';
import { compareCodePoints, toOneLine } from '../../base/text.ts';
import { findEvidence } from '../../catalog/network/evidence.ts';
import { type PackageFile, packageFileKind } from '../../format/package/file.ts';
import { readSkillDocument } from '../../format/skill/read/document.ts';

/** What a skill could make an agent do, as far as reading tells: evidence for a person, no verdict. Each list is sorted. */
export interface Capabilities {
  /** Files that are made to be run. */
  readonly scripts: readonly string[];
  /** Hosts that its code names. */
  readonly hosts: readonly string[];
  /** Commands that use the network, or fetch and run something. */
  readonly commands: readonly string[];
  /** Packages that it installs or runs. */
  readonly packages: readonly string[];
  /** What its header asks for: tools, requirements, other skills. `key: value`. */
  readonly asks: readonly string[];
  /** Skills that it names as needed, or reaches by `../sibling/`. */
  readonly needs: readonly string[];
}

export type Capability = keyof Capabilities;
export const CAPABILITIES: readonly Capability[] = ['scripts', 'hosts', 'commands', 'packages', 'asks', 'needs'];

const ASKING_KEY =
  /^(?:allowed-tools|disallowed-tools|requires?|requirements|compatibility|hooks|model|depends(?:_on|-on)?|dependencies|context|agent)$/;
const NEED_KEY = /^(?:depends(?:[_-]on)?|dependencies|requires)$/;
const PROGRAM_FILE = /\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|ps1|bat|cmd|R|r|exe|jl|php|lua)$/;
const INSTALLED =
  /\b(?:(?:pip3?|pipx|uv\s+pip|uv\s+tool)\s+install|uv\s+add|(?:npm|pnpm|bun)\s+(?:install|i|add)|yarn\s+add|npx|uvx|bunx|pnpm\s+dlx|cargo\s+install|gem\s+install|go\s+(?:install|get)|(?:conda|mamba)\s+install|brew\s+install)\s+((?:-{1,2}[\w-]+(?:[= ][^\s-][^\s]*)?\s+)*)([@A-Za-z][\w@/.:[\],<>=~^-]*)/g;
const SIBLING = /\.\.\/([a-z0-9]+(?:-[a-z0-9]+)*)\//g;

/** What these files could do. Pure; reads text alone. */
export function capabilitiesOf(files: readonly PackageFile[]): Capabilities {
  const scripts = new Set<string>();
  const found = {
    hosts: new Set<string>(),
    commands: new Set<string>(),
    packages: new Set<string>(),
    asks: new Set<string>(),
    needs: new Set<string>(),
  };
  for (const { path, bytes, executable, kind } of files) {
    if (kind !== 'file') continue;
    if (executable || PROGRAM_FILE.test(path) || packageFileKind(path) === 'script') scripts.add(path);
    if (bytes.includes(0) || !isUtf8(bytes)) continue;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
    const { hosts, commands } = findEvidence(text, /\.(?:md|markdown)$/i.test(path));
    for (const { host } of hosts) found.hosts.add(host);
    for (const { command } of commands) found.commands.add(command);
    for (const match of text.matchAll(INSTALLED))
      if (match[2] !== undefined) found.packages.add(match[2].replace(/[.,:]+$/, ''));
    for (const match of text.matchAll(SIBLING)) if (match[1] !== undefined) found.needs.add(match[1]);
    if (path === 'SKILL.md') readHeader(text, found.asks, found.needs);
  }
  const sorted = (set: ReadonlySet<string>): string[] => [...set].sort(compareCodePoints);
  return {
    scripts: sorted(scripts),
    hosts: sorted(found.hosts),
    commands: sorted(found.commands),
    packages: sorted(found.packages),
    asks: sorted(found.asks),
    needs: sorted(found.needs),
  };
}

function readHeader(text: string, asks: Set<string>, needs: Set<string>): void {
  const { frontmatter } = readSkillDocument(text);
  const metadata = frontmatter['metadata'];
  const inner = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? metadata : {};
  for (const [key, value] of [...Object.entries(frontmatter), ...Object.entries(inner)]) {
    if (ASKING_KEY.test(key))
      asks.add(`${key}: ${toOneLine(typeof value === 'string' ? value : JSON.stringify(value))}`);
    if (!NEED_KEY.test(key)) continue;
    const names = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[\s,]+/) : [];
    for (const name of names) if (typeof name === 'string' && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) needs.add(name);
  }
}

/** What one state of a skill could do and the other could not. */
export interface CapabilityChange {
  readonly capability: Capability;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function compareCapabilities(before: Capabilities, after: Capabilities): CapabilityChange[] {
  return CAPABILITIES.flatMap((capability) => {
    const added = after[capability].filter((one) => !before[capability].includes(one));
    const removed = before[capability].filter((one) => !after[capability].includes(one));
    return added.length + removed.length === 0 ? [] : [{ capability, added, removed }];
  });
}
