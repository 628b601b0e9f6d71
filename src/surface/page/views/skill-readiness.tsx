import type { JSX } from 'preact';
import type { SkillReadiness as Judged, LoadedSkill, SkillEvidenceOfNeeds } from '../../../catalog/types.ts';
import { address, skillAddress } from '../core/api.ts';
import { useAsk } from '../core/use-ask.ts';
import { requirement } from '../core/words.ts';
import { Answer, Empty } from '../parts/notice.tsx';
import { ReadinessMark } from '../parts/state.tsx';
import { Text } from '../parts/text.tsx';
import { Wide } from '../parts/wide.tsx';

const STATES = { met: 'there', missing: 'missing', unverifiable: 'cannot be told', not_needed: 'not needed' } as const;
const KINDS = [
  ['programs', 'program'],
  ['python', 'Python package'],
  ['r', 'R package'],
  ['node', 'Node package'],
  ['env', 'variable'],
] as const;

/** Can it run here: on whose word, what is missing, and what its own text shows. */
export function SkillReadiness({ skill }: { readonly skill: LoadedSkill }): JSX.Element {
  const asked = useAsk<{ readonly skills: readonly Judged[] }>(skillAddress(skill.id, '/readiness'));
  const { readiness } = skill;
  return (
    <div class="stack">
      <div class="panel">
        <ReadinessMark state={readiness.state} />
        <p>{verdict(skill)}</p>
      </div>
      <Answer asked={asked} what="the reasons">
        {({ skills }) => <Reasons judged={skills[0]} />}
      </Answer>
      <Evidence id={skill.id} />
    </div>
  );
}

function verdict({ readiness }: LoadedSkill): string {
  const word =
    readiness.reviewed_by === 'person'
      ? 'A person reviewed what it needs.'
      : readiness.reviewed_by === 'evidence'
        ? 'What its text shows was accepted without reading.'
        : readiness.declared
          ? 'It declares what it needs.'
          : 'It declares nothing, and nobody reviewed it, so nobody can tell.';
  if (readiness.missing.length > 0) return `${word} Not here: ${readiness.missing.map(named).join(', ')}.`;
  if (readiness.blocked_on.length > 0) return `${word} In the way: ${readiness.blocked_on.join(', ')}.`;
  return readiness.state === 'ready' ? `${word} All of it is here.` : word;
}

const named = (text: string): string => `${requirement(text).kind} ${requirement(text).name}`;

function Reasons({ judged }: { readonly judged: Judged | undefined }): JSX.Element | null {
  const reasons = judged?.reasons ?? [];
  if (reasons.length === 0) return null;
  return (
    <Wide label="What it declares">
      <table>
        <caption>What it declares</caption>
        <thead>
          <tr>
            <th scope="col">Needs</th>
            <th scope="col">Here</th>
            <th scope="col">Declared</th>
          </tr>
        </thead>
        <tbody>
          {reasons.map(({ requirement: text, state, source, line, note }) => (
            <tr key={`${source}-${text}`}>
              <th scope="row">
                <Text text={requirement(text).name} /> <span class="soft">{requirement(text).kind}</span>
              </th>
              <td class={`reason is-${state}`}>
                {STATES[state]}
                <span class="soft block">
                  <Text text={note} />
                </span>
              </td>
              <td>
                <code>
                  <Text text={source} />
                </code>
                {line === undefined ? null : <span class="soft"> line {line}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function Evidence({ id }: { readonly id: string }): JSX.Element {
  const asked = useAsk<{ readonly skills: readonly SkillEvidenceOfNeeds[] }>(
    address('/api/readiness/evidence', { refs: id }),
  );
  return (
    <Answer asked={asked} what="its text for evidence">
      {({ skills: [found] }) => {
        const rows = KINDS.flatMap(([kind, word]) => [
          ...(found?.needs[kind] ?? []).map((one) => ({ ...one, word, need: 'needed' })),
          ...(found?.optional[kind] ?? []).map((one) => ({ ...one, word, need: 'runs without' })),
        ]);
        if (rows.length === 0) {
          return (
            <Empty>
              <p>Its text calls no program, loads no package and reads no variable that could be told.</p>
            </Empty>
          );
        }
        return (
          <Wide label="What its text shows">
            <table>
              <caption>What its text shows; it changes no verdict</caption>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Need</th>
                  <th scope="col">First seen</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ name, word, need, file, line, text }) => (
                  <tr key={`${word}-${name}-${need}`}>
                    <th scope="row">
                      <Text text={name} /> <span class="soft">{word}</span>
                    </th>
                    <td>{need}</td>
                    <td>
                      <code class="soft">
                        <Text text={`${file}:${line}`} />
                      </code>
                      <code class="block">
                        <Text text={text} />
                      </code>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Wide>
        );
      }}
    </Answer>
  );
}
