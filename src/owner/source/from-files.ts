import { internalError } from '../../base/errors.ts';
import type { PackageFile } from '../../format/package/file.ts';
import type { OpenedSource, SourceFile } from './opened.ts';

/** A source whose files are all at hand. */
export function openedFrom(
  files: readonly PackageFile[],
  rest: Omit<OpenedSource, 'files' | 'read' | 'close' | 'below'>,
): OpenedSource {
  const byPath = new Map(files.map((file) => [file.path, file.bytes]));
  return {
    ...rest,
    below: '.',
    files: files.map(
      ({ path, kind, executable, bytes }): SourceFile => ({ path, kind, executable, size: bytes.length }),
    ),
    async read(wanted) {
      return new Map(
        wanted.map(({ path }) => {
          const bytes = byPath.get(path);
          if (bytes === undefined) throw internalError('a file that was not listed is asked for');
          return [path, bytes];
        }),
      );
    },
    close: () => undefined,
  };
}
