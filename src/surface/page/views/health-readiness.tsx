import type { JSX } from 'preact';
import { formatPlace } from '../core/router.ts';
import { summaryWords } from '../core/trees.ts';
import { useTrees } from '../core/use-trees.ts';
import { count } from '../core/words.ts';
import { Bar, Legend } from '../parts/bar.tsx';
import { Empty, Loading, Refused } from '../parts/notice.tsx';
import { Text } from '../parts/text.tsx';
import { Wide } from '../parts/wide.tsx';
import { Unlock } from './unlock.tsx';

const PARTS = [
  { kind: 'ready', words: 'ready' },
  { kind: 'needs_setup', words: 'need setup' },
  { kind: 'unknown', words: 'not known' },
] as const;

/** How much of each tree can run here, and on whose word. */
export function ByTree(): JSX.Element {
  const { trees, summary, refusal, again } = useTrees(true);
  if (refusal !== undefined) return <Refused refusal={refusal} again={again} />;
  if (trees === undefined || summary === undefined) return <Loading what="readiness" />;
  if (summary.total === 0) {
    return (
      <Empty>
        <p>There is no skill to judge yet.</p>
      </Empty>
    );
  }
  return (
    <div class="stack">
      <p>{summaryWords(summary)}</p>
      {summary.unlock === undefined ? null : <Unlock unlock={summary.unlock} />}
      <Legend parts={PARTS} />
      <Wide label="Readiness by tree">
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">Tree</th>
              <th scope="col" class="bar-cell">
                Share
              </th>
              <th scope="col">Ready</th>
              <th scope="col">Need setup</th>
              <th scope="col">Not known</th>
              <th scope="col">Declared</th>
              <th scope="col">Reviewed</th>
              <th scope="col">Only evidence</th>
            </tr>
          </thead>
          <tbody>
            {trees.map(({ id, kind, title, readiness }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={formatPlace('skills', kind === 'collection' ? id : '')}>
                    <Text text={title} />
                  </a>
                </th>
                <td class="bar-cell">
                  <Bar
                    of={readiness.total}
                    parts={PARTS.map(({ kind: part, words }) => ({ kind: part, words, size: readiness[part] }))}
                  />
                </td>
                <td>{count(readiness.ready)}</td>
                <td>{count(readiness.needs_setup)}</td>
                <td>{count(readiness.unknown)}</td>
                <td>{count(readiness.declared)}</td>
                <td>{count(readiness.by_review + readiness.by_evidence)}</td>
                <td>{readiness.evidence_only === undefined ? '–' : count(readiness.evidence_only)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </div>
  );
}
