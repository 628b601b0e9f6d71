import { toOneLine } from '../../../base/text.ts';
import type { SkillEvidence } from '../../../owner/inventory/evidence.ts';
import type { Globals } from '../globals.ts';
import type { Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import type { Paint } from '../render/color.ts';

/** Inventories are about whole trees: an allowlist does not narrow them. */
export async function openWhole(globals: Globals, io: Io): ReturnType<typeof openFromFlags> {
  if (globals.only !== undefined && !globals.quiet)
    io.err('skillfiche: an inventory is about whole trees; --only does not narrow it.\n');
  return openFromFlags({ ...globals, only: undefined }, io);
}

export function renderEvidence(skills: readonly SkillEvidence[], paint: Paint): string {
  const parts = skills.map(({ id, mode, files, unread }) => {
    const lines = [`${paint('bold', toOneLine(id))}: ${mode.replace('_', ' ')} now`];
    if (files.length + unread.length === 0) lines.push(paint('dim', '  nothing found in its code'));
    for (const { path, hosts, commands, suspicious } of files) {
      for (const { host, lines: at } of hosts)
        lines.push(
          `  ${toOneLine(path)}:${at[0]}: ${toOneLine(host)}${at.length > 1 ? ` (and ${at.length - 1} more)` : ''}`,
        );
      for (const { command, line } of commands) lines.push(`  ${toOneLine(path)}:${line}: ${paint('yellow', command)}`);
      for (const { code, line, message } of suspicious)
        lines.push(`  ${toOneLine(path)}:${line}: ${paint('red', code)}: ${message}`);
    }
    for (const { path, why } of unread) lines.push(`  ${toOneLine(path)}: not read (${why})`);
    return `${lines.join('\n')}\n`;
  });
  return parts.join('\n');
}
