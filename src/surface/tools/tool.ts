import { SkillficheError } from '../../base/errors.ts';
import type { View } from '../../catalog/types.ts';
import type { ProposedSkill } from '../../owner/store/verbs/propose.ts';
import { type ArgumentValue, readArguments } from './arguments.ts';
import { cleanRecord } from './clean.ts';
import { type ArgumentsOf, type InputSchema, inputSchema, type ObjectSchema, type Properties } from './schema.ts';

/** What a call answers from. */
export interface ToolContext {
  /** What the model may see; a call never goes beside it. */
  readonly view: View;
  /** Tells the absolute folder of a skill: for readers who share this machine's disk. */
  readonly directories: boolean;
  /** What an address of the surface's own (`skill://...`) points at; absent where it gives none out. */
  readonly locate?: (address: string) => FileOfSkill | undefined;
  /** Keeps what a model wrote for a person to decide on; absent where models may propose nothing. */
  readonly keepDraft?: (draft: ProposedSkill) => Promise<KeptDraft>;
}

/** What the proposer hears of its draft. */
export interface KeptDraft {
  readonly id: string;
  readonly name: string;
  readonly digest: string;
}

export interface FileOfSkill {
  readonly id: string;
  /** Relative to the skill's folder; empty for the folder itself. */
  readonly path: string;
}

/** A record for programs, and the same as a model reads it. */
export interface ToolReply {
  readonly record: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The files of skills it speaks of, for surfaces that can link them; without `path` the SKILL.md. */
  readonly files: readonly { readonly id: string; readonly path?: string }[];
}

/** What a client may know of a tool before it calls it; the protocol's names. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly openWorldHint: boolean;
  /** Only of those that write. */
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
}

/** One tool, as every surface that offers tools shows and calls it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** What it does and when to use it. */
  readonly use: string;
  /** Whether the lines of the collections belong behind `use`. */
  readonly collections: boolean;
  readonly annotations: Annotations;
  readonly input: InputSchema;
  readonly output: ObjectSchema;
  /** Arguments are as a model gave them. Throws `SkillficheError`, INVALID_ARGUMENT where they are wrong. */
  call(context: ToolContext, given: Readonly<Record<string, unknown>>): Promise<ToolReply>;
}

interface Plan<P extends Properties, R extends keyof P & string> {
  readonly name: string;
  readonly title: string;
  readonly use: string;
  readonly collections?: boolean;
  readonly annotations: Annotations;
  readonly properties: P;
  readonly required?: readonly R[];
  readonly output: ObjectSchema;
  run(
    context: ToolContext,
    args: ArgumentsOf<P, R>,
  ): Promise<{ readonly record: object; readonly text: string; readonly files?: ToolReply['files'] }>;
}

/** Every tool that only looks at this machine's files. */
export const READS: Annotations = { readOnlyHint: true, openWorldHint: false };

export function defineTool<const P extends Properties, R extends keyof P & string = never>(plan: Plan<P, R>): Tool {
  const { name, title, use, annotations, properties, required, output } = plan;
  const input = inputSchema(properties, required);
  return {
    name,
    title,
    use,
    collections: plan.collections === true,
    annotations,
    input,
    output,
    async call(context, given) {
      const read = readArguments(input, given);
      if (!read.ok) throw new SkillficheError('INVALID_ARGUMENT', `${name}: ${read.problems.join('; ')}.`);
      const { record, text, files = [] } = await plan.run(context, asArguments<P, R>(read.values));
      return { record: cleanRecord(record), text, files };
    },
  };
}

/** They were read by the same properties that the type is made from. */
function asArguments<P extends Properties, R extends keyof P>(
  values: Readonly<Record<string, ArgumentValue>>,
): ArgumentsOf<P, R> {
  return values as ArgumentsOf<P, R>;
}
