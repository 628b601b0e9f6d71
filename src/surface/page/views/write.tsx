import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Diagnostic } from '../../../base/types.ts';
import type { AddReport } from '../../../owner/store/types.ts';
import { post, type Refusal, RequestError } from '../core/api.ts';
import { type DraftFields, draftOf, NO_DRAFT } from '../core/draft.ts';
import { formatPlace } from '../core/router.ts';
import { useStart } from '../core/use-start.ts';
import { visible } from '../core/visible.ts';
import { Choice } from '../parts/choice.tsx';
import { Findings } from '../parts/findings.tsx';
import { Refused } from '../parts/notice.tsx';

interface Check {
  readonly name: string;
  readonly text: string;
  readonly findings: readonly Diagnostic[];
  readonly refused: boolean;
}

/** Long enough that a quick typist is not asked about half a word. */
const PAUSE_MS = 250;

/** A skill by hand: what the gate says of it stands beside it as one types. */
export function Write(): JSX.Element {
  const [fields, setFields] = useState<DraftFields>(NO_DRAFT);
  const [check, setCheck] = useState<Check>();
  const [refusal, setRefusal] = useState<Refusal>();
  const saving = useStart<AddReport>();
  const isBlank = Object.values(draftOf(fields)).every((value) => value.length === 0);
  useEffect(() => {
    if (isBlank) {
      setCheck(undefined);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      post<Check>('/api/skills/check', { ...draftOf(fields), ...placeOf(fields) }, abort.signal).then(
        (given) => {
          setCheck(given);
          setRefusal(undefined);
        },
        (error: unknown) => {
          if (abort.signal.aborted) return;
          if (!(error instanceof RequestError)) throw error;
          setRefusal(error.refusal);
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [fields, isBlank]);
  const set = (change: Partial<DraftFields>): void => setFields({ ...fields, ...change });
  const save = async (): Promise<void> => {
    const body = { ...draftOf(fields), ...placeOf(fields), off: fields.isOff };
    const report = await saving.begin(`Write ${check?.name ?? 'a skill'}`, '/api/skills', body);
    if (report !== undefined && report.added.length > 0) setFields(NO_DRAFT);
  };
  const kept = saving.answer?.added[0];
  return (
    <section class="view" aria-labelledby="write-title">
      <header class="view-head">
        <h1 id="write-title">Write a skill</h1>
      </header>
      {kept === undefined ? null : (
        <p class="done panel" role="status">
          Kept as version {kept.version} of <a href={formatPlace('skill', kept.id)}>{kept.id}</a>.
        </p>
      )}
      {saving.refusal === undefined ? null : <Refused refusal={saving.refusal} />}
      <div class="beside">
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Fields fields={fields} set={set} />
          <button type="submit" class="main-button" disabled={check === undefined || check.refused || saving.isRunning}>
            Save as version 1
          </button>
        </form>
        <Outcome check={check} refusal={refusal} />
      </div>
    </section>
  );
}

const placeOf = ({ place }: DraftFields): { readonly place?: string } => (place === '' ? {} : { place });

function Fields({
  fields,
  set,
}: {
  readonly fields: DraftFields;
  readonly set: (change: Partial<DraftFields>) => void;
}): JSX.Element {
  return (
    <>
      <label class="field">
        <span>Title</span>
        <input value={fields.title} onInput={(event) => set({ title: event.currentTarget.value })} />
      </label>
      <Area
        label="Description: what it does, and when to use it"
        rows={3}
        value={fields.description}
        onInput={(description) => set({ description })}
      />
      <Area
        label="Triggers: phrases that call for it, one a line"
        rows={3}
        value={fields.triggers}
        onInput={(triggers) => set({ triggers })}
      />
      <Area label="Steps, one a line" rows={6} value={fields.steps} onInput={(steps) => set({ steps })} />
      <Area
        label="Anything else, above the steps, in Markdown"
        rows={4}
        value={fields.body}
        onInput={(body) => set({ body })}
      />
      <Choice
        label="Whose it is"
        value={fields.place}
        options={[
          ['', 'the usual place'],
          ['personal', 'mine, everywhere'],
          ['project', "this project's"],
        ]}
        onChange={(place) => set({ place })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={fields.isOff}
          onChange={(event) => set({ isOff: event.currentTarget.checked })}
        />
        <span>Switched off until I switch it on</span>
      </label>
    </>
  );
}

function Area({
  label,
  rows,
  value,
  onInput,
}: {
  readonly label: string;
  readonly rows: number;
  readonly value: string;
  readonly onInput: (value: string) => void;
}): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <textarea rows={rows} value={value} onInput={(event) => onInput(event.currentTarget.value)} />
    </label>
  );
}

function Outcome({
  check,
  refusal,
}: {
  readonly check: Check | undefined;
  readonly refusal: Refusal | undefined;
}): JSX.Element {
  if (refusal !== undefined) return <Refused refusal={refusal} />;
  if (check === undefined)
    return <p class="empty">What it becomes, and what is wrong with it, stands here as you write.</p>;
  return (
    <div class="stack">
      <div aria-live="polite">
        <h2>
          {check.findings.length === 0 ? 'Nothing is wrong with it' : check.refused ? 'Not yet' : 'It can be kept'}
        </h2>
        <Findings findings={check.findings} showPath={false} />
      </div>
      <section class="file-text" aria-label="The file it becomes">
        <p class="soft small">{check.name}/SKILL.md</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard too. */}
        <pre tabIndex={0}>
          <code>{visible(check.text)}</code>
        </pre>
      </section>
    </div>
  );
}
