import { cutTo, toOneLine } from '../../base/text.ts';
import type { View } from '../../catalog/types.ts';

/** Findings that a reason names; more are counted. */
const MAX_NAMED = 3;
const MAX_CHARACTERS = 300;

/**
 * Why a client sees no skill, in a sentence or two. Speaks of what the view may know: behind an allowlist that withholds
 * everything, nothing. `paths`: the reader shares this machine's disk.
 */
export function whyEmpty(view: View, paths: boolean): string {
  const { indexed, found } = view.ledger();
  if (indexed > 0) return 'No skill may be shown to this client.';
  // What is no error says why too: a root that is not there yet.
  const errors = view.diagnostics.filter(({ severity }) => severity === 'error');
  const findings = errors.length > 0 ? errors : view.diagnostics;
  const named = findings.slice(0, MAX_NAMED).map(({ path, message, hint }) => {
    const place = paths ? `${toOneLine(path)}: ` : '';
    return cutTo(toOneLine(`${place}${message}${hint === undefined ? '' : ` ${hint}`}`), MAX_CHARACTERS);
  });
  const more = findings.length > named.length ? [`And ${findings.length - named.length} more.`] : [];
  if (named.length === 0) {
    return found === 0 ? 'No SKILL.md was found in the folders that are served.' : 'No SKILL.md could be listed.';
  }
  return ['No skill is served.', ...named, ...more, '`skillfiche scan` tells the whole.'].join(' ');
}
