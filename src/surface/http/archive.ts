import { chooseType } from './accept.ts';
import { type Route, reading } from './route.ts';

const TYPES = ['application/zip', 'text/markdown'] as const;

/** One skill as a file to hand on. */
export const ARCHIVE: Route = reading('/api/skills/{id}/archive', {
  summary: 'One skill as a file: a zip, or one document of its texts where Accept asks for text/markdown.',
  answer: TYPES,
  properties: { id: { type: 'string', description: "The skill's id, or its name." } },
  required: ['id'],
  async run({ workspace, current }, { id }, { accept }) {
    const type = chooseType(accept, TYPES);
    if (type === undefined) {
      const message = `A skill is handed on as ${TYPES.join(' or ')}; Accept names neither.`;
      const error = { code: 'INVALID_ARGUMENT', reason: 'accept', message, suggestions: [...TYPES], paths: [] };
      return Response.json({ error }, { status: 406, headers: { Vary: 'Accept' } });
    }
    const format = type === 'text/markdown' ? 'markdown' : 'zip';
    const { bytes, file } = await workspace.targets.archive(id, { format, view: (await current()).view });
    return new Response(new Uint8Array(bytes), {
      headers: {
        'Content-Type': format === 'markdown' ? 'text/markdown; charset=utf-8' : type,
        'Content-Length': String(bytes.length),
        // The name is made of small letters, digits and "-" alone.
        'Content-Disposition': `attachment; filename="${file}"`,
        Vary: 'Accept',
      },
    });
  },
});
