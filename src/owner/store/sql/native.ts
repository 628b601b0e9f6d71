import { createRequire } from 'node:module';
import { errnoOf } from '../../../base/errors.ts';

/**
 * Answers for libsql's loader the question which C library this is. Perf: it asks for a report of the whole process and
 * loads `child_process` to find out, which takes longer than all else of opening a store; that the machine code for one
 * of the two can be loaded says the same. Where it cannot, nothing is answered, and the loader asks as it always does.
 */
export function answerForLoader(): void {
  if (process.platform !== 'linux' || (process.arch !== 'x64' && process.arch !== 'arm64')) return;
  const target = `linux-${process.arch}-gnu`;
  try {
    const inner = createRequire(createRequire(import.meta.url).resolve('libsql'));
    inner(`@libsql/${target}`);
    answer(inner, 'detect-libc', { familySync: () => 'glibc', GLIBC: 'glibc', MUSL: 'musl' });
    answer(inner, '@neon-rs/load', { currentTarget: () => target });
  } catch (error) {
    // No such package beside libsql, or code for another library: `ERR_DLOPEN_FAILED`, `MODULE_NOT_FOUND`.
    if (errnoOf(error) === 'UNKNOWN') throw error;
  }
}

function answer(inner: NodeJS.Require, name: string, exports: unknown): void {
  const id = inner.resolve(name);
  if (inner.cache[id] !== undefined) return;
  inner.cache[id] = {
    id,
    filename: id,
    path: id,
    loaded: true,
    exports,
    children: [],
    paths: [],
    parent: null,
    isPreloading: false,
    require: inner,
  };
}
