import { type SectionName, SKILL_TEXT_WORDS } from './format.ts';
import type { SkillTable } from './table.ts';

/** Whether two tables say the same of the skills, whenever they were taken, whatever they watch and wherever their texts lie. */
export function sameContent(a: SkillTable, b: SkillTable): boolean {
  if (JSON.stringify(contentOf(a)) !== JSON.stringify(contentOf(b))) return false;
  return (
    CONTENT_SECTIONS.every((name) => {
      const [offset, length] = a.header.sections[name];
      const [otherOffset, otherLength] = b.header.sections[name];
      const mine = a.bytes.subarray(offset, offset + length);
      return mine.equals(b.bytes.subarray(otherOffset, otherOffset + otherLength));
    }) && sameText(a, b)
  );
}

/** Perf: rows that follow one another in both, which is nearly all of them, are compared in one go. */
function sameText(a: SkillTable, b: SkillTable): boolean {
  const texts = [a.textBytes, b.textBytes] as const;
  const last = SKILL_TEXT_WORDS - 1;
  let [start, otherStart, end, otherEnd] = [0, 0, 0, 0];
  const isRunSame = (): boolean => texts[0].subarray(start, end).equals(texts[1].subarray(otherStart, otherEnd));
  for (let row = 0; row < a.skills; row++) {
    const from = a.skillTextWord(0, row);
    const otherFrom = b.skillTextWord(0, row);
    for (let word = 1; word <= last; word++)
      if (a.skillTextWord(word, row) - from !== b.skillTextWord(word, row) - otherFrom) return false;
    if (from !== end || otherFrom !== otherEnd) {
      if (!isRunSame()) return false;
      [start, otherStart] = [from, otherFrom];
    }
    end = a.skillTextWord(last, row);
    otherEnd = b.skillTextWord(last, row);
  }
  return isRunSame();
}

/** The header without what moves while the skills stay. */
function contentOf({ header }: SkillTable): object {
  const {
    taken_ms: _taken,
    watches: _watches,
    sections: _sections,
    unwatched: _unwatched,
    digest: _digest,
    ...content
  } = header;
  return content;
}

const CONTENT_SECTIONS: readonly SectionName[] = [
  'skillSize',
  'skillScope',
  'skillNameHash',
  'skillOrder',
  'skillFlags',
  'skillSha256',
  'diagnostics',
];
