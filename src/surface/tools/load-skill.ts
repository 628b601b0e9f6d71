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
    const text = skillText(reply, directory);
    return {
      record: skillRecord(reply, text, directory),
      text: text + reply.note,
      files: reply.offset > 0 ? [] : [{ id: reply.id }, ...others.map(({ path }) => ({ id: reply.id, path }))],
    };
  },
});

/** The framed instructions, and where their files lie: some clients show the model this record alone. */
export function skillText(reply: SkillReply, directory: string | undefined): string {
  if (reply.offset > 0) return reply.text;
  const folder =
    directory === undefined
      ? ''
      : `Folder of this skill, which $SKILL_DIR and relative paths in it mean: ${directory}\n`;
  const hint =
    reply.import_hint === undefined
      ? ''
      : `Its Python, in an interpreter that ran the bootstrap code: ${reply.import_hint}\n`;
  return reply.text + folder + hint;
}

/** The list of files belongs to the first page; on every page it would cost what it says. */
function skillRecord(
  { id, name, digest, source, offset, next_offset, files, import_hint }: SkillReply,
  text: string,
  directory: string | undefined,
): object {
  const page = next_offset === undefined ? { offset } : { offset, next_offset };
  const record = {
    id,
    name,
    digest,
    ...(source === undefined ? {} : { source }),
    text,
    ...page,
    ...(directory === undefined ? {} : { directory }),
  };
  const imported = import_hint === undefined ? record : { ...record, import_hint };
  if (offset > 0) return record;
  const omitted = files.length - MAX_NAMED_FILES;
  const named = { ...imported, files: files.slice(0, MAX_NAMED_FILES) };
  return omitted > 0 ? { ...named, files_omitted: omitted } : named;
}
