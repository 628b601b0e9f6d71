import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

/** One file that plain Node can run, made from TypeScript sources. Returns its path and how to remove it. */
export async function bundle(entry: string): Promise<{ readonly file: string; readonly remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'skillfiche-bundle-'));
  const file = join(folder, 'bundle.mjs');
  await build({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: {
      js: "import { createRequire as makeRequire_ } from 'node:module'; const require = makeRequire_(import.meta.url);",
    },
    logLevel: 'error',
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
