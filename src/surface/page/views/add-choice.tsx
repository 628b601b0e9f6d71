import type { JSX } from 'preact';
import type { SourceListing } from '../../../owner/source/verbs/install.ts';
import type { AddPlan } from '../core/add-plan.ts';
import { countOf } from '../core/words.ts';
import { Choice } from '../parts/choice.tsx';
import { Empty } from '../parts/notice.tsx';
import { Text } from '../parts/text.tsx';

/** Which of the skills of a source. */
export function AddChoice({
  listing: { skills, source, unusable },
  plan,
  choose,
}: {
  readonly listing: SourceListing;
  readonly plan: AddPlan;
  readonly choose: (change: Partial<AddPlan>) => void;
}): JSX.Element {
  if (skills.length === 0) {
    return (
      <Empty>
        <p>There is no skill in it.</p>
        {unusable.map(({ name, why }) => (
          <p key={name}>
            <Text text={`${name}: ${why}`} />
          </p>
        ))}
      </Empty>
    );
  }
  const turn = (path: string, isOn: boolean): void =>
    choose({ paths: isOn ? [...plan.paths, path] : plan.paths.filter((one) => one !== path) });
  return (
    <section class="stack which" aria-labelledby="which-title">
      <h2 id="which-title">
        {countOf(skills.length, 'skill')}
        {source.commit === undefined ? '' : ` at ${source.commit.slice(0, 10)}`}
      </h2>
      <div class="filters">
        <Choice
          label="Take"
          value={plan.how}
          options={[
            ['some', 'the ones I choose'],
            ['all', 'all of them, each by itself'],
            ['collection', 'the whole tree as one pinned collection'],
          ]}
          onChange={(how) => choose({ how: how as AddPlan['how'] })}
        />
        {plan.how === 'collection' ? (
          <label class="field">
            <span>Id of the collection</span>
            <input
              value={plan.collection}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => choose({ collection: event.currentTarget.value })}
            />
          </label>
        ) : null}
        <Choice
          label="Whose they are"
          value={plan.place}
          options={[
            ['', 'the usual place'],
            ['personal', 'mine, everywhere'],
            ['project', "this project's"],
          ]}
          onChange={(place) => choose({ place: place as AddPlan['place'] })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={plan.isOff}
            onChange={(event) => choose({ isOff: event.currentTarget.checked })}
          />
          <span>switched off at first</span>
        </label>
      </div>
      {plan.how === 'some' ? (
        <ul class="checks" aria-label="Skills of the source">
          {skills.map(({ path, name, description }) => (
            <li key={path}>
              <label class="check">
                <input
                  type="checkbox"
                  checked={plan.paths.includes(path)}
                  onChange={(event) => turn(path, event.currentTarget.checked)}
                />
                <span>
                  <b>
                    <Text text={name} />
                  </b>
                  <span class="soft block small">
                    <Text text={description} />
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
