import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { internalError } from '../../base/errors.ts';
import { isThere } from './shipped.ts';

/** One of the package's own JSON Schemas, by its name: `list`. */
export function shippedSchema(name: string): Record<string, unknown> {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const path = join(folder, 'schemas', `${name}.schema.json`);
    if (isThere(path)) return JSON.parse(readFileSync(path, 'utf8'));
    if (dirname(folder) === folder) throw internalError(`the schema ${name} is not in the package`);
  }
}
