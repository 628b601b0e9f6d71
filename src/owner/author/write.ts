import type { Diagnostic } from '../../base/types.ts';
import type { Desk } from '../store/desk.ts';
import type { AddReport, LockSource, PackageSource, PlaceName } from '../store/types.ts';
import { type AddOptions, addPackages } from '../store/verbs/add.ts';
import { renderDraft, type SkillDraft } from './draft.ts';

export interface CheckDraftOptions {
  /** Where it would go; names that are taken there are found too. */
  readonly place?: PlaceName;
}

/** What would become of a draft: nothing is kept. */
export interface DraftCheck {
  /** Of the folder. */
  readonly name: string;
  /** SKILL.md. */
  readonly text: string;
  /** What the gate and the checks of names say of it; one of severity error refuses it. */
  readonly findings: readonly Diagnostic[];
  readonly refused: boolean;
}

export type WriteDraftOptions = Pick<AddOptions, 'place' | 'note' | 'enabled' | 'dryRun'>;

const BY_HAND: LockSource = { type: 'text', url: 'written by hand' };

/** A text of ours as a package: one SKILL.md, and nothing beside it. */
export function textSource(slug: string, text: string, source: LockSource): PackageSource {
  return {
    kind: 'skill',
    slug,
    source,
    files: async () => [{ path: 'SKILL.md', bytes: Buffer.from(text), executable: false, kind: 'file' }],
  };
}

/** What the gate and the checks of names say of a draft. Fast enough to be asked while somebody types. */
export async function checkDraft(desk: Desk, draft: SkillDraft, options: CheckDraftOptions = {}): Promise<DraftCheck> {
  const { name, text } = renderDraft(draft);
  const report = await keep(desk, name, text, { ...options, dryRun: true });
  const [{ findings } = { findings: [] }] = [...report.added, ...report.refused];
  return { name, text, findings, refused: report.refused.length > 0 };
}

/** Keeps a draft as version 1 of a skill. What the gate refuses is in `refused`, and nothing is written. */
export async function writeDraft(desk: Desk, draft: SkillDraft, options: WriteDraftOptions = {}): Promise<AddReport> {
  const { name, text } = renderDraft(draft);
  return keep(desk, name, text, options);
}

function keep(desk: Desk, name: string, text: string, options: WriteDraftOptions): Promise<AddReport> {
  return addPackages(desk, [textSource(name, text, BY_HAND)], { ...options, cameBy: 'publish', origin: 'own' });
}
