import type { JSX } from 'preact';
import type { Diagnostic } from '../../../base/types.ts';
import { Text } from './text.tsx';

const WORDS: Readonly<Record<Diagnostic['severity'], string>> = { error: 'error', warning: 'warning', info: 'note' };

/** What is wrong, where, and the way out. */
export function Findings({
  findings,
  showPath = true,
}: {
  readonly findings: readonly Diagnostic[];
  readonly showPath?: boolean;
}): JSX.Element {
  return (
    <ul class="findings">
      {findings.map(({ code, severity, path, line, message, hint }, at) => (
        <li key={`${at}-${code}`} class={`finding is-${severity}`}>
          <span class="finding-kind">{WORDS[severity]}</span>
          <div>
            <p>
              <Text text={message} />
            </p>
            {hint === undefined ? null : (
              <p class="finding-fix">
                <b>Way out:</b> <Text text={hint} />
              </p>
            )}
            <p class="soft small">
              {showPath || line !== undefined ? (
                <code>
                  <Text
                    text={`${showPath ? path : ''}${line === undefined ? '' : `${showPath ? ':' : 'line '}${line}`}`}
                  />
                </code>
              ) : null}{' '}
              <code>{code}</code>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
