import { MAX_FRONTMATTER_BYTES } from '../../../base/limits.ts';
import { declaredFields } from '../read/declared.ts';
import { encodingFindings, wholeCharacters } from '../read/decode.ts';
import { splitFences } from '../read/fence.ts';
import { type Reading, readSkillText } from '../read/reading.ts';
import { traitsOf } from '../read/traits.ts';
import type { SkillSummary } from './summary.ts';

// 99 of 100 frontmatters end within 1,228 bytes; twice the limit reaches any that are read whole.
const WINDOWS = [4 * 1024, 2 * MAX_FRONTMATTER_BYTES];

/** Summarizes any SKILL.md from all its bytes; only its head is decoded where the head is enough. Never throws. */
export function summarizeFull(bytes: Buffer): SkillSummary {
  const { name, description, fields, findings, recovered } = readHead(bytes);
  const declared = declaredFields(
    fields.map(({ raw, ...field }) => (field.state === 'unreadable' ? { ...field, raw } : field)),
  );
  const summary: SkillSummary = {
    ...(name === undefined ? {} : { name }),
    description,
    ...(declared === undefined ? {} : { declared }),
    findings: [...encodingFindings(bytes), ...findings],
    recovered,
    ...traitsOf(fields),
  };
  // Perf: parts of a string keep the whole alive; a summary outlives the text it was cut from.
  return JSON.parse(JSON.stringify(summary)) as SkillSummary;
}

function readHead(bytes: Buffer): Reading {
  for (const size of WINDOWS) {
    if (size >= bytes.length) break;
    const text = bytes.toString('utf8', 0, wholeCharacters(bytes, size));
    const fences = splitFences(text);
    // What the window cuts may go on behind it: the closing line, or a second header.
    if (fences.state !== 'closed' || /^\s*(?:-{0,2}$|---)/u.test(text.slice(fences.body))) continue;
    const reading = readSkillText(text, fences);
    // The first paragraph may lie further down.
    if (reading.findings.every(({ code }) => code !== 'frontmatter/no-description')) return reading;
  }
  return readSkillText(bytes.toString());
}
