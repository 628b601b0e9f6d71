import type { JSX } from 'preact';
import type { SourceReview } from '../../../owner/source/review.ts';
import type { InstallReport } from '../../../owner/source/verbs/install.ts';
import { formatPlace } from '../core/router.ts';
import { Findings } from '../parts/findings.tsx';
import { Text } from '../parts/text.tsx';

/** What came in, and what was kept out. */
export function Added({
  report: { added, refused, source },
  reviewed,
}: {
  readonly report: InstallReport;
  readonly reviewed: SourceReview | undefined;
}): JSX.Element {
  const isOther = reviewed?.source.commit !== undefined && reviewed.source.commit !== source.commit;
  return (
    <section class="panel stack which" aria-labelledby="added-title">
      <h2 id="added-title">{added.length === 0 ? 'Nothing was added' : 'Added'}</h2>
      {isOther ? (
        <p class="warned">
          The repository moved on between your review and the addition: what came is of commit{' '}
          {source.commit?.slice(0, 10)}. Look at it, or remove it under Installed.
        </p>
      ) : null}
      <ul class="plain">
        {added.map(({ id, version }) => (
          <li key={id}>
            <a href={formatPlace('skill', id)}>
              <Text text={id} />
            </a>
            , version {version}
          </li>
        ))}
      </ul>
      {refused.map(({ path, findings }) => (
        <div key={path}>
          <h3>
            <Text text={path} /> was kept out
          </h3>
          <Findings findings={findings} />
        </div>
      ))}
    </section>
  );
}
