import { toOneLine } from '../../base/text.ts';
import type { SkillReply } from '../../catalog/types.ts';
import { skillRef } from './address.ts';
import { offsetArgument, skillArgument } from './common.ts';
import { SKILL_SCHEMA } from './outputs.ts';
import { defineTool, READS, type Tool } from './tool.ts';

/** Files one record names. The rest can be read all the same. */
const MAX_NAMED_FILES = 200;

export const loadSkill: Tool = defineTool({
  name: 'load_skill',
  title: 'Load a skill',
  use: 'Read the instructions of one skill and the list of its files, before you follow it. Long ones come in pages.',
  annotations: READS,
  properties: { name: skillArgument, offset: offsetArgument },
  required: ['name'],
  output: SKILL_SCHEMA,
  async run(context, { name, offset }) {
    const { view } = context;
    const reply = await view.replySkill(skillRef(context, name), offset);
    const entry = await view.resolve(reply.id);
    const directory = context.directories && toOneLine(entry.folder) === entry.folder ? entry.folder : undefined;
    const others = reply.files.filter(({ path }) => path !== entry.file);
    return {
      record: skillRecord(reply, directory),
      text: replyText(reply, directory),
      files: reply.offset > 0 ? [] : [{ id: reply.id }, ...others.map(({ path }) => ({ id: reply.id, path }))],
    };
  },
});

/** What the model reads: the framed text, where its files lie, and what they are called. */
export function replyText(reply: SkillReply, directory: string | undefined): string {
  const folder =
    directory === undefined || reply.offset > 0
      ? ''
      : `Folder of this skill, which $SKILL_DIR and relative paths in it mean: ${directory}\n`;
  return reply.text + folder + reply.note;
}

/** The list of files belongs to the first page; on every page it would cost what it says. */
function skillRecord({ note: _, files, ...rest }: SkillReply, directory: string | undefined): object {
  const place = directory === undefined ? {} : { directory };
  if (rest.offset > 0) return { ...rest, ...place };
  const omitted = files.length - MAX_NAMED_FILES;
  const record = { ...rest, ...place, files: files.slice(0, MAX_NAMED_FILES) };
  return omitted > 0 ? { ...record, files_omitted: omitted } : record;
}
