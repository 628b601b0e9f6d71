import type { SkillFilePage } from '../../catalog/types.ts';
import { filePath, skillRef } from './address.ts';
import { offsetArgument, skillArgument } from './common.ts';
import { FILE_SCHEMA } from './outputs.ts';
import { defineTool, READS, type Tool } from './tool.ts';

export const readSkillFile: Tool = defineTool({
  name: 'read_skill_file',
  title: 'Read a file of a skill',
  use: 'Read a file that load_skill lists: a reference, a template, a script. Of a binary file only the facts are given. Nothing is run.',
  annotations: READS,
  properties: {
    name: skillArgument,
    path: { type: 'string', description: 'As load_skill lists it.' },
    offset: offsetArgument,
  },
  required: ['name', 'path'],
  output: FILE_SCHEMA,
  async run(context, { name, path, offset }) {
    const { view } = context;
    const { id } = await view.resolve(skillRef(context, name));
    const record = await view.readSkillFile(id, filePath(context, id, path), offset === undefined ? {} : { offset });
    return { record, text: fileText(record), files: [{ id: record.id, path: record.path }] };
  },
});

/** The text itself; behind it how to go on, where there is more. */
function fileText({ kind, size, digest, text = '', offset, next_offset }: SkillFilePage): string {
  if (kind === 'binary') return `A binary file of ${size} bytes, ${digest}.`;
  if (next_offset !== undefined)
    return `${text}\n[Characters ${offset} to ${next_offset}. Go on with offset=${next_offset}.]`;
  if (text === '') return offset > 0 ? '[The end of the file lies before this offset.]' : '[The file is empty.]';
  return text;
}
