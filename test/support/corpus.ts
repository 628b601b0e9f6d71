import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shared } from './shared.ts';

/** One SKILL.md of the real trees. */
export interface CorpusFile {
  readonly path: string;
  readonly text: string;
}

/** Every SKILL.md below the real trees that is UTF-8, in a stable order. */
export function* corpusFiles(folder: string = shared('corpora')): Generator<CorpusFile> {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* corpusFiles(path);
    else if (entry.isFile() && entry.name === 'SKILL.md') {
      const bytes = readFileSync(path);
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      if (Buffer.from(text).equals(bytes)) yield { path, text };
    }
  }
}
