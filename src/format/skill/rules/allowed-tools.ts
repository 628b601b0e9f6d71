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
