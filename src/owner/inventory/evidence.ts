import type { DiagnosticCode } from '../../base/codes.ts';
import { errnoOf } from '../../base/errors.ts';
import { MAX_FILE_BYTES } from '../../base/limits.ts';
import type { NetworkMode } from '../../base/types.ts';
import { contextOf } from '../../catalog/internals.ts';
import { findEvidence, type NetworkEvidence } from '../../catalog/network/evidence.ts';
import type { ReadableCatalog, SkillEntry, View } from '../../catalog/types.ts';
import { skillOf } from '../../catalog/view/owned.ts';
import { suspiciousCommands } from '../../format/skill/rules/suspicious.ts';
import { joinPath, listFiles } from '../../tree/files/files.ts';

export interface FileEvidence extends NetworkEvidence {
  readonly path: string;
  /** What runs while the file is loaded, or is decoded or fetched and then run: worth a look before anybody trusts it. */
  readonly suspicious: readonly { readonly code: DiagnosticCode; readonly line: number; readonly message: string }[];
}

/** Whose members are looked into. */
export interface EvidenceOptions {
  /** A view of this catalog: only members that it shows. Default: all. */
  readonly view?: View;
}

/** What in one skill may want the network, or is suspicious. */
export interface SkillEvidence {
  readonly id: string;
  readonly name: string;
  /** Its mode now, which evidence does not change. */
  readonly mode: NetworkMode;
  /** Only files in which something was found. */
  readonly files: readonly FileEvidence[];
  /** Files that could not be read, with the cause. */
  readonly unread: readonly { readonly path: string; readonly why: string }[];
}

/** Files that are prose around code, and files that are code; others, such as tables of data, are not looked into. */
const MARKDOWN = /\.(?:md|mdx|markdown|rmd|qmd)$/i;
const CODE =
  /\.(?:py|ipynb|r|sh|bash|zsh|fish|ps1|bat|cmd|js|mjs|cjs|ts|mts|tsx|jsx|pl|pm|rb|go|rs|java|kt|scala|swift|c|cc|cpp|h|cs|lua|php|jl|nf|smk|wdl|cwl|ya?ml|toml)$|(?:^|\/)(?:Dockerfile|Makefile|Snakefile|Justfile|package\.json)$/i;

/** Hosts, network commands and suspicious ones in the code of a collection's visible members, for whoever reviews its inventory. */
export async function collectEvidence(
  catalog: ReadableCatalog,
  collection: string,
  options: EvidenceOptions = {},
): Promise<SkillEvidence[]> {
  const { view = catalog.view({ audience: 'owner' }) } = options;
  // An id nobody knows is an error, not an empty list.
  await view.listSkills({ collection, limit: 1 });
  const found: SkillEvidence[] = [];
  for (const entry of view.entries()) {
    if (entry.collection !== collection) continue;
    const { capability } = await skillOf(catalog, entry.id).network();
    found.push({ id: entry.id, name: entry.name, mode: capability.mode, ...readEvidence(catalog, entry) });
  }
  return found;
}

/** The same of one skill. */
export function readEvidence(catalog: ReadableCatalog, entry: SkillEntry): Pick<SkillEvidence, 'files' | 'unread'> {
  const { disk } = contextOf(catalog);
  const files: FileEvidence[] = [];
  const { paths, leftOut } = listFiles(disk, entry.folder);
  const unread = leftOut
    .filter((one) => one.reason !== 'pruned')
    .map(({ path, reason, cause }) => ({ path, why: cause ?? reason }));
  for (const path of paths) {
    const isMarkdown = MARKDOWN.test(path);
    if (!isMarkdown && !CODE.test(path)) continue;
    try {
      const { bytes, stamp } = disk.readFile(joinPath(entry.folder, path), MAX_FILE_BYTES);
      if (stamp.size > MAX_FILE_BYTES) unread.push({ path, why: `more than ${MAX_FILE_BYTES} bytes` });
      else if (!bytes.includes(0)) {
        const text = bytes.toString('utf8');
        const found = findEvidence(text, isMarkdown);
        const suspicious = suspiciousCommands(text).map(({ code, line = 1, message }) => ({ code, line, message }));
        if (found.hosts.length + found.commands.length + suspicious.length > 0)
          files.push({ path, ...found, suspicious });
      }
    } catch (error) {
      if (errnoOf(error) === 'UNKNOWN') throw error;
      unread.push({ path, why: errnoOf(error) });
    }
  }
  return { files, unread };
}
