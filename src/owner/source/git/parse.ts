import { internalError } from '../../../base/errors.ts';
import { isCommit } from '../../../format/source/checks.ts';
import type { RemoteRefs, RepoEntry } from './cloner.ts';

/** Reads what `ls-remote --symref` prints. Lines that say nothing we use are passed over. */
export function parseRefs(text: string): RemoteRefs {
  let head: string | undefined;
  let headCommit: string | undefined;
  const branches = new Map<string, string>();
  const tags = new Map<string, string>();
  const peeled = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [first = '', name = ''] = line.split('\t');
    if (name === 'HEAD' && first.startsWith('ref: refs/heads/')) head = first.slice('ref: refs/heads/'.length);
    if (!isCommit(first)) continue;
    if (name === 'HEAD') headCommit = first;
    else if (name.startsWith('refs/heads/')) branches.set(name.slice(11), first);
    else if (name.startsWith('refs/tags/') && name.endsWith('^{}')) peeled.set(name.slice(10, -3), first);
    else if (name.startsWith('refs/tags/')) tags.set(name.slice(10), first);
  }
  for (const [name, commit] of peeled) tags.set(name, commit);
  return { head, headCommit, branches, tags };
}

const LINK_MODE = '120000';
const SUBMODULE_MODE = '160000';

/** Reads `ls-tree -r -z -l`: `mode type oid size\tpath`, each ended by NUL. */
export function parseTree(bytes: Buffer): RepoEntry[] {
  const entries: RepoEntry[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0, start);
    const tab = bytes.indexOf(9, start);
    if (end < 0 || tab < 0 || tab > end) throw internalError('git listed a tree in a form that is not known');
    const [mode = '', , oid = '', size = ''] = bytes.toString('latin1', start, tab).split(/ +/);
    const kind = mode === LINK_MODE ? 'link' : mode === SUBMODULE_MODE ? 'submodule' : 'file';
    const path = bytes.toString('utf8', tab + 1, end);
    entries.push({ path, kind, executable: mode === '100755', oid, size: size === '-' ? 0 : Number(size) });
    start = end + 1;
  }
  return entries;
}

/** Takes what `cat-file --batch` prints, in chunks of any size, and gives each object's bytes by name. */
export function createBatchReader(): { take(chunk: Buffer): void; end(): ReadonlyMap<string, Buffer> } {
  const objects = new Map<string, Buffer>();
  let held: Buffer[] = [];
  let heldBytes = 0;
  /** What is awaited: a header, or the rest of an object and the line end behind it. */
  let awaited: { readonly oid: string; readonly size: number } | undefined;
  const step = (): boolean => {
    const all = held.length === 1 ? (held[0] ?? Buffer.alloc(0)) : Buffer.concat(held);
    held = [all];
    if (awaited === undefined) {
      const end = all.indexOf(10);
      if (end < 0) return false;
      const [oid = '', type = '', size = ''] = all.toString('latin1', 0, end).split(' ');
      if (type !== 'blob') throw new Error(`the repository lacks ${oid}`);
      awaited = { oid, size: Number(size) };
      drop(all, end + 1);
      return true;
    }
    if (all.length <= awaited.size) return false;
    objects.set(awaited.oid, Buffer.from(all.subarray(0, awaited.size)));
    drop(all, awaited.size + 1);
    awaited = undefined;
    return true;
  };
  const drop = (all: Buffer, count: number): void => {
    held = all.length > count ? [all.subarray(count)] : [];
    heldBytes = all.length - count;
  };
  return {
    take(chunk) {
      held.push(chunk);
      heldBytes += chunk.length;
      // Joining at each chunk would copy a large object once for each of its chunks.
      if (awaited !== undefined && heldBytes <= awaited.size) return;
      while (held.length > 0 && step());
    },
    end() {
      if (awaited !== undefined || heldBytes > 0) throw internalError('git ended in the middle of an object');
      return objects;
    },
  };
}
