import type { JSX } from 'preact';
import type { ReviewedPackage, SourceReview } from '../../../owner/source/review.ts';
import { bytes, CAPABILITY_WORDS, countOf } from '../core/words.ts';
import { Findings } from '../parts/findings.tsx';
import { Text } from '../parts/text.tsx';

/** What would come: what it can do first, then what the gate says. */
export function AddReview({
  review: { source, packages },
  add,
  isBusy,
}: {
  readonly review: SourceReview;
  readonly add: () => void;
  readonly isBusy: boolean;
}): JSX.Element {
  const fit = packages.filter(({ refused }) => !refused);
  return (
    <section class="stack which" aria-labelledby="review-title">
      <h2 id="review-title">
        Would come{source.commit === undefined ? '' : `, pinned to ${source.commit.slice(0, 10)}`}
      </h2>
      {packages.map((one) => (
        <Package key={one.path} one={one} />
      ))}
      <div class="actions">
        <button type="button" class="main-button" disabled={isBusy || fit.length === 0} onClick={add}>
          {isBusy ? 'Taking in …' : fit.length === 0 ? 'Nothing can be added' : `Add ${countOf(fit.length, 'package')}`}
        </button>
      </div>
    </section>
  );
}

function Package({ one }: { readonly one: ReviewedPackage }): JSX.Element {
  const { slug, path, files, size, capabilities, pointers, looks_like, refused, findings } = one;
  const can = Object.entries(CAPABILITY_WORDS).flatMap(([key, words]) => {
    const found = capabilities[key as keyof typeof capabilities];
    return found.length === 0 ? [] : [{ words, found }];
  });
  return (
    <article class={refused ? 'package is-refused' : 'package'} aria-label={slug}>
      <h3>
        <Text text={slug} /> {refused ? <em class="tag">kept out</em> : null}
      </h3>
      <p class="soft small">
        <code>
          <Text text={path} />
        </code>{' '}
        {countOf(files, 'file')}, {bytes(size)}
      </p>
      {looks_like === undefined ? null : (
        <p class="warned">
          Its name could be taken for <Text text={looks_like} />, which is installed.
        </p>
      )}
      {pointers.length === 0 ? null : (
        <p class="warned">{countOf(pointers.length, 'file')} only stand for others that are not in the repository.</p>
      )}
      {can.length === 0 ? (
        <p>It is text alone: no script, no host, no command that uses the network.</p>
      ) : (
        <dl class="can">
          {can.map(({ words, found }) => (
            <div key={words}>
              <dt>{words}</dt>
              <dd>
                <Text text={found.join(', ')} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Findings findings={findings} />
    </article>
  );
}
