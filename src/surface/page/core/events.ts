/** Takes pieces of a stream of server-sent events; gives the data of each event that is whole, and what is left. */
export function readEvents(held: string, piece: string): { readonly data: readonly string[]; readonly rest: string } {
  const parts = (held + piece).replaceAll('\r\n', '\n').split('\n\n');
  const rest = parts.pop() ?? '';
  const data = parts.flatMap((part) => {
    const lines = part.split('\n').filter((line) => line.startsWith('data:'));
    return lines.length === 0 ? [] : [lines.map((line) => line.slice(5).replace(/^ /u, '')).join('\n')];
  });
  return { data, rest };
}
