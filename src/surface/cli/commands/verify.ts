import { Command } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import type { FileChange, MemberChange } from '../../../format/lock/drift.ts';
import type { VerifiedCollection } from '../../../owner/pin/verify.ts';
import { globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { progress } from './pin.ts';

export function verifyCommand(io: Io): Command {
  return new Command('verify')
    .description('compare pinned collections with their locks, byte for byte')
    .argument('[collection...]', 'ids of collections (default: all that are pinned)')
    .addHelpText(
      'after',
      `
Exit code 3 when anything was added, removed or changed; each is named.

Examples:
  skillfiche verify --root ./collections
  skillfiche verify bioskills --json
`,
    )
    .action(async (ids: readonly string[], _flags: unknown, command: Command) => {
      const globals = globalsOf(command);
      const { catalog } = await openFromFlags({ ...globals, only: undefined }, io, { onDuplicate: 'report' });
      const report = await catalog.verify({ collections: ids, ...progress(io, globals.quiet) });
      if (io.isErrTty && !globals.quiet) io.err('\r\u001b[K');
      if (globals.json) io.out(jsonText(report));
      else {
        const paint = createPaint(io, globals.color);
        io.out(report.collections.map((one) => renderCollection(one, paint)).join(''));
      }
      if (!report.ok) throw new Exit(EXIT.drift);
    });
}

const CHANGES: Readonly<Record<FileChange['change'], string>> = {
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  line_ends: 'changed in line ends only',
  left: 'still there, without its skill',
};

function renderCollection(one: VerifiedCollection, paint: Paint): string {
  const id = paint('bold', one.id);
  if (one.state === 'not_pinned') return `${id}: not pinned\n`;
  if (one.state === 'broken') return `${id}: ${paint('red', 'its marker is broken, so its tree cannot be compared')}\n`;
  if (one.state === 'same') return `${id}: ${paint('green', 'as pinned')}, ${one.digest}\n`;
  const { drift, refused = [], pinned_id } = one;
  const lines = [`${id}: ${paint('red', 'not as pinned')}`];
  if (pinned_id !== undefined) lines.push(`  the lock is of a collection with the id ${pinned_id}`);
  lines.push(
    ...members('added', drift?.added),
    ...members('removed', drift?.removed),
    ...members('changed', drift?.changed),
  );
  for (const { path, change } of drift?.other_files ?? []) lines.push(`  ${JSON.stringify(path)}: ${CHANGES[change]}`);
  for (const { path, why } of refused) lines.push(`  ${JSON.stringify(path)}: ${why}`);
  lines.push(`  pinned ${one.pinned_digest}`, `  now    ${one.digest}`);
  return `${lines.join('\n')}\n`;
}

function members(what: string, changes: readonly MemberChange[] = []): string[] {
  return changes.flatMap(({ path, files }) => {
    const head = `  ${what} member ${JSON.stringify(path)}`;
    // Of a member that came or went whole, the files are no news.
    if (what !== 'changed' && files.every(({ change }) => change === what)) return [head];
    return [head, ...files.map((file) => `    ${JSON.stringify(file.path)}: ${CHANGES[file.change]}`)];
  });
}
