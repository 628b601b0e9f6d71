import { type OptionKeys, requireOptions } from '../base/options.ts';
import type { SkillDraft } from '../owner/author/draft.ts';
import type { CheckDraftOptions, DraftCheck, WriteDraftOptions } from '../owner/author/write.ts';
import type { Desk } from '../owner/store/desk.ts';
import type { AddReport } from '../owner/store/types.ts';

/** Skills that are written here, and those that somebody hands over. */
export interface AuthorVerbs {
  /** What the gate and the checks of names say of a draft; nothing is kept. Fast enough to be asked while somebody types. */
  check(draft: SkillDraft, options?: CheckDraftOptions): Promise<DraftCheck>;
  /** Keeps a draft as version 1 of a skill; one that the gate keeps out is in `refused`. */
  write(draft: SkillDraft, options?: WriteDraftOptions): Promise<AddReport>;
}

const DRAFT_KEYS: OptionKeys<SkillDraft> = {
  title: true,
  name: true,
  description: true,
  triggers: true,
  steps: true,
  body: true,
};

export function authorVerbs(getDesk: (forReading?: boolean) => Promise<Desk>): AuthorVerbs {
  return {
    async check(draft, options) {
      requireOptions(draft, 'check', DRAFT_KEYS);
      const { checkDraft } = await import('../owner/author/write.ts');
      return checkDraft(await getDesk(true), draft, options);
    },
    async write(draft, options) {
      requireOptions(draft, 'write', DRAFT_KEYS);
      const { writeDraft } = await import('../owner/author/write.ts');
      return writeDraft(await getDesk(), draft, options);
    },
  };
}
