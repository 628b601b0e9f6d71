import type { CallToolResult } from '@modelcontextprotocol/server';
import { canonicalName } from '../../base/text.ts';
import type { ReadableCatalog } from '../../catalog/types.ts';
import { proposeSkill } from '../tools/propose-skill.ts';
import type { KeptDraft, ToolContext } from '../tools/tool.ts';
import type { Serving } from './live.ts';
import { answerCall, listTool, type ToolListing } from './tool-calls.ts';

/** Keeps a draft for a person to decide on. `isTaken` knows every skill that is served, withheld ones too. */
export type Propose = (
  draft: Parameters<NonNullable<ToolContext['keepDraft']>>[0],
  options: { readonly isTaken: (name: string) => boolean },
) => Promise<KeptDraft>;

export const PROPOSE: string = proposeSkill.name;

export function listProposing(): ToolListing {
  return listTool(proposeSkill);
}

export function callProposing({ view, catalog }: Serving, given: unknown, propose: Propose): Promise<CallToolResult> {
  const keepDraft: ToolContext['keepDraft'] = (draft) => propose(draft, { isTaken: takenIn(catalog) });
  return answerCall(given, async (args) => {
    const { text, record } = await proposeSkill.call({ view, directories: false, keepDraft }, args);
    return { content: [{ type: 'text', text }], structuredContent: { ...record } };
  });
}

function takenIn(catalog: ReadableCatalog): (name: string) => boolean {
  const all = catalog.view({ audience: 'owner' });
  const names = new Set(
    [...all.entries().map(({ name }) => name), ...all.collections().map(({ id }) => id)].map(canonicalName),
  );
  return (name) => names.has(canonicalName(name));
}
