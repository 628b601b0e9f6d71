import { sha256Hex } from '../../base/hash.ts';
import type { PackageFile } from '../../format/package/file.ts';
import type { ForeignHash } from '../../format/source/foreign/shapes.ts';

/** sha256 over path and bytes of each file, in the order of a locale's collation: what `skills` writes as `computedHash`. */
export function vercelHash(files: readonly PackageFile[]): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const hash = createHash('sha256');
  const own = files.filter(
    ({ path, kind }) => kind === 'file' && !path.split('/').some((part) => part === '.git' || part === 'node_modules'),
  );
  for (const { path, bytes } of own.toSorted((a, b) => a.path.localeCompare(b.path))) hash.update(path).update(bytes);
  return hash.digest('hex');
}

/** The `integrity` that `skills-lock` writes: sha256, base64, over path NUL bytes NUL. */
export function skillsLockIntegrity(files: readonly PackageFile[]): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const hash = createHash('sha256');
  for (const { path, bytes } of files.toSorted((a, b) => a.path.localeCompare(b.path)))
    hash.update(path).update('\0').update(bytes).update('\0');
  return `sha256-${hash.digest('base64')}`;
}

interface TreeNode {
  readonly files: Map<string, { readonly mode: string; readonly oid: Buffer }>;
  readonly folders: Map<string, TreeNode>;
}

/** The name that git gives to a folder of these files: what `gh skill` notes of upstream. */
export function gitTree(files: readonly PackageFile[]): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const nameOf = (type: string, bytes: Uint8Array): Buffer =>
    createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest();
  const top: TreeNode = { files: new Map(), folders: new Map() };
  for (const { path, bytes, executable, kind } of files) {
    const names = path.split('/');
    let node = top;
    for (const name of names.slice(0, -1)) {
      const below = node.folders.get(name) ?? { files: new Map(), folders: new Map() };
      node.folders.set(name, below);
      node = below;
    }
    const mode = kind === 'link' ? '120000' : executable ? '100755' : '100644';
    node.files.set(names.at(-1) ?? '', { mode, oid: nameOf('blob', bytes) });
  }
  const write = (node: TreeNode): Buffer => {
    const rows = [...node.files].map(([name, { mode, oid }]) => ({ sort: Buffer.from(name), mode, name, oid }));
    // Git sorts a folder as if its name ended in a slash.
    for (const [name, below] of node.folders)
      rows.push({ sort: Buffer.from(`${name}/`), mode: '40000', name, oid: write(below) });
    rows.sort((a, b) => Buffer.compare(a.sort, b.sort));
    return nameOf(
      'tree',
      Buffer.concat(rows.map(({ mode, name, oid }) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), oid]))),
    );
  };
  return write(top).toString('hex');
}

/** Whether the files are those that another tool noted; `undefined`: it cannot be told. */
export function isAsNoted(files: readonly PackageFile[], hash: ForeignHash | undefined): boolean | undefined {
  if (hash === undefined) return undefined;
  switch (hash.kind) {
    case 'vercel':
      return vercelHash(files) === hash.value;
    case 'skills-lock':
      return skillsLockIntegrity(files) === hash.value;
    case 'rulesync': {
      const text = files
        .toSorted((a, b) => a.path.localeCompare(b.path))
        .map(({ path, bytes }) => `${path}\0${Buffer.from(bytes).toString('utf8')}\0`);
      return `sha256-${sha256Hex(text.join(''))}` === hash.value;
    }
    case 'tree':
      // Of a repository that is named by sha256 nobody noted one yet.
      return /^[0-9a-f]{40}$/.test(hash.value) ? gitTree(files) === hash.value : undefined;
  }
}
