import type { JSX } from 'preact';
import type { NetworkMode } from '../../../base/types.ts';
import { formatPlace } from '../core/router.ts';
import { useAsk } from '../core/use-ask.ts';
import { count, NETWORK_WORDS } from '../core/words.ts';
import { Bar, Legend } from '../parts/bar.tsx';
import { Answer, Empty } from '../parts/notice.tsx';
import { Text } from '../parts/text.tsx';
import { Wide } from '../parts/wide.tsx';

interface Inventory {
  readonly scopes: readonly {
    readonly id: string;
    readonly kind: 'root' | 'collection';
    readonly total: number;
    readonly modes: Readonly<Record<NetworkMode, number>>;
    readonly declarations: Readonly<Record<'reviewed' | 'legacy' | 'frontmatter' | 'none', number>>;
  }[];
}

const PARTS = (['none', 'host_only', 'raw_required', 'unknown'] as const).map((mode) => ({
  kind: `net-${mode}`,
  mode,
  words: NETWORK_WORDS[mode],
}));

/** Who wants the network, and on whose word. */
export function Networks(): JSX.Element {
  const asked = useAsk<Inventory>('/api/inventory');
  return (
    <Answer asked={asked} what="the network inventory">
      {({ scopes }) =>
        scopes.length === 0 ? (
          <Empty>
            <p>There is no skill to look at yet.</p>
          </Empty>
        ) : (
          <div class="stack">
            <Legend parts={PARTS} />
            <Wide label="Network by tree">
              <table class="figures">
                <thead>
                  <tr>
                    <th scope="col">Tree</th>
                    <th scope="col" class="bar-cell">
                      Share
                    </th>
                    {PARTS.map(({ mode, words }) => (
                      <th key={mode} scope="col">
                        {words}
                      </th>
                    ))}
                    <th scope="col">Reviewed by a person</th>
                  </tr>
                </thead>
                <tbody>
                  {scopes.map(({ id, kind, total, modes, declarations }) => (
                    <tr key={id}>
                      <th scope="row">
                        <a href={formatPlace('skills', kind === 'collection' ? id : '')}>
                          <Text text={id} />
                        </a>
                      </th>
                      <td class="bar-cell">
                        <Bar
                          of={total}
                          parts={PARTS.map(({ kind: part, mode, words }) => ({ kind: part, words, size: modes[mode] }))}
                        />
                      </td>
                      {PARTS.map(({ mode }) => (
                        <td key={mode}>{count(modes[mode])}</td>
                      ))}
                      <td>{count(declarations.reviewed)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Wide>
          </div>
        )
      }
    </Answer>
  );
}
