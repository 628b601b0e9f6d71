import { sha256Hex } from '../../../src/base/hash.ts';
import { finishNow, IndexBuilder, type IndexHead } from '../../../src/catalog/search/build/build.ts';
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
export function indexSamples(samples: readonly Sample[], digest = 'ab'.repeat(32)): SearchIndex {
  const index = openIndex(packSamples(samples, { digest }));
  if (index === undefined) throw new Error('the index does not open');
  return index;
}

export function packSamples(samples: readonly Sample[], head: IndexHead): Buffer {
  const builder = new IndexBuilder();
  for (const sample of samples.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const path = sample.id.slice(sample.id.indexOf(':') + 1);
    builder.add(
      {
        id: sample.id,
        name: sample.name ?? path,
        isMember: sample.isMember ?? false,
        sha256: digestOf(sample),
        path,
        description: sample.description ?? '',
        keywords: sample.keywords ?? '',
      },
      sample.body ?? '',
      0,
    );
  }
  return finishNow(builder, head);
}
