import type { JSX } from 'preact';
import { formatPlace } from '../core/router.ts';
import { useAsk } from '../core/use-ask.ts';
import { count, countOf } from '../core/words.ts';
import { Answer, Empty } from '../parts/notice.tsx';
import { Text } from '../parts/text.tsx';
import { Wide } from '../parts/wide.tsx';

interface Clash {
  readonly name: string;
  readonly has?: string;
  readonly skills: readonly { readonly id: string; readonly folder: string }[];
}

const SHOWN = 200;

/** Names that several skills bear: which of them an agent gets. */
export function Clashes(): JSX.Element {
  const asked = useAsk<{ readonly clashes: readonly Clash[] }>('/api/clashes');
  return (
    <Answer asked={asked} what="the names">
      {({ clashes }) =>
        clashes.length === 0 ? (
          <Empty>
            <p>Every name is borne by one skill alone.</p>
          </Empty>
        ) : (
          <Wide label="Names borne by several">
            <table>
              <caption>
                {countOf(clashes.length, 'name')} borne by several skills
                {clashes.length > SHOWN ? `; the first ${count(SHOWN)}` : ''}
              </caption>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">An agent that asks by name gets</th>
                  <th scope="col">Hidden behind it</th>
                </tr>
              </thead>
              <tbody>
                {clashes.slice(0, SHOWN).map(({ name, has, skills }) => (
                  <tr key={name}>
                    <th scope="row">
                      <Text text={name} />
                    </th>
                    <td>{has === undefined ? 'nothing: they have equal rights to it' : <SkillLink id={has} />}</td>
                    <td>
                      {skills
                        .filter(({ id }) => id !== has)
                        .map(({ id }) => (
                          <span key={id} class="block">
                            <SkillLink id={id} />
                          </span>
                        ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Wide>
        )
      }
    </Answer>
  );
}

function SkillLink({ id }: { readonly id: string }): JSX.Element {
  return (
    <a href={formatPlace('skill', id)}>
      <Text text={id} />
    </a>
  );
}
