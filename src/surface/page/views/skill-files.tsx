import type { JSX } from 'preact';
import type { LoadedSkill, SkillFilePage } from '../../../catalog/types.ts';
import { address, skillAddress } from '../core/api.ts';
import { place } from '../core/place.ts';
import { formatPlace } from '../core/router.ts';
import { useAsk } from '../core/use-ask.ts';
import { visible } from '../core/visible.ts';
import { bytes } from '../core/words.ts';
import { Answer, Empty } from '../parts/notice.tsx';
import { Text } from '../parts/text.tsx';

/** Every file of a skill, and one of them. */
export function SkillFiles({ skill }: { readonly skill: LoadedSkill }): JSX.Element {
  const { file = skill.files[0]?.path ?? '', from } = place.value.query;
  return (
    <div class="files">
      <nav class="file-list" aria-label="Files">
        {skill.files.map(({ path, size, kind }) => (
          <a
            key={path}
            href={formatPlace('skill', skill.id, { tab: 'files', file: path })}
            aria-current={path === file ? 'page' : undefined}
          >
            <span class="file-name">
              <Text text={path} />
            </span>
            <span class="soft number">{kind === 'binary' ? 'binary' : bytes(size)}</span>
          </a>
        ))}
        {skill.left_out.map(({ path, reason }) => (
          <span key={path} class="soft left-out">
            <span class="file-name">
              <Text text={path} />
            </span>
            <span>{reason}, not served</span>
          </span>
        ))}
      </nav>
      <FileText id={skill.id} path={file} from={from} />
    </div>
  );
}

function FileText({
  id,
  path,
  from,
}: {
  readonly id: string;
  readonly path: string;
  readonly from?: string | undefined;
}): JSX.Element {
  const asked = useAsk<SkillFilePage>(
    path === '' ? undefined : address(skillAddress(id, '/file'), { path, offset: from }),
  );
  return (
    <Answer asked={asked} what="the file">
      {(file) =>
        file.text === undefined ? (
          <Empty>
            <p>
              A binary file of {bytes(file.size)}: nothing to read here. Its digest is {file.digest}.
            </p>
          </Empty>
        ) : (
          <section class="file-text" aria-label={path}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard too. */}
            <pre tabIndex={0}>
              <code>{visible(file.text)}</code>
            </pre>
            {file.next_offset === undefined ? null : (
              <a href={formatPlace('skill', id, { tab: 'files', file: path, from: String(file.next_offset) })}>
                The next part of this file
              </a>
            )}
          </section>
        )
      }
    </Answer>
  );
}
