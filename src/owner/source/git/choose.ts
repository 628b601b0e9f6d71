import { SkillficheError } from '../../../base/errors.ts';
import { nearest } from '../../../base/nearest.ts';
import { quoteValue } from '../../../base/text.ts';
import { versionFits } from '../../../catalog/readiness/version-range.ts';
import { isCommit } from '../../../format/source/checks.ts';
import type { GitSource } from '../../../format/source/grammar.ts';
import type { RemoteRefs } from './cloner.ts';

export interface ChosenCommit {
  readonly commit: string;
  /** The branch or tag it was found by; absent for a commit that was named itself. */
  readonly ref?: string;
}

/** The commit that a source means now. Throws SOURCE_UNAVAILABLE for a name that the repository does not have. */
export function chooseCommit(source: GitSource, refs: RemoteRefs): ChosenCommit {
  const { ref, range, url } = source;
  if (range !== undefined) return chooseTag(url, range, refs);
  if (ref === undefined) {
    const commit = refs.headCommit ?? refs.branches.get(refs.head ?? '');
    if (commit !== undefined) return { commit };
    throw lacking(`${url} is empty: it shows no branch.`);
  }
  if (isCommit(ref)) return { commit: ref };
  const full = /^refs\/(heads|tags)\/(.+)$/.exec(ref);
  const branch = full === null || full[1] === 'heads' ? refs.branches.get(full?.[2] ?? ref) : undefined;
  const tag = full === null || full[1] === 'tags' ? refs.tags.get(full?.[2] ?? ref) : undefined;
  if (branch !== undefined && tag !== undefined && branch !== tag) {
    const message = `${url} has a branch and a tag ${quoteValue(ref)}, and they differ. Say refs/tags/${ref} or refs/heads/${ref}.`;
    throw new SkillficheError('AMBIGUOUS_NAME', message, { suggestions: [`refs/tags/${ref}`, `refs/heads/${ref}`] });
  }
  const commit = tag ?? branch;
  if (commit !== undefined) return { commit, ref };
  const close = nearest(ref, [...refs.branches.keys(), ...refs.tags.keys()], 3);
  const meant = close.length === 0 ? '' : ` Did you mean ${close.join(' or ')}?`;
  const way = /^[0-9a-f]{7,39}$/.test(ref)
    ? ' A commit is given by its full name.'
    : ` To choose a skill of that name: --skill ${ref}`;
  throw lacking(`${url} has no branch or tag ${quoteValue(ref)}.${meant}${way}`, close);
}

const VERSION = /^(?:.*[/@-])?v?(\d+)\.(\d+)\.(\d+)$/;

/** The highest release whose tag fits. Versions before a release (`-rc.1`) are not taken unasked. */
function chooseTag(url: string, range: string, refs: RemoteRefs): ChosenCommit {
  let best: { readonly tag: string; readonly commit: string; readonly parts: readonly number[] } | undefined;
  for (const [tag, commit] of refs.tags) {
    const parts = VERSION.exec(tag)?.slice(1).map(Number);
    if (parts === undefined || !fits(parts.join('.'), range)) continue;
    if (best === undefined || compare(parts, best.parts) > 0) best = { tag, commit, parts };
  }
  if (best !== undefined) return { commit: best.commit, ref: best.tag };
  const some = [...refs.tags.keys()].slice(-3).join(', ');
  throw lacking(
    `${url} has no tag of a version in ${quoteValue(range)}${some === '' ? '; it has no tag at all' : `; it has ${some}`}.`,
  );
}

/** Alternatives between `||`; within one, all conditions. */
function fits(version: string, range: string): boolean {
  return range.split('||').some((part) => {
    const conditions = part
      .trim()
      .split(/[\s,]+/)
      .filter(Boolean)
      .join(',');
    return versionFits('node', version, conditions) === true;
  });
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function lacking(message: string, suggestions: readonly string[] = []): SkillficheError {
  return new SkillficheError('SOURCE_UNAVAILABLE', message, { reason: 'no-ref', suggestions });
}
