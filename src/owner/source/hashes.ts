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
      return undefined;
  }
}
