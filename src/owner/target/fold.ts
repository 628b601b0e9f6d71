import { cutTo, toOneLine } from '../../base/text.ts';
import type { SkillEntry, View } from '../../catalog/types.ts';
import type { Desk } from '../store/desk.ts';
import { passGate } from '../store/gate.ts';
import type { CopiedFile } from './ours.ts';
import { digestNow } from './read.ts';
import { exportDescription, yamlScalar } from './render.ts';

/** Bytes of the index at most: what an agent may read at once without harm. */
const MAX_FOLD_BYTES = 60_000;
/** Characters of a recipe's description in the index, from as many as fit. */
const WIDTHS = [100, 80, 64, 48, 32, 0];
const INDEX_FILE = 'references/index.md';

interface Folded {
  readonly id: string;
  /** Of the skill that it becomes. */
  readonly name: string;
  /** Absolute folder of the collection. */
  readonly folder: string;
}

/**
 * A collection as one skill: its prompt line, the commands that search, page and load it, and an index of its recipes by
 * category. It passes the gate for what we write ourselves, and needs no server.
 */
export async function foldCollection(
  desk: Desk,
  view: View,
  { id: target, folder, name }: Folded,
  options: { readonly command?: string },
) {
  const id = target.replace(/:\*$/, '');
  const row = view.collections().find((one) => one.id === id);
  const members = view.entries().filter(({ collection, user_only }) => collection === id && user_only !== true);
  const command = options.command ?? `skillfiche --root ${shellWord(`project:fiche-root=${folder}`)}`;
  const line = (row?.prompt_line ?? `${members.length} recipes.`).replace(/[<>]/g, '');
  const files: CopiedFile[] = [
    { path: 'SKILL.md', bytes: Buffer.from(routerText(name, line, id, members, command)), executable: false },
    { path: INDEX_FILE, bytes: Buffer.from(indexText(id, members, command)), executable: false },
  ];
  const gated = await passGate(
    desk.gate,
    'skill',
    name,
    files.map((file) => ({ ...file, kind: 'file' as const })),
    'own',
  );
  if (gated.refused) return { findings: gated.findings };
  return { name, digest: digestNow(desk.store.disk, folder, 'collection')?.digest ?? '', files };
}

function routerText(name: string, line: string, id: string, members: readonly SkillEntry[], command: string): string {
  const some = members[0]?.id ?? `${id}:<path>`;
  return `---
name: ${name}
description: ${yamlScalar(exportDescription(line))}
---

# ${toOneLine(id)}

${members.length} recipes stand behind this one skill. Find the one that fits the task, load it, and follow it; do not work from memory
where a recipe exists.

1. Search by the task in its own words:

   \`\`\`sh
   ${command} search "what is to be done"
   \`\`\`

2. Or page through all of them; the last line of a page says how to get the next:

   \`\`\`sh
   ${command} list ${id} --limit 100 --offset 0
   \`\`\`

3. Load one by its id, and its further files as it names them:

   \`\`\`sh
   ${command} show ${shellWord(some)}
   ${command} show ${shellWord(some)} --file PATH
   \`\`\`

With the skillfiche MCP server, \`search_skills\`, \`list_skills\` and \`load_skill\` do the same. Without either, [the index](${INDEX_FILE})
names every recipe by category.
`;
}

/** Every recipe by category, with as much of its description as fits; of a very large tree the categories alone. */
function indexText(id: string, members: readonly SkillEntry[], command: string): string {
  const categories = new Map<string, SkillEntry[]>();
  for (const member of members) {
    const slash = member.path.indexOf('/');
    const category = slash < 0 ? '' : member.path.slice(0, slash);
    const there = categories.get(category);
    if (there === undefined) categories.set(category, [member]);
    else there.push(member);
  }
  const head = `# ${toOneLine(id)}: ${members.length} recipes\n\nLoad one with \`${command} show ${id}:PATH\`, where PATH is category/name.\n`;
  const sorted = [...categories].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const heading = (category: string, count: number): string =>
    `\n## ${toOneLine(category) || 'Without a category'} (${count})\n\n`;
  for (const width of WIDTHS) {
    const text = sorted.map(
      ([category, list]) =>
        heading(category, list.length) + list.map((one) => indexLine(one, category, width)).join(''),
    );
    const whole = head + text.join('');
    if (Buffer.byteLength(whole) < MAX_FOLD_BYTES) return whole;
  }
  const counts = sorted.map(([category, list]) => `- ${toOneLine(category) || 'Without a category'}: ${list.length}\n`);
  const text = `${head}\nToo many to list here; \`${command} list ${id}\` pages them all.\n\n${counts.join('')}`;
  return Buffer.byteLength(text) < MAX_FOLD_BYTES ? text : head;
}

function indexLine({ path, description }: SkillEntry, category: string, width: number): string {
  const name = toOneLine(category === '' ? path : path.slice(category.length + 1));
  const what = width === 0 ? '' : cutTo(toOneLine(description), width);
  return what === '' ? `- ${name}\n` : `- ${name}: ${what}\n`;
}

/** A word as a POSIX shell reads it. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
