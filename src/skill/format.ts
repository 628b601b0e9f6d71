import type { Finding } from '../base/types.ts';
import type { SkillDocument } from './document.ts';

export function checkFormat(
  _document: SkillDocument,
  _options: { readonly folderName: string; readonly strict: boolean },
): Finding[] {
  return [];
}
