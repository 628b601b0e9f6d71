import type { JSX } from 'preact';
import type { Diagnostic } from '../../../base/types.ts';
import type { LoadedSkill } from '../../../catalog/types.ts';
import { useStart } from '../core/use-start.ts';
import { Diff } from '../parts/diff.tsx';
import { Findings } from '../parts/findings.tsx';
import { Empty, Refused } from '../parts/notice.tsx';

interface Repairs {
  readonly fixes?: readonly {
    readonly path: string;
    readonly changed: boolean;
    readonly written: boolean;
    readonly diff: string;
  }[];
  readonly not_fixed?: readonly { readonly path: string; readonly message: string }[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What is wrong with a skill, with line and way out; and the repairs that keep every word, shown before they are made. */
export function SkillFindings({ skill }: { readonly skill: LoadedSkill }): JSX.Element {
  const looking = useStart<Repairs>();
  const fixing = useStart<Repairs>();
  if (skill.diagnostics.length === 0) {
    return (
      <Empty>
        <p>Nothing is wrong with it.</p>
      </Empty>
    );
  }
  const changed = looking.answer?.fixes?.filter((one) => one.changed) ?? [];
  const refusal = looking.refusal ?? fixing.refusal;
  return (
    <div class="stack">
      <Findings findings={skill.diagnostics} />
      <div class="actions">
        <button
          type="button"
          disabled={looking.isRunning}
          onClick={() =>
            looking.begin(`Look for repairs of ${skill.name}`, '/api/fix', { refs: [skill.id], dry_run: true })
          }
        >
          Show repairs
        </button>
        {changed.length === 0 ? null : (
          <button
            type="button"
            class="main-button"
            disabled={fixing.isRunning}
            onClick={() => fixing.begin(`Repair ${skill.name}`, '/api/fix', { refs: [skill.id] })}
          >
            Make them
          </button>
        )}
      </div>
      {refusal === undefined ? null : <Refused refusal={refusal} />}
      {looking.answer !== undefined && changed.length === 0 ? (
        <p role="status">
          {looking.answer.not_fixed?.[0]?.message ??
            'None of these can be repaired without changing what the text says. Its author has to.'}
        </p>
      ) : null}
      {fixing.answer === undefined ? (
        changed.map(({ path, diff }) => <Diff key={path} diff={diff} label={`Repair of ${path}`} />)
      ) : (
        <p class="done" role="status">
          Repaired.
        </p>
      )}
    </div>
  );
}
