import type { CallToolResult } from '@modelcontextprotocol/server';
import { namesTakenIn } from '../../catalog/view/shown.ts';
import { proposeSkill } from '../tools/propose-skill.ts';
import type { KeptDraft, ToolContext } from '../tools/tool.ts';
import type { Serving } from './live.ts';
import { answerCall, listTool, type ToolListing } from './tool-calls.ts';

/** Keeps a draft for a person to decide on. `isTaken` knows every skill of the trees, also those withheld or switched off. */
export type Propose = (
  draft: Parameters<NonNullable<ToolContext['keepDraft']>>[0],
  options: { readonly isTaken: (name: string) => boolean },
) => Promise<KeptDraft>;

export const PROPOSE: string = proposeSkill.name;

export function listProposing(): ToolListing {
  return listTool(proposeSkill);
}

export function callProposing({ view }: Serving, given: unknown, propose: Propose): Promise<CallToolResult> {
  const isTaken = namesTakenIn(view);
  const keepDraft: ToolContext['keepDraft'] = (draft) => propose(draft, { isTaken });
  return answerCall(given, async (args) => {
    const { text, record } = await proposeSkill.call({ view, directories: false, keepDraft }, args);
    return { content: [{ type: 'text', text }], structuredContent: { ...record } };
  });
}
