import { toOneLine } from '../../base/text.ts';
import type { SkillFile } from '../../base/types.ts';
import type { TextPage } from './frame.ts';

/** Files named behind a loaded skill; the rest is counted. */
const MAX_NAMED_FILES = 100;
const MAX_NAMED_LEFT_OUT = 10;

/** What stands behind a loaded skill's text: how to go on reading, and its other files with the call for each. */
export function filesNote(
  id: string,
  files: readonly SkillFile[],
  page: TextPage,
  leftOut: readonly { readonly path: string; readonly reason: string }[] = [],
): string {
  const parts: string[] = [];
  if (page.next_offset !== undefined || page.offset > 0) {
    const end = page.next_offset ?? page.total;
    const more = page.next_offset === undefined ? 'This is the last page.' : `Go on with offset=${page.next_offset}.`;
    parts.push(`Characters ${Math.min(page.offset, page.total)} to ${end} of ${page.total}. ${more}`);
  }
  const others = files.filter((file) => file.path !== 'SKILL.md');
  if (others.length > 0) {
    parts.push(`Files of this skill; read one with read_skill_file(name="${toOneLine(id)}", path=...):`);
    for (const file of others.slice(0, MAX_NAMED_FILES)) {
      parts.push(`- ${toOneLine(file.path)} (${file.kind}, ${file.size} bytes)`);
    }
    if (others.length > MAX_NAMED_FILES) parts.push(`- and ${others.length - MAX_NAMED_FILES} more`);
  }
  // A recipe may refer to a link or a file that cannot be read, hardly to a pruned folder such as node_modules.
  const missing = leftOut.filter((one) => one.reason !== 'pruned');
  if (missing.length > 0) {
    const named = missing.slice(0, MAX_NAMED_LEFT_OUT).map((one) => `${toOneLine(one.path)} (${one.reason})`);
    const more = missing.length > named.length ? ` and ${missing.length - named.length} more` : '';
    parts.push(`In its folder but not served: ${named.join(', ')}${more}.`);
  }
  return parts.length === 0 ? '' : `${parts.join('\n')}\n`;
}
