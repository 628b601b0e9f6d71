import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isThere } from './shipped.ts';

const FILES: readonly (readonly [path: string, file: string, type: string])[] = [
  ['/', 'index.html', 'text/html; charset=utf-8'],
  ['/page/page.js', 'page.js', 'text/javascript; charset=utf-8'],
  ['/page/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/page/icon.svg', 'icon.svg', 'image/svg+xml'],
];

/** The files of the owner's page, by the path they are asked for, read once; `undefined` where the page was not built. */
export function pageFiles():
  | ((path: string) => { readonly type: string; readonly bytes: Uint8Array } | undefined)
  | undefined {
  const folder = pageFolder();
  if (folder === undefined) return undefined;
  const files = new Map(FILES.map(([path, file, type]) => [path, { type, bytes: readFileSync(join(folder, file)) }]));
  return (path) => files.get(path);
}

/** `dist/page`, found from wherever this module was put. */
function pageFolder(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    for (const candidate of [join(folder, 'page'), join(folder, 'dist/page')]) {
      if (FILES.every(([, file]) => isThere(join(candidate, file)))) return candidate;
    }
    if (dirname(folder) === folder) return undefined;
  }
}
