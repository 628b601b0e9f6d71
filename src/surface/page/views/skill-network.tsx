import type { JSX } from 'preact';
import type { LoadedSkill } from '../../../catalog/types.ts';
import { NetworkMark } from '../parts/state.tsx';
import { Text } from '../parts/text.tsx';

const WORDS: Readonly<Record<LoadedSkill['network']['declaration'], string>> = {
  reviewed: 'A person reviewed it for exactly these bytes.',
  legacy: 'Its header says so in an older spelling.',
  frontmatter: 'Its header says so; nobody reviewed that.',
  none: 'Neither its header nor a review says anything.',
};

/** How it wants the network, and on whose word. */
export function SkillNetwork({ skill: { network } }: { readonly skill: LoadedSkill }): JSX.Element {
  return (
    <div class="stack">
      <div class="panel">
        <NetworkMark mode={network.mode} />
        <p>{WORDS[network.declaration]}</p>
      </div>
      {network.domains.length === 0 ? null : (
        <section aria-labelledby="hosts-title">
          <h2 id="hosts-title">Hosts it names</h2>
          <ul class="plain">
            {network.domains.map((one) => (
              <li key={one}>
                <code>
                  <Text text={one} />
                </code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p class="soft">It is what the skill wants, not what it may: nothing here grants anything.</p>
    </div>
  );
}
