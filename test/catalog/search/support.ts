import { sha256Hex } from '../../../src/base/hash.ts';
import { IndexBuilder } from '../../../src/catalog/search/build/build.ts';
import { openIndex, type SearchIndex } from '../../../src/catalog/search/index/open.ts';

export interface Sample {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  readonly keywords?: string;
  readonly body?: string;
  readonly isMember?: boolean;
}

/** What stands for the sha256 of a sample's file. */
const digestOf = (sample: Sample): string => sha256Hex(JSON.stringify(sample));

/** Builds and opens an index of samples, in order of id whatever order they come in. */
export function indexSamples(samples: readonly Sample[], earlier?: SearchIndex, digest = 'ab'.repeat(32)): SearchIndex {
  const builder = new IndexBuilder(earlier);
  for (const sample of samples.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const path = sample.id.slice(sample.id.indexOf(':') + 1);
    const known = {
      id: sample.id,
      name: sample.name ?? path,
      isMember: sample.isMember ?? false,
      sha256: digestOf(sample),
    };
    if (builder.reuse(known)) continue;
    const top = { path, description: sample.description ?? '', keywords: sample.keywords ?? '' };
    builder.add({ ...known, ...top }, sample.body ?? '', 0);
  }
  const index = openIndex(builder.finish(digest));
  if (index === undefined) throw new Error('the index does not open');
  return index;
}
