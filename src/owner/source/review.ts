import { SkillficheError } from '../../base/errors.ts';
import { cutTo, toOneLine } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';
import type { PackageFile } from '../../format/package/file.ts';
import type { LockedSource } from '../../format/source/lock.ts';
import { treeOf } from '../store/folder.ts';
import type { PackageSource } from '../store/types.ts';
import { type Capabilities, type CapabilityChange, capabilitiesOf } from './capabilities.ts';

/** What a person sees of one skill or collection before it is taken in. All text is one line, safe to print. */
export interface ReviewedPackage {
  readonly slug: string;
  readonly path: string;
  /** Of what would come, `sha256:…`: `reviewed` takes it back. */
  readonly digest: string;
  readonly files: number;
  /** Bytes. */
  readonly size: number;
  readonly capabilities: Capabilities;
  /** Files that stand for others that are not there. */
  readonly pointers: readonly string[];
  /** An installed name that this one could be taken for. */
  readonly looks_like?: string;
  readonly refused: boolean;
  /** What the gate found; errors refuse. */
  readonly findings: readonly Diagnostic[];
}

export interface SourceReview {
  readonly source: LockedSource;
  readonly packages: readonly ReviewedPackage[];
}

/** One change to review: what it can do now first, then which files, then their text. */
export interface UpdateReview {
  readonly id: string;
  readonly url: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Of the newer state, `sha256:…`: `reviewed` takes it back. */
  readonly digest: string;
  readonly capabilities: readonly CapabilityChange[];
  readonly files: readonly { readonly path: string; readonly change: 'added' | 'removed' | 'changed' | 'mode' }[];
  /** Members of a collection that came, went, or were changed. */
  readonly members?: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
  /** Where upstream moved the skill to. */
  readonly moved_to?: string;
  /** Unified, of the files that are text; cut where it is long. */
  readonly diff: string;
}

/**
 * Between a look and the yes the source may have moved: what comes has one of the digests that were looked at.
 * @throws SkillficheError STALE_VERSION
 */
export function requireReviewed(name: string, digest: string, reviewed: readonly string[] | undefined): void {
  if (reviewed === undefined || reviewed.includes(digest)) return;
  throw new SkillficheError(
    'STALE_VERSION',
    `${JSON.stringify(name)} is not what was reviewed: its source holds something else now (${digest.slice(0, 19)}…). It was left as it is; review it again.`,
    { reason: 'reviewed' },
  );
}

const LFS = 'version https://git-lfs.github.com/spec/v1';

export function isLfsPointer(bytes: Uint8Array): boolean {
  return bytes.length < 1_024 && Buffer.from(bytes.subarray(0, LFS.length)).toString('latin1') === LFS;
}

export async function reviewPackage(
  source: PackageSource,
  judged: {
    readonly refused: boolean;
    readonly findings: readonly Diagnostic[];
    readonly looksLike: string | undefined;
  },
): Promise<ReviewedPackage> {
  const files: readonly PackageFile[] = await source.files();
  return {
    slug: source.slug,
    path: source.source.path ?? '.',
    digest: treeOf(source.kind, files).digest,
    files: files.length,
    size: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    capabilities: oneLiners(capabilitiesOf(files)),
    pointers: files.filter(({ bytes }) => isLfsPointer(bytes)).map(({ path }) => toOneLine(path)),
    ...(judged.looksLike === undefined ? {} : { looks_like: judged.looksLike }),
    refused: judged.refused,
    findings: judged.findings,
  };
}

function oneLiners(given: Capabilities): Capabilities {
  const clean = (list: readonly string[]): string[] => list.map((one) => cutTo(toOneLine(one), 200));
  const { scripts, hosts, commands, packages, asks, needs } = given;
  return {
    scripts: clean(scripts),
    hosts: clean(hosts),
    commands: clean(commands),
    packages: clean(packages),
    asks: clean(asks),
    needs: clean(needs),
  };
}
