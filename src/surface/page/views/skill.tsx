import type { JSX } from 'preact';
import type { LoadedSkill } from '../../../catalog/types.ts';
import { skillAddress } from '../core/api.ts';
import { place } from '../core/place.ts';
import { formatPlace } from '../core/router.ts';
import { useAsk } from '../core/use-ask.ts';
import { shortDigest } from '../core/words.ts';
import { Markdown } from '../parts/markdown.tsx';
import { Answer } from '../parts/notice.tsx';
import { NetworkMark, ReadinessMark } from '../parts/state.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Id, Text } from '../parts/text.tsx';
import { SkillActions } from './skill-actions.tsx';
import { SkillFiles } from './skill-files.tsx';
import { SkillFindings } from './skill-findings.tsx';
import { SkillNetwork } from './skill-network.tsx';
import { SkillReadiness } from './skill-readiness.tsx';
import { SkillVersions } from './skill-versions.tsx';

/** One skill: its text, its files, what is wrong with it, what it needs, how it came to be. */
export function Skill({ of }: { readonly of: string }): JSX.Element {
  const asked = useAsk<LoadedSkill>(skillAddress(of));
  const { tab = 'text' } = place.value.query;
  return (
    <section class="view" aria-labelledby="skill-title">
      {asked.data === undefined ? (
        <h1 id="skill-title">
          <Text text={of} />
        </h1>
      ) : null}
      {/* What is installed and in no tree that is served has versions all the same. */}
      {asked.refusal?.status === 404 && tab === 'versions' ? <SkillVersions id={of} /> : null}
      <Answer asked={asked} what="the skill">
        {(skill) => (
          <>
            <SkillHead skill={skill} />
            <Tabs
              label="Parts of the skill"
              view="skill"
              of={of}
              at={tab}
              tabs={[
                ['text', 'Text'],
                ['files', 'Files', skill.files.length],
                ['findings', 'Findings', skill.diagnostics.length],
                ['readiness', 'Readiness'],
                ['network', 'Network'],
                ['versions', 'Versions'],
              ]}
            />
            <Part tab={tab} skill={skill} />
          </>
        )}
      </Answer>
    </section>
  );
}

function SkillHead({ skill }: { readonly skill: LoadedSkill }): JSX.Element {
  return (
    <header class="skill-head">
      <p class="crumbs">
        <a href={formatPlace('skills', skill.collection ?? '')}>
          <Text text={skill.collection ?? 'outside collections'} />
        </a>
      </p>
      <h1 id="skill-title">
        <Text text={skill.name} />
      </h1>
      <p class="lead">
        <Text text={skill.description} />
      </p>
      <p class="facts">
        <ReadinessMark state={skill.readiness.state} />
        <NetworkMark mode={skill.network.mode} />
        <Id id={skill.id} />
        <code class="soft" title={skill.digest}>
          {shortDigest(skill.digest)}
        </code>
      </p>
      {skill.shadowed_by === undefined ? null : (
        <p class="warned">
          By its name agents get <a href={formatPlace('skill', skill.shadowed_by)}>{skill.shadowed_by}</a>; this one
          answers to its id alone.
        </p>
      )}
      {skill.user_only === true ? <p class="warned">Models are kept away from it: only people are shown it.</p> : null}
      <SkillActions id={skill.id} name={skill.name} />
    </header>
  );
}

function Part({ tab, skill }: { readonly tab: string; readonly skill: LoadedSkill }): JSX.Element {
  switch (tab) {
    case 'files':
      return <SkillFiles skill={skill} />;
    case 'findings':
      return <SkillFindings skill={skill} />;
    case 'readiness':
      return <SkillReadiness skill={skill} />;
    case 'network':
      return <SkillNetwork skill={skill} />;
    case 'versions':
      return <SkillVersions id={skill.id} />;
    default:
      return <Markdown text={skill.body} />;
  }
}
