import { isList } from '../../../base/field-value.ts';
import type { FieldValue } from '../../../base/types.ts';

/**
 * The tools that `allowed-tools` names, whichever way it is written: `[Read, Grep]`, `Read, Grep` and `Read Grep` are
 * the same list. What stands in parentheses, as in `Bash(git add:*)`, keeps its blanks and commas.
 */
export function parseAllowedTools(value: FieldValue): string[] {
  if (isList(value)) return value.flatMap(parseAllowedTools);
  if (typeof value !== 'string') return [];
  const tools: string[] = [];
  let depth = 0;
  let tool = '';
  for (const char of value) {
    if (char === '(') depth++;
    if (char === ')' && depth > 0) depth--;
    if (depth === 0 && /[\s,]/u.test(char)) {
      if (tool !== '') tools.push(tool);
      tool = '';
    } else tool += char;
  }
  return tool === '' ? tools : [...tools, tool.trimEnd()];
}

/** A finding's words about a spelling of `allowed-tools`; undefined where it is the format's. */
export function allowedToolsSpelling(
  value: FieldValue,
): { readonly message: string; readonly hint: string } | undefined {
  const tools = parseAllowedTools(value);
  if (tools.length === 0) return undefined;
  // Where a tool has blanks inside, only commas keep the tools apart for every reader.
  const hasBlanks = tools.some((tool) => /\s/u.test(tool));
  const text = tools.join(hasBlanks ? ', ' : ' ');
  if (value === text || value === tools.join(' ')) return undefined;
  const message = `\`allowed-tools\` is one text in the format, with blanks${hasBlanks ? ' or commas' : ''} between the tools.`;
  const isPlain = /^[\w()*.:,/ -]+$/u.test(text) && !/: |:$/u.test(text);
  return { message, hint: `Write \`allowed-tools: ${isPlain ? text : JSON.stringify(text)}\`.` };
}
