import { SkillficheError } from '../../base/errors.ts';
import { readJson } from '../../base/json.ts';
import type { SchemaFault } from '../schema/check.ts';
import { collectionDigest, pathProblem, skillDigest, treeDigest } from './digest.ts';
import { type CollectionLock, linkAsFile } from './lock.ts';

const WAY_OUT = 'Restore it, or pin the collection again with `skillfiche pin`.';

function broken(path: string, why: string): SkillficheError {
  return new SkillficheError('BROKEN_FILE', `The lock ${path} cannot be used: ${why}. ${WAY_OUT}`, { paths: [path] });
}

/** The first digest that is not sha256, if any: a lock made by another version, not a changed tree. */
function otherDigest(document: unknown): string | undefined {
  if (typeof document !== 'object' || document === null || !('digest' in document)) return undefined;
  const kind = typeof document.digest === 'string' ? /^([a-z0-9-]+):/.exec(document.digest)?.[1] : undefined;
  return kind === undefined || kind === 'sha256' ? undefined : kind;
}

/**
 * Reads a lock's text. `check` lists what its schema does not allow. Throws BROKEN_FILE for a lock that is torn, of
 * another version, or whose digests do not follow from the files it lists: such a lock proves nothing.
 */
export function readLock(
  text: string,
  path: string,
  check: (document: unknown) => readonly SchemaFault[],
): CollectionLock {
  const reading = readJson(text);
  if ('fault' in reading) throw broken(path, `it is not JSON (${reading.fault.message})`);
  const document = reading.value;
  const kind = otherDigest(document);
  if (kind !== undefined) throw broken(path, `its digests are ${kind}, and only sha256 can be compared here`);
  const [fault] = check(document);
  if (fault !== undefined) throw broken(path, fault.message);
  const lock = document as CollectionLock;
  const wrong = contradiction(lock);
  if (wrong !== undefined) throw broken(path, wrong);
  return lock;
}

/** What in a lock does not follow from the files it lists: somebody edited it, or merged two. */
function contradiction(lock: CollectionLock): string | undefined {
  const seen = new Set<string>();
  for (const { path, digest, files } of lock.members) {
    if (seen.has(path)) return `it lists the member \`${path}\` twice`;
    seen.add(path);
    if (skillDigest(files) !== digest) return `the digest of \`${path}\` is not that of its files`;
  }
  const all = [
    ...lock.members.flatMap(({ path, files }) =>
      files.map((file) => ({ ...file, path: path === '.' ? file.path : `${path}/${file.path}` })),
    ),
    ...lock.other_files,
    ...(lock.links ?? []).map(linkAsFile),
  ];
  const bad = all.find((file) => pathProblem(file.path) !== undefined);
  if (bad !== undefined) return `it lists ${JSON.stringify(bad.path)}, and ${pathProblem(bad.path)}`;
  if (new Set(all.map((file) => file.path)).size !== all.length) return 'it lists a file twice';
  if (collectionDigest(lock.members) !== lock.digest) return '`digest` is not that of its members';
  if (treeDigest(all) !== lock.tree_digest) return '`tree_digest` is not that of its files';
  return undefined;
}
